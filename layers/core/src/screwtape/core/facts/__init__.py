"""Typed facts in text, compared by what they mean: one implementation for the judge, the assessment and deliberations.

numbers, dates  ->  values_in(tokens)  ->  relation(claimed, known)
units           conversion inside a dimension, currencies, scales
negation        which words a "not" reaches
strength        all > most > some, is > may: what a claim may not add to its source
names           who and what is named, by capitals
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from screwtape.core.facts.dates import DATE_WORDS, date_at, time_at
from screwtape.core.facts.numbers import number_at
from screwtape.core.facts.numerals import NUMBER_WORDS
from screwtape.core.facts.units import CURRENCIES
from screwtape.core.facts.values import Relation, Value, relation
from screwtape.core.language.tokens import Kind, Token

__all__ = ["VALUE_WORDS", "Relation", "Value", "relation", "values_in"]


VALUE_WORDS: Final = DATE_WORDS | NUMBER_WORDS | frozenset(CURRENCIES)
"""Words and signs that a value may begin with; most words are none."""


_VALUE_KINDS: Final = frozenset({Kind.IDENTIFIER, Kind.NUMBER})


def values_in(tokens: Sequence[Token], at_most: int | None = None) -> tuple[Value, ...]:
    """Read the values of a sentence, or its first ``at_most``, in order; ranges are one value."""
    found: list[Value] = []
    at = 0
    while at < len(tokens) and len(found) != at_most:
        token = tokens[at]
        may_begin = token.kind in _VALUE_KINDS or token.word in VALUE_WORDS
        value = _value_at(tokens, at) if may_begin else None
        if value is None:
            at += 1
            continue
        if found and _is_range(tokens, found[-1], value):
            value = _range(found.pop(), value)
        found.append(value)
        at = value.last
    return tuple(found)


def _value_at(tokens: Sequence[Token], at: int) -> Value | None:
    token = tokens[at]
    if token.kind is Kind.IDENTIFIER:
        return Value("label", at, at + 1, text=_QUARTERS.get(token.word, token.word))
    if token.kind is Kind.NUMBER:
        return time_at(tokens, at) or date_at(tokens, at) or number_at(tokens, at)
    if token.word in VALUE_WORDS:
        return date_at(tokens, at) or _as_quarter(tokens, number_at(tokens, at))
    return None


_QUARTERS: Final = {f"{letter}{number}": f"quarter {number}" for letter in "qt" for number in range(1, 5)}


def _as_quarter(tokens: Sequence[Token], value: Value | None) -> Value | None:
    """Read "third quarter" as Q3."""
    if value is None or value.kind != "ordinal" or value.last >= len(tokens):
        return value
    if tokens[value.last].word not in {"quarter", "quartal", "trimestre"} or not 1 <= value.low <= 4:  # noqa: PLR2004 - a year has four
        return value
    return Value("label", value.first, value.last + 1, text=f"quarter {int(value.low)}")


def _is_range(tokens: Sequence[Token], low: Value, high: Value) -> bool:
    """Whether two numbers are the ends of one range: 3-5 days, between 3 and 5.

    From 3 to 5 may be a change as well, so its ends stay two values, each with its preposition.
    """
    if low.kind not in {"number", "money"} or high.kind not in {"number", "money"} or high.first - low.last != 1:
        return False
    joint = tokens[low.last].word
    opener = tokens[low.first - 1].word if low.first else ""
    joined = (
        joint in {"-", "bis", "à"} or (joint == "to" and opener != "from") or (joint == "and" and opener == "between")
    )
    return joined and abs(low.low) < abs(high.high) and low.unit in {None, high.unit}


def _range(low: Value, high: Value) -> Value:
    return replace(
        high,
        first=low.first,
        low=low.low,
        high=abs(high.high),
        bound=low.bound,
        kind="money" if low.currency else high.kind,
        currency=high.currency or low.currency,
    )
