"""Whether a claim and an evidence sentence can both be true: every typed contradiction but that of values.

Each check speaks only where the two share subject and predicate. A claim that any near sentence carries without
contradiction is not contradicted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from screwtape.core.facts.negation import is_denied_as_whole
from screwtape.core.facts.strength import (
    doubts,
    exclusives,
    is_allowed,
    is_demanded,
    is_doubtful_unspaced,
    is_softened,
    overstates,
    quantifiers,
)
from screwtape.core.judge.bindings import misbound_name, misbound_value, sibling, turned_ends
from screwtape.core.judge.names import misplaced_name, swapped_roles
from screwtape.core.judge.order import opposite_beside_value, turned_verb, turns_with_order
from screwtape.core.judge.steps import is_out_of_order
from screwtape.core.judge.support import Support
from screwtape.core.judge.unspaced import replaced
from screwtape.core.language.tokens import Kind
from screwtape.core.statements import Statement

SHARED: Final = 0.6
"""Share of a claim's content that a sentence must hold before the two are compared."""
DOUBT_SHARED: Final = 0.5
"""The same for doubt, whose verb is often another one: may be linked to, causes."""
CLEARING: Final = 0.8
"""Share of the claim that a sentence must hold to clear it of what another sentence says."""
EXEMPTING: Final = 0.9
"""A sentence this near to the best one, without contradiction, clears the claim."""
NEAR_COPY: Final = 0.6
"""Share of a sentence that a claim must hold in turn for a word of degree or doubt to be about the same thing."""
_DENIED_SHARE: Final = 0.2
"""Share of the common content that must stand under another negation; less is an accident of scope."""


ROLES_SHARED: Final = 0.85
"""Share from which two sentences are copies near enough to compare roles."""
QUALIFIED: Final = 2
"""Content words after a word of degree or doubt that may be what it is about: most blue whales, may be linked to."""
LEAST_REST: Final = 1.0
"""Content beside a name that must be shared before the name can be in another's place."""


class Conflict(NamedTuple):
    """A contradiction: its code, what it says of the claim, and the sentence against it."""

    code: str
    message: str
    against: Statement


def conflict_of(support: Support) -> Conflict | None:
    """Find what contradicts a claim, if anything does and nothing near clears it."""
    for code, bound in (
        ("name_conflict", misbound_name(support) or sibling(support)),
        ("value_conflict", misbound_value(support)),
    ):
        if bound is not None:
            told = f"\u201c{bound.said}\u201d stands where the evidence has \u201c{bound.known}\u201d"
            return Conflict(code, told, bound.against)
    worst: Conflict | None = None
    best_share = max((share for _, share in support.candidates), default=0.0)
    for statement, share in support.candidates:
        if worst is not None and share < EXEMPTING * best_share:
            break
        conflict = _between(support, statement, share)
        if conflict is None and share >= max(CLEARING, EXEMPTING * best_share):
            return None
        worst = worst or conflict
    return worst


def _between(support: Support, statement: Statement, share: float) -> Conflict | None:
    if share >= SHARED:
        for check in _CHECKS:
            told = check(support, statement)
            if told is not None:
                return Conflict(*told, statement)
    misnamed = _name(support, statement)
    if misnamed is not None:
        return misnamed
    return _overclaimed(support.claim, statement) if share >= DOUBT_SHARED else None


