"""How far several answers agree by their words, and how suspicious that agreement is: the published algorithm.

    answers ─→ stems of each ─→ clusters, in request order ─→ the largest wins ─→ agreement and risk

An answer joins the first cluster whose first member is similar enough. This is token overlap: it cannot tell "rose 3 %"
from "rose 9 %". What it cannot see is the business of the assessment beside it, never of these fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final, Literal

from screwtape.core.overlap import overlap, stems

Risk = Literal["low", "medium", "high"]

SAME_CLUSTER: Final = Fraction(55, 100)
"""Least similarity to a cluster's first member that lets an answer join it."""
STRONG_AGREEMENT: Final = Fraction(8, 10)
"""Share of answers from which copying or thinness makes the agreement suspicious."""
MAJORITY: Final = Fraction(6, 10)
"""Share of answers below which there is no stable majority."""
NEARLY_VERBATIM: Final = Fraction(9, 10)
"""Mean similarity inside the winning cluster from which its members may be copies."""
MATERIAL_DISSENT: Final = Fraction(35, 100)
"""Similarity to the representative below which an outside answer says something else."""
SUBSTANTIAL_TOKENS: Final = 4
"""Fewest tokens of a representative that can carry an independent consensus."""

VERBATIM: Final = "Answers are nearly verbatim. High agreement may be copied rather than independent."
THIN: Final = "The agreed answer is too thin to treat as an independent consensus."
DISSENT: Final = "A minority answer materially disagrees with the majority."
DISAGREEMENT: Final = "Agents disagree, so there is no false consensus and no stable majority."
AGREEMENT: Final = "The majority agrees without a verbatim pile-on or a strong dissent."
CLOSING: Final = "Agreement is token overlap, not a model judgment."


@dataclass(frozen=True, slots=True)
class Answer:
    """One agent's answer; ``agent_id`` need not be unique."""

    output: str
    agent_id: str


@dataclass(frozen=True, slots=True)
class Cluster:
    """Answers whose words overlap; ``representative`` is the output of the first of them."""

    size: int
    agent_ids: tuple[str, ...]
    representative: str


@dataclass(frozen=True, slots=True)
class Consensus:
    """What the answers agree on: ``agreement_score`` in [0, 1] with two decimals, ``clusters`` largest first."""

    consensus_answer: str
    agreement_score: float
    false_consensus_risk: Risk
    reasons: tuple[str, ...]
    clusters: tuple[Cluster, ...]


@dataclass(frozen=True, slots=True)
class _Words:
    answer: Answer
    stems: frozenset[str]


def consensus(answers: Sequence[Answer]) -> Consensus:
    """Cluster the answers and rate the agreement. Raises ValueError when there are none."""
    if not answers:
        message = "consensus needs at least one answer"
        raise ValueError(message)
    words = [_Words(answer, stems(answer.output)) for answer in answers]
    groups = _clusters(words)
    winner = groups[0]
    agreement = Fraction(len(winner), len(answers))
    risk, reason = _risk(agreement, winner, [word for group in groups[1:] for word in group])
    return Consensus(
        consensus_answer=winner[0].answer.output,
        agreement_score=_half_up(agreement),
        false_consensus_risk=risk,
        reasons=(reason, CLOSING),
        clusters=tuple(
            Cluster(len(group), tuple(word.answer.agent_id for word in group), group[0].answer.output)
            for group in groups
        ),
    )


def _clusters(words: Sequence[_Words]) -> list[list[_Words]]:
    groups: list[list[_Words]] = []
    for word in words:
        home = next((group for group in groups if _similarity(group[0], word) >= SAME_CLUSTER), None)
        if home is None:
            groups.append([word])
        else:
            home.append(word)
    return sorted(groups, key=len, reverse=True)  # a stable sort: equal sizes keep their order of appearance


def _similarity(left: _Words, right: _Words) -> Fraction:
    if left.stems or right.stems:
        return overlap(left.stems, right.stems)
    same = left.answer.output.strip().casefold() == right.answer.output.strip().casefold()
    return Fraction(int(same))


def _risk(agreement: Fraction, winner: Sequence[_Words], others: Sequence[_Words]) -> tuple[Risk, str]:
    if agreement >= STRONG_AGREEMENT and _mean_similarity(winner) >= NEARLY_VERBATIM:
        return "high", VERBATIM
    if agreement >= STRONG_AGREEMENT and len(winner[0].stems) < SUBSTANTIAL_TOKENS:
        return "high", THIN
    if agreement >= MAJORITY and any(_similarity(winner[0], other) < MATERIAL_DISSENT for other in others):
        return "medium", DISSENT
    if agreement < MAJORITY:
        return "low", DISAGREEMENT
    return "low", AGREEMENT


def _mean_similarity(members: Sequence[_Words]) -> Fraction:
    pairs = list(combinations(members, 2))
    if not pairs:
        return Fraction(1)
    return sum((_similarity(left, right) for left, right in pairs), Fraction(0)) / len(pairs)


def _half_up(share: Fraction) -> float:
    """Round to two decimals, halves upwards: 1/8 gives 0.13."""
    return (200 * share.numerator + share.denominator) // (2 * share.denominator) / 100
