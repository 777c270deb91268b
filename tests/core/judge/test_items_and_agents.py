"""Items that the evidence keeps out, who did it, days within a span, and what a duty is for; each with its twin."""

import pytest

from screwtape.core.judge import judge


@pytest.mark.parametrize(
    ("evidence", "wrong", "right"),
    [
        (
            "The plan covers dental care and eye tests. Cosmetic surgery, massages and travel are excluded.",
            "The plan covers dental care and cosmetic surgery.",
            "The plan covers dental care and eye tests.",
        ),
        (
            "The council approved the new library. The plan for the tram line was rejected.",
            "The council approved the new library and the tram line.",
            "The council approved the new library.",
        ),
        (
            "The bridge was designed in 1931 by the engineer Paul Ritter. Olga Stein has managed it since 1990.",
            "The bridge was designed in 1931 by Olga Stein.",
            "The bridge was designed in 1931 by Paul Ritter.",
        ),
    ],
)
def test_an_item_or_a_doer_stays_where_the_evidence_has_it(evidence: str, wrong: str, right: str) -> None:
    """The wrong twin fails, and the right one passes."""
    assert judge("", wrong, [evidence]).verdict == "fail"
    assert judge("", right, [evidence]).verdict == "pass"


@pytest.mark.parametrize(
    ("evidence", "right"),
    [
        ("The desk is staffed Tuesday to Friday.", "The desk is staffed on Thursday."),
        (
            "Members may cancel the contract with two months' notice.",
            "Members must give two months' notice to cancel the contract.",
        ),
        (
            "The guest pays for damage up to 50 euros. The hotel pays for damage above that amount.",
            "The hotel pays for damage above 50 euros.",
        ),
    ],
)
def test_what_the_evidence_says_in_other_words_is_no_contradiction(evidence: str, right: str) -> None:
    """None of these fails."""
    assert judge("", right, [evidence]).verdict != "fail"
