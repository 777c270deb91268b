"""Each value of a claim against the values that stand in the same place in the evidence.

A value is matched by its like only where the words around it are the same as well: three engineers and five designers
are not five engineers. It is contradicted where another value has its place, and lost where nothing has.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, NamedTuple

from screwtape.core.facts import Relation, Value, is_plain, other_end, relation
from screwtape.core.judge.holders import CONJUNCTIONS, VALUES_AT_MOST, Holder, place_of
from screwtape.core.judge.vicinity import is_action, subject_of
from screwtape.core.language.lexicon import is_class
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.statements import Statement

SAME_PLACE: Final = 0.2
"""Alignment from which two values stand in one place."""
CONFLICT_SHARE: Final = 0.5
"""Share of the claim's content that a sentence must hold for its value to contradict."""
WHOLE_SHARE: Final = 0.9
"""Share from which the only value of a sentence has the place of a claim's value, however far its words are."""
MATCH_SHARE: Final = 0.15
"""Share from which a sentence is near enough to confirm a value."""
_BETTER_PLACED: Final = 0.85
"""A like value must be at least this well placed, against the best placed other value, to confirm."""
CLAUSE_AT_MOST: Final = 24
_CLAUSE_MARKS: Final = frozenset(", ; ( ) : . \uff0c \u3001 \uff1b \u060c".split())
OWNED_SHARE: Final = 0.2
OWNED_IN_CLAUSE: Final = 0.5
OWNED: Final = 0.9
"""Content that one sentence must hold beyond another to be the one about the claim's subject."""
_WEEK: Final = 7
_BEYOND: Final = frozenset({("at_most", "above"), ("at_least", "below"), ("below", "at_least"), ("above", "at_most")})
"""Limits of the evidence with what lies on their other side."""
_NEXT: Final = 3
"""Characters between a sentence and the next one."""
_THAT_LIMIT: Final = frozenset("amount limit threshold sum value betrag grenze importe límite montant limite".split())
_VAGUELY: Final = 0.5
"""How far a vague word, such as one or dozens, leaves a value open: not against what another value decides."""

Placed = tuple[float, Value, Statement]
"""An evidence value, how well it is placed for a claim's value, and its sentence."""
Stand = tuple[Value, Value, Statement]
"""A claimed value, an evidence value and the sentence that the latter stands in."""
_Staged = tuple[Holder, float]
"""A near sentence and the share of the claim that it holds."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a claim's values. ``where`` are the sentences that confirm them."""

    matched: tuple[Value, ...]
    lost: tuple[Value, ...]
    conflicts: tuple[Stand, ...]
    rivals: tuple[Stand, ...]
    """Other values in the place of a matched one: the evidence may disagree with itself."""
    where: tuple[Statement, ...]


def settle_values(claim: Statement, near: Sequence[tuple[Holder, float]], *, is_fragment: bool) -> Settled:
    """Decide each value of a claim over the sentences near it, given with the share of the claim they hold."""
    matched: list[Value] = []
    lost: list[Value] = []
    conflicts: list[Stand] = []
    rivals: list[Stand] = []
    where: list[Statement] = []
    staged: list[_Staged] = [
        (holder, share)
        for holder, share in near
        if share >= MATCH_SHARE or is_fragment or holder.statement.text.startswith("|")
    ]
    for value in claim.values[:VALUES_AT_MOST]:
        like, other, undecided = _stands(claim, value, staged, is_fragment=is_fragment)
        far, other = other, [stand for stand in other if stand[0] >= SAME_PLACE]
        best_like = max((score for score, _, _ in like), default=0.0)
        best_other = max((score for score, _, _ in other), default=0.0)
        owner = _owner(claim, value, like, far)
        if owner is not None:
            conflicts.append((value, owner[1], owner[2]))
        elif like and (best_like >= _BETTER_PLACED * best_other or _is_own(claim, value, like, far)):
            matched.append(value)
            where.extend(statement for _, _, statement in like)
            rivals.extend((value, known, statement) for _, known, statement in other)
        elif other and undecided <= _VAGUELY and not value.soft:
            _, known, statement = max(other, key=lambda stand: stand[0])
            conflicts.append((value, known, statement))
        elif not undecided and not value.soft and not is_plain(value) and not _is_list_number(claim, value):
            lost.append(value)
    lost.extend(claim.values[VALUES_AT_MOST:])
    return Settled(tuple(matched), tuple(lost), tuple(conflicts), tuple(rivals), tuple(where))


