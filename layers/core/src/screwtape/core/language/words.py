"""A text as tokens: words with their concept, numbers, identifiers, pairs of characters where nobody writes spaces.

Every pattern here is linear: no two of its parts can match the same character in more than one way.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from screwtape.core.language.lexicon import is_listed
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.unspaced import cut_unspaced
from screwtape.core.language.vocabulary import LIGHT_WEIGHT, concept

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
_ASCII_LETTER: Final = "[A-Za-z]"
_URL: Final = r"https?://[^\s<>\"']+"
_IDENTIFIER: Final = r"[A-Za-z]{1,6}\d\w*(?:[.-]\d\w*)*|[A-Z]{1,6}-\d\w*"
_NUMBER: Final = r"\d+(?:[.,:]\d+)*|(?<![\w.])\.\d+"
_HALF: Final = r"[aApP]\.[mM]\b\.?"


def _word_of(letter: str) -> str:
    return f"{letter}+(?:'{letter}+)*"


_TOKEN: Final = re.compile(
    rf"(?P<url>{_URL})|(?P<half>{_HALF})|(?P<identifier>{_IDENTIFIER})|(?P<number>{_NUMBER})"
    rf"|(?P<unspaced>[{_UNSPACED}]+)|(?P<word>{_word_of(_LETTER)})|(?P<mark>[^\w\s])"
)
_INDEXED: Final = re.compile(f"{_URL}|{_HALF}|{_IDENTIFIER}|{_NUMBER}|{_word_of(_ASCII_LETTER)}")
"""The same, of an ASCII text, for an index, which holds no marks and no halves of a day."""
_ELIDED: Final = frozenset("ldjcmtsn")
_ELISION: Final = 2
"""Characters of an elided article: l'."""


class Reading(NamedTuple):
    """A word as it is compared: its lower-case form, and the key, the sign and the weight of its concept."""

    word: str
    key: str
    sign: int
    weight: float


_READINGS: Final[dict[str, Reading]] = {}
"""Dictionary words that were read before, in their two usual spellings: never a word that only a caller knows."""


_PASSING: Final[dict[str, Reading]] = {}
"""Other words, until their call ends."""


def tokens(text: str) -> list[Token]:
    """Give the tokens of a normalised text in order."""
    found: list[Token] = []
    add = found.append
    known = _READINGS.get
    for match in _TOKEN.finditer(text):
        group = match.lastgroup
        written = match.group()
        start, end = match.span()
        if group == "word":
            word, key, sign, weight = known(written) or _read(written)
            if not weight and found:
                key, weight = _weight_by_place(written, word, key, start, found)
            add(Token(written, word, start, end, _WORD, key, sign, weight))
        elif group == "mark":
            add(Token(written, written, start, end, _MARK, "", 1, 0.0))
        elif group == "number":
            word = _whole(written)
            add(Token(written, word, start, end, _NUMBER_KIND, word, 1, 0.0))
        elif group == "unspaced":
            found.extend(cut_unspaced(written, start, follows_number=_follows_number(found, start)))
        elif group == "half":
            add(Token(written, written[0].lower() + "m", start, end, _WORD, "", 1, 0.0))
        else:
            written = written.rstrip(".,;:!?)") if group == "url" else written
            lower = written.lower()
            add(Token(written, lower, start, start + len(written), Kind.IDENTIFIER, lower, 1, IDENTIFIER_WEIGHT))
    return found


_WORD: Final = Kind.WORD
_MARK: Final = Kind.MARK
_NUMBER_KIND: Final = Kind.NUMBER


def keys_of(text: str) -> set[str]:
    """Give the concepts and numbers of a normalised text, for an index: quicker than its tokens."""
    if not text.isascii():
        return {token.key for token in tokens(text) if token.weight > 0 or token.kind is Kind.NUMBER}
    keys: set[str] = set()
    known = _READINGS.get
    for written in set(_INDEXED.findall(text)):
        reading = known(written)
        if reading is None:
            if written[1:2] == "." and written[0] in "aApP":
                continue
            if not (written.isalpha() or "'" in written):
                keys.add(_whole(written).rstrip(".,;:!?)").lower())
                continue
            reading = _read(written)
        if reading[3]:
            keys.add(reading[1])
        elif len(written) == 1 and written.isupper():
            keys.add(f"letter {reading[0]}")
    return keys


def _whole(number: str) -> str:
    """Give a number with the nought that a decimal point may do without."""
    return f"0{number}" if number.startswith(".") else number


def _weight_by_place(text: str, word: str, key: str, start: int, found: list[Token]) -> tuple[str, float]:
    """Weigh a small word that its place makes content: the B of plan B, the out of check-out."""
    before = found[-1]
    spelled = before.kind in {Kind.WORD, Kind.PAIR} and before.weight > 0
    if len(text) == 1 and text.isupper() and text != "I" and spelled:
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


def _read(written: str) -> Reading:
    """Give the lower-case form of a word without its ending or elision, and its concept."""
    known = _READINGS.get(written) or _PASSING.get(written)
    if known is not None:
        return known
    word = written.lower()
    if word.endswith("'s"):
        word = word[:-2]
    elif len(word) > _ELISION and word[1] == "'" and word[0] in _ELIDED:
        word = word[2:]
    key, sign, weight = concept(word)
    reading = Reading(word, key, sign, 0.0 if len(word) == 1 and word.isascii() else weight)
    keep = _READINGS if is_listed(word) and written in {word, word.capitalize()} else _PASSING
    keep[written] = reading
    return reading


def forget_words() -> None:
    """Drop what is remembered of words that no dictionary lists: nothing that one caller sent outlives the call."""
    _PASSING.clear()


def _follows_number(found: list[Token], start: int) -> bool:
    return bool(found) and found[-1].kind is Kind.NUMBER and start - found[-1].end <= 1
