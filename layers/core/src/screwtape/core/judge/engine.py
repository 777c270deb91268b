"""The judging itself, top to bottom: gates, claims, criteria, then the verdict from what was found."""

from __future__ import annotations

from collections.abc import Sequence

from screwtape.core.judge.answers import Answered, Answers
from screwtape.core.judge.claims import CLAIMS_AT_MOST, Reading, statements_of
from screwtape.core.judge.consistency import arithmetic_slips, hedges, self_contradictions
from screwtape.core.judge.criteria import Ruling, rule
from screwtape.core.judge.evidence import Evidence
from screwtape.core.judge.findings import found
from screwtape.core.judge.gates import Gate, pass_gates
from screwtape.core.judge.hearing import Bench, Heard, hear, quoted
from screwtape.core.judge.measures import Measures
from screwtape.core.judge.references import as_referred, findings_of
from screwtape.core.judge.scoring import chance_of, settle
from screwtape.core.judge.tongues import WITH_WORD_LISTS, language_of
from screwtape.core.judge.verdict import CriterionResult, Finding, Span, Verdict
from screwtape.core.language.normalisation import NormalText, normalise, whole
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.words import forget_words, tokens
from screwtape.core.reference import read_reference
from screwtape.core.statements import Statement


def judge(task: str, output: str, evidence: Sequence[str] = (), criteria: Sequence[str] = ()) -> Verdict:
    """Judge one output against its task, its evidence and its criteria. Pure: same arguments, same verdict."""
    try:
        return _judge(whole(task), whole(output), [*map(whole, evidence)], [*map(whole, criteria)])
    finally:
        forget_words()


def _judge(task: str, output: str, evidence: Sequence[str], criteria: Sequence[str]) -> Verdict:
    normal = normalise(output)
    read = tokens(normal.text)
    words = [token for token in read if token.kind is not Kind.MARK]
    asked = Statement(normalise(task).text, 0, len(task))
    index = Evidence(evidence)
    gate = pass_gates(normal, words, asked, index, "\n".join(criteria))
    reading = statements_of(normal)
    if gate.closed:
        return _closed(gate, reading, normal, words, criteria)
    heard = _hear_all(output, normal, reading, Bench(index, asked, [piece.statement for piece in reading.pieces]))
    reference = None if criteria else read_reference(task, output, evidence)
    if reference is not None:
        heard = as_referred(heard, reference, alternatives=len(evidence) > 1 or reference.settled)
    answers = Answers([each.answered for each in heard])
    rulings = [rule(criterion, normal.text, words, answers, grounded=bool(len(index))) for criterion in criteria]
    findings = [
        *gate.findings,
        *(finding for each in heard for finding in each.findings),
        *_own_faults(heard),
        *(_moved(slip, normal) for slip in arithmetic_slips(normal.text, read)),
        *_broken_criteria(criteria, rulings, normal),
        *_unread(reading),
        *_neutral(normal.text, words),
    ]
    if reference is not None:
        findings += findings_of(reference)
        chance: float | None = reference.chance
    else:
        findings += _standing(heard, rulings, grounded=bool(len(index)))
        chance = _chance(reading, heard, grounded=bool(len(index)))
    results = _results(criteria, rulings, normal)
    return settle(findings, tuple(each.claim for each in heard), results, chance)


def _chance(reading: Reading, heard: Sequence[Heard], *, grounded: bool) -> float | None:
    """Give how likely the evidence carries the output, None without evidence."""
    if not grounded:
        return None
    return chance_of([each.measures for each in heard if each.measures is not None], _questions(reading))


def measured(task: str, output: str, evidence: Sequence[str]) -> tuple[list[Measures], float]:
    """Give the measures of each claim of an output, and the share of it that asks: what its score is learned from."""
    normal = normalise(output)
    reading = statements_of(normal)
    asked = Statement(normalise(task).text, 0, len(task))
    heard = _hear_all(
        output, normal, reading, Bench(Evidence(evidence), asked, [each.statement for each in reading.pieces])
    )
    return [each.measures for each in heard if each.measures is not None], _questions(reading)


def _questions(reading: Reading) -> float:
    return sum(piece.asks for piece in reading.pieces) / max(1, len(reading.pieces))


def _closed(gate: Gate, reading: Reading, normal: NormalText, words: list[Token], criteria: Sequence[str]) -> Verdict:
    """Give the verdict on an output that answers nothing: its criteria are ruled, none of its statements stands."""
    said = Answers([Answered(piece.statement, frozenset(), stands=False) for piece in reading.pieces])
    rulings = [rule(criterion, normal.text, words, said, grounded=True) for criterion in criteria]
    broken = [
        finding for finding in _broken_criteria(criteria, rulings, normal) if finding.code == "criterion_contradicted"
    ]
    return settle([*gate.findings, *broken], (), _results(criteria, rulings, normal), None, closed=True)


