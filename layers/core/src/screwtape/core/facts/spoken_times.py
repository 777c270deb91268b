"""Times of day as they are spoken: quarter past five, halb acht, las siete y media, huit heures moins le quart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from screwtape.core.facts.number_words import AMOUNTS
from screwtape.core.facts.numerals import word_at
from screwtape.core.language.tokens import Kind, Token


class Spoken(NamedTuple):
    """Minutes from midnight, by the clock of twelve hours, and the token after the words."""

    minutes: int
    last: int


_QUARTER: Final = 15
_HALF: Final = 30
_HOUR: Final = 60
_FIRST: Final = {
    "quarter": _QUARTER, "viertel": _QUARTER, "четверть": _QUARTER, "четверти": _QUARTER,
    "half": _HALF, "dreiviertel": 45, "halb": _HALF, "половине": _HALF, "половина": _HALF, "полвосьмого": 450,
}  # fmt: skip
"""What a spoken time may begin with beside a number, and its minutes."""
_AFTER: Final = frozenset("past after nach".split())
_BEFORE: Final = frozenset("to till before vor".split())
_NEXT_HOUR: Final = frozenset("halb половине половина dreiviertel".split())
"""Words that are counted towards the hour that is named: halb acht is half past seven."""
_HOURS_OF: Final = {
    word: hour
    for hour, words in enumerate(
        "первого второго третьего четвертого|четвёртого пятого шестого седьмого восьмого девятого десятого "
        "одиннадцатого двенадцатого".split(),
        1,
    )
    for word in words.split("|")
}
"""The hour that a Russian half belongs to."""
_ROUND: Final = frozenset({5, 10, 20, 25})
"""Minutes that are spoken before or after an hour; ten to six may be a range elsewhere."""
_CLOCK_BEFORE: Final = frozenset("at by around about um gegen until from before after since till".split())
_ON_THE_HOUR: Final = frozenset("heures heure h часов часа uhr o'clock".split())
_PARTS: Final = {
    ("y", "media"): 30, ("y", "cuarto"): 15, ("menos", "cuarto"): -15, ("et", "demie"): 30, ("et", "demi"): 30,
    ("et", "quart"): 15, ("moins", "le", "quart"): -15, ("moins", "quart"): -15, ("e", "mezza"): 30,
    ("και", "μισή"): 30, ("και", "τέταρτο"): 15, ("παρά", "τέταρτο"): -15,
}  # fmt: skip
"""What follows an hour in Romance languages and Greek."""
_PART_WORDS: Final = frozenset(words[0] for words in _PARTS)
AFTER_FIRST: Final = _AFTER | _BEFORE | _PART_WORDS | _ON_THE_HOUR
"""Words that come second in a spoken time that begins with a number."""
SPOKEN_WORDS: Final = frozenset({*_FIRST, "без"})
"""Words, beside numbers, that a spoken time may begin with."""


def spoken_at(tokens: Sequence[Token], at: int) -> Spoken | None:
    """Read a spoken time that begins at a token."""
    word = tokens[at].word
    if word == "без":
        return _without(tokens, at)
    hour = _hour(tokens, at)
    if hour is not None:
        following = _hour_first(tokens, at, hour)
        if following is not None:
            return following
    minutes = _FIRST.get(word)
    if minutes is None and hour in _ROUND and word_at(tokens, at - 1) in _CLOCK_BEFORE:
        minutes = hour
    return _minutes_first(tokens, at, minutes) if minutes is not None else None


def _hour(tokens: Sequence[Token], at: int) -> int | None:
    """Give a small whole number that is written in digits or in a word."""
    word = word_at(tokens, at)
    number = int(word) if word.isdigit() and len(word) <= 2 else AMOUNTS.get(word)  # noqa: PLR2004 - hours have two
    if number is None and word in {"one", "una", "une", "ein", "eins"}:
        number = 1
    return number if number is not None and number <= _HOUR else None


def _hour_first(tokens: Sequence[Token], at: int, hour: int) -> Spoken | None:
    last = at + 1
    if word_at(tokens, last) in _ON_THE_HOUR:
        last += 1
    if word_at(tokens, last) not in _PART_WORDS or hour > 24:  # noqa: PLR2004 - hours of a day
        return None
    before = word_at(tokens, at - 1)
    if last == at + 1 and before not in {"las", "la", "à", "alle", "le", "στις"}:
        return None
    for length in (3, 2):
        words = tuple(word_at(tokens, last + step) for step in range(length))
        if words in _PARTS:
            return Spoken(hour % 24 * _HOUR + _PARTS[words], last + length)
    return None


def _minutes_first(tokens: Sequence[Token], at: int, minutes: int) -> Spoken | None:
    word, joint = tokens[at].word, word_at(tokens, at + 1)
    if word in _NEXT_HOUR:
        hour = _HOURS_OF.get(joint) if word.startswith("п") else _hour(tokens, at + 1)
        return Spoken(hour * _HOUR - _HOUR + minutes, at + 2) if hour and hour <= 24 else None  # noqa: PLR2004
    if joint in _HOURS_OF and word.startswith("ч"):
        return Spoken(_HOURS_OF[joint] * _HOUR - _HOUR + minutes, at + 2)
    if joint not in _AFTER and (joint not in _BEFORE or word in {"half", "halb"}):
        return None
    hour = _hour(tokens, at + 2)
    if not hour or hour > 12 or tokens[at + 2].kind is Kind.MARK:  # noqa: PLR2004 - the clock has twelve
        return None
    return Spoken((hour * _HOUR + (minutes if joint in _AFTER else -minutes)) % (12 * _HOUR), at + 3)


def _without(tokens: Sequence[Token], at: int) -> Spoken | None:
    """Read без четверти восемь, a quarter to eight."""
    word = word_at(tokens, at + 1)
    minutes = _QUARTER if word == "четверти" else {"пяти": 5, "десяти": 10, "двадцати": 20}.get(word)
    hour = _hour(tokens, at + 2)
    return Spoken(hour * _HOUR - minutes, at + 3) if minutes and hour and hour <= 24 else None  # noqa: PLR2004
