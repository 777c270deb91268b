"""What stands after a number: its unit, its currency, and the time that a rate is counted by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from screwtape.core.facts.numerals import word_at
from screwtape.core.facts.units import (
    CELSIUS,
    CURRENCIES,
    EVERY,
    FAHRENHEIT,
    PERCENT,
    PERCENT_WORDS,
    POINT_WORDS,
    POINTS,
    UNITS,
    Unit,
)
from screwtape.core.facts.values import Value
from screwtape.core.language.tokens import Kind, Token

_PER: Final = frozenset("per / a an each every pro par al por в je am jede jeden jedes 每".split())
_LABELS: Final = {"c": CELSIUS, "f": FAHRENHEIT, "pct": PERCENT, "percent": PERCENT}
_DEGREES: Final = frozenset("° degrees degree grad grados degrés градусов".split())
_COMPASS: Final = {
    name: (Unit(dimension, 1.0), sign)
    for dimension, sign, names in (
        ("latitude", 1, "n north northern nördlicher norte nord"),
        ("latitude", -1, "s south southern südlicher sur sud"),
        ("longitude", 1, "e east eastern östlicher este est"),
        ("longitude", -1, "w west western westlicher oeste ouest"),
    )
    for name in names.split()
}
"""Which way degrees are counted from the equator or from Greenwich, and their sign."""
_PER_CENT: Final = frozenset({("per", "cent"), ("por", "ciento"), ("pour", "cent"), ("τοις", "εκατό")})
_UNIT_LETTERS: Final = frozenset("mglhsvwtмгчлтс")
_LONGEST_UNSPACED: Final = 6
"""Characters of the longest name of a unit in a script without spaces, a kilometre in Japanese."""
_LEAST_WON: Final = 100
"""Amount from which "won" is a currency: "team 1 won" has none, and no price is a few won."""
_EVERY_REACH: Final = 3
"""Words before a value that may say how often it is due: a monthly fee of $5."""


def touches(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token is written against the one before it."""
    return 0 < at < len(tokens) and tokens[at].start == tokens[at - 1].end


def with_unit(tokens: Sequence[Token], value: Value, currency: str) -> Value:
    """Read what a number counts, and by what time, if the words say so."""
    if currency:
        return _with_rate(tokens, replace(value, kind="money", currency=currency))
    at = value.last
    if word_at(tokens, at) == "-" and touches(tokens, at) and touches(tokens, at + 1):
        at += 1
    measured = _measured(tokens, value, at)
    if measured.unit is None and measured.kind == "number":
        measured = _by_label(tokens, measured)
    return _with_rate(tokens, measured)


def _by_label(tokens: Sequence[Token], value: Value) -> Value:
    """Read the unit that the key before a value ends with, as data has it: "temperature_c": 7."""
    at = value.first - 1
    marks = ""
    while at >= 0 and tokens[at].text in {":", '"', "="}:
        marks += tokens[at].text
        at -= 1
    joined = (
        marks not in {"", ":"}
        and 0 < at < value.first - 1
        and tokens[at].start == tokens[at - 1].end + 1
        and tokens[at - 1].kind is Kind.WORD
    )
    if not joined:
        return value
    word = tokens[at].word
    if word in CURRENCIES:
        return replace(value, kind="money", currency=CURRENCIES[word])
    unit = _LABELS.get(word) or UNITS.get(word)
    return replace(value, unit=unit) if unit is not None and tokens[at].text.islower() else value


def _measured(tokens: Sequence[Token], value: Value, at: int) -> Value:
    word = word_at(tokens, at)
    share = _share(tokens, value, at)
    if share is not None:
        return share
    if word in CURRENCIES and (word != "won" or value.low >= _LEAST_WON):
        return replace(value, kind="money", currency=CURRENCIES[word], last=at + 1)
    if word in _DEGREES:
        scale = word_at(tokens, at + 1)
        if scale in _COMPASS and (len(scale) > 1 or tokens[at + 1].text.isupper()):
            unit, sign = _COMPASS[scale]
            return replace(value, unit=unit, low=sign * value.low, high=sign * value.high, last=at + 2)
        unit = FAHRENHEIT if scale in {"f", "fahrenheit"} else CELSIUS
        return replace(value, unit=unit, last=at + 1 + (scale in {"c", "f", "celsius", "fahrenheit"}))
    whole = len(word) > 1 or not word.isalpha() or touches(tokens, at) or word in _UNIT_LETTERS
    if word in UNITS and whole and tokens[at].kind is not Kind.PAIR:
        return replace(value, unit=UNITS[word], last=at + 1)
    return _unspaced(tokens, value, at)


def _share(tokens: Sequence[Token], value: Value, at: int) -> Value | None:
    """Read percent, percentage points, which are another thing, and basis points."""
    word, following = word_at(tokens, at), word_at(tokens, at + 1)
    two_words = (word, following) in _PER_CENT
    if word in PERCENT_WORDS or two_words or (word == "percentage" and following in POINT_WORDS):
        last = at + 1 + two_words
        points = word_at(tokens, last) in POINT_WORDS or word == "percentage"
        return replace(value, unit=POINTS if points else PERCENT, last=last + points)
    if word == "basis" and following in POINT_WORDS:
        return replace(value, unit=UNITS["bp"], last=at + 2)
    if word in POINT_WORDS and following in {"porcentuales", "de"} and word != "point":
        return replace(value, unit=POINTS, last=at + 2)
    return None


def _unspaced(tokens: Sequence[Token], value: Value, at: int) -> Value:
    """Read a unit or a currency in a script without spaces, whose tokens are overlapping pairs or counters."""
    if at >= len(tokens) or tokens[at].kind not in {Kind.PAIR, Kind.COUNTER}:
        return value
    ahead = tokens[at : at + _LONGEST_UNSPACED]
    run = ""
    for token in ahead:
        if token.kind not in {Kind.PAIR, Kind.COUNTER} or (run and token.start > ahead[0].start + len(run)):
            break
        run = run[: token.start - ahead[0].start] + token.text
    for length in range(min(len(run), _LONGEST_UNSPACED), 0, -1):
        name = run[:length]
        unit = PERCENT if name in PERCENT_WORDS else UNITS.get(name)
        if unit is not None or name in CURRENCIES:
            covered = sum(
                token.start < ahead[0].start + length and token.end <= ahead[0].start + max(length, 2)
                for token in ahead
            )
            last = at + max(1, covered)
            if unit is not None:
                return replace(value, unit=unit, last=last)
            return replace(value, kind="money", currency=CURRENCIES[name], last=last)
    return value


def _with_rate(tokens: Sequence[Token], value: Value) -> Value:
    unit = value.unit
    word = word_at(tokens, value.last)
    each = word_at(tokens, value.last + 1)
    if (
        word in _PER
        and each in UNITS
        and (len(each) > 1 or word == "/")
        and UNITS[each].dimension in {"time", "calendar"}
    ):
        per = UNITS[each]
        if unit is not None and unit.dimension == "length" and per.dimension == "time":
            return replace(value, unit=Unit("speed", round(unit.factor / per.factor, 6)), last=value.last + 2)
        if word not in {"a", "an", "al", "am", "в"} or unit is None or unit.dimension != per.dimension:
            return replace(value, per=per, last=value.last + 2)
    if value.kind == "money" or unit is not None:
        nearby = [*(word_at(tokens, value.first - step) for step in range(1, _EVERY_REACH + 1)), word]
        for near in nearby:
            if near in EVERY:
                return replace(value, per=EVERY[near])
    return value