def _results(criteria: Sequence[str], rulings: Sequence[Ruling], normal: NormalText) -> tuple[CriterionResult, ...]:
    return tuple(
        CriterionResult(criterion, ruling.status, _where(ruling, normal))
        for criterion, ruling in zip(criteria, rulings, strict=True)
    )


def _hear_all(output: str, normal: NormalText, reading: Reading, bench: Bench) -> list[Heard]:
    heard: list[Heard] = []
    for piece in reading.pieces:
        span = Span(*normal.span(piece.statement.start, piece.statement.end))
        heard.append(hear(piece, output[span.start : span.end], span, bench))
    return heard


def _neutral(text: str, words: Sequence[Token]) -> list[Finding]:
    """Say where the judge knows no words of the output's language, so that only what needs none was compared."""
    if language_of(text, words) in WITH_WORD_LISTS | {""}:
        return []
    message = (
        "The judge has no word lists for the language of the output: values, names and identifiers were compared, "
        "and words as they are spelled, but not synonyms, opposites or most negations."
    )
    return [found("language_neutral", message)]


def _unread(reading: Reading) -> list[Finding]:
    """Say that statements were left out: what nobody looked at must not pass."""
    if not reading.left_out:
        return []
    message = f"Only the first {CLAIMS_AT_MOST:,} statements were judged; {reading.left_out:,} more were not."
    return [found("too_many_statements", message)]


def _own_faults(heard: Sequence[Heard]) -> list[Finding]:
    """Find where the output contradicts itself or gives two values for one."""
    findings: list[Finding] = []
    checked = [each for each in heard if each.answered.stands or each.measures is not None]
    for at, told in self_contradictions([each.answered.statement for each in checked]):
        claim = checked[at].claim
        findings.append(
            found(
                "self_contradiction", f"{quoted(claim.text)} cannot stand: {told}.", claim=Span(claim.start, claim.end)
            )
        )
    for each in checked:
        both = hedges(each.answered.statement)
        if both is not None and not each.findings and each.measures is None:
            message = f"{quoted(each.claim.text)} gives two values for one."
            findings.append(found("hedged", message, claim=Span(each.claim.start, each.claim.end)))
    return findings


def _moved(finding: Finding, normal: NormalText) -> Finding:
    """Give a finding about the normalised text with the caller's own offsets."""
    if finding.claim is None:
        return finding
    return found(finding.code, finding.message, claim=Span(*normal.span(finding.claim.start, finding.claim.end)))


def _broken_criteria(criteria: Sequence[str], rulings: Sequence[Ruling], normal: NormalText) -> list[Finding]:
    findings: list[Finding] = []
    for at, (criterion, ruling) in enumerate(zip(criteria, rulings, strict=True)):
        where = _where(ruling, normal)
        if not ruling.understood:
            findings.append(
                found(
                    "criterion_not_understood",
                    f"The criterion {quoted(criterion)} is about how something is said; it could not be checked.",
                    criterion=at,
                )
            )
        elif ruling.status == "contradicted":
            there = f": the output has \u201c{ruling.forbidden}\u201d" if ruling.forbidden else ""
            findings.append(
                found(
                    "criterion_contradicted",
                    f"The criterion {quoted(criterion)} is broken{there}.",
                    claim=where,
                    criterion=at,
                )
            )
        elif ruling.status == "missing":
            findings.append(found("criterion_missing", f"The criterion {quoted(criterion)} is not met.", criterion=at))
        elif ruling.status == "partial":
            findings.append(
                found(
                    "criterion_partial",
                    f"The criterion {quoted(criterion)} is met only in part.",
                    claim=where,
                    criterion=at,
                )
            )
    return findings


def _where(ruling: Ruling, normal: NormalText) -> Span | None:
    return Span(*normal.span(*ruling.where)) if ruling.where is not None else None


def _standing(heard: Sequence[Heard], rulings: Sequence[Ruling], *, grounded: bool) -> list[Finding]:
    """Say what speaks for the output, or that nothing could be checked."""
    if not grounded and not rulings:
        return [found("nothing_to_check", "There is neither evidence nor a criterion to check the output against.")]
    findings: list[Finding] = []
    carried = [each for each in heard if each.claim.status == "supported"]
    if (
        grounded
        and not any(each.measures is not None for each in heard)
        and not any(ruling.status == "met" for ruling in rulings)
    ):
        findings.append(found("nothing_checkable", "The output makes no statement that the evidence could confirm."))
    if carried:
        claim = carried[0].claim
        checked = sum(each.measures is not None for each in heard)
        message = f"The evidence supports {len(carried)} of {checked} claims, among them {quoted(claim.text)}."
        findings.append(found("supported", message, claim=Span(claim.start, claim.end)))
    met = sum(ruling.status == "met" for ruling in rulings)
    if met:
        findings.append(found("criteria_met", f"{met} of {len(rulings)} criteria are met."))
    return findings
