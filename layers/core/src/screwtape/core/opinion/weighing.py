"""What a model's opinion may change, and the published sentences that tell who scored.

A model may have been told what to say by the very output that it judges. So it may lower any verdict, but lift one
only past what rules are known to miss: free wording, criteria of manner, the absence of evidence. Where the evidence
decides, its opinion counts as far as it can quote that evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from screwtape.core.consensus import Consensus
from screwtape.core.facts import Relation, Value, relation, values_in
from screwtape.core.facts.names import names_in
from screwtape.core.judge import Finding, Verdict
from screwtape.core.judge.criteria import is_exact
from screwtape.core.judge.scoring import FAIL_BAR, PASS_BAR
from screwtape.core.judge.verdict import VerdictName
from screwtape.core.language.normalisation import normalise
from screwtape.core.language.words import forget_words, tokens
from screwtape.core.opinion.prompts import Case, bent
from screwtape.core.opinion.replies import Agreement, Opinion

SCORED: Final = "Scored by the configured LLM."
SCORED_CONSENSUS: Final = "Scored by the configured LLM. Clusters below are from deterministic overlap."
FAILED: Final = "LLM call failed. Used deterministic checks."
UNUSABLE: Final = "LLM response was unusable. Used deterministic checks."
SPENT: Final = "The LLM calls of today are spent. Used deterministic checks."
NOT_FOR_FREE: Final = "The LLM is not used for free calls here. Used deterministic checks."

MODEL_HINT: Final = "Mend what the reasons name."
"""The hint of a retry that only the model asks for: the rules know nothing to mend."""
_STEP: Final = 0.01
"""Distance that a score keeps from a bar that it must stay below, as in the rules' own scores."""

_OF_THE_EVIDENCE: Final = frozenset(
    {
        "nothing_checkable",
        "overstatement",
        "roles_unclear",
        "unlike_reference",
        "unsupported",
        "weakly_supported",
    }
)
"""Findings about what the evidence carries that rules get wrong where the wording is free: a quotation lifts them."""
_OF_WORDING: Final = frozenset(
    {"criterion_missing", "criterion_not_understood", "criterion_partial", "nothing_to_check"}
)
"""Findings that say what rules cannot tell: an opinion lifts them, but for criteria that a program decides."""


def weigh_verdict(found: Verdict, opinion: Opinion, case: Case) -> Verdict:
    """Give the verdict once a model's opinion is heard; what it rests on otherwise stays as the rules found it."""
    try:
        why = _objection(found, opinion, case)
    finally:
        forget_words()
    if why is not None:
        told = f"The model says {opinion.verdict}. {why} The verdict and score of the rules stay."
        theirs = (f"The model's reason: {reason}" for reason in opinion.reasons)
        return replace(found, reasons=(*found.reasons, told, *theirs, SCORED))
    return replace(
        found,
        verdict=opinion.verdict,
        score=in_band(opinion.verdict, opinion.score),
        reasons=(*opinion.reasons, SCORED),
        retry_hint=(found.retry_hint or MODEL_HINT) if opinion.verdict == "retry" else None,
    )


def weigh_agreement(found: Consensus, opinion: Agreement) -> Consensus:
    """Give the consensus once a model's opinion is heard: its four fields replace the rules', the clusters stay."""
    return replace(
        found,
        consensus_answer=opinion.consensus_answer,
        agreement_score=opinion.agreement_score,
        false_consensus_risk=opinion.false_consensus_risk,
        reasons=(*opinion.reasons, SCORED_CONSENSUS),
    )


def in_band(verdict: VerdictName, score: float) -> float:
    """Give the score that is nearest to ``score`` among those that mean this verdict."""
    if verdict == "pass":
        return max(score, PASS_BAR)
    bar = FAIL_BAR if verdict == "fail" else PASS_BAR
    return score if score < bar else round(bar - _STEP, 2)


def _objection(found: Verdict, opinion: Opinion, case: Case) -> str | None:
    """Say what stands against following the model, None when nothing does."""
    if found.verdict == "fail" and opinion.verdict != "fail":
        return "What the rules found against the output stands."
    if opinion.verdict != "pass":
        return None
    doubts = [finding for finding in found.findings if finding.severity == "major" or finding.code == "more"]
    if any(not _may_be_lifted(finding, case.criteria) for finding in doubts):
        return "What the rules found wrong with the output itself stands."
    if any(finding.code in _OF_THE_EVIDENCE for finding in doubts) and not _is_quoted(found, opinion, case):
        return "It quotes no words of the evidence for what the evidence was not found to carry."
    return None


def _may_be_lifted(finding: Finding, criteria: Sequence[str]) -> bool:
    if finding.criterion is not None and finding.code == "criterion_missing":
        return not is_exact(criteria[finding.criterion])
    return finding.code in _OF_THE_EVIDENCE or finding.code in _OF_WORDING


def _is_quoted(found: Verdict, opinion: Opinion, case: Case) -> bool:
    """Whether words that stand in the evidence speak of every claim that the rules found unsupported there.

    A model may see the same thing in other words. It may not see a value or a name that its quotations do not hold.
    """
    evidence = [_plain(text) for text in case.evidence]
    standing = [_read(quote) for quote in opinion.quotes if _stands(_plain(quote), evidence)]
    told = [quote for quote in standing if quote.words]
    known = frozenset().union(_read(case.task).words, *(quote.words for quote in told))
    values = [value for quote in told for value in quote.values]
    claims = [_read(claim.text) for claim in found.claims if claim.status == "unsupported"]
    return bool(told) and all(
        any(claim.words & quote.words for quote in told)
        and claim.names <= known
        and all(value.soft or any(_agrees(value, other) for other in values) for value in claim.values)
        for claim in claims
    )


class _Read(NamedTuple):
    """What can be told of a text to the letter: its words of content, its values, the words of its names."""

    words: frozenset[str]
    values: tuple[Value, ...]
    names: frozenset[str]


def _read(text: str) -> _Read:
    read = tokens(normalise(text).text)
    return _Read(
        words=frozenset(token.key for token in read if token.weight > 0),
        values=values_in(read),
        names=frozenset(key for name in names_in(read) if name.certain for key in name.keys),
    )


def _agrees(claimed: Value, known: Value) -> bool:
    return relation(claimed, known) in {Relation.SAME, Relation.UNDECIDED}


def _stands(quote: str, evidence: Sequence[str]) -> bool:
    return bool(quote) and any(quote in text for text in evidence)


def _plain(text: str) -> str:
    """Give a text as it can be compared with what a model copied: however its spaces and brackets came through."""
    return " ".join(bent(text).split())
