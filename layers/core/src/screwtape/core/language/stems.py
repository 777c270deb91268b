"""Inflections of one word under one stem, for comparison only: no stem is ever shown.

English words of the dictionary go to their base form. What is not listed, mostly names, loses the commonest endings.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from screwtape.core.language.lexicon import BASES, is_listed

_IRREGULAR: Final = dict(
    pair.split(":")
    for pair in """wrote:write written:write made:make built:build bought:buy sold:sell won:win lost:lose began:begin
    begun:begin men:man women:woman children:child people:person rose:rise risen:rise fell:fall fallen:fall grew:grow
    grown:grow went:go gone:go came:come took:take taken:take gave:give given:give got:get held:hold led:lead left:leave
    found:find met:meet paid:pay said:say sent:send spent:spend told:tell thought:think lay:lie flew:fly flown:fly
    ran:run saw:see seen:see spoke:speak spoken:speak chose:choose chosen:choose broke:break broken:break drove:drive
    driven:drive shut:close died:die dying:die lying:lie data:datum criteria:criterion feet:foot mice:mouse teeth:tooth
    became:become knew:know known:know shown:show kept:keep felt:feel taught:teach caught:catch sank:sink sunk:sink
    heavier:heavy heavily:heavy""".split()
)
_SHORTEST: Final = 4
_SHORTEST_ROOT: Final = 3
_DOUBLED: Final = frozenset("bdgmnprt")
_VOWELS: Final = frozenset("aeiouy")
_CYRILLIC_ENDINGS: Final = tuple(
    """иями ями ами иях ого его ому ему ыми ими ией ах ях ов ев ей ом ем ой
    ый ий ая яя ое ее ые ие ую юю ию а я о е ы и у ю ь""".split()
)
_CYRILLIC_ROOT: Final = 3


def stem(word: str) -> str:
    """Give the stem of a lower-case word: English inflection, Cyrillic case endings, other scripts unchanged."""
    if word in _IRREGULAR:
        word = _IRREGULAR[word]
    known = BASES.get(word)
    if known is not None:
        return known
    if word.isascii():
        return word if len(word) < _SHORTEST or is_listed(word) else _uninflected(word)
    first = word[0]
    if first < "\u0250":
        return _without_accents(word)
    if "\u0400" <= first <= "\u04ff":
        for ending in _CYRILLIC_ENDINGS:
            if word.endswith(ending) and len(word) >= len(ending) + _CYRILLIC_ROOT:
                return word[: -len(ending)]
    return word


def _without_accents(word: str) -> str:
    """Give a Latin word as it is written where accents are not at hand."""
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


def _uninflected(word: str) -> str:
    singular = _singular(word)
    for ending in ("ing", "ed", "ly"):
        root = singular.removesuffix(ending)
        if root != singular and len(root) >= _SHORTEST_ROOT and not _VOWELS.isdisjoint(root):
            if ending != "ly" and root[-1] == root[-2] and root[-1] in _DOUBLED:
                return root[:-1]
            return root
    return singular


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes", "oes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
