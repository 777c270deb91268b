"""From findings and measures to the verdict and its score.

The score is the chance that the output should be accepted, calibrated on labelled outputs (``weights``), inside the
band of the verdict. The verdict is the findings' alone: what is too little carried to pass is itself a finding.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from screwtape.core.judge.findings import CATALOGUE, found, worst_first
from screwtape.core.judge.measures import CAP, Measures, summary
from screwtape.core.judge.verdict import Claim, CriterionResult, Finding, Verdict, VerdictName
from screwtape.core.judge.weights import BIAS, NO_CLAIM, QUESTIONS, WEIGHTS

PASS_BAR: Final = 0.70
"""A pass scores at least this, anything else less."""
FAIL_BAR: Final = 0.40
"""A fail scores less than this."""
CLAIM_BAR: Final = 0.5
"""Chance from which a single claim counts as supported."""
UNCHECKED_SCORE: Final = 0.50
"""The score of an output that there was nothing to check against: no ground for either side."""
FINDINGS_SHOWN: Final = 100
"""Findings that one verdict lists, the worst first: enough to act on, and a reply that can always be delivered."""
_MARGIN: Final = 0.01
"""Distance from a bar that scores beside it keep, so that no rounding crosses it."""
_CLOSED_SCORE: Final = 0.05
_MET_CHANCE: Final = 0.85
"""Chance of an output that meets every criterion, where there is no evidence."""
_MET_LIFT: Final = 1.2
"""What meeting every criterion adds to the log odds of an output that the evidence carries."""
_CRITERION_QUALITY: Final = {"met": 1.0, "partial": 0.5, "missing": 0.0, "contradicted": 0.0}


_OF_ONE: Final = tuple((name.partition(" ")[2], weight) for name, weight in WEIGHTS.items())
"""The weights for a single claim, which is its own mean, worst and sum."""


def chance_of(measured: Sequence[Measures], questions: float = 0.0) -> float:
    """Give how likely (0 to 1) the evidence carries claims with these measures.

    ``questions`` is the share of the output that asks instead of telling.
    """
    if not measured:
        return _logistic(BIAS + NO_CLAIM + QUESTIONS * questions)
    log_odds = BIAS + QUESTIONS * questions
    if len(measured) == 1:
        only = measured[0]
        return _logistic(log_odds + sum([weight * min(CAP, only.get(what, 0.0)) for what, weight in _OF_ONE]))
    told = summary(measured, WEIGHTS)
    return _logistic(log_odds + sum(weight * told[name] for name, weight in WEIGHTS.items()))


def verdict_of(findings: Sequence[Finding]) -> VerdictName:
    """Give the verdict: fail on any critical finding, else retry on any major one, else pass."""
    severities = {finding.severity for finding in findings}
    if "critical" in severities:
        return "fail"
    return "retry" if "major" in severities else "pass"


def settle(
    findings: Sequence[Finding],
    claims: tuple[Claim, ...],
    criteria: tuple[CriterionResult, ...],
    chance: float | None,
    *,
    closed: bool = False,
) -> Verdict:
    """Make the verdict. ``chance`` is how likely the evidence carries the output, None where there is none.

    ``closed`` says that the output answers nothing.
    """
    accepted = 0.0 if closed else _accepted(chance, criteria)
    told = list(findings)
    if verdict_of(told) == "pass" and accepted < PASS_BAR:
        told.append(found("weakly_supported", "The evidence carries too little of what the output says."))
    ordered = worst_first(told)
    verdict = verdict_of(ordered)
    shown = ordered[:FINDINGS_SHOWN]
    if len(shown) < len(ordered):
        shown = (*shown, found("more", f"{len(ordered) - len(shown):,} more findings are not listed."))
    return Verdict(
        verdict=verdict,
        score=_score(verdict, ordered, accepted),
        reasons=tuple(dict.fromkeys(finding.message for finding in shown)),
        claims=claims,
        criteria=criteria,
        findings=shown,
        retry_hint=_hint(ordered) if verdict == "retry" else None,
    )


def _accepted(chance: float | None, criteria: Sequence[CriterionResult]) -> float:
    """Give the chance that the output should be accepted, criteria considered."""
    met = [_CRITERION_QUALITY[criterion.status] for criterion in criteria]
    if chance is None:
        return _MET_CHANCE * sum(met) / len(met) if met else UNCHECKED_SCORE
    if not met:
        return chance
    if min(met) == 1.0:
        return _logistic(_log_odds(chance) + _MET_LIFT)
    return chance * (1 + sum(met) / len(met)) / 2


def _score(verdict: VerdictName, findings: Sequence[Finding], accepted: float) -> float:
    if any(finding.code == "empty" for finding in findings):
        return 0.0
    if not accepted:
        return _CLOSED_SCORE
    if verdict == "pass":
        return round(max(accepted, PASS_BAR + _MARGIN), 4)
    bar = FAIL_BAR if verdict == "fail" else PASS_BAR
    return round(min(accepted, bar - _MARGIN), 4)


def _hint(findings: Sequence[Finding]) -> str:
    hints = (CATALOGUE[finding.code].hint for finding in findings)
    return " ".join(dict.fromkeys(hint for hint in hints if hint))


def _logistic(log_odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, log_odds))))


def _log_odds(chance: float) -> float:
    return math.log(chance / (1.0 - chance))
