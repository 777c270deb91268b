"""From findings to the verdict, and from the verdict to the score inside its band."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screwtape.core.judge.findings import CATALOGUE, found, worst_first
from screwtape.core.judge.verdict import Claim, CriterionResult, Finding, Verdict, VerdictName

PASS_BAR: Final = 0.70
"""A pass scores at least this, anything else less."""
FAIL_BAR: Final = 0.40
"""A fail scores less than this."""
UNCHECKED_SCORE: Final = 0.50
"""The score of an output that there was nothing to check against: no ground for either side."""
FINDINGS_SHOWN: Final = 100
"""Findings that one verdict lists, the worst first: enough to act on, and a reply that can always be delivered."""
_CLOSED_SCORE: Final = 0.05
_BANDS: Final[dict[VerdictName, tuple[float, float]]] = {
    "pass": (round(PASS_BAR + 0.02, 2), 0.99),
    "retry": (0.12, round(PASS_BAR - 0.06, 2)),
    "fail": (0.02, round(FAIL_BAR - 0.05, 2)),
}
"""Lowest and highest score of a verdict, clear of the bars so that no rounding crosses them.

Where between them is how much of the output is carried and of what was asked is met.
"""
_EXTRA_FAULT: Final = 0.7
"""What each further grave finding leaves of the score."""


def verdict_of(findings: Sequence[Finding]) -> VerdictName:
    """Give the verdict: fail on any critical finding, else retry on any major one, else pass."""
    severities = {finding.severity for finding in findings}
    if "critical" in severities:
        return "fail"
    return "retry" if "major" in severities else "pass"


def settle(
    findings: Sequence[Finding], claims: tuple[Claim, ...], criteria: tuple[CriterionResult, ...], quality: float
) -> Verdict:
    """Make the verdict. ``quality`` (0 to 1) is how much of the output is carried and of the criteria met."""
    ordered = worst_first(list(findings))
    verdict = verdict_of(ordered)
    shown = ordered[:FINDINGS_SHOWN]
    if len(shown) < len(ordered):
        shown = (*shown, found("more", f"{len(ordered) - len(shown):,} more findings are not listed."))
    return Verdict(
        verdict=verdict,
        score=_score(verdict, ordered, quality),
        reasons=tuple(dict.fromkeys(finding.message for finding in shown)),
        claims=claims,
        criteria=criteria,
        findings=shown,
        retry_hint=_hint(ordered) if verdict == "retry" else None,
    )


def _score(verdict: VerdictName, findings: Sequence[Finding], quality: float) -> float:
    codes = {finding.code for finding in findings}
    if "empty" in codes:
        return 0.0
    if (
        verdict == "retry"
        and "nothing_to_check" in codes
        and sum(finding.severity == "major" for finding in findings) == 1
    ):
        return UNCHECKED_SCORE
    low, high = _BANDS[verdict]
    grave = sum(finding.severity in {"critical", "major"} for finding in findings)
    if grave and not quality:
        return _CLOSED_SCORE
    return round(low + (high - low) * quality * _EXTRA_FAULT ** max(0, grave - 1), 4)


def _hint(findings: Sequence[Finding]) -> str:
    hints = (CATALOGUE[finding.code].hint for finding in findings)
    return " ".join(dict.fromkeys(hint for hint in hints if hint))
