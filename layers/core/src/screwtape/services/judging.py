"""Judging: one output's verdict, or the consensus of several answers, and which engine found it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from screwtape.core.assessment import Assessment, assess
from screwtape.core.consensus import Answer, Consensus, consensus
from screwtape.core.judge import judge
from screwtape.core.judge.verdict import Verdict

Engine = Literal["deterministic"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict and the engine behind its score."""

    verdict: Verdict
    engine: Engine = "deterministic"


@dataclass(frozen=True, slots=True)
class Agreed:
    """A consensus, the second reading beside it, and the engine behind its score."""

    consensus: Consensus
    assessment: Assessment
    engine: Engine = "deterministic"


class Judging:
    """The two things that Screwtape is asked for."""

    def judge(self, task: str, output: str, evidence: Sequence[str], criteria: Sequence[str]) -> Judged:
        """Judge one output against evidence and criteria, either of which may be empty."""
        return Judged(judge(task, output, evidence, criteria))

    def agree(self, task: str, answers: Sequence[tuple[str, str | None]], evidence: Sequence[str] = ()) -> Agreed:
        """Find the consensus of (output, agent id) pairs; an answer without an id is named by its position from 1."""
        named = [
            Answer(output=output, agent_id=f"answer-{place}" if agent_id is None else agent_id)
            for place, (output, agent_id) in enumerate(answers, start=1)
        ]
        return Agreed(consensus(named), assess(task, named, evidence))
