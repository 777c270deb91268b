"""Each value of a claim against the values that stand in the same place in the evidence.

A value is matched by its like only where the words around it are the same as well: three engineers and five designers
are not five engineers. It is contradicted where another value has its place, and lost where nothing has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from screwtape.core.facts import Relation, Value, relation
from screwtape.core.language.tokens import Kind
from screwtape.core.statements import Statement

NEIGHBOURS: Final = 4
"""Content words on each side of a value that make up its place."""
_COUNTED: Final = 1.5
"""What the words after a value count against those before it: what is counted mostly follows."""
ACROSS_CLAUSE: Final = 0.1
"""What a neighbour beyond a comma or an "and" still counts."""
SAME_PLACE: Final = 0.2
"""Alignment from which two values stand in one place."""
CONFLICT_SHARE: Final = 0.5
"""Share of the claim's content that a sentence must hold for its value to contradict."""
WHOLE_SHARE: Final = 0.9
"""Share from which the only value of a sentence has the place of a claim's value, however far its words are."""
_ENDS: Final = frozenset({"from", "to", "until", "since", "von", "bis", "de", "a", "desde", "hasta", "от", "до"})
"""Words that say which end of a change or a span a value is."""
_END_WEIGHT: Final = 2.0
"""What such a word counts: more than the nearest word, which the other end has as well."""
_BETTER_PLACED: Final = 0.85
"""A like value must be at least this well placed, against the best placed other value, to confirm."""
VALUES_AT_MOST: Final = 24
"""Values of one sentence that are compared. Those of a claim beyond it count as lost: nothing passes unread."""

Stand = tuple[Value, Value, Statement]
"""A claimed value, an evidence value and the sentence that the latter stands in."""
_Places = dict[tuple[int, int], dict[str, float]]
"""Places of evidence values that were read for one claim, by sentence and token."""
_Staged = tuple[Statement, float, tuple[Value, ...]]
"""A near sentence, the share of the claim that it holds, and its values."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a claim's values. ``where`` are the sentences that confirm them."""

    matched: tuple[Value, ...]
    lost: tuple[Value, ...]
    conflicts: tuple[Stand, ...]
    rivals: tuple[Stand, ...]
    """Other values in the place of a matched one: the evidence may disagree with itself."""
    where: tuple[Statement, ...]


def settle_values(claim: Statement, near: Sequence[tuple[Statement, float]], *, is_fragment: bool) -> Settled:
    """Decide each value of a claim over the sentences near it, given with the share of the claim they hold."""
    matched: list[Value] = []
    lost: list[Value] = []
    conflicts: list[Stand] = []
    rivals: list[Stand] = []
    where: list[Statement] = []
    staged: list[_Staged] = [(statement, share, statement.values[:VALUES_AT_MOST]) for statement, share in near]
    places: _Places = {}
    for value in claim.values[:VALUES_AT_MOST]:
        like, other, undecided = _stands(claim, value, staged, places, is_fragment=is_fragment)
        best_like = max((score for score, _, _ in like), default=0.0)
        best_other = max((score for score, _, _ in other), default=0.0)
        if like and best_like >= _BETTER_PLACED * best_other:
            matched.append(value)
            where.extend(statement for _, _, statement in like)
            rivals.extend((value, known, statement) for _, known, statement in other)
        elif other and not undecided and not value.soft:
            _, known, statement = max(other, key=lambda stand: stand[0])
            conflicts.append((value, known, statement))
        elif not undecided and not value.soft and not _is_list_number(claim, value):
            lost.append(value)
    lost.extend(claim.values[VALUES_AT_MOST:])
    return Settled(tuple(matched), tuple(lost), tuple(conflicts), tuple(rivals), tuple(where))


def place_of(statement: Statement, value: Value) -> dict[str, float]:
    """Give the words around a value, weighted by nearness: what it is the value of."""
    place: dict[str, float] = {}
    for step, beside in ((-1, value.first - 1), (1, value.last)):
        at, rank, clause = beside, 1, _COUNTED if step > 0 else 1.0
        while 0 <= at < len(statement.tokens) and rank <= NEIGHBOURS:
            token = statement.tokens[at]
            if at == value.first - 1 and token.word in _ENDS:
                place[f"after {token.word}"] = _END_WEIGHT
            if token.text in {",", ";", "\uff0c", "\u3001"} or token.word in {"and", "but", "y", "und", "et", "и"}:
                clause = min(clause, 1.0) * ACROSS_CLAUSE
            elif token.weight > 0 or token.kind is Kind.NUMBER:
                place[token.key] = max(place.get(token.key, 0.0), clause / rank**2)
                rank += 1
            at += step
    return place


def alignment(left: Mapping[str, float], right: Mapping[str, float]) -> float:
    """Give how far two places are one: the shared words by their weight."""
    return sum(min(weight, right[key]) for key, weight in left.items() if key in right)


def _stands(
    claim: Statement, value: Value, staged: Sequence[_Staged], places: _Places, *, is_fragment: bool
) -> tuple[list[tuple[float, Value, Statement]], list[tuple[float, Value, Statement]], bool]:
    """Give the like and the other values in the place of a claim's value.

    Each with how well it fits: how far the words around it are the same, in how near a sentence.
    """
    place: dict[str, float] | None = None
    like: list[tuple[float, Value, Statement]] = []
    other: list[tuple[float, Value, Statement]] = []
    undecided = False
    for statement, share, values in staged:
        for known in values:
            kin = relation(value, known)
            if kin is Relation.UNRELATED:
                continue
            place = place_of(claim, value) if place is None else place
            score = 1.0 if is_fragment and not place else alignment(place, _place_in(places, statement, known))
            if share >= WHOLE_SHARE and len(values) == 1:
                score = max(score, SAME_PLACE)
            fitting = score if is_fragment else score * share
            if kin is Relation.SAME:
                like.append((fitting, known, statement))
            elif kin is Relation.UNDECIDED:
                undecided = True
            elif share >= CONFLICT_SHARE and score >= SAME_PLACE and _same_subject(claim, statement, value, known):
                other.append((fitting, known, statement))
    return like, other, undecided


def _place_in(places: _Places, statement: Statement, known: Value) -> dict[str, float]:
    found = places.get((id(statement), known.first))
    if found is None:
        found = places[id(statement), known.first] = place_of(statement, known)
    return found


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


def _is_list_number(claim: Statement, value: Value) -> bool:
    """Whether a number only counts list items: the first token, with a stop or a bracket after it."""
    return (
        value.first <= 1
        and value.last < len(claim.tokens)
        and claim.tokens[value.last].text in {".", ")", ":"}
        and value.step == 1
    )
