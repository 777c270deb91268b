"""The assessment itself: groups, agreement, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from screwtape.core.assessment.advice import Found, advise
from screwtape.core.assessment.likeness import SAME, difference, likeness, names_apart, wording
from screwtape.core.assessment.readings import Reading, read_all
from screwtape.core.assessment.shapes import Assessment, Conflict, Group
from screwtape.core.assessment.standing import standings
from screwtape.core.consensus import Answer
from screwtape.core.final_answers import Mark
from screwtape.core.language.normalisation import whole
from screwtape.core.language.words import forget_words

_CENTRE: Final = 0.5
"""How much of the agreement of wordings is how like all answers are to the first group's; the rest, how like every two
are. Half of the first is likeness of words alone, since typed facts of long answers may differ in detail."""
_UNMARKED: Final = 0.08
_RIVAL: Final = 0.1
_WORDING: Final = 0.1
"""What an unmarked answer, a rival group and unlike working take from the share of final answers that agree."""


def assess(task: str, answers: Sequence[Answer], evidence: Sequence[str] = ()) -> Assessment:
    """Assess answers to one task. Permuting them permutes nothing but the order of ids."""
    try:
        sound = [Answer(whole(answer.output), answer.agent_id) for answer in answers]
        return _assess(whole(task), sound, [*map(whole, evidence)])
    finally:
        forget_words()


def _assess(task: str, answers: Sequence[Answer], evidence: Sequence[str]) -> Assessment:
    readings = sorted(read_all(task, answers), key=lambda each: (each.bare, each.answer.output, each.answer.agent_id))
    table = _table(readings)
    groups = _groups(readings, table)
    finals = _compares_finals(readings)
    agreement = _agreement(readings, table, groups, finals=finals)
    conflicts = _conflicts(readings, groups)
    copies = _copies(readings)
    standing = standings(task, [readings[group[0]].answer.output for group in groups], evidence)
    ids = [_ids(readings, group) for group in groups]
    advice = advise(
        Found(ids, agreement, finals, conflicts, copies, standing, declined=readings[groups[0][0]].declines)
    )
    return Assessment(
        risk=advice.risk,
        action=advice.action,
        agreement_score=round(agreement, 4),
        groups=tuple(Group(len(group), _ids(readings, group), readings[group[0]].answer.output) for group in groups),
        conflicts=conflicts,
        effective_votes=_effective_votes(readings, groups[0]),
        copies=copies,
        reasons=advice.reasons,
    )


def _table(readings: Sequence[Reading]) -> list[list[float]]:
    """Give how like each answer is to each other."""
    table = [[1.0] * len(readings) for _ in readings]
    for one, other in combinations(range(len(readings)), 2):
        table[one][other] = table[other][one] = likeness(readings[one], readings[other])
    return table


def _compares_finals(readings: Sequence[Reading]) -> bool:
    return 2 * sum(each.final is not None for each in readings) >= len(readings)


def _groups(readings: Sequence[Reading], table: Sequence[Sequence[float]]) -> list[list[int]]:
    """Group answers around the one that most others are like, then the next; the first of each represents it."""
    left = list(range(len(readings)))
    groups: list[list[int]] = []
    while left:
        centre = min(left, key=lambda at: _centrality(at, left, readings, table))
        group = [centre, *(at for at in left if at != centre and table[centre][at] >= SAME)]
        groups.append(group)
        left = [at for at in left if at not in group]
    return sorted(groups, key=lambda group: (-len(group), readings[group[0]].bare))


def _centrality(
    at: int, left: Sequence[int], readings: Sequence[Reading], table: Sequence[Sequence[float]]
) -> tuple[float, ...]:
    """Order answers as centres of a group: most like it, clearest mark, likest, shortest."""
    final = readings[at].final
    return (
        -sum(table[at][other] >= SAME for other in left),
        -float(final.mark if final is not None else 0),
        -round(sum(table[at][other] for other in left), 9),
        len(readings[at].bare),
        at,
    )


def _agreement(
    readings: Sequence[Reading], table: Sequence[Sequence[float]], groups: Sequence[Sequence[int]], *, finals: bool
) -> float:
    count = len(readings)
    group = groups[0]
    if count == 1:
        return 0.0
    if finals:
        share = len(group) / count
        rival = max((len(other) for other in groups[1:]), default=0) / count
        unmarked = sum((final := readings[at].final) is None or final.mark <= Mark.LAST for at in group) / len(group)
        likest = sum(wording(readings[group[0]], readings[at]) for at in range(count) if at != group[0]) / (count - 1)
        return max(0.0, min(1.0, share - _UNMARKED * unmarked - _RIVAL * rival + _WORDING * (likest - 1)))
    others = [at for at in range(count) if at != group[0]]
    centre = sum(table[group[0]][at] + wording(readings[group[0]], readings[at]) for at in others) / (2 * len(others))
    pairs = [table[one][other] for one, other in combinations(range(count), 2)]
    return max(0.0, min(1.0, _CENTRE * centre + (1 - _CENTRE) * sum(pairs) / len(pairs)))


def _conflicts(readings: Sequence[Reading], groups: Sequence[Sequence[int]]) -> tuple[Conflict, ...]:
    found: list[Conflict] = []
    for one, other in combinations(groups, 2):
        left, right = readings[one[0]], readings[other[0]]
        told = (
            difference(left, right)
            or names_apart(left, right)
            or ("other", left.answer.output[:_SHOWN], right.answer.output[:_SHOWN])
        )
        found.append(
            Conflict(told[0], (_ids(readings, one), _ids(readings, other)), (told[1][:_SHOWN], told[2][:_SHOWN]))
        )
    return tuple(found)


_SHOWN: Final = 160


def _ids(readings: Sequence[Reading], group: Sequence[int]) -> tuple[str, ...]:
    return tuple(sorted(readings[at].answer.agent_id for at in group))


def _effective_votes(readings: Sequence[Reading], group: Sequence[int]) -> float:
    """Give the design effect of wording: n answers of mean likeness r count as n / (1 + (n - 1) r) (Kish 1965)."""
    pairs = list(combinations(group, 2))
    mean = sum(wording(readings[one], readings[other]) for one, other in pairs) / len(pairs) if pairs else 0.0
    return round(len(group) / (1 + (len(group) - 1) * min(1.0, mean)), 2)


def _copies(readings: Sequence[Reading]) -> tuple[tuple[str, ...], ...]:
    """Give the ids of answers with one text. Answers in a few words must coincide, so they are no copies."""
    by_text: dict[str, list[str]] = {}
    for reading in readings:
        if not reading.is_short:
            by_text.setdefault(reading.bare, []).append(reading.answer.agent_id)
    return tuple(tuple(sorted(ids)) for _, ids in sorted(by_text.items()) if len(ids) > 1)
