"""Whether a claim and an evidence sentence can both be true: every typed contradiction but that of values.

Each check speaks only where the two share subject and predicate. A claim that any near sentence carries without
contradiction is not contradicted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from screwtape.core.facts.negation import is_denied
from screwtape.core.facts.strength import (
    doubts,
    is_doubtful_unspaced,
    is_softened,
    overstates,
)
from screwtape.core.judge.bindings import misbound_name, sibling
from screwtape.core.judge.cases import Parts, parts_of
from screwtape.core.judge.code_words import misspelled_code
from screwtape.core.judge.names import misplaced_name
from screwtape.core.judge.opposites import opposed_pair
from screwtape.core.judge.persons import other_holder
from screwtape.core.judge.restrictions import taken_back
from screwtape.core.judge.roles import reversed_unspaced, swapped_ends
from screwtape.core.judge.siblings import exchanged
from screwtape.core.judge.steps import is_out_of_order
from screwtape.core.judge.support import Support
from screwtape.core.judge.unspaced import replaced
from screwtape.core.language.stems import stem
from screwtape.core.language.tokens import Kind
from screwtape.core.language.vocabulary import concept
from screwtape.core.statements import Statement

SHARED: Final = 0.6
"""Share of a claim's content that a sentence must hold before the two are compared."""
UNSPACED_SHARED: Final = 0.4
"""The same where content is pairs of characters, of which one other word takes three."""
DOUBT_SHARED: Final = 0.5
"""The same for doubt, whose verb is often another one: may be linked to, causes."""
CLEARING: Final = 0.8
"""Share of the claim that a sentence must hold to clear it of what another sentence says."""
EXEMPTING: Final = 0.9
"""A sentence this near to the best one, without contradiction, clears the claim."""
NEAR_COPY: Final = 0.6
"""Share of a sentence that a claim must hold in turn for a word of degree or doubt to be about the same thing."""
_FEW: Final = 5
_DENIED_SHARE_OF_FEW: Final = 0.2
_DENIED_SHARE: Final = 0.25
"""Share of the common content that must stand under another negation; less is an accident of scope."""


ROLES_SHARED: Final = 0.85
"""Share from which two sentences are copies near enough to compare roles."""
QUALIFIED: Final = 2
"""Content words after a word of degree or doubt that may be what it is about: most blue whales, may be linked to."""
_UNSPACED_CLAUSES: Final = re.compile("[\u3001\u3002\uff0c\uff1b;\u201c]|,(?!\\d)")
_PRONOUNS: Final = frozenset(
    """it its he she him her his they them their this these es sie ihn ihm er ihr ihre il elle ils elles le la lo los
    las     él ella ellos он она оно они его её их αυτό το τον την هو هي هذا यह वह इसे उसे""".split()
)
_FORBIDDING: Final = frozenset("do don't never no avoid nicht ne не μην لا".split())
_ALLOW: Final = concept("allow").key
_HINDERING: Final = frozenset({"prevent", "block"})
"""Words of the same concept that hinder what happens, where a ban denies what may be done."""
_SHORT: Final = 14
_CARRIED: Final = 200
"""Characters between a name and a pronoun for it."""
AROUND: Final = 6
"""Tokens to each side of a word that are its place."""
LEAST_REST: Final = 1.0
"""Content beside a name that must be shared before the name can be in another's place."""


_Check = Callable[[Support, Statement], tuple[str, str] | None]
"""A comparison of a claim with a sentence that gives the code of what it finds and what to say of it."""


class Conflict(NamedTuple):
    """A contradiction: its code, what it says of the claim, and the sentence against it."""

    code: str
    message: str
    against: Statement


def conflict_of(support: Support) -> Conflict | None:
    """Find what contradicts a claim, if anything does and nothing near clears it."""
    worst: Conflict | None = None
    best_share = max((share for _, share in support.candidates), default=0.0)
    for statement, share in support.candidates:
        if worst is not None and share < EXEMPTING * best_share:
            break
        conflict = _between(support, statement, share)
        if conflict is None and share >= max(CLEARING, EXEMPTING * best_share):
            return _elsewhere(support)
        worst = worst or conflict
    return worst or _elsewhere(support)


