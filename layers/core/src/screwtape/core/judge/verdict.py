"""The shapes of a verdict. Field names are those of the reply; offsets are code points of the caller's own text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

VerdictName = Literal["pass", "fail", "retry"]
Severity = Literal["critical", "major", "minor", "info"]
"""``critical`` makes the verdict fail, ``major`` retry; the others are for the reader."""
ClaimStatus = Literal["supported", "contradicted", "unsupported", "not_checkable"]
CriterionStatus = Literal["met", "partial", "missing", "contradicted"]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the output."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Citation:
    """A stretch of evidence item ``index``, as a finding cites it."""

    index: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """A stretch of evidence item ``evidence``, as a claim cites it."""

    evidence: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: what it is, how heavy, in plain English, and the places it speaks of."""

    code: str
    severity: Severity
    message: str
    claim: Span | None = None
    evidence: Citation | None = None
    criterion: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of the output, with the evidence for it and against it."""

    text: str
    start: int
    end: int
    status: ClaimStatus
    citations: tuple[Source, ...] = ()
    against: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class CriterionResult:
    """One criterion as it was given, and where in the output it is met or broken."""

    criterion: str
    status: CriterionStatus
    citation: Span | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge answers. ``score`` is the confidence, 0 to 1, that the output should be accepted."""

    verdict: VerdictName
    score: float
    reasons: tuple[str, ...]
    claims: tuple[Claim, ...]
    criteria: tuple[CriterionResult, ...]
    findings: tuple[Finding, ...]
    retry_hint: str | None
