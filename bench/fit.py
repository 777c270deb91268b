"""Learn how much each measure counts, from labelled rows. Needs numpy and scipy.

    python -m bench.fit DATA [--also FILE] [--write]

A logistic model with fixed signs and a quadratic penalty in units of each measure's spread; every set weighs the same.
Printed beside the fit on all sets: each set under weights and a threshold learned from the other sets only.
--also FILE holds further rows [set, evidence, output, label], label 0 for supported. Some sets of them count too, but
less, and never for a set that they were made of; all are printed under weights that never saw them: how far it travels.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench import figures
from bench.figures import Scored
from bench.result import keep
from bench.rows import read
from screwtape.core.judge.engine import measured
from screwtape.core.judge.measures import Measures, summary

if TYPE_CHECKING:
    Array = Any
else:
    Array = NDArray[np.float64]
WEIGHTS: Final = Path(__file__).parents[1] / "layers/core/src/screwtape/core/judge/weights.py"
LEAN: Final = 0.09
"""Log odds that are added to every score: as many as keep false passes at one in twenty."""
PENALTY: Final = 0.02
ALSO_WEIGHT: Final = 0.2
ALSO_ROWS: Final = 500
ALSO_SETS: Final = frozenset(
    "breaking cad creak faithdial fever_sym scitail snli syn_expertqa syn_halueval syn_ragchecker".split()
)
KIN: Final = {"fever": {"fever_sym"}, "begin_wow": {"faithdial"}, "q2_wow": {"faithdial"}}
"""Which further sets were made of a set's own data, so that leaving it out leaves them out."""
FOR: Final = (
    "mean best,mean joint,min joint,mean anywhere,mean sequence,mean pairs,mean leaning,mean coverage,"
    "min found_everywhere,mean matched_values"
).split(",")
"""Measures that can only speak for an output."""
AGAINST: Final = (
    "max gap,mean tail,sum lost_values,max lost_values,sum absent_values,max absent_values,max value_conflicts,"
    "max value_conflict_covered,sum strange_names,sum unknown_names,max replaced_names,sum lost_names,max "
    "turned,max denied,"
    "max turned_covered,max opposites,max opposites_covered,max exclusive,max universal,max extreme,max doubt_lost,"
    "mean thin,max swapped,max finding value_conflict,max finding negation,max finding opposite,max finding role_swap,"
    "max finding name_conflict,max finding order,max finding quantifier,max finding exclusive,max finding overclaim,"
    "max finding overstatement,max finding wrong_subject,"
    "max finding roles_unclear,max finding evidence_disagrees,max finding hedged"
).split(",")
"""Measures that can only speak against one."""
NAMES: Final = (*FOR, *AGAINST)


class Example(NamedTuple):
    """The measures of an output, the share of it that asks, and whether it is right."""

    told: Measures
    has_claims: bool
    questions: float
    right: bool

    def vector(self) -> list[float]:
        """Give the measures in order, then the two of the whole output."""
        return [*(self.told[name] for name in NAMES), self.questions, float(not self.has_claims)]


class Fit(NamedTuple):
    """A fitted model."""

    bias: float
    weights: Array