def _elsewhere(support: Support) -> Conflict | None:
    """Find what several sentences together say against a claim: what it claims, they say of something else."""
    near = [statement for statement, _ in support.candidates]
    holder = other_holder(support.claim, near)
    if holder is not None:
        told = f"the evidence says \u201c{holder.known}\u201d where the claim says \u201c{holder.said}\u201d"
        return Conflict("name_conflict", told, holder.against)
    exchange = exchanged(support.claim, near)
    if exchange is not None:
        told = f"the evidence says it of \u201c{exchange.known}\u201d, not of \u201c{exchange.said}\u201d"
        return Conflict("wrong_subject", told, exchange.against)
    bound = misbound_name(support) or sibling(support)
    if bound is None:
        return None
    told = f"\u201c{bound.said}\u201d stands where the evidence has \u201c{bound.known}\u201d"
    return Conflict("name_conflict", told, bound.against)


def _between(support: Support, statement: Statement, share: float) -> Conflict | None:
    taken = taken_back(support.claim, statement) if share >= SHARED else None
    if taken is not None:
        return Conflict(*taken, statement) if taken.code else None
    parts = parts_of(support.claim, statement) if share >= SHARED else None
    if parts is Parts.SWAPPED and share >= ROLES_SHARED and not swapped_ends(support.claim, statement):
        near = _is_near_copy(support.claim, statement)
        return Conflict("role_swap" if near else "roles_unclear", "the two change places", statement)
    for check in _checks(support, statement, share, parts):
        told = check(support, statement)
        if told is not None:
            return Conflict(*told, statement)
    misnamed = _name(support, statement) if parts is None else None
    if misnamed is not None:
        return misnamed
    return _overclaimed(support.claim, statement) if share >= DOUBT_SHARED else None


def _checks(support: Support, statement: Statement, share: float, parts: Parts | None) -> Sequence[_Check]:
    """Give the checks for which a sentence is near enough.

    What the sentence tells from the other side has its opposites and its order turned as well.
    """
    if share >= SHARED:
        return (*(_OF_THE_OTHER_SIDE if parts is Parts.OTHER_SIDE else _CHECKS), _unspaced)
    carried = (_polarity,) if _carries_on(support, statement) else ()
    unspaced = share >= UNSPACED_SHARED and support.claim.tokens[0].kind is Kind.PAIR
    return (*carried, _opposites, _unspaced) if unspaced else carried


def _carries_on(support: Support, statement: Statement) -> bool:
    """Whether a sentence goes on about what a sentence before it named, and holds all else that the claim says."""
    forbids = bool(statement.tokens) and statement.tokens[0].word in _FORBIDDING and len(statement.tokens) <= _SHORT
    if not forbids and not any(token.word in _PRONOUNS for token in statement.tokens):
        return False
    if any(name.certain for name in statement.names):
        return False
    topic = {key for key in support.content if key not in statement.places}
    rest = len(support.content) - len(topic)
    return (
        bool(topic)
        and rest > (not forbids)
        and any(
            other.source == statement.source
            and 0 <= statement.start - other.end <= _CARRIED
            and topic <= other.places.keys()
            for other, _ in support.candidates
        )
    )


