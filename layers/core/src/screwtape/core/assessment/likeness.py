"""How far two answers say the same, and what keeps them apart."""

from __future__ import annotations

import re
from typing import Final

from screwtape.core.assessment.readings import Reading
from screwtape.core.assessment.records import same_record
from screwtape.core.assessment.shapes import ConflictKind
from screwtape.core.assessment.slots import other_formula, other_slot
from screwtape.core.facts import Relation, Value, relation
from screwtape.core.facts.negation import is_negator
from screwtape.core.facts.strength import quantifiers
from screwtape.core.final_answers import firm_values
from screwtape.core.judge.restrictions import taken_back
from screwtape.core.judge.roles import Roles, roles_between
from screwtape.core.language.lexicon import related
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
_SENTENCE: Final = 200
"""Characters of an answer that is one sentence."""
_COMPATIBLE: Final = frozenset({Relation.SAME, Relation.UNDECIDED})
_OPERATOR: Final = re.compile(r"(?<=[\w)\]])\s?([+<>=!%&|^]{1,3}|(?<=[a-z)\]])-(?=\s?\d)|(?<=\s)-(?=\s))\s?(?=[\w(\[])")
"""A sign between two operands; a hyphen only where it takes away."""


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
    if left.declines or right.declines:
        return float(left.declines and right.declines)
    if left.record and right.record and (same := same_record(left.record, right.record)) is not None:
        return float(same)
    if left.final is not None and right.final is not None:
        agrees = left.final.agrees(right.final)
        if agrees is not None:
            return float(agrees)
    if difference(left, right) is not None:
        return 0.0
    return 1.0 if _same_values(left, right) else min(1.0, wording(left, right))


def _same_values(left: Reading, right: Reading) -> bool:
    """Whether two answers in a few words give the same values, however these are written, and of the same thing."""
    if not (left.is_short and right.is_short) or not (left.statement.values and right.statement.values):
        return False
    if _own_words(left, right) and _own_words(right, left):
        return False
    fewer, more = sorted((left.statement.values, right.statement.values), key=len)
    return all(any(relation(one, other) is Relation.SAME for other in more) for one in fewer)


def _own_words(reading: Reading, other: Reading) -> bool:
    """Whether an answer has content of its own beside its values, which neither the task nor the other one has."""
    return any(
        key in reading.words and key not in other.words and not _are_kin(key, other)
        for key in reading.statement.content()
    )


def _are_kin(key: str, other: Reading) -> bool:
    return not other.words.keys().isdisjoint(related(key))


def difference(left: Reading, right: Reading) -> tuple[ConflictKind, str, str] | None:
    """Give the typed fact in which two answers differ: its kind, and the words of each."""
    if left.final is not None and right.final is not None and left.final.agrees(right.final) is False:
        return _of_finals(left, right)
    mine, theirs = left.statement, right.statement
    values = _values(mine, theirs, alike=(alike := wording(left, right) >= SAME))
    if values is not None:
        return values
    told: tuple[ConflictKind, str, str] | None = None
    if alike:
        told = (
            _denial(mine, theirs)
            or _opposites(mine, theirs)
            or _names(mine, theirs)
            or _roles(mine, theirs)
            or _amounts(mine, theirs)
            or _signs(left, right)
        )
    return told or _in_one_sentence(mine, theirs)


def _in_one_sentence(mine: Statement, theirs: Statement) -> tuple[ConflictKind, str, str] | None:
    """Compare two answers in one sentence slot by slot, sign by sign, and by what each takes back."""
    if max(len(mine.text), len(theirs.text)) > _SENTENCE:
        return None
    slot = other_slot(mine, theirs)
    if slot is not None:
        return "entity", *slot
    if other_formula(mine, theirs):
        return "other", mine.text, theirs.text
    shared = mine.places.keys() & theirs.places.keys()
    if 2 * len(shared) < max(len(mine.places), len(theirs.places)):
        return None
    taken = taken_back(mine, theirs) or taken_back(theirs, mine)
    hedged = mine.is_doubtful != theirs.is_doubtful
    return ("other", mine.text, theirs.text) if hedged or (taken is not None and taken.code) else None


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


