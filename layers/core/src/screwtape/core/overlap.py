"""Words of a text for the published consensus algorithm: tokens, stems and overlap. Linear in the text.

The rules are part of the public contract; the article on false consensus states them, so they change only with it.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Final

from screwtape.core.stop_words import STOP_WORDS

_ING_OVER: Final = 5
_ED_OVER: Final = 4
_S_OVER: Final = 4
MARKS_KEPT: Final = 30
"""Combining marks read on one character, as in the stream-safe text format. Ordering a longer run costs quadratic time,
and marks are no letters."""
_TOKEN: Final = re.compile(r"[^\W_]{2,}")
"""Two or more letters or digits of any script: ``\\w`` without the underscore."""


def stem(token: str) -> str:
    """Strip the first suffix that applies, once: ``ing`` over 5 characters, ``ed`` over 4, ``s`` over 4, not ``ss``."""
    if len(token) > _ING_OVER and token.endswith("ing"):
        return token[:-3]
    if len(token) > _ED_OVER and token.endswith("ed"):
        return token[:-2]
    if len(token) > _S_OVER and token.endswith("s") and not token.endswith("ss"):
        return token[:-1]
    return token


def stems(text: str) -> frozenset[str]:
    """Give the set of stems of a text, without stop words; a stop word is one by itself or by its stem."""
    found = set()
    for token in _TOKEN.findall(unicodedata.normalize("NFC", _bounded(text)).lower()):
        stemmed = stem(token)
        if token not in STOP_WORDS and stemmed not in STOP_WORDS:
            found.add(stemmed)
    return frozenset(found)


def _bounded(text: str) -> str:
    """Give a text without the marks beyond the bound on any one character."""
    marks = set() if text.isascii() else {character for character in set(text) if unicodedata.combining(character)}
    if not marks:
        return text
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if character in marks else 0
        if run <= MARKS_KEPT:
            kept.append(character)
    return "".join(kept)


def overlap(left: frozenset[str], right: frozenset[str]) -> Fraction:
    """Give the Jaccard similarity of two sets, not both empty, as an exact fraction."""
    return Fraction(len(left & right), len(left | right))