def alignment(left: Mapping[str, float], right: Mapping[str, float]) -> float:
    """Give how far two places are one: the shared words by their weight."""
    return sum(min(weight, right[key]) for key, weight in left.items() if key in right)


def _stands(
    claim: Statement, value: Value, staged: Sequence[_Staged], *, is_fragment: bool
) -> tuple[list[Placed], list[Placed], float]:
    """Give the like and the other values in the place of a claim's value, each with its alignment.

    And how far (0 to 1) a value that neither confirms nor contradicts leaves it open.
    """
    place: dict[str, float] | None = None
    like: list[Placed] = []
    other: list[Placed] = []
    undecided = 0.0
    for holder, said in staged:
        statement = holder.statement
        headed = _is_headed(claim, holder)
        share = max(said, WHOLE_SHARE) if headed else said
        for known in holder.values:
            kin = Relation.SAME if _is_day_within(value, known, holder) else _kin(value, known)
            if kin is Relation.UNRELATED or (kin is Relation.DIFFERENT and _is_apart(statement, known)):
                continue
            if kin is Relation.UNDECIDED and _is_swallowed(value, known, holder):
                continue
            place = place_of(claim, value) if place is None else place
            score = 1.0 if is_fragment and not place else alignment(place, holder.place(known))
            score += _rate_told(value, known)
            score = max(score, _lifted(value, known, holder, whole=share >= WHOLE_SHARE, headed=headed))
            if kin is Relation.SAME:
                like.append((score, known, statement))
            elif kin is Relation.UNDECIDED and not _may_be_another(value, known):
                undecided = max(undecided, _VAGUELY if known.soft else 1.0)
            elif kin is Relation.UNDECIDED:
                continue
            elif (
                share >= CONFLICT_SHARE
                and score > 0
                and _same_subject(claim, statement, value, known)
                and not _told_beyond(claim, value, known, statement, staged)
            ):
                other.append((score, known, statement))
    return like, other, undecided


def _told_beyond(claim: Statement, value: Value, known: Value, statement: Statement, staged: Sequence[_Staged]) -> bool:
    """Whether a claim speaks of what lies beyond a limit, as the next sentence does: all repairs above that amount.

    That sentence must have a word of the claim that the one with the limit lacks: somebody else pays beyond it.
    """
    if (known.bound, value.bound) not in _BEYOND or (value.low, value.unit) != (known.low, known.unit):
        return False
    return any(
        holder.statement.source == statement.source
        and 0 <= holder.statement.start - statement.end <= _NEXT
        and not holder.values
        and not _THAT_LIMIT.isdisjoint(holder.statement.words)
        and any(key in holder.statement.places and key not in statement.places for key in claim.content())
        for holder, _ in staged
    )


def _is_swallowed(value: Value, known: Value, holder: Holder) -> bool:
    """Whether a number only happens to lie in a claimed range, where the sentence has another range: 8-17 for 9-17."""
    return (
        value.low < value.high
        and known.low == known.high
        and any(each.low < each.high and relation(value, each) is Relation.DIFFERENT for each in holder.values)
    )


def _is_day_within(value: Value, known: Value, holder: Holder) -> bool:
    """Whether a weekday lies in the span of days that another begins or ends: Tuesday, of Monday to Saturday."""
    if not (value.text.startswith("weekday") and known.text.startswith("weekday") and known.end and not value.end):
        return False
    spans = (
        (low, high)
        for low, high in itertools.pairwise(holder.values)
        if known in (low, high) and (low.end, high.end) == ("start", "end") and high.text.startswith("weekday")
    )
    return any(
        low.text.startswith("weekday") and (value.low - low.low) % _WEEK <= (high.low - low.low) % _WEEK
        for low, high in spans
    )


def _kin(value: Value, known: Value) -> Relation:
    """Relate two values, ends of a change considered: by 5 is another thing than to 5, and from 5 is neither."""
    kin = relation(value, known)
    if not other_end(value, known) or kin is Relation.UNDECIDED:
        return kin
    return Relation.DIFFERENT if kin is Relation.SAME and "step" in {value.end, known.end} else Relation.UNRELATED


