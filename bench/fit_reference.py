"""Learn how much each measure against gold answers counts, from labelled rows. Needs numpy and scipy.

    python -m bench.fit_reference DATA [--write]

A logistic model with fixed signs and a quadratic penalty in units of each measure's spread; every set weighs the same.
Printed beside the fit on all sets: each set under weights learned from the other sets only, at its own best threshold.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench import figures
from bench.figures import Scored
from bench.rows import read
from screwtape.core.reference.reading import measures_of

if TYPE_CHECKING:
    Array = Any
else:
    Array = NDArray[np.float64]
WEIGHTS: Final = Path(__file__).parents[1] / "layers/core/src/screwtape/core/reference/weights.py"
PENALTY: Final = 0.003
PASSES: Final = 0.7
FOR: Final = "exact inside recall recall_new balance precision_words same_answer both_deny doubted".split()
"""Measures that can only speak for an output."""
AGAINST: Final = "other_answer one_denies value_conflict universal repeats".split()
"""Measures that can only speak against one."""
NAMES: Final = (*FOR, *AGAINST)


class Set(NamedTuple):
    """The measures of the outputs of a set, a row each, and which are right."""

    rows: Array
    right: Array


class Fit(NamedTuple):
    """A fitted model."""

    bias: float
    weights: Array


def main() -> None:
    """Fit, print, and write the weights if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", action="store_true", help="keep the weights")
    args = parser.parse_args()
    sets = _sets(args.data)
    whole = fit(sets)
    print(f"{'':20}{'auroc':>8}{'balanced':>10}{'false pass':>12}{'  under weights of the others: auroc, balanced':}")
    for name, each in sets.items():
        others = {other: examples for other, examples in sets.items() if other != name}
        own, unseen = _scored(each, whole), _scored(each, fit(others)) if others else None
        told = f"{name:20}{100 * figures.auroc(own):8.1f}{_balanced(own):10.1f}{100 * figures.passed(own)[0]:12.1f}"
        print(told, f"{100 * figures.auroc(unseen):12.1f}{_balanced(unseen):8.1f}" if unseen else "")
    print(_module(whole))
    if args.write:
        WEIGHTS.write_text(_module(whole), encoding="utf-8")


def _sets(folder: Path) -> dict[str, Set]:
    rows: dict[str, list[list[float]]] = defaultdict(list)
    right: dict[str, list[float]] = defaultdict(list)
    for name, row in read(folder):
        if row.get("kind") != "reference":
            continue
        told = measures_of(row["task"], row["agent_output"], row["evidence"])
        if told is not None:
            rows[name].append([told[measure] for measure in NAMES])
            right[name].append(float(row["label"] == "supported"))
    return {name: Set(np.array(rows[name]), np.array(right[name])) for name in rows}


def fit(sets: Mapping[str, Set]) -> Fit:
    """Fit the weights on sets, each of weight one."""
    rows: Array = np.concatenate([each.rows for each in sets.values()])
    right: Array = np.concatenate([each.right for each in sets.values()])
    weight: Array = np.concatenate([np.full(len(each.right), 1 / len(each.right)) for each in sets.values()])
    weight /= weight.sum()
    spread: Array = rows.std(axis=0) + 1e-9

    def loss(values: Array) -> tuple[float, Array]:
        odds = np.clip(rows @ values[1:] + values[0], -30, 30)
        chance = 1 / (1 + np.exp(-odds))
        penalty = 0.5 * PENALTY * ((values[1:] * spread) ** 2).sum()
        likelihood = (weight * (right * np.log(chance + 1e-12) + (1 - right) * np.log(1 - chance + 1e-12))).sum()
        slope = weight * (chance - right)
        return penalty - likelihood, np.concatenate([[slope.sum()], rows.T @ slope + PENALTY * values[1:] * spread**2])

    bounds = [(None, None), *[(0.0, None)] * len(FOR), *[(None, 0.0)] * len(AGAINST)]
    found = minimize(loss, np.zeros(rows.shape[1] + 1), jac=True, bounds=bounds, method="L-BFGS-B")
    return Fit(float(found.x[0]), found.x[1:])


def _scored(examples: Set, model: Fit) -> Scored:
    chances = 1 / (1 + np.exp(-(examples.rows @ model.weights + model.bias)))
    verdicts = ["pass" if chance >= PASSES else "retry" for chance in chances]
    return Scored([bool(each) for each in examples.right], [float(chance) for chance in chances], verdicts)


def _balanced(scored: Scored) -> float:
    return 100 * figures.balanced(scored, figures.best_threshold([scored]))


def _module(model: Fit) -> str:
    lines = "".join(
        f'    "{name}": {round(float(weight), 3)},\n' for name, weight in zip(NAMES, model.weights, strict=True)
    )
    return (
        '"""How much each measure against gold answers counts. Written by ``bench/fit_reference.py``;'
        ' the signs are fixed."""\n\n'
        "from __future__ import annotations\n\nfrom typing import Final\n\n"
        f"BIAS: Final = {model.bias:.3f}\nWEIGHTS: Final[dict[str, float]] = {{\n{lines}}}\n"
        '"""Log odds for each unit of a measure."""\n'
    )


if __name__ == "__main__":
    main()
