"""Rounds of probes from daily domains in seven scripts, each written before the rules that answer it were looked at.

``first_contact`` of a round is how many the judge got right when it first saw them; that figure never changes.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from screwtape.core.judge import judge

ROUNDS: list[dict[str, Any]] = [
    json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parents[2] / "golden" / "probes").glob("round-*.json"))
]
OPEN: frozenset[str] = frozenset(name for each in ROUNDS for name in each["not_yet_right"])
PROBES: list[dict[str, Any]] = [case for each in ROUNDS for case in each["cases"]]


@pytest.mark.parametrize("probe", [case for case in PROBES if case["id"] not in OPEN], ids=lambda case: case["id"])
def test_every_probe_comes_out_as_a_reader_would_judge(probe: dict[str, Any]) -> None:
    """Every probe that is not on the list of open ones gets its verdict."""
    told = judge(probe["task"], probe["output"], probe["evidence"], probe["criteria"])
    assert told.verdict == probe["verdict"], (probe["claim"], told.reasons)


def test_what_is_open_errs_toward_another_attempt() -> None:
    """Nothing right fails and nothing wrong passes but what a round owns up to as ``errs_badly``."""
    wrong = {case["id"] for case in PROBES if case["id"] in OPEN and _errs_badly(case)}
    assert wrong == {name for each in ROUNDS for name in each.get("errs_badly", ())}


def _errs_badly(case: dict[str, Any]) -> bool:
    told = judge(case["task"], case["output"], case["evidence"], case["criteria"])
    return "retry" not in {told.verdict, case["verdict"]}
