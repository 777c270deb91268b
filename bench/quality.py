"""How right the judge and the assessment are on labelled rows.

    python -m bench.quality DATA OUT [--sets a,b] [--report FILE]

Writes a prediction a row to OUT and prints the figures; --report keeps these for the quality page.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import platform
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from bench import figures
from bench.figures import Scored
from bench.rows import Labelled, read
from bench.sets import SOURCES
from screwtape.core.assessment import assess
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
    args = parser.parse_args()
    only = frozenset(filter(None, args.sets.split(",")))
    labelled = list(read(args.data, only))
    predictions, seconds = predict(labelled)
    args.out.write_text("".join(f"{json.dumps(each)}\n" for each in predictions), encoding="utf-8")
    report = figures_of(labelled, predictions) | {
        "sources": {name: list(SOURCES[name]) for name in sorted({each.name for each in labelled} & SOURCES.keys())},
        "rules_version": RULES_VERSION,
        "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "microseconds_a_row": {kind: round(1e6 * spent / count) for kind, (spent, count) in seconds.items() if count},
    }
    print(table_of(report))
    if args.report:
        kept = json.loads(args.report.read_text(encoding="utf-8")) if args.report.exists() else {}
        args.report.write_text(f"{json.dumps(kept | report, indent=1, ensure_ascii=False)}\n", encoding="utf-8")


def predict(labelled: list[Labelled]) -> tuple[list[Prediction], dict[str, tuple[float, int]]]:
    """Give a prediction for each row, and the seconds spent on how many rows of each kind."""
    predictions: list[Prediction] = []
    spent: dict[str, float] = defaultdict(float)
    counts: dict[str, int] = defaultdict(int)
    for at, each in enumerate(labelled):
        begun = time.perf_counter()
        predictions.append(_assessed(each.row) if each.is_consensus else _judged(each.row))
        kind = "assessment" if each.is_consensus else "judge"
        spent[kind] += time.perf_counter() - begun
        counts[kind] += 1
        if at % _PROGRESS == 0:
            print(f"\r{at:,} of {len(labelled):,} rows", end="", file=sys.stderr)
    print(f"\r{len(labelled):,} of {len(labelled):,} rows", file=sys.stderr)
    return predictions, {kind: (spent[kind], counts[kind]) for kind in spent}


def _judged(row: dict[str, Any]) -> Prediction:
    told = judge(row.get("task") or "", row["agent_output"], row.get("evidence") or [], row.get("criteria") or [])
    return {"id": row["id"], "score": told.score, "verdict": told.verdict}


def _assessed(row: dict[str, Any]) -> Prediction:
    answers = [Answer(each["output"], each["agent_id"]) for each in row["answers"]]
    told = assess(row["task"], answers, row.get("evidence") or [])
    first = told.groups[0]
    picked = next(
        answer.agent_id
        for answer in answers
        if answer.output == first.representative and answer.agent_id in first.agent_ids
    )
    return {
        "id": row["id"],
        "picked": picked,
        "agreement": told.agreement_score,
        "risk": told.risk,
        "action": told.action,
    }


def figures_of(labelled: list[Labelled], predictions: list[Prediction]) -> dict[str, Any]:
    """Give the figures of each kind of row: its sets, and their means."""
    kinds: dict[str, dict[str, Scored]] = defaultdict(lambda: defaultdict(Scored))
    for each, told in zip(labelled, predictions, strict=True):
        if each.is_consensus and "correct" in each.row:
            right = {
                answer["agent_id"]: ok for answer, ok in zip(each.row["answers"], each.row["correct"], strict=True)
            }
            kinds["consensus"][each.name].add(right[told["picked"]], told["agreement"], told["action"])
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
        "wrong_among_accepted": 1 - figures.share(accepted) if accepted else 0.0,
    }


def _means(told: dict[str, dict[str, float]]) -> dict[str, Any]:
    names = next(iter(told.values())).keys() - {"rows"}
    mean = {name: round(sum(each[name] for each in told.values()) / len(told), 4) for name in sorted(names)}
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
    lines += ["", f"microseconds a row: {report['microseconds_a_row']}; rules version {report['rules_version']}"]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
