"""Hand-written cases and probes: how many come out as a reader would judge.

    python -m bench.adversarial [FILE ...] [--report FILE]

Without files, the cases of tests/golden and every round of probes, whose first contact is printed beside: how many were
right before anything was changed for them. Exits 1 where fewer than 95 in 100 are right.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from bench.result import keep
from screwtape.core.judge import judge

ENOUGH: Final = 0.95
GOLDEN: Final = Path(__file__).parents[1] / "tests/golden"


def main() -> int:
    """Judge every case, print each file's figure and each miss."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--report", type=Path, help="where to keep the figures")
    args = parser.parse_args()
    files = args.files or [GOLDEN / "judge_cases.json", *sorted((GOLDEN / "probes").glob("*.json"))]
    told = [run(path) for path in files]
    right, total = sum(each["right"] for each in told), sum(each["cases"] for each in told)
    print(f"{right} of {total} right ({100 * right / total:.1f} %)")
    if args.report:
        keep(args.report, {"adversarial": told})
    return 0 if right >= ENOUGH * total else 1


def run(path: Path) -> dict[str, Any]:
    """Judge the cases of one file."""
    content = json.loads(path.read_text(encoding="utf-8"))
    cases = content["cases"] if isinstance(content, dict) else content
    first = content.get("first_contact", "") if isinstance(content, dict) else ""
    right = sum(is_right(case) for case in cases)
    print(f"{path.stem}: {right} of {len(cases)}" + (f", {first} at first contact" if first else ""))
    return {"name": path.stem, "cases": len(cases), "right": right, "first_contact": first}


def is_right(case: dict[str, Any]) -> bool:
    """Judge one case; print it if its verdict is another than a reader's."""
    wanted = case.get("verdict") or case.get("expected_verdict")
    output = case["output"] if "output" in case else case["agent_output"]
    told = judge(case.get("task") or "", output, case.get("evidence") or [], case.get("criteria") or [])
    if told.verdict != wanted:
        print(f"  {case['id']}: {told.verdict} ({told.score}) instead of {wanted}: {''.join(told.reasons[:1])}")
    return told.verdict == wanted


if __name__ == "__main__":
    sys.exit(main())
