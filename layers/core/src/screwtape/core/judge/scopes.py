"""Whose value it is where two sentences have one of a sort: the subject's that a claim names, and its day's.

Words alone do not tell: "adults take 10 ml every eight hours" has all but one word of a claim about children.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from screwtape.core.facts import Relation, Value, relation
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.statements import Statement

_VALUES_AT_MOST: Final = 24
_SAME_PLACE: Final = 0.2
_WEEKDAY: Final = "weekday"
_WEEK: Final = 7

_AFTERWARDS: Final = frozenset(
    "danach anschließend afterwards thereafter then ensuite puis después luego затем потом после έπειτα μετά".split()
)
"""What a sentence opens with that speaks of another time than the one before it."""

_Placed = tuple[float, Value, Statement]


def is_weekday(value: Value) -> bool:
    """Whether a value is a day of the week."""
    return value.kind == "label" and value.text.startswith(_WEEKDAY)


def has_like(value: Value, statement: Statement) -> bool:
    """Whether a sentence has the same value."""
    return any(relation(value, each) is Relation.SAME for each in statement.values[:_VALUES_AT_MOST])


def own_day(claim: Statement, day: Value, near: Sequence[Statement]) -> list[Statement]:
    """Give the sentences about a claim's day of the week that settle it: they deny with it, or have its other values.

    Open from Tuesday to Friday leaves a Monday alone that another sentence speaks of.
    """
    others = [each for each in claim.values[:_VALUES_AT_MOST] if each is not day and each.kind != "label"]
    if not others and not claim.negated:
        return []
    return [
        each
        for each in near
        if all(has_like(value, each) for value in (day, *others))
        and sum(is_weekday(value) for value in each.values[:_VALUES_AT_MOST]) == 1
    ]


def names_day(day: Value, statement: Statement) -> bool:
    """Whether a sentence names a day of the week, alone or in a span of days."""
    days = [each for each in statement.values[:_VALUES_AT_MOST] if is_weekday(each)]
    spans = ((left, right) for left, right in itertools.pairwise(days) if left.end == "start")
    return any(each.low == day.low for each in days) or any(
        (day.low - left.low) % _WEEK <= (right.low - left.low) % _WEEK for left, right in spans
    )


def is_other_day(claim: Statement, statement: Statement) -> bool:
    """Whether a sentence is about other days of the week than a claim: open on Tuesday denies no closed Monday."""
    days = [each for each in claim.values[:_VALUES_AT_MOST] if is_weekday(each)]
    theirs = [each for each in statement.values[:_VALUES_AT_MOST] if is_weekday(each)]
    return bool(days and theirs) and not any(names_day(day, statement) for day in days)


def is_of_subject(claim: Statement, value: Value, stand: _Placed, like: Sequence[_Placed]) -> bool:
    """Whether the value of a sentence is said of what a claim opens with, and its like of something else."""
    score, known, statement = stand
    opener = _opener(claim, value)
    if opener is None or score < _SAME_PLACE or not (known.unit or known.currency):
        return False
    places = statement.places.get(opener.key)
    if not places or places[0] > known.first:
        return False
    return all(
        where is not statement and opener.key not in where.places and _opens_otherwise(claim, where, one)
        for _, one, where in like
    )


def is_of_day(claim: Statement, stand: _Placed, like: Sequence[_Placed]) -> bool:
    """Whether a sentence that opens with the claim's day of the week goes on from one that names no such day.

    "It closes at nine. On Saturday it closes at three": the second says nothing that the first does not speak of.
    """
    score, known, statement = stand
    days = [each for each in claim.values[:_VALUES_AT_MOST] if is_weekday(each)]
    if len(days) != 1 or score < _SAME_PLACE or known.kind not in {"time", "money"}:
        return False
    if not has_like(days[0], statement):
        return False
    said = _words(statement)
    return all(
        where is not statement and not names_day(days[0], where) and said <= _words(where) for _, _, where in like
    )


def _words(statement: Statement) -> frozenset[str]:
    inside = statement.value_tokens
    return frozenset(key for key, places in statement.places.items() if not inside.issuperset(places))


def _opener(statement: Statement, value: Value) -> Token | None:
    """Give the first content word of a sentence, if it stands before a value and is none."""
    inside = statement.value_tokens
    for at, token in enumerate(statement.tokens[: value.first]):
        if token.weight > 0 and token.kind is Kind.WORD:
            return token if at not in inside else None
    return None


def _opens_otherwise(claim: Statement, where: Statement, value: Value) -> bool:
    if where.tokens[0].word in _AFTERWARDS:
        return True
    opener = _opener(where, value)
    return opener is not None and opener.key not in claim.places