def _polarity(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare the signs of the shared concepts: opposites, negations, and one making up for the other."""
    claim = support.claim
    shared = [key for key in support.content if key in statement.places and not _bounds_number(claim, key)]
    if claim.denied != _is_denied_near(claim, statement) and any(
        claim.tokens[claim.places[key][0]].kind is Kind.PAIR for key in shared
    ):
        return "negation", "one of the two is in the negative"
    turned: list[str] = []
    agreed = False
    forbidden = _forbids_alone(claim, statement) != _forbids_alone(statement, claim)
    for key in shared:
        mine, theirs = claim.places[key][0], statement.places[key][0]
        opposite = claim.tokens[mine].sign != statement.tokens[theirs].sign
        theirs_signs = statement.signs(key)
        if claim.signs(key).isdisjoint(theirs_signs):
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
            turned.append(key)
        elif len(theirs_signs) > 1 and len(claim.signs(key)) == 1 and _said_otherwise(claim, statement, key):
            return "opposite", f"the evidence says the opposite of \u201c{claim.tokens[mine].text}\u201d there"
        else:
            agreed = agreed or opposite or (mine in claim.negated and theirs in statement.negated)
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


def _forbids_alone(one: Statement, other: Statement) -> bool:
    """Whether a text says by a word of its own that something is not allowed, which denies what the other says."""
    if _ALLOW not in one.places or _ALLOW in other.places or one.signs(_ALLOW) != {-1}:
        return False
    return all(stem(one.tokens[at].word) not in _HINDERING for at in one.places[_ALLOW])


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


def _quantity(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare how many or how often, where both texts say it of the same word."""
    claim = support.claim
    for mine in claim.quantifiers:
        theirs = [
            known
            for known in statement.quantifiers
            if known.scale == mine.scale and _words_after(claim, mine.at) & _words_after(statement, known.at)
        ]
        if theirs and all(overstates(mine, known) for known in theirs):
            said, known_as = claim.tokens[mine.at].text, statement.tokens[theirs[0].at].text
            told = f"\u201c{said}\u201d is more than \u201c{known_as}\u201d"
            return ("quantifier" if _is_near_copy(claim, statement) else "overstatement"), told
    return None


def _words_after(statement: Statement, at: int) -> frozenset[str]:
    """Give the content words next after a token, or before it at the end of a sentence: what it qualifies."""
    after = [token.key for token in statement.tokens[at + 1 :] if token.weight > 0]
    before = [token.key for token in statement.tokens[:at] if token.weight > 0]
    return frozenset(after[:QUALIFIED] or before[-QUALIFIED:])


def _is_near_copy(claim: Statement, statement: Statement) -> bool:
    """Whether a claim holds nearly all that a sentence says, so that what differs is about the same thing."""
    content = statement.content()
    held = sum(weight for key, weight in content.items() if key in claim.places)
    return held >= NEAR_COPY * sum(content.values())


def _exclusive(support: Support, statement: Statement) -> tuple[str, str] | None:
    claim = support.claim
    said = claim.exclusives
    if said and not statement.exclusives:
        return "exclusive", f"\u201c{claim.tokens[said[0]].text}\u201d shuts out what the evidence leaves open"
    return None


def _unspaced_roles(support: Support, statement: Statement) -> tuple[str, str] | None:
    if reversed_unspaced(support.claim, statement):
        return "role_swap", "the two change places"
    return None


def _ends(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare where something comes from and goes to."""
    if swapped_ends(support.claim, statement):
        return "role_swap", "where it begins and where it ends change places"
    return None


def _code(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare names in code, in which capitals count."""
    pair = misspelled_code(support.claim, statement)
    if pair is None:
        return None
    return "name_conflict", f"\u201c{pair[0]}\u201d stands where the evidence has \u201c{pair[1]}\u201d"


def _opposites(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare what the claim says with its opposite in a dictionary, said of the same."""
    pair = opposed_pair(support.claim, statement)
    if pair is None:
        return None
    return "opposite", f"\u201c{pair[0]}\u201d is the opposite of \u201c{pair[1]}\u201d"


def _unspaced(support: Support, statement: Statement) -> tuple[str, str] | None:
    found = replaced(support.claim, statement, [sentence for sentence, _ in support.candidates])
    if found is None:
        return None
    told = f"\u201c{found.said}\u201d stands where the evidence has \u201c{found.known}\u201d"
    return ("opposite" if found.opposite else "name_conflict"), told


def _name(support: Support, statement: Statement) -> Conflict | None:
    """Compare names where everything else of the claim is there."""
    strangers = {key for name in support.claim.names for key in name.keys if key not in statement.places}
    rest = {key: weight for key, weight in support.content.items() if key not in strangers}
    total = sum(rest.values())
    if total < LEAST_REST or sum(weight for key, weight in rest.items() if key in statement.places) < SHARED * total:
        return None
    pair = misplaced_name(support.claim, statement)
    if pair is None:
        return None
    told = f"\u201c{pair[0]}\u201d stands where the evidence has \u201c{pair[1]}\u201d"
    return Conflict("name_conflict", told, statement)


def _order(support: Support, statement: Statement) -> tuple[str, str] | None:
    if is_out_of_order(support.claim, statement):
        return "order", "the steps come in another order"
    return None


def _overclaimed(claim: Statement, statement: Statement) -> Conflict | None:
    """Compare certainty, where the doubt of a sentence is about something that the claim says."""
    doubted = any(
        key in claim.places for at in doubts(statement.tokens) for key in _words_after(statement, at)
    ) or is_doubtful_unspaced(statement.text)
    if doubted and not is_softened(claim.tokens, claim.text):
        code = "overclaim" if _is_near_copy(claim, statement) else "overstatement"
        return Conflict(code, "what the evidence holds possible is stated as certain", statement)
    return None


_CHECKS: Final[tuple[_Check, ...]] = (
    _unspaced_roles,
    _ends,
    _polarity,
    _opposites,
    _quantity,
    _order,
    _exclusive,
    _code,
)
_OF_THE_OTHER_SIDE: Final[tuple[_Check, ...]] = (_quantity, _exclusive)