def main() -> None:
    """Fit, print, and write the weights if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--also", type=Path, nargs="*", default=[])
    parser.add_argument("--write", action="store_true", help="keep the weights")
    parser.add_argument("--report", type=Path, help="where to keep the figures of each set under weights of the others")
    args = parser.parse_args()
    sets = _sets(args.data)
    also = _also(args.also, sets)
    counted = {name: examples for name, examples in also.items() if name in ALSO_SETS}
    whole = fit(sets, counted)
    alone = {name: fit(_without(sets, {name}), _without(counted, KIN.get(name, set()))) for name in sets}
    others = _print(sets, whole, alone)
    _print_further(also, {name: fit(sets, _without(counted, {name})) for name in also}, sets)
    if args.report:
        keep(args.report, {"leave_one_out": others})
    if args.write:
        WEIGHTS.write_text(_module(whole), encoding="utf-8")


def _example(task: str, output: str, evidence: Sequence[str], *, right: bool) -> Example:
    claims, questions = measured(task, output, evidence)
    return Example(summary(claims, NAMES), bool(claims), questions, right)


def _sets(folder: Path) -> dict[str, list[Example]]:
    found: dict[str, list[Example]] = defaultdict(list)
    for name, row in read(folder):
        if row.get("kind") == "grounded":
            told = _example(row["task"], row["agent_output"], row["evidence"], right=row["label"] == "supported")
            found[name].append(told)
    return dict(found)


def _also(paths: Sequence[Path], known: Container[str]) -> dict[str, list[Example]]:
    found: dict[str, list[Example]] = defaultdict(list)
    for path in paths:
        rows = json.loads(gzip.decompress(path.read_bytes()))
        random.Random(1).shuffle(rows)  # noqa: S311 - a sample, the same each time
        for name, evidence, output, label, *_ in rows:
            if name not in known and len(found[name]) < ALSO_ROWS:
                found[name].append(_example("", output, [evidence], right=label == 0))
    return dict(found)


def _without(sets: Mapping[str, list[Example]], names: Container[str]) -> dict[str, list[Example]]:
    return {each: examples for each, examples in sets.items() if each not in names}


def fit(sets: Mapping[str, list[Example]], also: Mapping[str, list[Example]]) -> Fit:
    """Fit the weights on sets, each of weight one, and further ones of less."""
    parts = [*((1.0, each) for each in sets.values()), *((ALSO_WEIGHT, each) for each in also.values())]
    rows: Array = np.array([example.vector() for _, each in parts for example in each])
    right: Array = np.array([float(example.right) for _, each in parts for example in each])
    weight: Array = np.concatenate([np.full(len(each), factor / len(each)) for factor, each in parts])
    weight /= weight.sum()
    spread: Array = rows.std(axis=0) + 1e-9

    def loss(values: Array) -> tuple[float, Array]:
        odds = np.clip(rows @ values[1:] + values[0], -30, 30)
        chance = 1 / (1 + np.exp(-odds))
        penalty = 0.5 * PENALTY * ((values[1:] * spread) ** 2).sum()
        likelihood = (weight * (right * np.log(chance + 1e-12) + (1 - right) * np.log(1 - chance + 1e-12))).sum()
        slope = weight * (chance - right)
        return penalty - likelihood, np.concatenate([[slope.sum()], rows.T @ slope + PENALTY * values[1:] * spread**2])

    bounds = [(None, None), *[(0.0, None)] * len(FOR), *[(None, 0.0)] * (len(AGAINST) + 2)]
    found = minimize(loss, np.zeros(rows.shape[1] + 1), jac=True, bounds=bounds, method="L-BFGS-B")
    return Fit(float(found.x[0]) + LEAN, found.x[1:])


def _scored(examples: Sequence[Example], model: Fit) -> Scored:
    rows = np.array([example.vector() for example in examples])
    chances = 1 / (1 + np.exp(-(rows @ model.weights + model.bias)))
    verdicts = ["pass" if chance >= 0.7 else "retry" for chance in chances]
    return Scored([example.right for example in examples], [float(chance) for chance in chances], verdicts)


def _print(sets: Mapping[str, list[Example]], whole: Fit, others: Mapping[str, Fit]) -> dict[str, list[float]]:
    """Print the figures, and give those of each set under weights and a threshold of the others, and their mean."""
    scored = {name: _scored(examples, whole) for name, examples in sets.items()}
    threshold = figures.best_threshold(scored.values())
    totals = np.zeros(4)
    told: dict[str, list[float]] = {}
    print(f"{'set':<24}{'all sets':>16}{'other sets only':>20}")
    for name, examples in sets.items():
        rest = {each: _scored(held, others[name]) for each, held in sets.items() if each != name}
        alone = _scored(examples, others[name])
        row = np.array(
            [
                figures.balanced(scored[name], threshold),
                figures.auroc(scored[name]),
                figures.balanced(alone, figures.best_threshold(rest.values())),
                figures.auroc(alone),
            ]
        )
        totals += row / len(sets)
        told[name] = [round(float(value), 4) for value in row[2:]]
        print(f"{name:<24}" + "".join(f"{100 * value:>9.1f}" for value in row))
    print(f"{'mean':<24}" + "".join(f"{100 * value:>9.1f}" for value in totals))
    false_pass, recall, _ = np.mean([figures.passed(each) for each in scored.values()], axis=0)
    error = figures.calibration_error(scored.values())
    print(
        f"at 0.70: {100 * false_pass:.1f} % false pass, {100 * recall:.1f} % recall; "
        f"calibration error {100 * error:.1f}"
    )
    print("balanced accuracy and AUROC, of weights learned on all sets, and on the other sets only", file=sys.stderr)
    return told | {"mean": [round(float(value), 4) for value in totals[2:]]}


def _print_further(
    also: Mapping[str, list[Example]], others: Mapping[str, Fit], sets: Mapping[str, list[Example]]
) -> None:
    """Print each further set under weights that never saw it, and a threshold of the sets that count most."""
    told: list[tuple[float, float]] = []
    for name, examples in sorted(also.items()):
        threshold = figures.best_threshold(_scored(held, others[name]) for held in sets.values())
        alone = _scored(examples, others[name])
        told.append((figures.balanced(alone, threshold), figures.auroc(alone)))
        mark = " (counts in the fit)" if name in ALSO_SETS else ""
        print(f"{name:<24}{100 * told[-1][0]:>27.1f}{100 * told[-1][1]:>9.1f}{mark}")
    if told:
        means = [figures.mean(column) for column in zip(*told, strict=True)]
        print(f"{'mean of further sets':<24}" + f"{100 * means[0]:>27.1f}{100 * means[1]:>9.1f}")


_TITLE: Final = "How much each measure counts for the score. Written by ``bench/fit.py``: signs fixed, sizes learned."


def _module(model: Fit) -> str:
    named: dict[str, float] = dict(zip((*NAMES, "questions", "no claim"), model.weights, strict=True))
    kept = {name: value for name, value in sorted(named.items()) if abs(value) >= 0.005 and name in NAMES}
    lines: list[Any] = [
        f'"""{_TITLE}"""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
        f"BIAS: Final = {model.bias:.3f}",
        f"NO_CLAIM: Final = {named['no claim']:.3f}",
        '"""What is added where an output makes no claim that could be checked."""',
        f"QUESTIONS: Final = {named['questions']:.3f}",
        '"""What is added where all of an output are questions."""',
        "WEIGHTS: Final[dict[str, float]] = {",
        *(f'    "{name}": {value:.3f},' for name, value in kept.items()),
        "}",
        '"""Log odds for each unit of a measure, brought together over the claims as its first word says."""',
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
