"""Typed facts: what a value is, and how two of them relate."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.core.facts import Relation, relation, values_in
from screwtape.core.facts.negation import negated
from screwtape.core.language.words import tokens

SAME, DIFFERENT, UNDECIDED, UNRELATED = Relation.SAME, Relation.DIFFERENT, Relation.UNDECIDED, Relation.UNRELATED


def related(claimed: str, known: str) -> Relation:
    """Relate the only value of one text to the only value of another."""
    (left,) = values_in(tokens(claimed))
    (right,) = values_in(tokens(known))
    return relation(left, right)


@pytest.mark.parametrize(
    ("claimed", "known", "expected"),
    [
        ("four members", "4 members", SAME),
        ("twenty-three", "23", SAME),
        ("four hundred and five", "405", SAME),
        ("1,234,567 euros", "1234567 euros", SAME),
        ("1 500 euros", "1500 euros", SAME),
        ("1.500 euros", "1500 euros", SAME),
        ("3,5 kg", "3.5 kg", SAME),
        ("2.5M users", "2.5 million users", SAME),
        ("$2 bn", "$2 billion", SAME),
        ("2.5 million", "2.5 billion", DIFFERENT),
        ("$1.2 million", "$1,234,567", SAME),
        ("$1.4 million", "$1,234,567", DIFFERENT),
        ("about 1,200 people", "1,234 people", SAME),
        ("75%", "three quarters", SAME),
        ("half", "50 percent", SAME),
        ("21%", "21 \u00b0C", DIFFERENT),
        ("5 \u00b0C", "-5 \u00b0C", DIFFERENT),
        ("90 minutes", "1.5 hours", SAME),
        ("6.2 miles", "10 km", SAME),
        ("10 miles", "10 km", DIFFERENT),
        ("$40", "\u20ac40", DIFFERENT),
        ("10 km", "10 kg", DIFFERENT),
        ("10 km", "3 kg", UNRELATED),
        ("4 days", "3-5 days", UNDECIDED),
        ("7 days", "3-5 days", DIFFERENT),
        ("3 to 5 days", "3-5 days", SAME),
        ("exactly 30 people", "at least 30 people", DIFFERENT),
        ("at most 30 days", "at least 30 days", DIFFERENT),
        ("within 30 days", "within 14 days", DIFFERENT),
        ("March 1, 2024", "2024-03-01", SAME),
        ("1 March 2024", "1. M\u00e4rz 2024", SAME),
        ("2024\u5e743\u67081\u65e5", "2024-03-01", SAME),
        ("March 2, 2024", "2024-03-01", DIFFERENT),
        ("March 2024", "2024-03-01", SAME),
        ("03/04/2024", "2024-04-03", UNDECIDED),
        ("03/04/2024", "2023-04-03", DIFFERENT),
        ("13/04/2024", "2024-04-13", SAME),
        ("5 p.m.", "17:00", SAME),
        ("5 a.m.", "17:00", DIFFERENT),
        ("3rd", "third", SAME),
        ("second place", "third place", DIFFERENT),
        ("ORD-4821", "ORD-4812", DIFFERENT),
        ("Q2", "Q3", DIFFERENT),
        ("version 3.11.4", "version 3.11.5", DIFFERENT),
        ("\u56db\u540d", "4\u540d", SAME),
        ("\u5341\u4e8c\u4eba", "12\u4eba", SAME),
    ],
)  # fmt: skip
def test_values_relate_by_what_they_mean(claimed: str, known: str, expected: Relation) -> None:
    """Each pair, read and compared."""
    assert related(claimed, known) is expected


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("The audit did not find weaknesses.", {"find", "weaknesses"}),
        ("It is not only cheap but light.", set()),
        ("It is sugar-free.", {"sugar"}),
        ("He never smokes, but she does.", {"smokes"}),
        ("It is not unsafe for children.", {"unsafe"}),
        ("Das ist keine Ausnahme.", {"ausnahme"}),
        ("No, the shop is open.", set()),
    ],
)  # fmt: skip
def test_a_negation_reaches_its_clause(text: str, denied: set[str]) -> None:
    """The content words under each negation, and no others."""
    read = tokens(text)
    assert {read[at].word for at in negated(read) if read[at].weight > 0.3} == denied


@given(st.text(st.characters(exclude_categories=()), max_size=200))
def test_any_text_has_values_that_equal_themselves(text: str) -> None:
    """Reading never raises, values stand in order, and each is the same as itself or open."""
    found = values_in(tokens(text))
    assert all(left.last <= right.first for left, right in itertools.pairwise(found))
    assert all(relation(value, value) in {SAME, UNDECIDED} for value in found)
