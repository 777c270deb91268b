"""Whether a claim and an evidence sentence can both be true: every typed contradiction but that of values.

Each check speaks only where the two share subject and predicate. A claim that any near sentence carries without
contradiction is not contradicted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from screwtape.core.judge.agents import other_agent
from screwtape.core.judge.bindings import misbound_name, sibling
from screwtape.core.judge.code_words import misspelled_code
from screwtape.core.judge.degrees import exclusive, is_near_copy, overclaimed, quantity
from screwtape.core.judge.denials import polarity
from screwtape.core.judge.kinship import other_relative
from screwtape.core.judge.names import misplaced_name
from screwtape.core.judge.opposites import opposed_pair
from screwtape.core.judge.persons import other_holder
from screwtape.core.judge.restrictions import taken_back
from screwtape.core.judge.roles import (
    ROLES_SHARED,
    Roles,
    reversed_unspaced,
    roles_between,
    swapped_ends,
    turned_to_choice,
)
from screwtape.core.judge.scopes import is_other_day
from screwtape.core.judge.siblings import exchanged
from screwtape.core.judge.steps import is_out_of_order
from screwtape.core.judge.support import Support
from screwtape.core.judge.tenses import other_time
from screwtape.core.judge.unspaced import replaced
from screwtape.core.judge.withheld import withheld
from screwtape.core.language.tokens import Kind
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
_PRONOUNS: Final = frozenset(
    """it its he she him her his they them their this these es sie ihn ihm er ihr ihre il elle ils elles le la lo los
    las     él ella ellos он она оно они его её их αυτό το τον την هو هي هذا यह वह इसे उसे""".split()
)
_FORBIDDING: Final = frozenset("do don't never no avoid nicht ne не μην لا".split())
_SHORT: Final = 14
_CARRIED: Final = 200
"""Characters between a name and a pronoun for it."""
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
    agent = other_agent(support.claim, near)
    if agent is not None:
        return Conflict("name_conflict", f"the evidence says it was \u201c{agent.known}\u201d", agent.against)
    kept = withheld(support.claim, near)
    if kept is not None:
        return Conflict("negation", f"the evidence says of \u201c{kept.item}\u201d: {kept.verb}", kept.against)
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
    return None if is_other_day(support.claim, statement) else _compared(support, statement, share)


def _compared(support: Support, statement: Statement, share: float) -> Conflict | None:
    roles = roles_between(support.claim, statement) if share >= SHARED else None
    if roles is Roles.SWAPPED and _has_same_condition(support.claim, statement):
        roles = None
    is_moved = roles in {Roles.SWAPPED, Roles.UNCLEAR} and _is_held(support, statement)
    if is_moved and roles is Roles.SWAPPED and is_near_copy(support.claim, statement):
        return Conflict("role_swap", "the two change places", statement)
    for check in _checks(support, statement, share):
        if check in _EXCUSED.get(roles, ()):
            continue
        told = check(support, statement)
        if told is not None:
            return Conflict(*told, statement)
    misnamed = _name(support, statement) if roles not in _PARTS_TOLD else None
    if misnamed is not None:
        return misnamed
    if is_moved:
        return Conflict("roles_unclear", "the two change places", statement)
    told = overclaimed(support.claim, statement) if share >= DOUBT_SHARED else None
    return Conflict(*told, statement) if told is not None else None


def _has_same_condition(claim: Statement, statement: Statement) -> bool:
    """Whether both hold on the same condition, which may stand before or behind what it is for."""
    mine, theirs = (
        {each.tokens[at].key for found in each.restrictions if found.kind == "condition" for at in found.focus}
        for each in (claim, statement)
    )
    return bool(mine) and mine == theirs


def _checks(support: Support, statement: Statement, share: float) -> Sequence[_Check]:
    """Give the checks for which a sentence is near enough."""
    if share >= SHARED:
        return (*_CHECKS, _unspaced)
    carried = (polarity,) if _carries_on(support, statement) else ()
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


def _is_held(support: Support, statement: Statement) -> bool:
    """Whether a sentence holds nearly all of a claim: in long sentences names stand around many verbs."""
    held = sum(weight for key, weight in support.content.items() if key in statement.places)
    return held >= ROLES_SHARED * sum(support.content.values())


def _reversed(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare who does what to whom where no form says it, as in Chinese."""
    return ("role_swap", "the two change places") if reversed_unspaced(support.claim, statement) else None


def _relatives(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare which relatives the two texts speak of."""
    pair = other_relative(support.claim, statement)
    if pair is None:
        return None
    return "name_conflict", f"\u201c{pair[0]}\u201d stands where the evidence has \u201c{pair[1]}\u201d"


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


def _time(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare what is done with what is to come."""
    pair = other_time(support.claim, statement)
    if pair is None:
        return None
    return "opposite", f"of \u201c{pair[0]}\u201d and \u201c{pair[1]}\u201d one is done and one is to come"


def _choice(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare both with either."""
    joint = turned_to_choice(support.claim, statement)
    return ("overstatement", f"\u201c{joint}\u201d is not how the evidence joins the two") if joint else None


def _order(support: Support, statement: Statement) -> tuple[str, str] | None:
    if is_out_of_order(support.claim, statement):
        return "order", "the steps come in another order"
    return None


_CHECKS: Final[tuple[_Check, ...]] = (
    _reversed,
    _ends,
    _relatives,
    _time,
    polarity,
    _opposites,
    quantity,
    _order,
    exclusive,
    _choice,
    _code,
)
_PARTS_TOLD: Final = frozenset({Roles.KEPT, Roles.TURNED})
_EXCUSED: Final[dict[Roles | None, tuple[_Check, ...]]] = {
    Roles.KEPT: (_reversed, _unspaced),
    Roles.ORDERED: (_order,),
    Roles.TURNED: (polarity, _opposites, _order, _reversed, _unspaced),
}
"""What the order of words or an opposite would say against a claim whose words keep their parts."""
