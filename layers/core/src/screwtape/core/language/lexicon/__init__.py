"""What general dictionaries know of words: how rare they are, what they are forms, synonyms, opposites and kinds of.

Read once, at import, from ``lexicon.json.gz`` (WordNet 3.1 and wordfreq; licences in NOTICE.txt, made by
``layers/core/lexicon/build.py``). What is read on first use is kept under words of the lexicon only.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

COMMON: Final = 0.05
"""Rarity of the most common words."""
RARE: Final = 1.0
"""Rarity of a word that no dictionary lists."""
STRONG: Final = 0.9
"""How far a synonym or a derivation of a word stands for it."""
WEAK: Final = 0.6
"""How far an adjective of a similar meaning does."""
TOO_GENERAL: Final = 2_500
"""Kinds of a thing from which it is too general to say anything: "object", "act"."""
_FIRST_SENSES: Final = 3
_COMMONEST: Final = 200
"""Centibels at and under which a word is as common as any."""
_RANGE: Final = 400

_DATA: Final = json.loads(gzip.decompress(files(__package__).joinpath("lexicon.json.gz").read_bytes()))


def _table(line: str) -> dict[str, str]:
    words = line.split(" ")
    return dict(zip(words[::2], words[1::2], strict=True))


def _lists(section: Mapping[str, str]) -> dict[str, str]:
    return dict(zip(section["keys"].split(" "), section["values"].split("\n"), strict=True))


_RARITY: Final[dict[str, float]] = {}
for _at, _words in enumerate(_DATA["rarity"]):
    _RARITY.update(dict.fromkeys(_words.split(), min(RARE, max(COMMON, (10 * _at + 5 - _COMMONEST) / _RANGE))))
_LEMMAS: Final = _table(_DATA["lemmas"])
BASES: Final = _table(_DATA["bases"])
"""The base form of each English word that is a form of another: plural, participle, adverb."""
_SENSES: Final[dict[str, str | tuple[int, ...]]] = dict(
    zip(_DATA["senses"]["words"].split(" "), _DATA["senses"]["ids"].split(" "), strict=True)
)
_ENDS: Final = tuple(map(int, _DATA["ends"].split(" ")))
"""The last of the senses that are kinds of each; they follow it without a gap."""
_CLASSES: Final[str] = _DATA["classes"]
_OPPOSITES: Final = _lists(_DATA["opposites"])
_RELATED: Final = _lists(_DATA["related"])
_SIMILAR: Final = _lists(_DATA["similar"])
del _DATA
_NEAR: Final[dict[str, Mapping[str, float]]] = {}
KEPT_AT_MOST: Final = 8_192
"""Words of the lexicon whose relatives are kept once they were read."""


def rarity(word: str) -> float:
    """Give how rare a lower-case word is in general: 0.05 for "the", 1 for a word that is not listed."""
    found = _RARITY.get(word)
    if found is None:
        found = _RARITY.get(_LEMMAS.get(word, ""), RARE)
    return found


def is_listed(word: str) -> bool:
    """Whether a lower-case form is an English word of the dictionaries, or a common one of another language."""
    return word in _RARITY or word in _SENSES


def is_english(word: str) -> bool:
    """Whether a lower-case form is a word of the English dictionary."""
    return word in _SENSES or word in _LEMMAS


def lemma(word: str) -> str:
    """Give the dictionary entry of a form: "wrote" gives "write"; a word without one is its own."""
    return _LEMMAS.get(word, word)


def related(word: str) -> Mapping[str, float]:
    """Give the base forms that say nearly the same as a word, each with how far it stands for it (0 to 1)."""
    known = _NEAR.get(word)
    if known is not None:
        return known
    near: dict[str, float] = {}
    entries = {word, _LEMMAS.get(word, word), BASES.get(word, word)}
    for entry in sorted(entries):
        near.update(dict.fromkeys(_SIMILAR.get(entry, "").split(), WEAK))
    for entry in sorted(entries):
        near.update(dict.fromkeys(_RELATED.get(entry, "").split(), STRONG))
    if near and len(_NEAR) < KEPT_AT_MOST:
        _NEAR[word] = near
    return near


def antonyms(word: str) -> frozenset[str]:
    """Give the base forms of the opposites that WordNet lists for a word."""
    entries = {word, _LEMMAS.get(word, word), BASES.get(word, word)}
    return frozenset(other for entry in entries for other in _OPPOSITES.get(entry, "").split())


def senses(word: str) -> tuple[int, ...]:
    """Give the numbers of a word's first senses, nouns first."""
    entry = word if word in _SENSES else _LEMMAS.get(word, "")
    entry = entry if entry in _SENSES else BASES.get(word, "")
    listed = _SENSES.get(entry, ())
    if isinstance(listed, str):
        listed = _SENSES[entry] = tuple(map(int, listed.split(",")))
    return listed


def ranges(word: str) -> tuple[tuple[int, int], ...]:
    """Give, for each first sense of a word that is not too general, itself and the last sense that is a kind of it."""
    return tuple(
        (sense, _ENDS[sense]) for sense in senses(word)[:_FIRST_SENSES] if 0 < _ENDS[sense] - sense <= TOO_GENERAL
    )


def is_kind_of(word: str, other: str) -> bool:
    """Whether a word names a kind of what another names: "poodle" and "dog". Both in their first senses."""
    mine = senses(word)[:_FIRST_SENSES]
    return any(first < kind <= last for first, last in ranges(other) for kind in mine)


def is_verb(word: str) -> bool:
    """Whether a form is a verb more often than anything else."""
    found = [_CLASSES[sense] for sense in senses(word)]
    verbs, nouns = found.count("v"), found.count("n")
    return verbs > nouns or (verbs > 0 and word.endswith(("ed", "ing")))


def is_class(word: str, letter: str) -> bool:
    """Whether a word has a sense of a class: n noun, v verb, a adjective, r adverb."""
    return any(_CLASSES[sense] == letter for sense in senses(word))
