"""A run of a script without spaces as tokens: numbers with what they count, and overlapping pairs of characters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.vocabulary import UNSPACED_WEIGHT

_LONGEST_NUMERAL: Final = 16
_NUMERAL: Final = "\u96f6\u4e00\u4e8c\u4e24\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d"
_POWERS: Final = {
    "\u5341": 10,
    "\u767e": 100,
    "\u5343": 1000,
    "\u4e07": 10_000,
    "\u842c": 10_000,
    "\u4ebf": 100_000_000,
}
_COUNTERS: Final = (
    "\u540d\u4e2a\u500b\u4eba\u5929\u5e74\u6708\u65e5\u53f7\u5143\u5186\u4f4d\u6b21\u53ea\u672c\u53f0\u67b6\u4ef6\u5c81\u6b73"
    "\u56de\u679a\u3064\u65f6\u6642\u70b9\u5206\u79d2\u5ea6\u7c73\u514b\u5c0f\u5468\u9031\u7ea7\u968e\u697c\uba85\ub144"
    "\uc6d4\uc77c\uc6d0\uac1c\ubd84\uc2dc\ud68c\ub300\uc8fc\u4e07\u842c\u4ebf\u5104\ub9cc\uc5b5"
)
_HAN_NUMBER: Final = re.compile(
    f"[{_NUMERAL}\u5341\u767e\u5343\u4e07\u842c\u4ebf]{{1,{_LONGEST_NUMERAL}}}(?=[{_COUNTERS}])"
)
_THOUSANDS_OF_UNITS: Final = re.compile("\u5343[\u514b\u7c73]")
"""A kilogram and a kilometre, whose first character is a thousand elsewhere."""
_GRAMMAR_ONLY: Final = re.compile("[\u3040-\u309f]+\\Z")


def cut_unspaced(run: str, start: int, *, follows_number: bool) -> Iterator[Token]:
    """Cut a run without spaces into numbers, their counters and overlapping pairs."""
    at = 0
    if follows_number and (_THOUSANDS_OF_UNITS.match(run) or run[0] in _COUNTERS):
        at = 2 if _THOUSANDS_OF_UNITS.match(run) else 1
        yield _counter(run[:at], start)
    for match in _HAN_NUMBER.finditer(run, at):
        yield from _pairs(run, at, match.start(), start)
        amount = str(_amount(match.group()))
        yield Token(match.group(), amount, start + match.start(), start + match.end(), Kind.NUMBER, amount, 1, 0.0)
        yield _counter(run[match.end()], start + match.end())
        at = match.end() + 1
    yield from _pairs(run, at, len(run), start)


def _counter(text: str, start: int) -> Token:
    return Token(text, text, start, start + len(text), Kind.COUNTER, text, 1, 0.0)


def _pairs(run: str, at: int, end: int, start: int) -> Iterator[Token]:
    for index in range(at, max(at + 1, end - 1) if end > at else at):
        pair = run[index : min(index + 2, end)]
        weight = 0.0 if _GRAMMAR_ONLY.match(pair) else UNSPACED_WEIGHT
        yield Token(pair, pair, start + index, start + index + len(pair), Kind.PAIR, pair, 1, weight)


def _amount(numeral: str) -> int:
    """Read a Chinese numeral: powers multiply the digit before them."""
    total = section = digit = 0
    for character in numeral:
        power = _POWERS.get(character)
        if power is None:
            digit = _NUMERAL.index(character) - (character not in _NUMERAL[:3])  # two has two characters
        elif power < 10_000:  # noqa: PLR2004 - from ten thousand on, a power closes its section
            section += (digit or 1) * power
            digit = 0
        else:
            total += (section + digit or 1) * power
            section = digit = 0
    return total + section + digit
