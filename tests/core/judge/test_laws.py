"""What holds for every request: bands, offsets, determinism, and which changes may move a verdict."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from screwtape.core.facts import Relation, Value, relation
from screwtape.core.judge import Verdict, criteria, judge
from screwtape.core.judge.answers import STATEMENTS_COMPARED, VALUES_COMPARED
from screwtape.core.judge.claims import CLAIMS_AT_MOST
from screwtape.core.judge.findings import CATALOGUE
from screwtape.core.judge.scoring import FAIL_BAR, FINDINGS_SHOWN, PASS_BAR
from screwtape.core.language import words
from screwtape.core.language.lexicon import is_listed
from screwtape.core.language.normalisation import normalise, whole

ANY = st.text(st.characters(exclude_categories=()), max_size=120)
"""Any code points at all: lone surrogates, NUL, bidi controls, combining marks."""
STORMS = st.text(
    st.sampled_from("aA1.,:;'\"()[]{}|`-=+ \n\u0301\u0316\u202e\u200b\ud800\x00\u4e2d\u56db\u0e44\u0663"), max_size=300
)
FACTS = st.sampled_from(
    [
        "The crew size was 4.",
        "The mission launched on 2024-03-01 from Cape Canaveral.",
        "Northwind acquired Contoso in 2019 for $2 billion.",
        "The audit did not find any material weaknesses.",
        "Most customers prefer the blue model.",
        "Water boils at 100 \u00b0C.",
        "\u5171\u67094\u540d\u4e58\u5458\u3002",
        "Sale items are non-refundable.",
    ]
)


def holds_its_bands(told: Verdict) -> bool:
    """Whether verdict, score and findings agree."""
    severities = {finding.severity for finding in told.findings}
    return (
        0 <= told.score <= 1
        and (told.verdict == "pass") == (told.score >= PASS_BAR)
        and (told.verdict == "fail") == ("critical" in severities)
        and (told.verdict != "fail" or told.score < FAIL_BAR)
        and (told.retry_hint is not None) == (told.verdict == "retry")
        and all(finding.severity == CATALOGUE[finding.code].severity for finding in told.findings)
        and bool(told.reasons)
    )


@settings(deadline=None, max_examples=150)
@given(ANY | STORMS, ANY | STORMS, st.lists(ANY | STORMS, max_size=3), st.lists(ANY | STORMS, max_size=2))
def test_no_text_makes_the_judge_raise_or_leave_its_bands(
    task: str, output: str, evidence: list[str], criteria: list[str]
) -> None:
    """Any Unicode gives a verdict within its band, the same one twice, with offsets that slice what they name."""
    told = judge(task, output, evidence, criteria)
    assert holds_its_bands(told)
    assert told == judge(task, output, evidence, criteria)
    assert all(whole(output[claim.start : claim.end]) == claim.text for claim in told.claims)
    for claim in told.claims:
        for source in (*claim.citations, *claim.against):
            assert evidence[source.evidence][source.start : source.end].strip()
    assert len(told.criteria) == len(criteria)


@settings(deadline=None, max_examples=60)
@given(st.lists(FACTS, min_size=1, max_size=4), st.permutations(range(8)), st.lists(FACTS, min_size=1, max_size=3))
def test_the_order_of_the_evidence_does_not_move_the_verdict(
    facts: list[str], order: list[int], said: list[str]
) -> None:
    """Permuting the evidence keeps verdict, score and the text of every citation."""
    shuffled = [facts[place] for place in order if place < len(facts)]
    output = " ".join(said)
    left, right = judge("Tell.", output, facts), judge("Tell.", output, shuffled)
    assert (left.verdict, left.score, left.reasons) == (right.verdict, right.score, right.reasons)
    cited = [[facts[source.evidence] for source in claim.citations] for claim in left.claims]
    assert cited == [[shuffled[source.evidence] for source in claim.citations] for claim in right.claims]


@settings(deadline=None, max_examples=60)
@given(st.lists(FACTS, min_size=1, max_size=3), st.sampled_from(["  ", " \t ", " \n\n"]))
def test_white_space_does_not_move_the_verdict(said: list[str], gap: str) -> None:
    """Wider gaps between and after sentences change nothing but offsets."""
    tight, wide = " ".join(said), gap.join(said) + gap
    evidence = ["The crew size was 4.", "Water boils at 100 \u00b0C. Most customers prefer the blue model."]
    assert judge("Tell.", tight, evidence).verdict == judge("Tell.", wide, evidence).verdict


@given(FACTS)
@settings(deadline=None)
def test_a_fact_supports_itself(fact: str) -> None:
    """What the evidence says word for word passes."""
    assert judge("Tell.", fact, [fact]).verdict == "pass"


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("The crew size was 4.", "The crew size was 7."),
        ("The fee is 1,250 euros.", "The fee is 1,260 euros."),
        ("The bridge is 120 m long.", "The bridge is 120 km long."),
        ("The meeting is on 3 May 2024.", "The meeting is on 4 May 2024."),
        ("The museum is open on Sundays.", "The museum is not open on Sundays."),
        ("The museum is not open on Sundays.", "The museum is open on Sundays."),
        ("Some students passed the exam.", "All students passed the exam."),
        ("Ada Park wrote the report.", "Ben Ruiz wrote the report."),
        ("Sales rose in May.", "Sales fell in May."),
        ("Die Lieferung dauert 5 Tage.", "Die Lieferung dauert 6 Tage."),
        ("El museo no abre los lunes.", "El museo abre los lunes."),
        ("Le prix est de 40 euros.", "Le prix est de 45 euros."),
        ("Доставка стоит 300 рублей.", "Доставка стоит 350 рублей."),
        ("\u5171\u67094\u540d\u4e58\u5458\u3002", "\u5171\u6709\u4e94\u540d\u4e58\u5458\u3002"),
        ("السعر 40 دولارا.", "السعر 45 دولارا."),
    ],
    ids=[
        "digit", "thousands", "unit", "day", "negated", "affirmed", "quantifier", "name", "opposite", "german",
        "spanish", "french", "russian", "chinese", "arabic",
    ],
)  # fmt: skip
def test_one_changed_fact_leaves_pass(known: str, said: str) -> None:
    """The sentence passes as it stands in the evidence; with one fact changed it fails."""
    assert judge("Tell.", known, [known]).verdict == "pass"
    assert judge("Tell.", said, [known]).verdict == "fail"


def lines_run(work: Callable[[], object]) -> int:
    """Count the lines of Python that some work runs, a measure of its steps that no machine moves."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:  # noqa: ARG001 - the shape of a trace function
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    "piece",
    [
        "(",
        "1 ",
        "a'",
        "a\u0301\u0316",
        ".",
        "1+",
        "1=",
        "{{ }} ",
        "Valve crew size was 5. ",
        "TODO: x.\n",
        "traceback (most recent call last) ",
        "\u4e2d\u56db",
    ],
)
def test_twice_the_output_is_twice_the_work(piece: str) -> None:
    """No run of one thing has a quadratic step: four times the text costs about four times the steps."""
    evidence = ["Valve crew size was 3.", "Valve crew size was 5.", "The sources differ: 4, 5, 6."]

    def cost(times: int) -> int:
        return lines_run(lambda: judge("Tell.", piece * times, evidence, ["valve", 'must contain "b"']))

    assert cost(640) <= 4.8 * cost(160)


