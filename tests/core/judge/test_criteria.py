"""Criteria: typed ones, forbidden ones, phrases and topics."""

import pytest

from screwtape.core.judge import judge

OAK = "The lamp is made of oak and costs $30."


@pytest.mark.parametrize(
    ("criterion", "output", "status"),
    [
        ("valid JSON", '{"a": 1}', "met"),
        ("valid JSON", '{"a": 1,}', "missing"),
        ("valid JSON", "[NaN]", "missing"),
        ("at most 5 words", "One two three four five.", "met"),
        ("at most 5 words", "One two three four five six.", "missing"),
        ("at least 3 words", "One two.", "missing"),
        ("fewer than 20 characters", "Nineteen characters", "met"),
        ("exactly 2 sentences", "One thing. Another thing.", "met"),
        ('must contain "oak"', OAK, "met"),
        ('must contain "pine"', OAK, "missing"),
        ('must not contain "oak"', OAK, "contradicted"),
        ('must not contain "pine"', OAK, "met"),
        ("does not mention the price", OAK, "contradicted"),
        ("does not mention the price", "The lamp is made of oak.", "met"),
        ("mentions oak", OAK, "met"),
        ("mentions pine", OAK, "missing"),
        ("matches the pattern `ORD-\\d{4}`", "Your order is ORD-4821.", "met"),
        ("matches the pattern `ORD-\\d{4}`", "Your order is ORD-48.", "missing"),
        ("defines add(a, b)", "def add(a, b):\n    return a + b", "met"),
        ("returns a + b", "def add(a, b):\n    return a - b", "missing"),
        ("states that the lamp costs $30", OAK, "met"),
        ("states that the lamp costs $40", OAK, "contradicted"),
        ("clear", "The reason is unclear.", "contradicted"),
        ("price", "The price of this lamp varies.", "partial"),
        ("price", "The price is $30.", "met"),
    ],
)  # fmt: skip
def test_a_criterion_is_ruled_by_what_it_asks(criterion: str, output: str, status: str) -> None:
    """Each kind of criterion, met and not."""
    assert judge("Write.", output, (), [criterion]).criteria[0].status == status


def test_a_forbidden_thing_fails_and_a_missing_one_is_a_retry() -> None:
    """What must not be there makes the answer wrong; what is not there yet may come."""
    assert judge("Write.", OAK, (), ["does not mention the price"]).verdict == "fail"
    assert judge("Write.", OAK, (), ["mentions pine"]).verdict == "retry"


def test_an_unsafe_pattern_is_read_as_text() -> None:
    """A pattern with nested repeats is never run."""
    told = judge("Write.", "a" * 5_000 + "!", (), ["matches `(a+)+$`"])
    assert told.criteria[0].status in {"missing", "partial"}


def test_the_citation_of_a_met_criterion_slices_the_output() -> None:
    """Where a statement meets a criterion, it is cited."""
    citation = judge("Write.", f"Hello. {OAK}", (), ["mentions oak"]).criteria[0].citation
    assert citation is not None
    assert f"Hello. {OAK}"[citation.start : citation.end] == OAK