def _values(mine: Statement, theirs: Statement, *, alike: bool) -> tuple[ConflictKind, str, str] | None:
    """Compare values. A shared one speaks for agreement, but where the words are ``alike`` each must have its equal."""
    said, known = _in_focus(mine), _in_focus(theirs)
    kinds = [[relation(one, other) for other in known] for one in said]
    if any(kind in _COMPATIBLE for row in kinds for kind in row) and not alike:
        return None
    left = [at for at, row in enumerate(kinds) if not any(kind in _COMPATIBLE for kind in row)]
    right = [at for at in range(len(known)) if not any(row[at] in _COMPATIBLE for row in kinds)]
    for one in left:
        for other in right:
            if kinds[one][other] is Relation.DIFFERENT:
                return _kind(said[one], known[other]), _shown(mine, said[one]), _shown(theirs, known[other])
    return None


def _in_focus(statement: Statement) -> list[Value]:
    values = firm_values(statement)[:VALUES_AT_MOST]
    return [value for value in values if statement.tokens[value.first].start < FOCUS]


def _shown(statement: Statement, value: Value) -> str:
    """Give a value as it was written, with the sign before it."""
    start = statement.tokens[value.first].start
    return ("-" if value.low < 0 and statement.text[start - 1 : start] == "-" else "") + statement.shown(value)


def _kind(one: Value, other: Value) -> ConflictKind:
    if {one.kind, other.kind} & {"date", "time"} or _is_weekday(one) or _is_weekday(other):
        return "date"
    units = (one.unit or one.currency) != (other.unit or other.currency)
    return "unit" if units and one.low == other.low else "number"


def _is_weekday(value: Value) -> bool:
    return value.kind == "label" and value.text.startswith("weekday")


def _denial(mine: Statement, theirs: Statement) -> tuple[ConflictKind, str, str] | None:
    """Compare how often each denies. An opposite of the other's word denies as well, so that not unsafe is safe."""
    denied, denied_there = _denials(mine, theirs), _denials(theirs, mine)
    if (denied + denied_there) % 2 and min(denied, denied_there) == 0:
        return "negation", mine.text[:FOCUS], theirs.text[:FOCUS]
    return None


def _denials(statement: Statement, other: Statement) -> int:
    turned = sum(
        is_negator(token) or (token.sign < 0 and token.key in other.places)
        for token in statement.tokens
        if token.start < FOCUS
    )
    return turned + statement.denied


def _roles(mine: Statement, theirs: Statement) -> tuple[ConflictKind, str, str] | None:
    """Compare who does it to whom, in answers of one sentence."""
    if max(len(mine.text), len(theirs.text)) > _SENTENCE:
        return None
    if roles_between(mine, theirs) is Roles.SWAPPED:
        return "entity", mine.text, theirs.text
    return None


def _amounts(mine: Statement, theirs: Statement) -> tuple[ConflictKind, str, str] | None:
    """Compare all with some, and always with rarely, before the same word."""
    said = {(each.scale, _after(mine, each.at)): each for each in quantifiers(mine.tokens)}
    for each in quantifiers(theirs.tokens):
        other = said.get((each.scale, _after(theirs, each.at)))
        if other is not None and other.level != each.level:
            return "other", mine.tokens[other.at].text, theirs.tokens[each.at].text
    return None


def _after(statement: Statement, at: int) -> str:
    """Give the first content word behind a place."""
    return next((token.key for token in statement.tokens[at + 1 :] if token.weight > 0), "")


def _signs(left: Reading, right: Reading) -> tuple[ConflictKind, str, str] | None:
    """Compare the operators of two formulas or pieces of code whose words are the same."""
    if left.bare != right.bare or _operators(left) == _operators(right):
        return None
    return "other", left.statement.text, right.statement.text


def _operators(reading: Reading) -> list[str]:
    return _OPERATOR.findall(reading.statement.text)


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
            return statement.shown(name)
    return ""