def test_statements_beyond_the_bound_never_pass_unseen() -> None:
    """An output with more statements than one call judges is a retry that says so, however true the judged ones are."""
    told = judge("Report.", "The crew size was 4. " * (CLAIMS_AT_MOST + 1), ["The crew size was 4."])
    assert told.verdict == "retry"
    assert "too_many_statements" in {finding.code for finding in told.findings}
    assert len(told.claims) == CLAIMS_AT_MOST


def test_no_word_that_only_a_caller_knows_is_remembered() -> None:
    """A warm worker serves many callers: what it keeps between two calls are words of its own dictionary."""
    judge("Name the password.", "The password is hunterly2 or PassWord.", ["The password is swordfysh."])
    kept = set(words._READINGS)
    assert "password" in kept
    assert {"hunterly2", "hunterly", "swordfysh", "PassWord"}.isdisjoint(kept)
    assert all(is_listed(word.lower()) for word in kept)
    assert not words._PASSING


def test_an_output_that_is_wrong_by_itself_scores_as_a_fail() -> None:
    """Wrong arithmetic fails within the band of a fail, also where there is nothing else to check it against."""
    told = judge("Add.", "1 + 1 = 3")
    assert (told.verdict, told.score < FAIL_BAR) == ("fail", True)


def test_a_verdict_lists_a_bounded_number_of_findings() -> None:
    """However many faults there are, the reply stays small, says so, and keeps the worst."""
    told = judge("Report.", "".join(f"Crew {n} size was 5. " for n in range(500)), ["Crew size was 4."])
    assert len(told.findings) == FINDINGS_SHOWN + 1
    assert told.findings[-1].code == "more"
    assert {finding.severity for finding in told.findings[:-1]} == {"critical"}
    assert len(told.reasons) <= len(told.findings)


def test_criteria_are_compared_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Criteria full of values over thousands of statements are compared a bounded number of times, not all with all."""
    compared = 0

    def counted(wanted: Value, said: Value) -> Relation:
        nonlocal compared
        compared += 1
        return relation(wanted, said)

    monkeypatch.setattr(criteria, "relation", counted)
    text = "The crew size was 5 and 6. "
    judge("Report.", text * 2_000, [], [text * 30] * 4)
    each = criteria.VALUES_OF_CRITERION * (VALUES_COMPARED + STATEMENTS_COMPARED * 2)
    assert 0 < compared <= 4 * each


@pytest.mark.parametrize("character", ["\ufdfa", "\ufdfb", "\u33c2", "\ufb03"])
def test_no_character_grows_the_text_without_bound(character: str) -> None:
    """A compatibility character that stands for a whole phrase is compared as itself."""
    assert len(normalise(character * 100).text) <= 400
