"""Each value of a claim against the values that stand in the same place in the evidence.

A value is matched by its like only where the words around it are the same as well: three engineers and five designers
are not five engineers. It is contradicted where another value has its place, and lost where nothing has.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from screwtape.core.facts import AT_LEAST, AT_MOST, Relation, Value, is_plain, other_end, relation
from screwtape.core.judge.actions import Placed, other_action
from screwtape.core.judge.holders import VALUES_AT_MOST, Holder, place_of
from screwtape.core.judge.owners import SAME_PLACE, counted_by, is_own, own_by_subject, owner_of
from screwtape.core.judge.scopes import is_weekday, own_day
from screwtape.core.judge.vicinity import is_action
from screwtape.core.language.tokens import Kind
from screwtape.core.statements import Statement

CONFLICT_SHARE: Final = 0.5
"""Share of the claim's content that a sentence must hold for its value to contradict."""
WHOLE_SHARE: Final = 0.9
"""Share from which the only value of a sentence has the place of a claim's value, however far its words are."""
MATCH_SHARE: Final = 0.15
"""Share from which a sentence is near enough to confirm a value."""
_BETTER_PLACED: Final = 0.85
"""A like value must be at least this well placed, against the best placed other value, to confirm."""
_FAR: Final = 0.05
"""Alignment under which a value has nothing to do with the words of a claim."""
_WEEK: Final = 7
_BEYOND: Final = frozenset({("at_most", "above"), ("at_least", "below"), ("below", "at_least"), ("above", "at_most")})
"""Limits of the evidence with what lies on their other side."""
_NEXT: Final = 3
"""Characters between a sentence and the next one."""
_THAT_LIMIT: Final = frozenset("amount limit threshold sum value betrag grenze importe límite montant limite".split())
_VAGUELY: Final = 0.5
"""How far a vague word, such as one or dozens, leaves a value open: not against what another value decides."""

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
        like, other, aside, undecided = _stands(claim, value, staged, is_fragment=is_fragment)
        own = own_day(claim, value, [holder.statement for holder, _ in near]) if is_weekday(value) else []
        if own:  # what is said of Monday is not said of Tuesday to Friday
            matched.append(value)
            where.extend(own)
            continue
        far, other = other, [stand for stand in other if stand[0] >= SAME_PLACE]
        best_like = max((score for score, _, _ in like), default=0.0)
        best_other = max((score for score, _, _ in other), default=0.0)
        owner = (
            owner_of(claim, value, like, far)
            or own_by_subject(claim, value, like, aside)
            or _labelled(like, aside)
            or other_action(claim, value, like, aside)
        )
        if owner is not None:
            conflicts.append((value, owner[1], owner[2]))
        elif like and (best_like >= _BETTER_PLACED * best_other or is_own(claim, value, like, far)):
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
) -> tuple[list[Placed], list[Placed], list[Placed], float]:
    """Give the like and the other values in the place of a claim's value, each with its alignment.

    And how far (0 to 1) a value that neither confirms nor contradicts leaves it open.
    """
    place: dict[str, float] | None = None
    like: list[Placed] = []
    other: list[Placed] = []
    aside: list[Placed] = []
    undecided = 0.0
    for holder, said in staged:
        statement = holder.statement
        headed = _is_headed(claim, holder)
        share = max(said, WHOLE_SHARE) if headed else said
        for known in holder.values:
            within = share >= CONFLICT_SHARE and _is_day_within(value, known, holder)
            kin = Relation.SAME if within else _kin(value, known)
            if kin is Relation.UNRELATED or _is_beside_the_point(kin, (claim, value), (statement, known)):
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
            elif score > 0 and _same_subject(claim, statement, value, known):
                aside.append((score, known, statement))
                if _may_rival(claim, value, statement, known, share) and not _told_beyond(
                    claim, value, known, statement, staged
                ):
                    other.append((score, known, statement))
    return like, [stand for stand in other if not _in_step(claim, value, like, stand)], aside, undecided


def _is_beside_the_point(kin: Relation, claimed: tuple[Statement, Value], found: tuple[Statement, Value]) -> bool:
    """Whether a value neither confirms nor contradicts: an exception, a list number, or one that is told of another."""
    if kin is Relation.DIFFERENT:
        return _is_apart(*found)
    return kin is Relation.SAME and _names_another(*claimed, *found)


