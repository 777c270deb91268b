"""The output against itself: two values for one thing, a value and its alternative, sums that do not add up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screwtape.core.facts import Relation, Value, relation
from screwtape.core.judge.findings import found
from screwtape.core.judge.numbering import numbers_subject
from screwtape.core.judge.verdict import Finding, Span
from screwtape.core.language.small_words import OR
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.statements import Statement

_OPERATORS: Final = frozenset("+-*/\u00d7\u00f7x")
_EQUALS: Final = frozenset({"=", "equals"})
_TERMS_AT_MOST: Final = 200
_FLOAT_SLACK: Final = 1e-9
_EXACT_DIGITS: Final = 15
"""Digits that a float holds without loss."""
_LEAST_CONTENT: Final = 2
_REPORTS_BOTH: Final = frozenset(
    """differ differs disagree disagrees conflict conflicts conflicting contradict contradicts inconsistent discrepancy
    while whereas versus widersprechen unterscheiden weichen difieren contradicen discrepan diffèrent contredisent
    divergent расходятся противоречат различаются διαφέρουν διαφωνούν""".split()
)

_UNSPACED_REPORTS: Final = tuple("不一致 不同 矛盾 有出入 異なり 異なる 食い違".split())
"""The same in scripts without spaces."""


def self_contradictions(statements: Sequence[Statement]) -> list[tuple[int, str]]:
    """Find pairs of claims that give one attribute two values, or affirm and deny one thing.

    Gives for each the index of the later claim and a sentence. Claims meet by their content, so the work is linear.
    """
    seen: dict[frozenset[str], int] = {}
    told: list[tuple[int, str]] = []
    for at, statement in enumerate(statements):
        content = frozenset(statement.content())
        if len(content) < _LEAST_CONTENT:
            continue
        earlier = seen.setdefault(content, at)
        if earlier != at and _disagree(statements[earlier], statement, content):
            told.append((at, f"it contradicts \u201c{statements[earlier].text.strip()[:120]}\u201d"))
    return told


def _disagree(earlier: Statement, later: Statement, content: frozenset[str]) -> bool:
    if earlier.denied != later.denied or any(earlier.signs(key).isdisjoint(later.signs(key)) for key in content):
        return not later.values and not earlier.values
    if len(earlier.values) != len(later.values):
        return False
    pairs = list(zip(earlier.values, later.values, strict=True))
    kin = [relation(left, right) for left, right in pairs]
    if any(
        each is Relation.DIFFERENT and numbers_subject(earlier, left) and numbers_subject(later, right)
        for each, (left, right) in zip(kin, pairs, strict=True)
    ):
        return False  # room 12 and room 14 are two rooms
    return kin.count(Relation.DIFFERENT) == 1 and all(each in {Relation.SAME, Relation.DIFFERENT} for each in kin)


def hedges(statement: Statement) -> tuple[Value, Value] | None:
    """Give two values of one kind with an "or" between them."""
    for left, right in zip(statement.values, statement.values[1:], strict=False):
        between = statement.tokens[left.last : right.first]
        if len(between) == 1 and between[0].word in OR and relation(left, right) is Relation.DIFFERENT:
            return left, right
    return None


def reports_difference(statement: Statement) -> bool:
    """Whether a claim says that its sources differ."""
    return not statement.words.isdisjoint(_REPORTS_BOTH) or any(word in statement.text for word in _UNSPACED_REPORTS)


def arithmetic_slips(text: str, tokens: Sequence[Token]) -> list[Finding]:
    """Find written-out sums whose result is wrong: 12 + 7 = 20. ``tokens`` are those of the whole text."""
    slips: list[Finding] = []
    for at, token in enumerate(tokens):
        if token.word not in _EQUALS or not 0 < at < len(tokens) - 1:
            continue
        begin, terms, operators = _left_side(tokens, at)
        result, last = _right_side(tokens, at)
        if not operators or result is None:
            continue
        value = _evaluate(terms, operators)
        places = len(tokens[last].word.replace(",", "").partition(".")[2])
        if value is not None and abs(value - result) > max(0.5 * 10**-places, _FLOAT_SLACK * abs(value)) * (
            1 + _FLOAT_SLACK
        ):
            start, end = tokens[begin].start, tokens[last].end
            message = f"The sum \u201c{text[start:end]}\u201d is wrong: it comes to {value:.10g}."
            slips.append(found("arithmetic", message, claim=Span(start, end)))
    return slips


def _number(token: Token) -> float | None:
    plain = token.word.replace(",", "") if token.kind is Kind.NUMBER else ""
    digits = plain.replace(".", "", 1)
    return float(plain) if digits.isdigit() and len(digits) <= _EXACT_DIGITS else None


def _left_side(tokens: Sequence[Token], equals: int) -> tuple[int, list[float], list[str]]:
    """Read the terms before an equals sign, right to left: number, operator, number."""
    terms: list[float] = []
    operators: list[str] = []
    at = equals - 1
    begin = equals
    while at >= 0 and len(terms) < _TERMS_AT_MOST:
        at -= tokens[at].text in {"%", "$", "€", "£"} and at > 0
        number = _number(tokens[at])
        if number is None:
            return begin, [], []
        terms.append(number)
        begin = at
        at -= 1
        at -= at > 0 and tokens[at].text in {"$", "€", "£"}
        if at < 1 or tokens[at].word not in _OPERATORS:
            break
        operators.append(tokens[at].word)
        at -= 1
    stray = at >= 0 and (tokens[at].text in _OPERATORS | {")", "^", "%"} or tokens[at].kind is Kind.IDENTIFIER)
    if stray or len(operators) != len(terms) - 1:
        return begin, [], []
    return begin, terms[::-1], operators[::-1]


def _right_side(tokens: Sequence[Token], equals: int) -> tuple[float | None, int]:
    at = equals + 1
    negative = tokens[at].text == "-"
    at += negative
    at += at < len(tokens) and tokens[at].text in {"$", "€", "£"}
    if at >= len(tokens):
        return None, equals
    following = tokens[at + 1].word if at + 1 < len(tokens) else ""
    number = _number(tokens[at])
    if number is None or following in _OPERATORS - {"-"} | {"^", "%"}:
        return None, at
    return (-number if negative else number), at


def _evaluate(terms: list[float], operators: list[str]) -> float | None:
    """Work out a sum, products first."""
    total, product, sign = 0.0, terms[0], 1.0
    for operator, term in zip(operators, terms[1:], strict=True):
        if operator in {"*", "\u00d7", "x"}:
            product *= term
        elif operator in {"/", "\u00f7"}:
            if not term:
                return None
            product /= term
        else:
            total += sign * product
            product, sign = term, 1.0 if operator == "+" else -1.0
    return total + sign * product
