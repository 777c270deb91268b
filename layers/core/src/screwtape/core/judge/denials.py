"""Which of two texts denies what the other says: negations, opposites, and one making up for the other."""

from __future__ import annotations

import re
from typing import Final

from screwtape.core.facts.negation import is_denied
from screwtape.core.judge.opposites import both_ban, forbids_alone
from screwtape.core.judge.support import Support
from screwtape.core.language.tokens import Kind
from screwtape.core.statements import Statement

_DENIED_SHARE: Final = 0.25
"""Share of the common content that must stand under another negation; less is an accident of scope."""
_FEW: Final = 5
_DENIED_SHARE_OF_FEW: Final = 0.2
"""The same where no more concepts than these few are common, of which each weighs more."""
_UNSPACED_CLAUSES: Final = re.compile("[\u3001\u3002\uff0c\uff1b;\u201c]|,(?!\\d)")
_LEAST_CLAUSE: Final = 2
"""Content words of a claim that a clause must hold to be the one that says it."""
AROUND: Final = 6
"""Tokens to each side of a word that are its place."""


def polarity(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare the signs of the shared concepts: opposites, negations, and one making up for the other."""
    claim = support.claim
    shared = [key for key in support.content if key in statement.places and not _bounds_number(claim, key)]
    if claim.denied != _is_denied_near(claim, statement) and any(
        claim.tokens[claim.places[key][0]].kind is Kind.PAIR for key in shared
    ):
        return "negation", "one of the two is in the negative"
    turned: list[str] = []
    agreed = False
    forbidden = forbids_alone(claim, statement) != forbids_alone(statement, claim)
    for key in shared:
        apart = claim.signs(key).isdisjoint(statement.signs(key))
        told = _opposed(claim, statement, key, apart=apart, forbidden=forbidden)
        if told is not None:
            if _told_by_another(support, statement, key):
                continue
            return told
        both = _both_denied(claim, statement, key)
        if apart or (forbidden and not both):
            turned.append(key)
        agreed = agreed or (forbidden if apart else both or (not forbidden and _agree_otherwise(claim, statement, key)))
    least = _DENIED_SHARE_OF_FEW if len(shared) <= _FEW else _DENIED_SHARE
    weight, common = (sum(support.content[key] for key in keys) for keys in (turned, shared))
    if agreed or not turned or weight < least * common:
        return None
    denied = any(place in claim.negated for key in turned for place in claim.places[key])
    return "negation", "the claim denies it" if denied else "the evidence denies it"


def _told_by_another(support: Support, statement: Statement, key: str) -> bool:
    """Whether another sentence has a concept as the claim has it, in a clause that is more like the claim's own.

    "Removed in 5.0" is told by what 5.0 removes, whatever 4.2 adds.
    """
    claim = support.claim
    own = _clause_around(claim, key)
    here = len(own & _clause_around(statement, key))
    return any(
        other is not statement
        and key in other.places
        and not claim.signs(key).isdisjoint(other.signs(key))
        and len(own & _clause_around(other, key)) > here
        for other, _ in support.candidates
    )


def _clause_around(statement: Statement, key: str) -> frozenset[str]:
    """Give the concepts and numbers of the clause in which a concept first stands."""
    at = statement.places[key][0]
    clause = next((each for each in statement.clauses if each.first <= at < each.last), None)
    within = statement.tokens[clause.first : clause.last] if clause is not None else statement.tokens
    return frozenset(token.key for token in within if token.weight > 0 or token.kind is Kind.NUMBER)


def _opposed(
    claim: Statement, statement: Statement, key: str, *, apart: bool, forbidden: bool
) -> tuple[str, str] | None:
    """Tell a concept that one text has as it is and the other as its opposite, negations counted.

    ``apart`` says that its signs differ, ``forbidden`` that one text forbids by a word of its own, which may make up
    for two opposites in the other.
    """
    mine, theirs = claim.tokens[claim.places[key][0]], statement.tokens[statement.places[key][0]]
    if apart:
        if mine.sign == theirs.sign:
            return None
        return "opposite", f"\u201c{mine.text}\u201d is the opposite of \u201c{theirs.text}\u201d"
    if forbidden or len(claim.signs(key)) > 1 or len(statement.signs(key)) == 1:
        return None
    if not (_said_otherwise(claim, statement, key) or _clause_says_otherwise(claim, statement, key)):
        return None
    return "opposite", f"the evidence says the opposite of \u201c{mine.text}\u201d there"


def _both_denied(claim: Statement, statement: Statement, key: str) -> bool:
    """Whether both texts deny a concept where they first have it."""
    return claim.places[key][0] in claim.negated and statement.places[key][0] in statement.negated


def _agree_otherwise(claim: Statement, statement: Statement, key: str) -> bool:
    """Whether two texts whose signs of a concept meet agree in it by other words: an opposite denied, or two bans."""
    mine, theirs = claim.tokens[claim.places[key][0]], statement.tokens[statement.places[key][0]]
    return mine.sign != theirs.sign or both_ban(key, claim, statement)


def _is_denied_near(claim: Statement, statement: Statement) -> bool:
    """Whether the clause of a sentence without spaces that is nearest to a claim is in the negative."""
    if not statement.denied or _UNSPACED_CLAUSES.search(claim.text.strip()[:-1]):
        return statement.denied
    pairs = [token.text for token in claim.tokens if token.kind is Kind.PAIR and token.weight > 0]
    clauses = _UNSPACED_CLAUSES.split(statement.text)
    return is_denied(max(clauses, key=lambda clause: sum(pair in clause for pair in pairs)))


def _said_otherwise(claim: Statement, statement: Statement, key: str) -> bool:
    """Whether a sentence with a word and its opposite has the opposite in the place that the claim speaks of."""
    mine = claim.places[key][0]
    if _said_beside_number(claim, statement, key):
        return False
    around = _words_around(claim, mine)
    ranked = sorted(
        ((len(around & _words_around(statement, at)), at) for at in statement.places[key]),
        reverse=True,
    )
    (most, nearest), (next_most, _) = ranked[0], ranked[1]
    numbers = {token.key for token in claim.tokens if token.kind is Kind.NUMBER}
    valued = not numbers.isdisjoint(around & _words_around(statement, nearest))
    return most > next_most and valued and statement.tokens[nearest].sign != claim.tokens[mine].sign


def _clause_says_otherwise(claim: Statement, statement: Statement, key: str) -> bool:
    """Whether of a sentence's clauses the only one that holds all of a claim has a word in its opposite."""
    content = claim.content()
    whole = [clause for clause in statement.clauses if clause.keys >= content.keys()]
    if len(content) < _LEAST_CLAUSE or len(whole) != 1 or claim.values:
        return False
    places = [at for at in statement.places[key] if whole[0].first <= at < whole[0].last]
    signs = {statement.tokens[at].sign * (-1 if at in statement.negated else 1) for at in places}
    return claim.signs(key).isdisjoint(signs)


def _said_beside_number(claim: Statement, statement: Statement, key: str) -> bool:
    """Whether a clause that has a number of the claim has the word, and not its opposite."""
    numbers = {token.key for token in claim.tokens if token.kind is Kind.NUMBER}
    sign = claim.tokens[claim.places[key][0]].sign
    return any(
        key in clause.keys
        and not numbers.isdisjoint(token.key for token in statement.tokens[clause.first : clause.last])
        and all(token.sign == sign for token in statement.tokens[clause.first : clause.last] if token.key == key)
        for clause in statement.clauses
    )


def _words_around(statement: Statement, at: int) -> frozenset[str]:
    """Give the content words and numbers near a token."""
    near = statement.tokens[max(0, at - AROUND) : at + AROUND + 1]
    return frozenset(token.key for token in near if token.weight > 0 or token.kind is Kind.NUMBER)


def _bounds_number(claim: Statement, key: str) -> bool:
    """Whether a concept only bounds a number, as in "less than 50", which is compared with the number."""
    at = claim.places[key][0]
    than, number = claim.tokens[at + 1 : at + 2], claim.tokens[at + 2 : at + 3]
    return bool(number) and than[0].word == "than" and number[0].kind is Kind.NUMBER
