"""How right the judge and the assessment are on labelled rows.

    python -m bench.quality DATA OUT [--sets a,b] [--report FILE] [--processes N]

Writes a prediction a row to OUT and prints the figures; --report keeps these for the quality page. More processes than
one end sooner, but share processors, so the time of a row is then no figure to quote.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from bench import figures
from bench.figures import Scored
from bench.result import keep
from bench.rows import Labelled, read
from bench.sets import SOURCES
from screwtape.core.assessment import Group, assess
from screwtape.core.consensus import Answer
from screwtape.core.judge import RULES_VERSION, judge

_PROGRESS: Final = 500
Prediction = dict[str, Any]


def main() -> None:
    """Run every row, write the predictions, print and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", default="", help="names of sets, by commas")
    parser.add_argument("--report", type=Path, help="where to keep the figures")
    parser.add_argument("--processes", type=int, default=1, help="how many to use")
    args = parser.parse_args()
    only = frozenset(filter(None, args.sets.split(",")))
    labelled = list(read(args.data, only))
    predictions, microseconds = predict(labelled, args.processes)
    args.out.write_text("".join(f"{json.dumps(each)}\n" for each in predictions), encoding="utf-8")
    report = figures_of(labelled, predictions) | {
        "sources": {name: list(SOURCES[name]) for name in sorted({each.name for each in labelled} & SOURCES.keys())},
        "microseconds_a_row": microseconds,
    }
    print(table_of(report))
    if args.report:
        keep(args.report, report)


def predict(labelled: list[Labelled], processes: int = 1) -> tuple[list[Prediction], dict[str, int]]:
    """Give a prediction for each row, and the mean microseconds of a row of each kind."""
    if processes == 1:
        return _gathered(labelled, map(_timed, labelled))
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return _gathered(labelled, pool.imap(_timed, labelled, chunksize=32))


def _gathered(
    labelled: list[Labelled], timed: Iterable[tuple[Prediction, float]]
) -> tuple[list[Prediction], dict[str, int]]:
    predictions: list[Prediction] = []
    spent: dict[str, list[float]] = defaultdict(list)
    for at, (each, (prediction, seconds)) in enumerate(zip(labelled, timed, strict=True), start=1):
        predictions.append(prediction)
        spent["assessment" if each.is_consensus else "judge"].append(seconds)
        if at % _PROGRESS == 0 or at == len(labelled):
            means = ", ".join(f"{kind} {_microseconds(each):,} µs a row" for kind, each in spent.items())
            print(f"{at:,} of {len(labelled):,} rows: {means}", file=sys.stderr)
    return predictions, {kind: _microseconds(seconds) for kind, seconds in spent.items()}


def _microseconds(seconds: list[float]) -> int:
    return round(1e6 * sum(seconds) / len(seconds))


def _timed(each: Labelled) -> tuple[Prediction, float]:
    begun = time.process_time()
    prediction = _assessed(each.row) if each.is_consensus else _judged(each.row)
    return prediction, time.process_time() - begun


def _judged(row: dict[str, Any]) -> Prediction:
    told = judge(row.get("task") or "", row["agent_output"], row.get("evidence") or [], row.get("criteria") or [])
    return {"id": row["id"], "score": told.score, "verdict": told.verdict}


def _assessed(row: dict[str, Any]) -> Prediction:
    answers = [Answer(each["output"], each["agent_id"]) for each in row["answers"]]
    told = assess(row["task"], answers, row.get("evidence") or [])
    return {
        "id": row["id"],
        "picked": _picked(told.groups, answers),
        "agreement": told.agreement_score,
        "risk": told.risk,
        "action": told.action,
    }


def _picked(groups: Sequence[Group], answers: Sequence[Answer]) -> str | None:
    """Give the agent whose answer stands for the first group."""
    for group in groups[:1]:
        for answer in answers:
            if answer.output == group.representative and answer.agent_id in group.agent_ids:
                return answer.agent_id
    return None


def figures_of(labelled: list[Labelled], predictions: list[Prediction]) -> dict[str, Any]:
    """Give the figures of each kind of row: its sets, and their means."""
    kinds: dict[str, dict[str, Scored]] = defaultdict(lambda: defaultdict(Scored))
    for each, told in zip(labelled, predictions, strict=True):
        if each.is_consensus and "correct" in each.row:
            right = {
                answer["agent_id"]: ok for answer, ok in zip(each.row["answers"], each.row["correct"], strict=True)
            }
            kinds["consensus"][each.name].add(right.get(told["picked"], False), told["agreement"], told["action"])
        elif "label" in each.row:
            kinds[each.row["kind"]][each.name].add(each.row["label"] == "supported", told["score"], told["verdict"])
    return {kind: _kind(kind, dict(sets)) for kind, sets in kinds.items()}


def _kind(kind: str, sets: dict[str, Scored]) -> dict[str, Any]:
    if kind == "consensus":
        return _means({name: _agreed(scored) for name, scored in sets.items()})
    threshold = figures.best_threshold(sets.values())
    told: dict[str, dict[str, float]] = {}
    for name, scored in sets.items():
        false_pass, recall, precision = figures.passed(scored)
        told[name] = {
            "rows": len(scored.right),
            "right": sum(scored.right),
            "balanced_accuracy": figures.balanced(scored, threshold),
            "auroc": figures.auroc(scored),
            "false_pass": false_pass,
            "pass_recall": recall,
            "right_among_pass": precision,
        }
    return _means(told) | {
        "threshold": round(threshold, 4),
        "calibration_error": round(figures.calibration_error(sets.values()), 4),
        "calibration": [
            [count, round(score, 3), round(right, 3)] for count, score, right in figures.calibration(sets.values())
        ],
    }


def _agreed(scored: Scored) -> dict[str, float]:
    accepted = [right for right, action in zip(scored.right, scored.verdicts, strict=True) if action == "accept"]
    return {
        "rows": len(scored.right),
        "auroc": figures.auroc(scored),
        "picked_right": figures.share(scored.right),
        "accepted": len(accepted) / len(scored.right),
        "wrong_among_accepted": 1 - figures.share(accepted),
    }


def _means(told: dict[str, dict[str, float]]) -> dict[str, Any]:
    names = next(iter(told.values())).keys() - {"rows", "right"}
    mean = {name: round(figures.mean(each[name] for each in told.values()), 4) for name in sorted(names)}
    sets = {name: {key: round(value, 4) for key, value in each.items()} for name, each in sorted(told.items())}
    return {"mean": mean, "sets": sets}


def table_of(report: dict[str, Any]) -> str:
    """Give the figures as text, shares in per cent."""
    lines: list[str] = []
    for kind in ("grounded", "reference", "consensus"):
        if kind not in report:
            continue
        told = report[kind]
        names = list(told["mean"])
        lines += ["", f"{kind:<24}" + "".join(f"{name.replace('_', ' '):>22}" for name in names)]
        for name, row in [*told["sets"].items(), ("mean over sets", told["mean"])]:
            lines.append(f"{name:<24}" + "".join(f"{100 * row[each]:>22.1f}" for each in names))
        if "calibration" in told:
            lines.append(
                f"calibration error, pooled {100 * told['calibration_error']:.1f}; threshold {told['threshold']}"
            )
            lines += [
                f"  {count:>5} rows scored {score:.2f}: {right:.2f} right"
                for count, score, right in told["calibration"]
            ]
    lines += ["", f"microseconds a row: {report['microseconds_a_row']}; rules version {RULES_VERSION}"]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
