"""The shapes of an assessment. Field names are those of the reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from screwtape.core.consensus import Risk

Action = Literal["accept", "verify", "escalate"]
ConflictKind = Literal["number", "date", "unit", "negation", "entity", "other"]


@dataclass(frozen=True, slots=True)
class Group:
    """Answers that say the same; ``representative`` is the output of the one most like the others."""

    size: int
    agent_ids: tuple[str, ...]
    representative: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """What two groups differ in: the agents on each side, and the words or values of each."""

    kind: ConflictKind
    agent_ids: tuple[tuple[str, ...], tuple[str, ...]]
    values: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Assessment:
    """How far answers agree (``agreement_score``, 0 to 1), how risky that is, and what to do about it.

    ``effective_votes`` is how many answers of independent wording the winning group comes to. ``copies`` are ids of
    answers with the same text.
    """

    risk: Risk
    action: Action
    agreement_score: float
    groups: tuple[Group, ...]
    conflicts: tuple[Conflict, ...]
    effective_votes: float
    copies: tuple[tuple[str, ...], ...]
    reasons: tuple[str, ...]
