"""Opposites that only a dictionary knows: depressant and stimulant, shallow and deep; and those of unspaced scripts."""

from __future__ import annotations

from typing import Final

from screwtape.core.judge.vicinity import are_opposed
from screwtape.core.language.lexicon import is_english
from screwtape.core.language.small_words import ENGLISH_ARTICLES
from screwtape.core.language.stems import stem
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.vocabulary import UNSPACED_OPPOSITES, concept
from screwtape.core.statements import Statement

_WORDS_AT_MOST: Final = 12
_POSSIBLE: Final = "possible"
_ALLOW: Final = concept("allow").key
_HINDERING: Final = frozenset({"prevent", "block"})
"""Words of the same concept that hinder what happens, where a ban denies what may be done."""
_BANS: Final = frozenset({"禁止", "不可", "不得"})
_BESIDE: Final = 2
"""Content words to either side of an opposite, one of which both texts must have."""


def opposed_pair(claim: Statement, statement: Statement) -> tuple[str, str] | None:
    """Find a word of the claim that the sentence lacks and has the opposite of, beside the same words."""
    mine = list(_own(claim, statement))[:_WORDS_AT_MOST]
    theirs = list(_own(statement, claim))[:_WORDS_AT_MOST]
    for left in mine:
        for right in theirs:
            said, known = claim.tokens[left], statement.tokens[right]
            if (left in claim.negated) != (right in statement.negated) or said.kind is not known.kind:
                continue
            if not _BANS.isdisjoint({said.word, known.word}) and claim.denied == statement.denied:
                continue  # a ban is a denial already: what is banned is not allowed
            if _opposed(said, known) and _beside(claim, left) & _beside(statement, right):
                return said.text, known.text
    return None


def _own(statement: Statement, other: Statement) -> list[int]:
    """Give the content words that another text does not have, values aside."""
    inside = statement.value_tokens
    return [
        at
        for at, token in enumerate(statement.tokens)
        if token.weight > 0 and token.key not in other.places and at not in inside and _may_oppose(token)
    ]


def _may_oppose(token: Token) -> bool:
    if token.kind is Kind.PAIR:
        return token.word in UNSPACED_OPPOSITES
    return token.kind is Kind.WORD and is_english(token.word)


def _opposed(said: Token, known: Token) -> bool:
    if said.kind is Kind.PAIR:
        mine, theirs = UNSPACED_OPPOSITES[said.word], UNSPACED_OPPOSITES[known.word]
        return mine.key == theirs.key and mine.sign != theirs.sign
    return are_opposed(said, known)


def _beside(statement: Statement, at: int) -> frozenset[str]:
    """Give the keys of the content words next to a token, numbers among them."""
    keys: list[str] = []
    for step in (-1, 1):
        place, taken = at + step, 0
        while 0 <= place < len(statement.tokens) and taken < _BESIDE * (1 + (statement.tokens[at].kind is Kind.PAIR)):
            token = statement.tokens[place]
            if token.weight > 0 or token.kind is Kind.NUMBER:
                keys.append(token.key)
                taken += 1
            place += step
    return frozenset(keys)


def forbids_alone(one: Statement, other: Statement) -> bool:
    """Whether a text says by a word of its own that something is not allowed, which denies what the other says."""
    if _POSSIBLE in one.places and _POSSIBLE not in other.places and one.signs(_POSSIBLE) == {-1}:
        return True
    if _ALLOW not in one.places or _ALLOW in other.places or one.signs(_ALLOW) != {-1}:
        return False
    return all(
        stem(one.tokens[at].word) not in _HINDERING and not (at and one.tokens[at - 1].word in ENGLISH_ARTICLES)
        for at in one.places[_ALLOW]
    ) and any(
        _ALLOW in clause.keys and 2 * len(clause.keys & other.places.keys()) > len(other.places)
        for clause in one.clauses
    )


def both_ban(key: str, claim: Statement, statement: Statement) -> bool:
    """Whether both hinder or forbid, of which one word denies by itself and another does not: prevents, blocks."""
    return (
        key == _ALLOW
        and claim.signs(key) == statement.signs(key)
        and (claim.tokens[claim.places[key][0]].sign == statement.tokens[statement.places[key][0]].sign < 0)
    )
