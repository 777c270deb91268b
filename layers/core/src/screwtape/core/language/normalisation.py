"""One spelling for one text, with the way back: what is compared is never what is cited.

Compared text has one form of each letter, digit, dash and quotation mark, and nothing invisible. ``NormalText.span``
leads from there to the caller's own code points. Case is kept, because it marks names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

Oddity = Literal["invisible", "look_alike", "bidi_override", "mark_storm"]

MARKS_KEPT: Final = 6
"""Combining marks kept on one letter. No script stacks more, and ordering a longer run costs quadratic time."""

_OVERRIDES: Final = frozenset("\u202d\u202e")
_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\U000e0000-\U000e01ef]"
)
_VOWEL_MARKS: Final = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670]"
)
"""Hebrew points and Arabic short vowels: written or left out, the word is the same."""
_NOT_FOLDED: Final = frozenset("\u00b2\u00b3\u00b9\u2070\u2074\u2075\u2076\u2077\u2078\u2079")
"""Superscripts: folded, ten to the second would become 102."""
_PLAIN: Final = {
    "\u2018": "'",
    "\u2019": "'",
    "\u02bc": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u00ab": '"',
    "\u00bb": '"',
    "\u2010": "-",
    "\u2011": "-",
    "\u2012": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u2212": "-",
    "\u066b": ".",
    "\u066c": ",",
}
_HALVES: Final = re.compile("[\ud800-\udfff]")
_LATIN: Final = re.compile("[A-Za-z\u00c0-\u024f]")
_LATIN_TWINS: Final = re.compile(
    "[\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b9\u03bd\u03bf\u03c1\u03c5"
    "\u0405\u0406\u0408\u0410\u0412\u0415\u041a\u041c-\u041e\u0420-\u0423\u0425"
    "\u0430\u0435\u043a\u043c-\u043e\u0440-\u0443\u0445\u0455\u0456\u0458\u04bb\u0501\u051b\u051d]"
)
"""Greek and Cyrillic letters drawn like Latin ones."""
_WORD: Final = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class NormalText:
    """A text in its compared form. ``offsets[i]`` is where ``text[i]`` stood; None when nothing moved."""

    text: str
    offsets: tuple[int, ...] | None
    oddities: tuple[Oddity, ...]
    look_alikes: tuple[str, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Give the code points of the original that ``text[start:end]`` came from."""
        if self.offsets is None:
            return start, end
        return self.offsets[start], max(self.offsets[end], self.offsets[max(end - 1, start)] + 1)


def normalise(original: str) -> NormalText:
    """Give the compared form of a text, what is odd about it, and the map back. Linear in its length."""
    if original.isascii():
        return NormalText(original, None, (), ())
    strange = {character for character in set(original) if not character.isascii()}
    folded = {ord(character): _folded(character) for character in strange}
    moves = any(len(form) != 1 for form in folded.values()) or any(map(unicodedata.combining, strange))
    oddities: list[Oddity] = []
    if any(_INVISIBLE.match(character) for character in strange):
        oddities.append("invisible")
    if strange & _OVERRIDES:
        oddities.append("bidi_override")
    if moves:
        text, offsets, stormy = _rebuilt(original, folded)
        if stormy:
            oddities.append("mark_storm")
    else:
        text, offsets = original.translate(folded), None
    look_alikes = _look_alikes(text)
    if look_alikes:
        oddities.append("look_alike")
    return NormalText(text, offsets, tuple(oddities), look_alikes)


def whole(text: str) -> str:
    """Give a text with each half of a surrogate pair, which no encoding can carry, replaced; offsets stay."""
    return text if text.isascii() else _HALVES.sub("\ufffd", text)


def is_mixed(text: str) -> bool:
    """Whether Latin letters stand beside Greek or Cyrillic ones that are drawn like Latin."""
    return not text.isascii() and _LATIN_TWINS.search(text) is not None and _LATIN.search(text) is not None


_LETTERS_OF_ONE: Final = 4
"""Letters that one compatibility character may stand for.

A few stand for whole phrases (U+FDFA for 18 letters), and a text of those would grow to many times its size.
"""


@lru_cache(4096)
def _folded(character: str) -> str:
    """Give the compared form of one character, empty for an invisible one."""
    if _INVISIBLE.match(character) or _VOWEL_MARKS.match(character):
        return ""
    if character in _PLAIN:
        return _PLAIN[character]
    if character in _NOT_FOLDED:
        return character
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    form = unicodedata.normalize("NFKC", character)
    if "\u2044" in form:
        return f"{unicodedata.numeric(character, 0.0):.4f}".rstrip("0")
    return character if len(form) > _LETTERS_OF_ONE else "".join(_PLAIN.get(part, part) for part in form)


_FEW_MOVERS: Final = 32
"""Kinds of moving characters up to which a text is searched for each of them."""


def _rebuilt(original: str, folded: Mapping[int, str]) -> tuple[str, tuple[int, ...], bool]:
    """Fold each letter with its marks, so that composed and decomposed accents meet; between these, runs at once."""
    movers = {chr(code) for code, form in folded.items() if len(form) != 1 or unicodedata.combining(chr(code))}
    parts: list[str] = []
    offsets: list[int] = []
    stormy = False
    index, length = 0, len(original)
    for place in _places(original, movers):
        if place < index:
            continue
        start = place - 1 if unicodedata.combining(original[place]) and place > index else place
        parts.append(original[index:start].translate(folded))
        offsets.extend(range(index, start))
        index, form, marks = _cluster(original, start)
        stormy = stormy or marks > MARKS_KEPT
        if form.startswith("0.") and "".join(parts[-2:])[-1:].isdigit():
            form = form[1:]  # three and a half: the fraction continues the number before it
        parts.append(form)
        offsets.extend([start] * len(form))
    parts.append(original[index:].translate(folded))
    offsets.extend(range(index, length + 1))
    return "".join(parts), tuple(offsets), stormy


def _places(text: str, characters: AbstractSet[str]) -> Iterable[int]:
    """Give where any of some characters stand, in order."""
    if len(characters) > _FEW_MOVERS:
        return (at for at, character in enumerate(text) if character in characters)
    found: list[int] = []
    for character in characters:
        at = text.find(character)
        while at >= 0:
            found.append(at)
            at = text.find(character, at + 1)
    return sorted(found)


def _cluster(text: str, start: int) -> tuple[int, str, int]:
    """Fold one letter with its marks: where it ends, its form, and how many marks it has."""
    end = start + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    marks = text[start + 1 : end]
    form = _folded(text[start])
    kept = "".join(mark for mark in marks[:MARKS_KEPT] if _folded(mark))
    return end, unicodedata.normalize("NFC", form + kept) if kept else form, len(marks)


def _look_alikes(text: str) -> tuple[str, ...]:
    """Find words that mix Latin letters with letters of another script drawn the same way."""
    if not is_mixed(text):
        return ()
    words = (match.group() for match in _WORD.finditer(text))
    return tuple(dict.fromkeys(word for word in words if is_mixed(word)))
