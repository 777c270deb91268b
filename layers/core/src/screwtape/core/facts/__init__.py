"""Typed facts in text, compared by what they mean: one implementation for the judge, the assessment and deliberations.

numbers, dates  ->  values_in(tokens)  ->  relation(claimed, known)
ends            from, to, by: which part of a change or a span a value is
units           conversion inside a dimension, currencies, scales
negation        which words a "not" reaches
strength        all > most > some, is > may: what a claim may not add to its source
names           who and what is named, by capitals
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from screwtape.core.facts.dates import DATE_WORDS, date_at
from screwtape.core.facts.ends import with_ends
from screwtape.core.facts.frequencies import FREQUENCY_WORDS, frequency_at, is_plain
from screwtape.core.facts.letters import LETTER_WORDS, letter_at
from screwtape.core.facts.limits import with_bound
from screwtape.core.facts.numbers import number_at
from screwtape.core.facts.numerals import NUMBER_WORDS
from screwtape.core.facts.spoken_times import SPOKEN_WORDS
from screwtape.core.facts.times import NOON, time_at
from screwtape.core.facts.units import CURRENCIES, TIMES
from screwtape.core.facts.values import AT_LEAST, AT_MOST, Relation, Value, other_end, relation
from screwtape.core.language.tokens import Kind, Token

__all__ = ["AT_LEAST", "AT_MOST", "VALUE_WORDS", "Relation", "Value", "is_plain", "other_end", "relation", "values_in"]


VALUE_WORDS: Final = frozenset(
    {*DATE_WORDS, *NUMBER_WORDS, *CURRENCIES, *NOON, *LETTER_WORDS, *SPOKEN_WORDS, *FREQUENCY_WORDS}
)
"""Words and signs that a value may begin with; most words are none."""


def values_in(tokens: Sequence[Token], at_most: int | None = None) -> tuple[Value, ...]:
    """Read the values of a sentence, or its first ``at_most``, in order; ranges are one value."""
    found: list[Value] = []
    at = 0
    while at < len(tokens) and len(found) != at_most:
        token = tokens[at]
        may_begin = token.kind is Kind.NUMBER or token.kind is Kind.IDENTIFIER or token.word in VALUE_WORDS
        value = _value_at(tokens, at) if may_begin else None
        if value is None:
            at += 1
            continue
        if found and _is_rate_of(found[-1], value):
            found[-1] = replace(found[-1], per=value.per)
            at = value.last
            continue
        if found and _is_range(tokens, found[-1], value):
            value = _range(found.pop(), value)
            found.append(value)
            at = value.last
            continue
        found.append(with_bound(tokens, value))
        at = value.last
    return tuple(with_ends(tokens, found)) if found else ()


def _is_rate_of(amount: Value, often: Value) -> bool:
    """Whether a frequency is the rate of the amount right before it: 5 mg daily, 5 mg once a day."""
    return is_plain(often) and amount.last == often.first and amount.per in {None, often.per} and amount.unit != TIMES


def _value_at(tokens: Sequence[Token], at: int) -> Value | None:
    token = tokens[at]
    if token.kind is Kind.IDENTIFIER:
        return Value("label", at, at + 1, text=token.word)
    often = frequency_at(tokens, at)
    if often is not None:
        return often
    if token.kind is Kind.NUMBER:
        return time_at(tokens, at) or date_at(tokens, at) or number_at(tokens, at)
    if token.word in LETTER_WORDS:
        lettered = letter_at(tokens, at)
        if lettered is not None:
            return lettered
    if token.word in VALUE_WORDS:
        return time_at(tokens, at) or date_at(tokens, at) or number_at(tokens, at)
    return None


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
