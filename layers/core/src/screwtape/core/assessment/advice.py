"""What to make of how answers stand: how risky their agreement is, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from screwtape.core.assessment.shapes import Action, Conflict
from screwtape.core.assessment.standing import Standing
from screwtape.core.consensus import Risk

ACCEPTABLE: Final = 0.70
"""Agreement of wording from which an answer may be accepted."""
ACCEPTABLE_FINALS: Final = 0.90
"""The same where final answers were compared, of which all must agree."""
WEAK: Final = 0.35
"""Agreement under which there is no answer to pick."""
VOTERS: Final = 3
"""Fewest answers whose agreement says anything."""
_NAMES: Final = {
    "number": "a number",
    "date": "a date",
    "unit": "a unit",
    "negation": "affirming or denying",
    "entity": "a name",
    "other": "what they say",
}


class Found(NamedTuple):
    """What is known of some answers: the ids of each group, the largest first, and what stands between and behind them.

    ``by_finals`` says that final answers were compared; ``standing`` has a verdict for the first groups, if any.
    """

    groups: Sequence[tuple[str, ...]]
    agreement: float
    by_finals: bool
    conflicts: Sequence[Conflict]
    copies: Sequence[tuple[str, ...]]
    standing: Sequence[Standing]
    declined: bool
    """Whether the first group is of answers that give none."""

    @property
    def answers(self) -> int:
        """How many answers there are."""
        return sum(map(len, self.groups))


class Advice(NamedTuple):
    """How risky it is to take the first group's answer, what to do, and why, the weightiest reason first."""

    risk: Risk
    action: Action
    reasons: tuple[str, ...]


def advise(found: Found) -> Advice:
    """Say what to do with the answer of the first group."""
    grave = _against_evidence(found)
    if found.declined:
        grave.insert(0, "Most answers give none: they are empty, refuse, or say that they do not know.")
    if grave:
        return Advice("high", "escalate", tuple(grave))
    doubts = _doubts(found)
    told = (*doubts, *_differences(found), _count(found))
    if not doubts and _agrees(found):
        return Advice("low", "accept", told)
    if found.agreement < WEAK or 2 * len(found.groups[0]) <= found.answers:
        return Advice("high", "escalate", told)
    return Advice("medium", "verify", told)


def _against_evidence(found: Found) -> list[str]:
    """Say where the evidence contradicts the first group, or supports another and not the first."""
    if not found.standing:
        return []
    winner = found.standing[0]
    told: list[str] = []
    if winner.verdict == "fail":
        lead = "All answers agree" if len(found.groups) == 1 else "The majority agrees"
        told.append(f"{lead}, and the evidence contradicts it: {winner.reason}")
    for ids, other in zip(found.groups[1:], found.standing[1:], strict=False):
        if other.verdict == "pass" and winner.verdict != "pass":
            told.append(f"The evidence supports the minority answer of {', '.join(ids)}: {other.reason}")
    return told


def _doubts(found: Found) -> list[str]:
    told: list[str] = []
    if found.standing and found.standing[0].verdict != "pass":
        told.append("The evidence does not carry the majority's answer.")
    if found.copies and 2 * len(found.copies[0]) > found.answers:
        told.append("Most answers have one text, so that they may be one answer, copied.")
    return told


def _differences(found: Found) -> list[str]:
    if not found.conflicts:
        return []
    first = found.conflicts[0]
    return [
        f"Answers differ in {_NAMES[first.kind]}: \u201c{first.values[0]}\u201d against \u201c{first.values[1]}\u201d."
    ]


def _count(found: Found) -> str:
    if len(found.groups[0]) == 1:
        return "No two answers say the same."
    ground = "by their final answers" if found.by_finals else "in their words and facts"
    return f"{len(found.groups[0])} of {found.answers} answers say the same {ground}."


def _agrees(found: Found) -> bool:
    if found.answers < VOTERS:
        return False
    if found.by_finals:
        return len(found.groups) == 1 and found.agreement >= ACCEPTABLE_FINALS
    return found.agreement >= ACCEPTABLE
