"""The catalogue of findings: what each code weighs, and what an agent should do about it.

This table is where a verdict comes from: any critical finding is a fail, else any major one a retry, else a pass.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from screwtape.core.judge.verdict import Citation, Finding, Severity, Span


class Weight(NamedTuple):
    """How heavy a code is, and the hint that answers it; an empty hint adds nothing."""

    severity: Severity
    hint: str


CATALOGUE: Final[dict[str, Weight]] = {
    # the claim and the evidence cannot both be right
    "value_conflict": Weight("critical", ""),
    "negation": Weight("critical", ""),
    "opposite": Weight("critical", ""),
    "role_swap": Weight("critical", ""),
    "name_conflict": Weight("critical", ""),
    "wrong_subject": Weight("critical", ""),
    "order": Weight("critical", ""),
    "quantifier": Weight("critical", ""),
    "exclusive": Weight("critical", ""),
    "overclaim": Weight("critical", ""),
    # the output is wrong by itself, or breaks what was asked
    "arithmetic": Weight("critical", ""),
    "other_answer": Weight("critical", ""),
    "criterion_contradicted": Weight("critical", ""),
    # another attempt may fix it
    "empty": Weight("major", "Return an answer; the output had no content."),
    "no_content": Weight("major", "Return an answer; the output had no words in it."),
    "opener_only": Weight("major", "Return the answer itself after the opening line."),
    "refusal": Weight("major", "Answer the task instead of declining it."),
    "abstention": Weight("major", "Give the answer, or show that the evidence holds none."),
    "placeholder": Weight("major", "Replace placeholders and error dumps with the real content."),
    "truncated": Weight("major", "Return the whole answer; the output seems to be cut off."),
    "task_echo": Weight("major", "Answer the task instead of repeating it."),
    "repetition": Weight("major", "Say each thing once; the output repeats itself."),
    "addressed_to_judge": Weight("major", "Remove the text that addresses the judge."),
    "look_alike": Weight("major", "Write every word in one script."),
    "bidi_override": Weight("major", "Remove the characters that turn the direction of text."),
    "unparsable": Weight("major", "Return well-formed JSON."),
    "criterion_missing": Weight("major", "Meet every criterion."),
    "criterion_partial": Weight("major", "Meet every criterion in full."),
    "criterion_not_understood": Weight("major", "Put each criterion so that it can be checked, or ask a model judge."),
    "unsupported": Weight("major", "Say only what the evidence holds, or supply evidence for the rest."),
    "unlike_reference": Weight("major", "Give the answer that the task asks for, in a few words."),
    "weakly_supported": Weight("major", "Say it closer to the evidence, or supply evidence that says it."),
    "too_many_statements": Weight("major", "Send the output in parts; it has more statements than one call judges."),
    "overstatement": Weight("major", "Say no more than the evidence does: keep its doubt and its quantity."),
    "roles_unclear": Weight("major", "Say who did what to whom as the evidence does."),
    "evidence_disagrees": Weight(
        "major", "Report both values and say that the sources differ, or settle the evidence."
    ),
    "self_contradiction": Weight("major", "Make the output agree with itself."),
    "hedged": Weight("major", "Commit to one value."),
    "nothing_to_check": Weight("major", "Send evidence or criteria to check the output against."),
    "nothing_checkable": Weight("major", "Make at least one statement that the evidence can confirm."),
    # worth knowing
    "invisible": Weight("info", ""),
    "mark_storm": Weight("info", ""),
    "evidence_addresses_judge": Weight("info", ""),
    "language_neutral": Weight("info", ""),
    "supported": Weight("info", ""),
    "reference_met": Weight("info", ""),
    "criteria_met": Weight("info", ""),
    "more": Weight("info", ""),
}

_ORDER: Final[tuple[Severity, ...]] = ("critical", "major", "minor", "info")


def found(
    code: str,
    message: str,
    *,
    claim: Span | None = None,
    evidence: Citation | None = None,
    criterion: int | None = None,
) -> Finding:
    """Make a finding with the weight that the catalogue gives its code."""
    return Finding(code, CATALOGUE[code].severity, message, claim, evidence, criterion)


def worst_first(findings: list[Finding]) -> tuple[Finding, ...]:
    """Order findings by severity; within one, as they were found."""
    return tuple(sorted(findings, key=lambda finding: _ORDER.index(finding.severity)))
