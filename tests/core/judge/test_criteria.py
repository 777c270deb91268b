"""Criteria: typed ones, forbidden ones, phrases and topics."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from screwtape.core.judge import judge
from screwtape.core.judge.patterns import STEPS_AT_MOST, bounded_pattern

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


@pytest.mark.parametrize(
    "pattern", ["(a+)+$", "a*", "a|b", r"\w{1,9}\w{1,9}", r"\w{99}\w{99}", r"\w{1,40}\w{9}", "[9-0]", r"\w{9,1}", ""]
)
def test_a_pattern_that_might_take_long_is_read_as_text(pattern: str) -> None:
    """Open repeats, two counts that vary, many steps, or a broken pattern: none is ever run."""
    assert bounded_pattern(pattern) is None
    told = judge("Write.", "a" * 5_000 + "!", (), [f"matches `{pattern}`"])
    assert told.criteria[0].status in {"missing", "partial"}


_PARTS = st.builds(
    str.__add__,
    st.sampled_from([r"\w", "a", "[ab]", r"\d", "#"]),
    st.sampled_from(["", "{3}", "{40}", "{1,2}", "{2,9}", "{1,99}", "{0,30}"]),
)


@settings(deadline=None)
@given(st.lists(_PARTS, min_size=1, max_size=5))
def test_an_accepted_pattern_looks_at_few_characters_from_each_place(parts: list[str]) -> None:
    """Counted on the text worst for it: every length of every repeat is tried, and no pattern exceeds its bound."""
    bounded = bounded_pattern("".join(parts))
    if bounded is None:
        return
    ways, looked = 1, 0
    for part in parts:
        least, _, most = part.partition("{")[2].rstrip("}").partition(",")
        lengths = int(most or least or 1) - int(least or 1) + 1
        looked += ways * int(most or least or 1)
        ways *= lengths
    assert looked <= STEPS_AT_MOST


@pytest.mark.parametrize(
    ("criterion", "cited"),
    [
        ('must contain "OAK"', "oak"),
        ('must not contain "costs"', "costs"),
        ("matches the pattern `\\$\\d{2}`", None),
        ("matches the pattern `o[a-z]{2}`", "oak"),
        ("does not mention the price", OAK),
        ("states that the lamp costs $40", OAK),
        ("mentions oak", OAK),
        ("defines add(a,b)", "add(a, b)"),
    ],
)
def test_what_meets_or_breaks_a_criterion_is_cited(criterion: str, cited: str | None) -> None:
    """A literal hit cites its own place, a topic the statement, both in the caller's own offsets."""
    output = f"\u0130 \ufb01 cafe\u0301: {OAK}\n\ndef add(a, b): pass"
    citation = judge("Write.", output, (), [criterion]).criteria[0].citation
    assert (output[citation.start : citation.end].rpartition(": ")[2] if citation else None) == cited


def test_the_citation_of_a_met_criterion_slices_the_output() -> None:
    """Where a statement meets a criterion, it is cited."""
    citation = judge("Write.", f"Hello. {OAK}", (), ["mentions oak"]).criteria[0].citation
    assert citation is not None
    assert f"Hello. {OAK}"[citation.start : citation.end] == OAK


@pytest.mark.parametrize(
    ("criterion", "output", "status"),
    [
        ("Says that refunds are not accepted", "Refunds are accepted within 30 days.", "contradicted"),
        ("Says that refunds are accepted", "Refunds are not accepted.", "contradicted"),
        ("States that entry is not free", "Entry is free on Sundays.", "contradicted"),
        ("Must say that smoking is never allowed", "Smoking is allowed outside.", "contradicted"),
        ("Says that refunds are not accepted", "Refunds are not accepted.", "met"),
        ("Says that smoking is not allowed", "Smoking is prohibited.", "met"),
        ("States that entry is not free", "Entry is not free.", "met"),
    ],
    ids=range(7),
)
def test_a_criterion_in_the_negative_is_met_by_a_denial_only(criterion: str, output: str, status: str) -> None:
    """What a criterion denies must be denied, in these words or by an opposite; what it affirms must not be."""
    assert judge("What are the rules?", output, criteria=[criterion]).criteria[0].status == status