def _may_be_another(value: Value, known: Value) -> bool:
    """Whether a separator that may be read in two ways leaves open which number was meant, so that it says nothing."""
    return (value.ambiguous or known.ambiguous) and value.kind in {"number", "money"}


def _rate_told(value: Value, known: Value) -> float:
    """Give what two amounts for the same time count as words shared."""
    return SAME_PLACE if value.per is not None and value.per == known.per else 0.0


def _lifted(value: Value, known: Value, holder: Holder, *, whole: bool, headed: bool) -> float:
    """Give how well placed a value is at least, whatever words are beside it.

    It is the only value of its sort in a sentence that says the rest of the claim, or its only end.
    """
    sort_tells = headed or known.unit is not None or bool(known.currency)
    alone = whole and (len(holder.values) == 1 or (sort_tells and holder.is_only_such(known)))
    same_end = bool(value.end) and value.end == known.end and holder.is_only_end(known)
    return SAME_PLACE if alone or same_end else 0.0


def _is_headed(claim: Statement, holder: Holder) -> bool:
    """Whether a table row or a labelled line is about what a claim speaks of: its first cell stands in the claim."""
    head, closer = holder.head
    return closer in {"|", ":"} and all(key in claim.places for key in head)


def _owner(claim: Statement, value: Value, like: Sequence[Placed], other: Sequence[Placed]) -> Placed | None:
    """Find the value that belongs to the claim's own subject, where its like belongs to another.

    The sentence of the other value holds all that those of the like hold of the claim, and a word more: adults take 10
    ml, says the claim, where 10 ml are for children.
    """
    if not like or not other:
        return None
    counted = _counted(claim, value)
    told = _told(claim, value)
    for stand in sorted(other, key=lambda stand: -stand[0]):
        score, known, statement = stand
        if score < SAME_PLACE and any(where is not statement for _, _, where in like):
            continue
        if counted and counted == _counted(statement, known) and _count_others(counted, like):
            return stand
        if all(_is_nearer(told, stand, each) for each in like):
            return stand
    return None


def _is_own(claim: Statement, value: Value, like: Sequence[Placed], other: Sequence[Placed]) -> bool:
    """Whether a like value stands in the clause that is about the claim's own subject, and every other beside it."""
    told = _told(claim, value)
    return any(
        each[2] is stand[2] and all(_is_nearer(told, each, rival) for rival in other if rival[2] is each[2])
        for each in like
        for stand in other
    )


def _count_others(counted: str, like: Sequence[Placed]) -> bool:
    return all(_counted(where, one) not in {"", counted} for _, one, where in like)


class _Told(NamedTuple):
    """What a claim says beside one of its values: all of it, and what stands in the clause of the value.

    ``own`` is what it says of that value: all, where it has no other of the sort, else what stands in the clause.
    """

    content: Mapping[str, float]
    clause: Mapping[str, float]
    own: AbstractSet[str]


def _told(claim: Statement, value: Value) -> _Told:
    content = claim.content()
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


def _counted(statement: Statement, value: Value) -> str:
    """Give what a bare number counts: the word directly after it."""
    if value.kind != "number" or value.unit is not None or value.last >= len(statement.tokens):
        return ""
    after = statement.tokens[value.last]
    return after.key if after.kind is Kind.WORD and after.weight > 0 else ""


def _same_subject(claim: Statement, statement: Statement, value: Value, known: Value) -> bool:
    """Whether the sentence speaks of nothing that the claim names otherwise, values of other kinds included."""
    for name in claim.names:
        if name.certain and not any(key in statement.places for key in name.keys):
            return False
    for mine in claim.values[:VALUES_AT_MOST]:
        if mine is value or mine.kind not in {"label", "date"}:
            continue
        kin = [relation(mine, theirs) for theirs in statement.values[:VALUES_AT_MOST] if theirs is not known]
        if Relation.DIFFERENT in kin and Relation.SAME not in kin:
            return False
    return True


def _is_apart(statement: Statement, known: Value) -> bool:
    """Whether a value is not what its sentence says of anything: an exception, or the number of a list item."""
    return known.first in statement.excepted or _is_list_number(statement, known)


def _is_list_number(claim: Statement, value: Value) -> bool:
    """Whether a number only counts list items: the first token, with a stop or a bracket after it."""
    return (
        value.first <= 1
        and value.last < len(claim.tokens)
        and claim.tokens[value.last].text in {".", ")", ":"}
        and value.step == 1
    )
