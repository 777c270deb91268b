"""How far the evidence carries one claim: the best one to three sentences, and what none of them holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from screwtape.core.facts import Value
from screwtape.core.judge.alignment import Alignment, align
from screwtape.core.judge.evidence import Evidence
from screwtape.core.judge.values import settle_values
from screwtape.core.statements import Statement

SENTENCES_AT_MOST: Final = 3
"""Sentences that a claim cites."""
FRAGMENT_WEIGHT: Final = 1.0
"""A claim with less content is an answer in a word or two; the task says what it is about."""
NAME_WEIGHT: Final = 1.3
VALUE_WEIGHT: Final = 1.2


@dataclass(frozen=True, slots=True)
class Support:
    """What the evidence holds of a claim.

    ``candidates`` are the sentences near it with the share (0 to 1) of its content that each holds alone, best first;
    ``chosen`` those that carry it together; ``coverage`` their share. ``lost_names`` and ``lost_values`` are
    particulars that no near sentence has.
    """

    claim: Statement
    alignment: Alignment
    content: Mapping[str, float]
    candidates: tuple[tuple[Statement, float], ...]
    chosen: tuple[Statement, ...]
    coverage: float
    lost_names: tuple[str, ...]
    lost_values: tuple[Value, ...]
    conflicts: tuple[tuple[Value, Value, Statement], ...]
    rivals: tuple[tuple[Value, Value, Statement], ...]
    is_fragment: bool


def support_of(claim: Statement, evidence: Evidence, task: Statement) -> Support:
    """Find what the evidence holds of one claim."""
    content = claim.content()
    for name in claim.names:
        for key in name.keys:
            if key in content:
                content[key] = NAME_WEIGHT
    is_fragment = sum(content.values()) < FRAGMENT_WEIGHT
    alignment = align(claim, evidence, task)
    near = list(alignment.near)
    if is_fragment:
        near += [each for each in align(task, evidence, task).near if each not in near]
    scored = sorted(
        ((statement, _share(content or task.content(), statement)) for statement in near),
        key=lambda pair: -round(pair[1], 9),
    )
    settled = settle_values(
        claim, [(evidence.holder(statement), share) for statement, share in scored], is_fragment=is_fragment
    )
    chosen = _chosen(content, settled.where, [statement for statement, _ in scored])
    coverage = _coverage(content, chosen, len(settled.matched), len(settled.lost) + len(settled.conflicts))
    return Support(
        claim=claim,
        alignment=alignment,
        content=content,
        candidates=tuple(scored),
        chosen=chosen,
        coverage=coverage,
        lost_names=_lost_names(claim, [statement for statement, _ in scored], evidence),
        lost_values=settled.lost,
        conflicts=settled.conflicts,
        rivals=settled.rivals,
        is_fragment=is_fragment,
    )


def _share(content: Mapping[str, float], statement: Statement) -> float:
    total = sum(content.values())
    if not total:
        return 0.0
    places = statement.places
    return sum([weight for key, weight in content.items() if key in places]) / total


def _chosen(
    content: Mapping[str, float], values_stand_in: tuple[Statement, ...], near: list[Statement]
) -> tuple[Statement, ...]:
    """Take the sentences that add most, until three or until nothing is added."""
    chosen: list[Statement] = []
    rest = dict(content)
    pool = list(near)
    while len(chosen) < SENTENCES_AT_MOST and pool:
        gains = [
            sum(weight for key, weight in rest.items() if key in statement.places)
            + (VALUE_WEIGHT if statement in values_stand_in and statement not in chosen else 0.0)
            for statement in pool
        ]
        best = max(range(len(pool)), key=lambda at: (round(gains[at], 9), -at))
        if gains[best] <= 0:
            break
        chosen.append(pool.pop(best))
        rest = {key: weight for key, weight in rest.items() if key not in chosen[-1].places}
    return tuple(chosen)


def _coverage(content: Mapping[str, float], chosen: tuple[Statement, ...], matched: int, unmatched: int) -> float:
    held = sum(weight for key, weight in content.items() if any(key in statement.places for statement in chosen))
    total = sum(content.values()) + VALUE_WEIGHT * (matched + unmatched)
    return (held + VALUE_WEIGHT * matched) / total if total else 0.0


def _lost_names(claim: Statement, near: list[Statement], evidence: Evidence) -> tuple[str, ...]:
    """Give the names that no near sentence holds a word of, as written."""
    lost: list[str] = []
    for name in claim.names:
        known = any(key in statement.places for key in name.keys for statement in near)
        certain = name.certain or any(evidence.knows(key) for key in name.keys)
        if certain and not known:
            lost.append(claim.shown(name))
    return tuple(lost)
