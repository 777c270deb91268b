"""One claim against the evidence: its status, what it cites, and what was found about it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from screwtape.core.facts import Relation, Value, relation
from screwtape.core.judge.answers import Answered
from screwtape.core.judge.claims import Piece
from screwtape.core.judge.conflicts import conflict_of
from screwtape.core.judge.consistency import hedges, reports_difference
from screwtape.core.judge.differences import sides_reported
from screwtape.core.judge.evidence import Evidence
from screwtape.core.judge.findings import found
from screwtape.core.judge.holders import VALUES_AT_MOST
from screwtape.core.judge.measures import Measures, measure
from screwtape.core.judge.numbering import numbers_subject
from screwtape.core.judge.scoring import CLAIM_BAR, chance_of
from screwtape.core.judge.support import Support, support_of
from screwtape.core.judge.values import Stand
from screwtape.core.judge.verdict import Claim, ClaimStatus, Finding, Source, Span
from screwtape.core.statements import Statement

_SHOWN: Final = 160
"""Characters of a text that a message quotes."""
REACH: Final = 2
"""Statements before and after a report of a difference that may hold the values."""
REPORTED_AT_MOST: Final = 64
"""Values that an output may report side by side; of one beyond them the evidence is taken to disagree."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A claim after its hearing. ``measures`` are None when the evidence could not speak to it."""

    claim: Claim
    findings: tuple[Finding, ...]
    answered: Answered
    measures: Measures | None


@dataclass(slots=True)
class Bench:
    """What every claim of one output is heard before.

    ``said`` are all statements of the output, which may report two values side by side.
    """

    evidence: Evidence
    task: Statement
    said: Sequence[Statement]
    _side_by_side: tuple[Value, ...] | None = field(init=False, default=None)

    @property
    def side_by_side(self) -> tuple[Value, ...]:
        """The values in and next to the statements that say that sources differ, read once for all claims."""
        if self._side_by_side is None:
            reports = [at for at, statement in enumerate(self.said) if reports_difference(statement)]
            places = sorted({at for report in reports for at in range(max(0, report - REACH), report + REACH + 1)})
            values = (value for at in places if at < len(self.said) for value in self.said[at].values)
            self._side_by_side = tuple(itertools.islice(values, REPORTED_AT_MOST))
        return self._side_by_side


def hear(piece: Piece, text: str, span: Span, bench: Bench) -> Heard:
    """Hear one claim, given as it stands in the caller's ``text`` and ``span``."""
    statement, evidence = piece.statement, bench.evidence
    if not piece.checkable or not len(evidence):
        claim = Claim(text, span.start, span.end, "not_checkable")
        return Heard(claim, (), Answered(statement, frozenset(), stands=piece.checkable), None)
    sides = sides_reported(statement, evidence, bench.task) if reports_difference(statement) else ()
    # who reports that sources differ is carried by what they say, not by one sentence that says that they do
    support = support_of(sides[0] if sides else statement, evidence, bench.task)
    measures = measure(support)
    if sides:
        support = replace(support, claim=statement, chosen=sides)
    finding = _finding(support, measures, bench, span) if not sides else None
    if finding is not None:
        measures[f"finding {finding.code}"] = 1.0
    status = _status(finding)
    sources = tuple(evidence.source(chosen) for chosen in support.chosen)
    against: tuple[Source, ...] = ()
    if finding is not None and finding.evidence is not None:
        against = (Source(finding.evidence.index, finding.evidence.start, finding.evidence.end),)
    claim = Claim(text, span.start, span.end, status, () if status == "contradicted" else sources, against)
    context = frozenset(key for chosen in support.chosen for key in chosen.places)
    answered = Answered(statement, context, stands=status == "supported")
    return Heard(claim, (finding,) if finding is not None else (), answered, measures)


def quoted(text: str) -> str:
    """Give a text as a message quotes it: on one line, in quotation marks, not too long."""
    line = " ".join(text.split())
    return f"\u201c{line[:_SHOWN]}\u2026\u201d" if len(line) > _SHOWN else f"\u201c{line}\u201d"


