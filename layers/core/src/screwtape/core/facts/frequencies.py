"""How often something happens: every other day, twice a week, jeden zweiten Tag, cada dos días, через день."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.number_words import AMOUNTS
from screwtape.core.facts.numerals import word_at
from screwtape.core.facts.units import DAY, EVERY, TIMES, UNITS, Unit
from screwtape.core.facts.values import Value
from screwtape.core.language.tokens import Kind, Token

_EACH: Final = frozenset("every each jeden jede jedes alle cada chaque каждый каждую каждые каждое κάθε".split())
_ALL_THE: Final = frozenset("todos todas tous toutes".split())
_SKIPS: Final = {
    **dict.fromkeys("other alternate second zweiten zweite zweites segundo".split(), 2),
    **dict.fromkeys("third dritten dritte drittes".split(), 3),
    **dict.fromkeys("fourth vierten vierte viertes".split(), 4),
}
"""Which one of a row it is: every second day is one day in two."""
_COUNTS: Final = {
    **dict.fromkeys("once einmal".split(), 1),
    **dict.fromkeys("twice zweimal".split(), 2),
    **dict.fromkeys("thrice dreimal".split(), 3),
    "viermal": 4,
}
_TIMES: Final = frozenset("times time mal veces vez fois раз раза φορές".split())
_PER: Final = frozenset("a an per each every pro am im in der die al la por cada par в the τη την alle".split())
_PER_AT_MOST: Final = 2
FREQUENCY_WORDS: Final = frozenset({*_EACH, *_ALL_THE, *_COUNTS, *EVERY, "un", "une", "через", "fortnightly"})
"""Words, beside numbers, that a frequency may begin with."""


def frequency_at(tokens: Sequence[Token], at: int) -> Value | None:
    """Read how many times in which time something happens, from words that begin at a token."""
    word, following = tokens[at].word, word_at(tokens, at + 1)
    if word in _COUNTS:
        return _counted(tokens, at, at + 1, _COUNTS[word])
    number = _number(word)
    if number is not None:
        dash = following == "-"
        if word_at(tokens, at + 1 + dash) in _TIMES:
            return _counted(tokens, at, at + 2 + dash, number)
    if word in EVERY or word == "fortnightly":
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        adverb = after is None or after.kind is not Kind.WORD or not after.weight
        return _value(at, at + 1, 1, *_named(word)) if adverb else None
    if word in _EACH:
        return _every(tokens, at, at, at + 1)
    if word in _ALL_THE and following in {"los", "las", "les"}:
        return _every(tokens, at, at, at + 2)
    return _one_in_two(tokens, at, word, following)


def is_plain(value: Value) -> bool:
    """Whether a value only says that something happens every day, week or year, which is often left out."""
    return value.unit == TIMES and value.low == 1


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() and len(word) <= 2 else AMOUNTS.get(word)  # noqa: PLR2004 - more is no frequency


def _named(word: str) -> tuple[int, Unit]:
    return (2, UNITS["week"]) if word == "fortnightly" else (1, EVERY[word])


def _value(first: int, last: int, count: int, skipped: int, unit: Unit) -> Value:
    often = count / skipped
    return Value("number", first, last, low=often, high=often, step=0.0, unit=TIMES, per=unit)


def _period(tokens: Sequence[Token], at: int) -> Unit | None:
    unit = UNITS.get(word_at(tokens, at))
    long = len(word_at(tokens, at)) > 1 and unit is not None and unit.dimension in {"time", "calendar"}
    return unit if long else None


def _every(tokens: Sequence[Token], first: int, each: int, at: int, count: int = 1) -> Value | None:
    """Read what follows an "every": day, other day, three days."""
    word = word_at(tokens, at)
    skipped = _SKIPS.get(word) if _period(tokens, at + 1) is not None else None
    skipped = skipped or _number(word)
    unit = _period(tokens, at + (skipped is not None))
    if unit is None or skipped == 0 or (skipped is None and tokens[each].word == "alle"):
        return None
    return _value(first, at + 1 + (skipped is not None), count, skipped or 1, unit)


def _counted(tokens: Sequence[Token], first: int, at: int, count: int) -> Value | None:
    """Read what follows twice, or three times: a week, daily, every two weeks."""
    word = word_at(tokens, at)
    if word in EVERY:
        return _value(first, at + 1, count, 1, EVERY[word])
    if word in _EACH:
        return _every(tokens, first, at, at + 1, count)
    last = at
    while last < at + _PER_AT_MOST and word_at(tokens, last) in _PER:
        last += 1
    unit = _period(tokens, last)
    return _value(first, last + 1, count, 1, unit) if unit is not None and last > at else None


def _one_in_two(tokens: Sequence[Token], at: int, word: str, following: str) -> Value | None:
    if word == "через" and following == "день":
        return _value(at, at + 2, 1, 2, DAY)
    if word in {"un", "une"} and word_at(tokens, at + 2) == "sur":
        unit, skipped = _period(tokens, at + 1), _number(word_at(tokens, at + 3))
        return _value(at, at + 4, 1, skipped, unit) if unit is not None and skipped else None
    return None