def _names_another(claim: Statement, value: Value, statement: Statement, known: Value) -> bool:
    """Whether a sentence that has a value is about another of its kind: the 07:12 train, and not the 07:20 one."""
    mine, theirs = _subject_number(claim), _subject_number(statement)
    if mine is None or theirs is None or mine is value or theirs is known:
        return False
    return mine.kind == theirs.kind and relation(mine, theirs) is Relation.DIFFERENT


def _subject_number(statement: Statement) -> Value | None:
    """Give the value that a sentence begins with and that tells which one it is about: a noun follows it."""
    first = statement.values[0] if statement.values else None
    if first is None or first.first > 1 or first.last >= len(statement.tokens) or first.kind not in {"time", "label"}:
        return None
    after = statement.tokens[first.last]
    return first if after.kind is Kind.WORD and after.weight > 0 and not is_action(after) else None


def _may_rival(claim: Statement, value: Value, statement: Statement, known: Value, share: float) -> bool:
    """Whether a sentence is near enough to contradict, or sets another limit for the same."""
    return (share >= CONFLICT_SHARE or _same_limit(claim, value, statement, known)) and not _is_some_cell(
        claim, value, statement
    )


def _is_some_cell(claim: Statement, value: Value, statement: Statement) -> bool:
    """Whether a row has several bare numbers and does not name what the claim counts: any cell may be another's."""
    counted = counted_by(claim, value)
    if not counted or counted in statement.places or not statement.text.startswith("|"):
        return False
    return sum(each.kind == "number" and each.unit is None for each in statement.values) >= _SEVERAL


_SEVERAL: Final = 3


def _same_limit(claim: Statement, value: Value, statement: Statement, known: Value) -> bool:
    """Whether two values limit the same in the same span: up to four tablets, not more than three, in 24 hours."""
    limits = {value.bound, known.bound}
    if not (limits <= AT_LEAST or limits <= AT_MOST) or counted_by(claim, value) != counted_by(statement, known) != "":
        return False
    return any(
        mine is not value and relation(mine, theirs) is Relation.SAME
        for mine in claim.values[:VALUES_AT_MOST]
        for theirs in statement.values[:VALUES_AT_MOST]
        if theirs is not known
    )


def _in_step(claim: Statement, value: Value, like: Sequence[Placed], stand: Placed) -> bool:
    """Whether another value of a claim is the one that stands for a rival, and both texts give the two in one order."""
    _, known, statement = stand
    if not like:
        # the only one of its sort there, and the partner of another value: this one is of something else
        sort = known.kind, known.unit
        alone = sum((each.kind, each.unit) == sort for each in statement.values[:VALUES_AT_MOST]) == 1
        return (
            alone
            and known.unit is not None
            and any(
                mine is not value and _kin(mine, known) is Relation.SAME and not mine.soft
                for mine in claim.values[:VALUES_AT_MOST]
            )
        )
    return any(
        mine is not value
        and mine.kind == known.kind
        and relation(mine, known) in {Relation.SAME, Relation.UNDECIDED}
        and not mine.soft
        and (mine.first > value.first) == (known.first > same.first)
        for score, same, where in like
        if where is statement and score > 0
        for mine in claim.values[:VALUES_AT_MOST]
    )


def _labelled(like: Sequence[Placed], other: Sequence[Placed]) -> Placed | None:
    """Find the value that the words of a claim stand beside, in the one sentence whose like value they are far from.

    "The total is 5", of "subtotal 5, tax 2, total 7".
    """
    if len({id(where) for _, _, where in like}) != 1 or max(score for score, _, _ in like) > _FAR:
        return None
    sentence, sort = like[0][2], like[0][1]
    if sort.kind not in {"number", "money"}:
        return None
    beside = [
        stand
        for stand in other
        if stand[2] is sentence and stand[0] >= SAME_PLACE and (stand[1].kind, stand[1].unit) == (sort.kind, sort.unit)
    ]
    return max(beside, key=lambda stand: stand[0], default=None)


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


def _same_subject(claim: Statement, statement: Statement, value: Value, known: Value) -> bool:
    """Whether the sentence speaks of nothing that the claim names otherwise, values of other kinds included."""
    for name in claim.names:
        if name.certain and not any(key in statement.places for key in name.keys):
            return False
    for mine in claim.values[:VALUES_AT_MOST]:
        if mine is value or mine.kind not in {"label", "date"}:
            continue
        different = False
        for theirs in statement.values[:VALUES_AT_MOST]:
            kin = relation(mine, theirs) if theirs is not known else Relation.UNRELATED
            if kin is Relation.SAME:
                break
            different = different or kin is Relation.DIFFERENT
        else:
            if different:
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
