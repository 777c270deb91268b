"""Judging: one output's verdict, or the consensus of several answers, and which engine found it.

rules judge ─► a model may be asked ─► its opinion is weighed against what the rules found
                    │ no model, or no usable opinion
                    └─► the rules' result, with a sentence that says why
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from screwtape.core.assessment import Assessment, assess
from screwtape.core.consensus import Answer, Consensus, consensus
from screwtape.core.judge import Verdict, judge
from screwtape.core.opinion import (
    Case,
    Poll,
    about_consensus,
    about_output,
    read_agreement,
    read_opinion,
    weigh_agreement,
    weigh_verdict,
)
from screwtape.ports import ModelUsage
from screwtape.services.advising import Adviser, Circumstances

Engine = Literal["deterministic", "llm"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict and the engine behind it. ``model_usage`` is there when a model's tokens were counted."""

    verdict: Verdict
    engine: Engine = "deterministic"
    model_usage: ModelUsage | None = None


@dataclass(frozen=True, slots=True)
class Agreed:
    """A consensus, the second reading beside it, the engine behind its score and what a model counted."""

    consensus: Consensus
    assessment: Assessment
    engine: Engine = "deterministic"
    model_usage: ModelUsage | None = None


class Judging:
    """The two things that Screwtape is asked for. Without an ``adviser`` the rules alone decide."""

    def __init__(self, adviser: Adviser | None = None) -> None:
        self._adviser = adviser

    def judge(self, case: Case, met: Circumstances) -> Judged:
        """Judge one output against evidence and criteria, either of which may be empty."""
        found = judge(case.task, case.output, case.evidence, case.criteria)
        if self._adviser is None:
            return Judged(found)
        advice = self._adviser.advise(lambda nonce: about_output(case, found, nonce), read_opinion, met)
        if advice.opinion is None:
            return Judged(_with_reason(found, advice.reason), model_usage=advice.usage)
        return Judged(weigh_verdict(found, advice.opinion, case), "llm", advice.usage)

    def agree(
        self, task: str, answers: Sequence[tuple[str, str | None]], evidence: Sequence[str], met: Circumstances
    ) -> Agreed:
        """Find the consensus of (output, agent id) pairs; an answer without an id is named by its position from 1."""
        named = [
            Answer(output=output, agent_id=f"answer-{place}" if agent_id is None else agent_id)
            for place, (output, agent_id) in enumerate(answers, start=1)
        ]
        found, assessed = consensus(named), assess(task, named, evidence)
        if self._adviser is None:
            return Agreed(found, assessed)
        poll = Poll(task, [answer.output for answer in named], evidence)
        advice = self._adviser.advise(lambda nonce: about_consensus(poll, found, assessed, nonce), read_agreement, met)
        if advice.opinion is None:
            return Agreed(_with_reason(found, advice.reason), assessed, model_usage=advice.usage)
        return Agreed(weigh_agreement(found, advice.opinion), assessed, "llm", advice.usage)


Found = TypeVar("Found", Verdict, Consensus)


def _with_reason(found: Found, reason: str) -> Found:
    return replace(found, reasons=(*found.reasons, reason))
