"""Which of two texts denies what the other says: negations, opposites, and one making up for the other."""

from __future__ import annotations

import re
from typing import Final

from screwtape.core.facts.negation import is_denied
from screwtape.core.judge.opposites import both_ban, forbids_alone
from screwtape.core.judge.support import Support
from screwtape.core.language.tokens import Kind
from screwtape.core.statements import Statement

_FEW: Final = 5

_DENIED_SHARE_OF_FEW: Final = 0.2

_DENIED_SHARE: Final = 0.25
"""Share of the common content that must stand under another negation; less is an accident of scope."""

_UNSPACED_CLAUSES: Final = re.compile("[\u3001\u3002\uff0c\uff1b;\u201c]|,(?!\\d)")

_NEARER: Final = 2
"""Words more beside one sentence's word than beside another's from which a claim speaks of the former."""
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
        mine, theirs = claim.places[key][0], statement.places[key][0]
        opposite = claim.tokens[mine].sign != statement.tokens[theirs].sign
        theirs_signs = statement.signs(key)
        if claim.signs(key).isdisjoint(theirs_signs):
            if opposite and _said_nearer(support, statement, key):
                continue
            if opposite:
                return (
                    "opposite",
                    (
                        f"\u201c{claim.tokens[mine].text}\u201d is the opposite of "
                        f"\u201c{statement.tokens[theirs].text}\u201d"
                    ),
                )
            agreed = agreed or forbidden
            turned.append(key)
        elif forbidden:
            both = mine in claim.negated and theirs in statement.negated
            agreed = agreed or both
            turned += [] if both else [key]
        elif len(theirs_signs) > 1 and len(claim.signs(key)) == 1 and _said_otherwise(claim, statement, key):
            return "opposite", f"the evidence says the opposite of \u201c{claim.tokens[mine].text}\u201d there"
        else:
            agreed = (
                agreed
                or opposite
                or both_ban(key, claim, statement)
                or (mine in claim.negated and theirs in statement.negated)
            )
    weight = sum(support.content[key] for key in turned)
    if (
        agreed
        or not turned
        or weight
        < (_DENIED_SHARE_OF_FEW if len(shared) <= _FEW else _DENIED_SHARE) * sum(support.content[key] for key in shared)
    ):
        return None
    denied = any(place in claim.negated for key in turned for place in claim.places[key])
    return "negation", "the claim denies it" if denied else "the evidence denies it"


def _said_nearer(support: Support, statement: Statement, key: str) -> bool:
    """Whether another sentence has a word, and not its opposite, beside more of what the claim has beside it."""
    claim = support.claim
    mine = _words_around(claim, claim.places[key][0]) - {key}
    here = max(len(mine & _words_around(statement, at)) for at in statement.places[key])
    signs = claim.signs(key)
    return any(
        other is not statement
        and key in other.places
        and other.signs(key) == signs
        and max(len(mine & _words_around(other, at)) for at in other.places[key]) >= here + _NEARER
        for other, _ in support.candidates
    )


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