def _polarity(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare the signs of the shared concepts: opposites, negations, and one making up for the other."""
    claim = support.claim
    if swapped_roles(claim, statement) is False:
        return None
    beside = opposite_beside_value(claim, statement)
    if beside is not None:
        return "opposite", f"\u201c{beside[0]}\u201d is the opposite of \u201c{beside[1]}\u201d"
    shared = [
        key
        for key in support.content
        if key in statement.places and not _bounds_number(claim, key) and not turns_with_order(claim, statement, key)
    ]
    if claim.denied != statement.denied and any(
        is_denied_as_whole(claim.tokens[claim.places[key][0]]) for key in shared
    ):
        return "negation", "one of the two is in the negative"
    turned: list[str] = []
    agreed = False
    for key in shared:
        mine, theirs = claim.places[key][0], statement.places[key][0]
        opposite = claim.tokens[mine].sign != statement.tokens[theirs].sign
        if claim.signs(key).isdisjoint(statement.signs(key)):
            if opposite:
                return (
                    "opposite",
                    (
                        f"\u201c{claim.tokens[mine].text}\u201d is the opposite of "
                        f"\u201c{statement.tokens[theirs].text}\u201d"
                    ),
                )
            turned.append(key)
        else:
            agreed = agreed or opposite or (mine in claim.negated and theirs in statement.negated)
    weight = sum(support.content[key] for key in turned)
    if agreed or not turned or weight < _DENIED_SHARE * sum(support.content[key] for key in shared):
        return None
    denied = any(place in claim.negated for key in turned for place in claim.places[key])
    return "negation", "the claim denies it" if denied else "the evidence denies it"


def _bounds_number(claim: Statement, key: str) -> bool:
    """Whether a concept only bounds a number, as in "less than 50", which is compared with the number."""
    at = claim.places[key][0]
    than, number = claim.tokens[at + 1 : at + 2], claim.tokens[at + 2 : at + 3]
    return bool(number) and than[0].word == "than" and number[0].kind is Kind.NUMBER


def _quantity(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare how many or how often, where both texts say it of the same word."""
    claim = support.claim
    for mine in quantifiers(claim.tokens):
        theirs = [
            known
            for known in quantifiers(statement.tokens)
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
    said = exclusives(claim.tokens)
    if said and not exclusives(statement.tokens):
        return "exclusive", f"\u201c{claim.tokens[said[0]].text}\u201d shuts out what the evidence leaves open"
    return None


def _roles(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare who does what to whom, in near copies only: in long sentences names stand around many verbs."""
    held = sum(weight for key, weight in support.content.items() if key in statement.places)
    if held < ROLES_SHARED * sum(support.content.values()):
        return None
    if swapped_roles(support.claim, statement):
        near = _is_near_copy(support.claim, statement)
        return ("role_swap" if near else "roles_unclear"), "the two change places"
    return None


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


def _unspaced(support: Support, statement: Statement) -> tuple[str, str] | None:
    found = replaced(support.claim, statement, [sentence for sentence, _ in support.candidates])
    if found is None:
        return None
    told = f"\u201c{found.said}\u201d stands where the evidence has \u201c{found.known}\u201d"
    return ("opposite" if found.opposite else "name_conflict"), told


def _verb(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare who does what to what around a verb, in near copies."""
    if _is_near_copy(support.claim, statement):
        verb = turned_verb(support.claim, statement)
        if verb is not None:
            return "role_swap", f"around \u201c{verb}\u201d the two change places"
    return None


def _ends(support: Support, statement: Statement) -> tuple[str, str] | None:
    turned = turned_ends(support.claim, statement)
    if turned is None:
        return None
    return "role_swap", f"it has \u201c{turned.said}\u201d at the end where the evidence has \u201c{turned.known}\u201d"


def _order(support: Support, statement: Statement) -> tuple[str, str] | None:
    claim = support.claim
    turned = any(key in statement.places and turns_with_order(claim, statement, key) for key in claim.places)
    if not turned and is_out_of_order(claim, statement):
        return "order", "the steps come in another order"
    return None


def _overclaimed(claim: Statement, statement: Statement) -> Conflict | None:
    """Compare certainty, where the doubt of a sentence is about something that the claim says."""
    doubted = any(
        key in claim.places for at in doubts(statement.tokens) for key in _words_after(statement, at)
    ) or is_doubtful_unspaced(statement.text)
    if is_demanded(claim.tokens) and is_allowed(statement.tokens) and not is_demanded(statement.tokens):
        return Conflict("overclaim", "what the evidence allows is stated as demanded", statement)
    if doubted and not is_softened(claim.tokens, claim.text):
        code = "overclaim" if _is_near_copy(claim, statement) else "overstatement"
        return Conflict(code, "what the evidence holds possible is stated as certain", statement)
    return None


_CHECKS: Final[tuple[Callable[[Support, Statement], tuple[str, str] | None], ...]] = (
    _roles,
    _ends,
    _verb,
    _unspaced,
    _polarity,
    _quantity,
    _order,
    _exclusive,
)
