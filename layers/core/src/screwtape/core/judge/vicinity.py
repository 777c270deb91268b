"""Whether two words may stand for one another: synonyms, and a kind for what it is a kind of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.identities import COPULAS
from screwtape.core.language.lexicon import antonyms, is_class, is_kind_of, is_verb, lemma, related
from screwtape.core.language.stems import stem
from screwtape.core.language.tokens import Token

_SUBJECT_AT_MOST: Final = 24
_ROOT: Final = 5
"""Letters that a word and what is derived from it have in common."""


def say_alike(left: Token, right: Token) -> bool:
    """Whether two words say nearly the same, so that one in the other's place contradicts nothing."""
    if left.key == right.key:
        return True
    mine, theirs = stem(left.word), stem(right.word)
    if theirs in related(left.word) or mine in related(right.word):
        return True
    return is_kind_of(left.word, right.word) or is_kind_of(right.word, left.word)


def are_opposed(left: Token, right: Token) -> bool:
    """Whether a dictionary has two words, or the one and what is derived from the other, as opposites."""
    mine, theirs = stem(left.word), stem(right.word)
    if mine[:_ROOT] == theirs[:_ROOT]:
        return False
    return _is_opposite_of(theirs, antonyms(left.word)) or _is_opposite_of(mine, antonyms(right.word))


def _is_opposite_of(word: str, opposites: frozenset[str]) -> bool:
    return word in opposites or any(
        word[:_ROOT] == opposite[:_ROOT] and word in related(opposite) for opposite in sorted(opposites)
    )


def is_action(token: Token) -> bool:
    """Whether a word is a verb and nothing that qualifies."""
    if token.word.endswith("ed"):
        return is_class(token.word, "v") or is_class(lemma(token.word), "v") or is_class(token.word[:-1], "v")
    base = lemma(token.word)
    if base != token.word and is_verb(base):
        return True
    return is_verb(token.word) and not is_class(token.word, "a")


def subject_of(tokens: Sequence[Token]) -> list[Token]:
    """Give the content words before the first verb of a sentence."""
    found: list[Token] = []
    linked = any(token.word in COPULAS for token in tokens[:_SUBJECT_AT_MOST])
    for token in tokens[:_SUBJECT_AT_MOST]:
        if (
            (found and not linked and is_action(token))
            or token.word in COPULAS
            or token.text in {",", ";", ":", "(", "."}
        ):
            break
        if token.weight > 0:
            found.append(token)
    return found
