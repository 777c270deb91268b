"""The judge end to end: the hand-written cases, the documented example, and its border cases."""

import json
from pathlib import Path
from typing import Any

import pytest

from screwtape.core.judge import Citation, judge

_GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "judge_cases.json").read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = _GOLDEN["cases"]
NOT_YET_RIGHT: frozenset[str] = frozenset(_GOLDEN["not_yet_right"])

TASK = "State the crew size and launch site."
OUTPUT = "The crew size was 4. The mission launched from Cape Canaveral."
EVIDENCE = ["The mission launched on 2024-03-01 from Cape Canaveral.", "The crew size was 4."]
CRITERIA = ["crew size", "Cape Canaveral"]


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["id"] not in NOT_YET_RIGHT], ids=lambda case: case["id"]
)
def test_every_case_comes_out_as_a_reader_would_judge(case: dict[str, Any]) -> None:
    """Every hand-written case that is not on the list of open ones gets its verdict."""
    told = judge(case["task"], case["output"], case["evidence"], case["criteria"])
    assert told.verdict == case["verdict"], (case["claim"], told.reasons)


def test_the_list_of_open_cases_is_honest(capsys: pytest.CaptureFixture[str]) -> None:
    """The list names existing cases only, and none that the judge gets right by now."""
    with capsys.disabled():
        print(f"\njudge cases not yet right: {sorted(NOT_YET_RIGHT) or 'none'} of {len(CASES)}")  # noqa: T201 - the list is to be seen
    known = {case["id"]: case for case in CASES}
    solved = [
        name
        for name in NOT_YET_RIGHT
        if judge(*(known[name][part] for part in ("task", "output", "evidence", "criteria"))).verdict
        == known[name]["verdict"]
    ]
    assert not solved


def test_the_documented_example_passes() -> None:
    """The example of the reference passes, with both claims supported, both criteria met, and reasons."""
    told = judge(TASK, OUTPUT, EVIDENCE, CRITERIA)
    assert told.verdict == "pass" and told.score >= 0.70
    assert [claim.status for claim in told.claims] == ["supported", "supported"]
    assert [result.status for result in told.criteria] == ["met", "met"]
    assert told.reasons and told.retry_hint is None


def test_a_changed_number_fails_and_cites_what_stands_against_it() -> None:
    """With 5 for 4 the example fails; the first finding cites the evidence sentence, the first reason quotes it."""
    told = judge(TASK, OUTPUT.replace("4", "5"), EVIDENCE, CRITERIA)
    worst = told.findings[0]
    assert told.verdict == "fail" and told.score < 0.40
    assert worst.code == "value_conflict"
    assert worst.evidence == Citation(1, 0, len(EVIDENCE[1]))
    assert "“5”" in told.reasons[0] and "“4”" in told.reasons[0]
    assert told.claims[0].status == "contradicted" and told.claims[0].against[0].evidence == 1


@pytest.mark.parametrize(
    "output", ["", "   ", "\n\t\n", "\u200b\u200b", "\u3000"], ids=["none", "spaces", "lines", "invisible", "wide"]
)
def test_an_empty_output_is_a_retry_that_scores_zero(output: str) -> None:
    """Nothing to read is worth nothing, and another attempt may fix it."""
    told = judge(TASK, output, EVIDENCE, CRITERIA)
    assert (told.verdict, told.score) == ("retry", 0.0)
    assert told.retry_hint


def test_nothing_to_check_against_is_no_pass() -> None:
    """Without evidence and criteria the judge says so and stays in the middle."""
    told = judge("Write a haiku.", "Soft rain on the roof.")
    assert (told.verdict, told.score) == ("retry", 0.5)
    assert told.findings[0].code == "nothing_to_check"


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("Humidity was 21 \u00b0C.", "Humidity was 21%."),
        ("The cause is clear.", "The cause is unclear."),
        ("The temperature was 5 \u00b0C.", "The temperature was -5 \u00b0C."),
        ("The trail is 10 miles long.", "The trail is 10 km long."),
    ],
    ids=["percent_and_degrees", "clear_in_unclear", "minus_lost", "unit_changed"],
)
def test_near_spellings_of_another_fact_fail(said: str, known: str) -> None:
    """What looks alike and means something else is contradicted."""
    assert judge("Tell.", said, [known]).verdict == "fail"


def test_two_values_reported_as_different_pass_and_one_alone_does_not() -> None:
    """Where sources differ, saying so is right and picking one is not."""
    sources = ["The crew size was 4.", "The crew size was 5."]
    assert judge("Crew size?", "The crew size was 4.", sources).verdict == "retry"
    both = "The sources differ: one says the crew size was 4, another says the crew size was 5."
    assert judge("Crew size?", both, sources).verdict == "pass"


def test_an_omission_is_no_error_unless_a_criterion_asks() -> None:
    """A part of the evidence left out passes; a criterion for it makes it a retry."""
    assert judge(TASK, "The crew size was 4.", EVIDENCE).verdict == "pass"
    assert judge(TASK, "The crew size was 4.", EVIDENCE, ["launch site"]).verdict == "retry"


def test_an_extra_claim_is_a_retry_not_a_fail() -> None:
    """What the evidence does not hold is unsupported, not contradicted."""
    told = judge(TASK, f"{OUTPUT} Its commander was Jane Ortega.", EVIDENCE, CRITERIA)
    assert told.verdict == "retry"
    assert told.claims[2].status == "unsupported"


def test_claims_of_an_accented_and_invisible_text_slice_the_callers_own() -> None:
    """Offsets count the caller's code points, whatever the comparison left out or composed."""
    output = "\u200bThe cafe\u0301 o\u200bpened at \uff18 a.m. It \ufb01nished at 9 p.m."
    told = judge("When?", output, ["The caf\u00e9 opened at 8 a.m. It finished at 9 p.m."])
    assert [output[claim.start : claim.end] for claim in told.claims] == [claim.text for claim in told.claims]
    assert told.verdict == "pass"
