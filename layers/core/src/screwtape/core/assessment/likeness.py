"""How far two answers say the same, and what keeps them apart."""

from __future__ import annotations

from typing import Final

from screwtape.core.assessment.readings import Reading
from screwtape.core.assessment.shapes import ConflictKind
from screwtape.core.facts import Relation, Value, relation
from screwtape.core.facts.negation import is_negator
from screwtape.core.statements import Statement

SAME: Final = 0.55
"""Likeness of wording from which two answers say the same."""
VALUES_AT_MOST: Final = 12
FOCUS: Final = 600
"""Characters of an answer in which a typed fact makes it another answer; what comes later is detail."""
_F1: Final = 0.7
_CONTAINED: Final = 0.3
"""How likeness of wording is made up: a short answer inside a long one says the same, two long ones must match."""
_NAMES_AT_MOST: Final = 4


def wording(left: Reading, right: Reading) -> float:
    """Give how far the words of two answers are the same: weighted F1, and containment of the smaller one."""
    if left.bare == right.bare:
        return 1.0
    shared = mine = theirs = 0.0
    for word, count in left.words.items():
        weight = left.weights[word]
        mine += weight * count
        shared += weight * min(count, right.words.get(word, 0))
    theirs = sum(right.weights[word] * count for word, count in right.words.items())
    smaller = min(mine, theirs)
    return _F1 * 2 * shared / (mine + theirs) + _CONTAINED * shared / smaller if smaller else 0.0


def likeness(left: Reading, right: Reading) -> float:
    """Give how far two answers say the same (0 to 1): 1 or 0 where both have final answers of one sort."""
    if left.final is not None and right.final is not None:
        agrees = left.final.agrees(right.final)
        if agrees is not None:
            return float(agrees)
    if difference(left, right) is not None:
        return 0.0
    return 1.0 if _same_values(left, right) else min(1.0, wording(left, right))


def _same_values(left: Reading, right: Reading) -> bool:
    """Whether two answers in a few words give the same values, however these are written."""
    if not (left.is_short and right.is_short) or not (left.statement.values and right.statement.values):
        return False
    fewer, more = sorted((left.statement.values, right.statement.values), key=len)
    return all(any(relation(one, other) is Relation.SAME for other in more) for one in fewer)


def difference(left: Reading, right: Reading) -> tuple[ConflictKind, str, str] | None:
    """Give the typed fact in which two answers differ: its kind, and the words of each."""
    if left.final is not None and right.final is not None and left.final.agrees(right.final) is False:
        return _of_finals(left, right)
    mine, theirs = left.statement, right.statement
    values = _values(mine, theirs)
    if values is not None:
        return values
    if wording(left, right) < SAME:
        return None
    denied, denied_there = _denials(mine), _denials(theirs)
    if (denied + denied_there) % 2 and min(denied, denied_there) == 0:
        return "negation", mine.text[:FOCUS], theirs.text[:FOCUS]
    return _opposites(mine, theirs) or _names(mine, theirs)


def names_apart(left: Reading, right: Reading) -> tuple[ConflictKind, str, str] | None:
    """Give the names in which two answers differ whose other words differ as well."""
    return _names(left.statement, right.statement)


def _of_finals(left: Reading, right: Reading) -> tuple[ConflictKind, str, str]:
    mine, theirs = left.final, right.final
    shown = tuple(each.text.strip()[-FOCUS:] if each is not None else "" for each in (mine, theirs))
    if mine is not None and mine.affirms is not None:
        return "negation", shown[0][:40], shown[1][:40]
    if mine is not None and mine.value is not None and theirs is not None and theirs.value is not None:
        return _kind(mine.value, theirs.value), shown[0], shown[1]
    return "other", shown[0], shown[1]


def _values(mine: Statement, theirs: Statement) -> tuple[ConflictKind, str, str] | None:
    """Compare the values at the heart of two answers: all comparable ones differ, none is the same."""
    said = [
        value for value in mine.values[:VALUES_AT_MOST] if mine.tokens[value.first].start < FOCUS and not value.soft
    ]
    known = [
        value for value in theirs.values[:VALUES_AT_MOST] if theirs.tokens[value.first].start < FOCUS and not value.soft
    ]
    kinds = [(one, other, relation(one, other)) for one in said for other in known]
    if any(kind in {Relation.SAME, Relation.UNDECIDED} for _, _, kind in kinds):
        return None
    differing = next(((one, other) for one, other, kind in kinds if kind is Relation.DIFFERENT), None)
    if differing is None:
        return None
    return _kind(*differing), mine.shown(differing[0]), theirs.shown(differing[1])


def _kind(one: Value, other: Value) -> ConflictKind:
    if "date" in {one.kind, other.kind}:
        return "date"
    units = (one.unit or one.currency) != (other.unit or other.currency)
    return "unit" if units and one.low == other.low else "number"


def _denials(statement: Statement) -> int:
    return sum(is_negator(token) for token in statement.tokens if token.start < FOCUS) + statement.denied


def _opposites(mine: Statement, theirs: Statement) -> tuple[ConflictKind, str, str] | None:
    for key, places in mine.places.items():
        if key in theirs.places and mine.signs(key).isdisjoint(theirs.signs(key)):
            return "negation", mine.tokens[places[0]].text, theirs.tokens[theirs.places[key][0]].text
    return None


def _names(mine: Statement, theirs: Statement) -> tuple[ConflictKind, str, str] | None:
    """Compare names where each of two short answers names somebody that the other does not."""
    strange = [_strange(mine, theirs), _strange(theirs, mine)]
    if not strange[0] or not strange[1] or max(len(mine.names), len(theirs.names)) > _NAMES_AT_MOST:
        return None
    return "entity", strange[0], strange[1]


def _strange(statement: Statement, other: Statement) -> str:
    for name in statement.names:
        if name.certain and not any(key in other.places for key in name.keys):
            return statement.text[statement.tokens[name.first].start : statement.tokens[name.last - 1].end]
    return ""
