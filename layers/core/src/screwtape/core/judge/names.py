"""Names in a claim against names in a sentence: one in another's place, or two that changed places."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.names import Name
from screwtape.core.language.normalisation import is_mixed
from screwtape.core.language.small_words import AGENTS, ENGLISH_ARTICLES
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.vocabulary import concept
from screwtape.core.statements import Statement

SYMMETRIC: Final = frozenset(
    concept(word).key
    for word in """marry meet border neighbor partner merge differ same equal match resemble tie face play share compare
    connect link assign allocate attach map relate""".split()
)
"""Concepts under which two may change places and the statement stays the same."""
_CLAUSES: Final = frozenset(", ; : and but while".split())
_PLACES_AT_MOST: Final = 24


def swapped_roles(claim: Statement, statement: Statement) -> bool | None:
    """Whether two names changed places around one verb or comparison.

    True if they did, False if they did and a passive or an opposite makes up for it, None if they did not.
    """
    names = claim.names[:_PLACES_AT_MOST]
    for left, right in itertools.pairwise(names):
        theirs_left, theirs_right = _place(left, statement), _place(right, statement)
        if theirs_left is None or theirs_right is None or theirs_left == theirs_right:
            continue
        pivot = _pivot(claim.tokens[left.last : right.first], statement, sorted((theirs_left, theirs_right)))
        if pivot is None:
            continue
        mine, theirs = pivot
        moved = theirs_left > theirs_right
        turned = claim.signs(mine.key).isdisjoint(statement.signs(mine.key))
        passive = _is_passive(claim, mine) != _is_passive(statement, theirs)
        if not moved and not passive:
            return None
        return moved != (turned != passive)
    return None


def misplaced_name(claim: Statement, statement: Statement) -> tuple[str, str] | None:
    """Find a name of the claim in whose place the sentence has a name that the claim lacks.

    The place is the word beside it. A name that the sentence holds elsewhere is misplaced only before a verb.
    """
    theirs = [name for name in statement.names[:_PLACES_AT_MOST] if not any(key in claim.places for key in name.keys)]
    if not theirs:
        return None
    for mine in claim.names[:_PLACES_AT_MOST]:
        if is_mixed(claim.shown(mine)):
            continue
        there = [name for name in statement.names if set(name.keys) & set(mine.keys)]
        known_there = any(key in statement.places for key in mine.keys)
        for known in theirs:
            if known_there:
                if _same_doer(claim, mine, statement, known) and not any(
                    _same_doer(claim, mine, statement, name) for name in there
                ):
                    return claim.shown(mine), statement.shown(known)
            elif _same_slot(claim, mine, statement, known):
                return claim.shown(mine), statement.shown(known)
    return None


def _same_doer(claim: Statement, mine: Name, statement: Statement, known: Name) -> bool:
    """Whether two names stand directly before the same verb."""
    after = _beside(claim, mine.last), _beside(statement, known.last)
    return (
        after[0] is not None and after[1] is not None and after[0].key == after[1].key and after[0].word.endswith("ed")
    )


def _same_slot(claim: Statement, mine: Name, statement: Statement, known: Name) -> bool:
    before = _beside(claim, mine.first - 1), _beside(statement, known.first - 1)
    after = _beside(claim, mine.last), _beside(statement, known.last)
    if mine.certain and before[0] is not None and before[1] is not None and before[0].key == before[1].key:
        return True
    if after[0] is None or after[1] is None or after[0].key != after[1].key:
        return False
    return mine.certain or (_is_verb(after[0]) and _is_verb(after[1]))


def _beside(statement: Statement, at: int) -> Token | None:
    """Give the word at a place, function words included, for a name's slot is often marked by one."""
    if not 0 <= at < len(statement.tokens) or statement.tokens[at].kind is not Kind.WORD:
        return None
    return None if statement.tokens[at].word in ENGLISH_ARTICLES | {"and", "or"} else statement.tokens[at]


def _is_verb(token: Token) -> bool:
    return token.word.endswith("ed") or token.word in {
        "is",
        "was",
        "has",
        "had",
        "won",
        "wrote",
        "bought",
        "sold",
        "made",
        "built",
        "led",
    }


def _place(name: Name, statement: Statement) -> int | None:
    places = statement.places.get(name.keys[-1])
    return places[0] if places else None


def _pivot(between: Sequence[Token], statement: Statement, places: Sequence[int]) -> tuple[Token, Token] | None:
    """Find the concept between the two names, in both texts, that says who does what to whom.

    After an article comes a noun, which says what somebody is; what another clause names is no object of the verb.
    """
    low, high = places
    named = False
    for token in between:
        named = named or token.word in ENGLISH_ARTICLES
        if named or token.weight <= 0 or token.key in SYMMETRIC or token.kind is not Kind.WORD:
            continue
        for at in statement.places.get(token.key, ()):
            if low < at < high and not any(each.word in _CLAUSES for each in statement.tokens[at:high]):
                return token, statement.tokens[at]
    return None


def _is_passive(statement: Statement, pivot: Token) -> bool:
    """Whether "by" or its like follows the verb within three words."""
    at = next((index for index, token in enumerate(statement.tokens) if token is pivot), 0)
    return any(token.word in AGENTS or token.word == "von" for token in statement.tokens[at + 1 : at + 4])
