"""An output that says that its sources differ, held against what each of them says."""

from __future__ import annotations

from typing import Final

from screwtape.core.facts import Relation, Value, relation
from screwtape.core.judge.evidence import Evidence
from screwtape.core.language.tokens import Kind
from screwtape.core.statements import Statement

SIDES_AT_MOST: Final = 4
"""Values that an output may give side by side."""
_SENTENCES_READ: Final = 24
_SIDES: Final = 2
_ALIKE: Final = 0.5
"""Share of the words of the one sentence that the other must have, for the two to differ about one thing."""
_TELLING: Final = frozenset(
    """source sources document documents text texts report reports differ differs disagree disagrees conflict conflicts
    contradict contradicts one other another first second third former latter say says state states give gives list
    lists evidence while whereas according but each different inconsistent item items
    there discrepancy contradictory conflicting inconsistency two both on between about
    quelle quellen angaben dokument dokumente dokumenten widersprechen unterscheiden weichen voneinander sich sagt nennt
    eine andere anderen laut erste zweite
    fuentes fuente documentos difieren discrepan contradicen dice según una otra otro
    diffèrent divergent contredisent dit selon un une autre
    источники источник документы документ данные расходятся противоречат различаются говорит называет указывает один
    другой другу друг другом""".split()
)
"""Words of the report itself, which no source has."""


def sides_reported(claim: Statement, evidence: Evidence, task: Statement) -> tuple[Statement, ...]:
    """Give the sentences that differ as a claim reports it: each has one of its values, and says the same but for it.

    Nothing where a value is in no source, where the sentences are about unlike things, or where the claim says more.
    """
    values = [value for value in claim.values if not value.soft][:SIDES_AT_MOST]
    if len(values) < _SIDES:
        return ()
    sides: list[Statement] = []
    for value in values:
        holding = sorted(evidence.holding_value(value, claim.tokens))[:_SENTENCES_READ]
        found = [evidence.statements[at] for at in holding if _has(evidence.statements[at], value)]
        rival = next((each for each in found if all(_differ(each, other) for other in sides)), None)
        if rival is None:
            return ()
        sides.append(rival)
    known = {word for side in sides for word in side.words} | task.words
    keys = {key for side in sides for key in side.places} | task.places.keys()
    for at, token in enumerate(claim.tokens):
        carries = token.kind is Kind.WORD and token.weight > 0 and at not in claim.value_tokens
        if carries and token.word not in _TELLING | known and token.key not in keys:
            return ()
    return tuple(sides)


def _has(statement: Statement, value: Value) -> bool:
    """Whether a sentence has a value; its unit may stand with the other value only: 30 days, and 14."""
    enough = {Relation.SAME, Relation.UNDECIDED} if value.unit is None else {Relation.SAME}
    return any(relation(value, known) in enough for known in statement.values)


def _differ(one: Statement, other: Statement) -> bool:
    """Whether two sentences say the same of the same but for a value."""
    shared = one.places.keys() & other.places.keys()
    alike = len(shared) >= _ALIKE * max(len(one.places), len(other.places), 1)
    return alike and not all(_has(other, value) for value in one.values)
