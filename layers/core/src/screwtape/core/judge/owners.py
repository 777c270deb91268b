"""Whose a value is: which of two sentences, or clauses, that have one is about the claim's own subject."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from screwtape.core.facts import Value
from screwtape.core.judge.actions import Placed
from screwtape.core.judge.scopes import is_of_day, is_of_subject
from screwtape.core.judge.vicinity import is_action, subject_of
from screwtape.core.language.lexicon import is_class
from screwtape.core.language.small_words import CONJUNCTIONS
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.vocabulary import DIRECTION_WEIGHT
from screwtape.core.statements import Statement

SAME_PLACE: Final = 0.2
"""Alignment from which two values stand in one place."""

CLAUSE_AT_MOST: Final = 24
_CLAUSE_MARKS: Final = frozenset(", ; ( ) : . \uff0c \u3001 \uff1b \u060c".split())
OWNED_SHARE: Final = 0.2
OWNED_IN_CLAUSE: Final = 0.5
OWNED: Final = 0.9
"""Content that one sentence must hold beyond another to be the one about the claim's subject."""
_LIMIT_REACH: Final = 2
"""Words between a word that limits and its value."""


def owner_of(claim: Statement, value: Value, like: Sequence[Placed], other: Sequence[Placed]) -> Placed | None:
    """Find the value that belongs to the claim's own subject, where its like belongs to another.

    The sentence of the other value holds all that those of the like hold of the claim, and a word more: adults take 10
    ml, says the claim, where 10 ml are for children.
    """
    if not like or not other:
        return None
    counted = counted_by(claim, value)
    told = _told(claim, value)
    for stand in sorted(other, key=lambda stand: -stand[0]):
        score, known, statement = stand
        if score < SAME_PLACE and any(where is not statement for _, _, where in like):
            continue
        if counted and counted == counted_by(statement, known) and _count_others(counted, like):
            return stand
        if all(_is_nearer(told, stand, each) for each in like):
            return stand
    return None


def own_by_subject(claim: Statement, value: Value, like: Sequence[Placed], other: Sequence[Placed]) -> Placed | None:
    """Find the value that is said of what a claim opens with, or of its day, where its like is said of another."""
    if not like:
        return None
    return next(
        (stand for stand in other if is_of_subject(claim, value, stand, like) or is_of_day(claim, stand, like)), None
    )


def is_own(claim: Statement, value: Value, like: Sequence[Placed], other: Sequence[Placed]) -> bool:
    """Whether a like value stands in the clause that is about the claim's own subject, and every other beside it."""
    told = _told(claim, value)
    return any(
        each[2] is stand[2] and all(_is_nearer(told, each, rival) for rival in other if rival[2] is each[2])
        for each in like
        for stand in other
    )


def _count_others(counted: str, like: Sequence[Placed]) -> bool:
    return all(counted_by(where, one) not in {"", counted} for _, one, where in like)


class _Told(NamedTuple):
    """What a claim says beside one of its values: all of it, and what stands in the clause of the value.

    ``own`` is what it says of that value: all, where it has no other of the sort, else what stands in the clause.
    """

    content: Mapping[str, float]
    clause: Mapping[str, float]
    own: AbstractSet[str]


def _told(claim: Statement, value: Value) -> _Told:
    content = {key: weight for key, weight in claim.content().items() if not _only_limits(claim, key)}
    signed = {_signed(claim.tokens[claim.places[key][0]]): weight for key, weight in content.items()}
    own = _clause_keys(claim, value)
    for each in claim.values:
        if each is not value:
            worth = {token.key: OWNED for token in claim.tokens[each.first : each.last] if token.key}
            content |= worth
            signed |= worth
    clause = {key: weight for key, weight in signed.items() if key in own}
    alone = all(each is value or (each.kind, each.unit) != (value.kind, value.unit) for each in claim.values)
    return _Told(content, clause, signed.keys() if alone else clause.keys())


def _only_limits(claim: Statement, key: str) -> bool:
    """Whether a concept stands only in front of a value, which it limits: less than one year."""
    firsts = [value.first for value in claim.values]
    return claim.tokens[claim.places[key][0]].weight <= DIRECTION_WEIGHT and all(
        any(0 < first - at <= _LIMIT_REACH for first in firsts) for at in claim.places[key]
    )


def _signed(token: Token) -> str:
    return token.key if token.sign > 0 else f"not {token.key}"


def _is_nearer(told: _Told, mine: Placed, theirs: Placed) -> bool:
    """Whether all that the one value's sentence, or clause, holds of a claim the other's holds, and more."""
    if mine[2] is theirs[2]:
        mine_says, they_say = (_clause_keys(statement, value) for _, value, statement in (mine, theirs))
        if _tells_apart(told.own, mine_says, they_say):
            return True
        near, far = told.clause.keys() & mine_says, told.clause.keys() & they_say
        return (
            far < near
            and sum(told.clause[key] for key in near - far) >= OWNED_IN_CLAUSE
            and not _tells_apart(told.own, they_say, mine_says)
        )
    content = told.content
    near, far = ({key for key in content if key in statement.places} for _, _, statement in (mine, theirs))
    least = max(OWNED, OWNED_SHARE * sum(content.values()))
    return far < near and sum(content[key] for key in near - far) >= least


def _tells_apart(said: AbstractSet[str], mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether a claim says all that only one clause says, and not all that only the other says.

    30 days in the free plan and 90 days in the paid plan: who speaks of the paid plan speaks of 90 days.
    """
    return mine - theirs <= said and not mine <= theirs and not theirs - mine <= said


def _clause_keys(statement: Statement, value: Value) -> frozenset[str]:
    """Give the concepts of the clause that a value stands in."""
    keys: set[str] = set()
    opening: Token | None = None
    acts = 0
    at = 0
    for step, begin in ((1, value.last), (-1, value.first - 1)):
        at = begin
        while 0 <= at < len(statement.tokens) and abs(at - value.first) < CLAUSE_AT_MOST:
            token = statement.tokens[at]
            if token.text in _CLAUSE_MARKS or token.word in CONJUNCTIONS or token.word in {"who", "which"}:
                break
            if token.weight > 0 or token.kind is Kind.NUMBER:
                keys.add(_signed(token))
                if step < 0 and token.weight > 0 and not is_class(token.word, "r"):
                    opening, acts = token, acts + is_action(token)
            at += step
    if at >= 0 and opening is not None and acts == 1 and is_action(opening):
        # "patented in 1962 and sold in 1965": a clause that begins with its verb has the subject of the sentence
        keys.update(map(_signed, subject_of(statement.tokens)))
    return frozenset(keys)


def counted_by(statement: Statement, value: Value) -> str:
    """Give what a bare number counts: the word directly after it."""
    if value.kind != "number" or value.unit is not None or value.last >= len(statement.tokens):
        return ""
    after = statement.tokens[value.last]
    return after.key if after.kind is Kind.WORD and after.weight > 0 else ""
