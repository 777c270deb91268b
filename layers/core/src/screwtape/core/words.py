"""A text as tokens: words with their concept, numbers, identifiers, pairs of characters where nobody writes spaces.

Every pattern here is linear: no two of its parts can match the same character in more than one way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from screwtape.core.stems import stem
from screwtape.core.vocabulary import LIGHT_WEIGHT, UNSPACED_WEIGHT, concept


class Kind(Enum):
    """What sort of token it is."""

    WORD = "word"
    NUMBER = "number"
    IDENTIFIER = "identifier"
    """Letters and digits in one: ORD-4821, Q3, a URL. Compared as a whole."""
    PAIR = "pair"
    """Two neighbouring characters of a script without spaces."""
    COUNTER = "counter"
    """The character that names what is counted in Chinese, Japanese and Korean: years, people, pieces."""
    MARK = "mark"


@dataclass(slots=True)
class Token:
    """One token. ``word`` is its lower-case form, ``weight`` how much content it carries (0 to about 1)."""

    text: str
    word: str
    start: int
    end: int
    kind: Kind
    key: str
    sign: int
    weight: float

    @property
    def is_capital(self) -> bool:
        """Whether it is a word or an identifier that begins with a capital letter."""
        return self.text[0].isupper() and self.kind is not Kind.MARK


IDENTIFIER_WEIGHT: Final = 1.3

_MARKS_IN_WORDS: Final = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-"
    "\u06ed\u0900-\u0963\u0966-\u0dff\u1dc0-\u1dff\u3099\u309a"
)
_UNSPACED: Final = (
    "\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u103f\u1780-\u17d3\u3005\u3007\u3040-"
    "\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U00020000-\U0002fa1f"
)
_LETTER: Final = rf"(?:[^\W\d_{_UNSPACED}]|[{_MARKS_IN_WORDS}])"
_TOKEN: Final = re.compile(
    rf"""(?P<url>https?://[^\s<>"']+)
    |(?P<half>[aApP]\.[mM]\b\.?)
    |(?P<identifier>[A-Za-z]{{1,6}}\d\w*(?:[.-]\d\w*)*|[A-Z]{{1,6}}-\d\w*)
    |(?P<number>\d+(?:[.,:]\d+)*)
    |(?P<unspaced>[{_UNSPACED}]+)
    |(?P<word>{_LETTER}+(?:'{_LETTER}+)*)
    |(?P<mark>[^\w\s])""",
    re.VERBOSE,
)
_LONGEST_NUMERAL: Final = 16
_WRITTEN: Final = re.compile(
    r"https?://[^\s<>\"']+|[A-Za-z]{1,6}\d\w*(?:[.-]\d\w*)*|[A-Z]{1,6}-\d\w*|\d+(?:[.,:]\d+)*|[A-Za-z]+(?:'[A-Za-z]+)*"
)
"""The tokens of an ASCII text that an index holds."""
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
_GRAMMAR_ONLY: Final = re.compile("[\u3040-\u309f]+\\Z")
_ELIDED: Final = frozenset("ldjcmtsn")
_ELISION: Final = 2
"""Characters of an elided article: l'."""


def tokens(text: str) -> list[Token]:
    """Give the tokens of a normalised text in order."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        group = match.lastgroup
        start, end = match.span()
        if group == "word":
            written = match.group()
            word, key, sign, weight = _read(written)
            if not weight and found:
                key, weight = _weight_by_place(written, word, key, start, found)
            found.append(Token(written, word, start, end, Kind.WORD, key, sign, weight))
        elif group == "mark":
            found.append(Token(match.group(), match.group(), start, end, Kind.MARK, "", 1, 0.0))
        elif group == "number":
            found.append(Token(match.group(), match.group(), start, end, Kind.NUMBER, match.group(), 1, 0.0))
        elif group == "unspaced":
            found.extend(_unspaced(match.group(), start, follows_number=_follows_number(found, start)))
        elif group == "half":
            found.append(Token(match.group(), match.group()[0].lower() + "m", start, end, Kind.WORD, "", 1, 0.0))
        else:
            written = match.group().rstrip(".,;:!?)") if group == "url" else match.group()
            lower = written.lower()
            found.append(
                Token(written, lower, start, start + len(written), Kind.IDENTIFIER, lower, 1, IDENTIFIER_WEIGHT)
            )
    return found


def keys_of(text: str) -> set[str]:
    """Give the concepts and numbers of a normalised text, for an index: quicker than its tokens."""
    if not text.isascii():
        return {token.key for token in tokens(text) if token.weight > 0 or token.kind is Kind.NUMBER}
    keys: set[str] = set()
    for written in _WRITTEN.findall(text):
        if written.isalpha() or "'" in written:
            _, key, _, weight = _read(written)
            if weight:
                keys.add(key)
        else:
            keys.add(written.rstrip(".,;:!?)").lower())
    return keys


def _weight_by_place(text: str, word: str, key: str, start: int, found: list[Token]) -> tuple[str, float]:
    """Weigh a small word that its place makes content: the B of plan B, the out of check-out."""
    before = found[-1]
    if len(text) == 1 and text.isupper() and text != "I" and before.kind is Kind.WORD and before.weight > 0:
        return f"letter {word}", 1.0
    if (
        before.text == "-"
        and before.end == start
        and len(found) > 1
        and found[-2].end == before.start
        and found[-2].weight > 0
    ):
        return word, LIGHT_WEIGHT
    return key, 0.0


@lru_cache(32768)
def _read(text: str) -> tuple[str, str, int, float]:
    """Give the lower-case form of a word without its ending or elision, and its concept."""
    word = text.lower()
    if word.endswith("'s"):
        word = word[:-2]
    elif len(word) > _ELISION and word[1] == "'" and word[0] in _ELIDED:
        word = word[2:]
    key, sign, weight = concept(word)
    return word, key, sign, 0.0 if len(word) == 1 and word.isascii() else weight


def forget_words() -> None:
    """Drop the words remembered while reading: nothing that one caller sent may outlive the call in a warm worker."""
    for remembering in (_read, concept, stem):
        remembering.cache_clear()


def _follows_number(found: list[Token], start: int) -> bool:
    return bool(found) and found[-1].kind is Kind.NUMBER and start - found[-1].end <= 1


def _unspaced(run: str, start: int, *, follows_number: bool) -> Iterator[Token]:
    """Cut a run without spaces into numbers, their counters and overlapping pairs."""
    at = 0
    if follows_number and run[0] in _COUNTERS:
        yield _counter(run[0], start)
        at = 1
    for match in _HAN_NUMBER.finditer(run, at):
        yield from _pairs(run, at, match.start(), start)
        amount = str(_amount(match.group()))
        yield Token(match.group(), amount, start + match.start(), start + match.end(), Kind.NUMBER, amount, 1, 0.0)
        yield _counter(run[match.end()], start + match.end())
        at = match.end() + 1
    yield from _pairs(run, at, len(run), start)


def _counter(text: str, start: int) -> Token:
    return Token(text, text, start, start + 1, Kind.COUNTER, text, 1, 0.0)


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
            digit = max(0, _NUMERAL.index(character) - (character not in _NUMERAL[:4]))
        elif power < 10_000:  # noqa: PLR2004 - from ten thousand on, a power closes its section
            section += (digit or 1) * power
            digit = 0
        else:
            total += (section + digit or 1) * power
            section = digit = 0
    return total + section + digit