def _status(finding: Finding | None) -> ClaimStatus:
    if finding is None or finding.code == "evidence_disagrees":
        return "supported"
    return "contradicted" if finding.severity == "critical" else "unsupported"


def _holds(support: Support, measures: Measures) -> bool:
    """Whether the evidence carries a claim, contradictions aside: every name and value of it, and most of its words."""
    return not support.lost_names and not support.lost_values and chance_of([measures]) >= CLAIM_BAR


def _finding(support: Support, measures: Measures, bench: Bench, span: Span) -> Finding | None:
    """Give the gravest thing to be said about a claim."""
    claim, evidence = support.claim, bench.evidence
    if support.conflicts:
        value, known, statement = support.conflicts[0]
        both = hedges(claim)
        if both is not None:
            message = f"{quoted(claim.text)} gives two values, {claim.shown(both[0])} or {claim.shown(both[1])}."
            return found("hedged", message, claim=span, evidence=evidence.citation(statement))
        message = (
            f"{quoted(claim.text)} says \u201c{claim.shown(value)}\u201d where the evidence says "
            f"\u201c{statement.shown(known)}\u201d: {quoted(statement.text)}."
        )
        return found("value_conflict", message, claim=span, evidence=evidence.citation(statement))
    conflict = conflict_of(support)
    if conflict is not None:
        message = f"{quoted(claim.text)} contradicts the evidence {quoted(conflict.against.text)}: {conflict.message}."
        return found(conflict.code, message, claim=span, evidence=evidence.citation(conflict.against))
    if not _holds(support, measures):
        return found("unsupported", _what_is_missing(support), claim=span)
    rival = _rival(support, bench)
    if rival is not None:
        value, known, statement = rival
        message = (
            f"The evidence disagrees with itself: besides \u201c{claim.shown(value)}\u201d for "
            f"{quoted(claim.text)} it has "
            f"\u201c{statement.shown(known)}\u201d: {quoted(statement.text)}."
        )
        return found("evidence_disagrees", message, claim=span, evidence=evidence.citation(statement))
    return None


def _what_is_missing(support: Support) -> str:
    claim = support.claim
    lost = [*support.lost_names, *(claim.shown(value) for value in support.lost_values)]
    if lost:
        listed = ", ".join(f"\u201c{each}\u201d" for each in lost[:3])
        return f"{quoted(claim.text)} is not supported: the evidence near it does not have {listed}."
    return f"{quoted(claim.text)} is not supported by the evidence."


def _rival(support: Support, bench: Bench) -> Stand | None:
    """Find evidence that says everything a claim says but for one value, and names nothing else."""
    claim = support.claim
    for value, known, statement in support.rivals:
        if any(key not in statement.places for key in support.content) or support.is_fragment:
            continue
        if any(claim.signs(key).isdisjoint(statement.signs(key)) for key in support.content):
            continue  # opening and closing are two things
        if value.kind != known.kind or numbers_subject(claim, value):
            continue
        others = [each for each in claim.values[:VALUES_AT_MOST] if each is not value]
        if any(relation(each, known) is Relation.SAME for each in others):
            continue
        if not all(any(relation(each, theirs) is Relation.SAME for theirs in statement.values) for each in others):
            continue
        if any(relation(value, theirs) is Relation.SAME for theirs in statement.values) or _names_another(
            claim, statement
        ):
            continue
        if not any(relation(theirs, known) is Relation.SAME for theirs in bench.side_by_side):
            return value, known, statement
    return None


def _names_another(claim: Statement, statement: Statement) -> bool:
    """Whether a sentence names somebody or something that the claim does not, or dates it otherwise."""
    named = any(name.certain and not any(key in claim.places for key in name.keys) for name in statement.names)
    dated = any(
        value.kind in {"date", "label"}
        and not any(relation(value, mine) is not Relation.UNRELATED for mine in claim.values)
        for value in statement.values
    )
    return named or dated
