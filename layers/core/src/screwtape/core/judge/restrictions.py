"""A claim beside a sentence that takes something back: only, except, almost, a myth, used to, will be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from screwtape.core.facts import Relation, relation
from screwtape.core.facts.restrictions import Restriction, RestrictionKind, has_past
from screwtape.core.statements import Statement

_REPEATED: Final = 0.6
"""Share of what a sentence says outside a restriction that a claim must repeat to be the same statement without it."""
_UNIVERSAL: Final = frozenset(
    """all every each always any daily whole entire everyone everybody alle alles jeder jede jedes täglich immer
    todos todas cada siempre diario tous toutes chaque toujours все каждый ежедневно всегда όλοι όλα κάθε
    καθημερινά كل يوميا सभी हर रोज़""".split()
)
_CONDITIONAL: Final = frozenset(
    """if when unless provided until case whenever may can could might would should depends wenn falls sofern bei kann
    si cuando sauf puede peut если когда может αν όταν إذا अगर यदि""".split()
)
"""Words by which a claim minds a condition, or says no more than that it may be."""


class Taken(NamedTuple):
    """What a sentence takes back of a claim: the finding's code, none where the claim minds it, and its message."""

    code: str
    message: str


_MINDED: Final = Taken("", "")


def taken_back(claim: Statement, statement: Statement) -> Taken | None:
    """Find what a sentence takes back of a claim that it nearly says; None where nothing is taken back.

    An empty code says that the claim takes it back as well, in other words: closed on Monday, of "daily except Monday".
    """
    for restriction in statement.restrictions:
        if any(mine.kind == restriction.kind for mine in claim.restrictions):
            continue
        taken = _RULES[restriction.kind](claim, statement, restriction)
        if taken is not None:
            return taken
    return None


def _only(claim: Statement, statement: Statement, restriction: Restriction) -> Taken | None:
    said = f"the evidence says it of \u201c{_focus_of(statement, restriction)}\u201d only"
    if restriction.unspaced:
        return None if restriction.unspaced in claim.text else Taken("overstatement", said)
    missing = [at for at in restriction.focus if not _stands_in(claim, statement, at)]
    if 2 * len(missing) < len(restriction.focus) and restriction.focus[0] not in missing:
        return None
    return Taken("overstatement", said) if missing and _repeats(claim, statement, restriction) else None


def _except(claim: Statement, statement: Statement, restriction: Restriction) -> Taken | None:
    focus = _focus_of(statement, restriction)
    if restriction.unspaced:
        named = restriction.unspaced in claim.text
        turned = claim.denied != statement.denied or _is_turned(claim, statement)
    else:
        named = any(_stands_in(claim, statement, at) for at in restriction.focus)
        turned = _is_turned(claim, statement)
    if named:
        return _MINDED if turned else Taken("negation", f"the evidence makes an exception of \u201c{focus}\u201d")
    if not turned and not claim.words.isdisjoint(_UNIVERSAL) and _repeats(claim, statement, restriction):
        return Taken("overstatement", f"the evidence makes an exception of \u201c{focus}\u201d")
    return None


def _nearly(claim: Statement, _statement: Statement, restriction: Restriction) -> Taken | None:
    told = f"the evidence says \u201c{restriction.marker}\u201d, so that it did not happen"
    return _MINDED if claim.denials else Taken("overclaim", told)


def _untrue(claim: Statement, _statement: Statement, restriction: Restriction) -> Taken | None:
    return _MINDED if claim.denials else Taken("negation", f"the evidence calls it \u201c{restriction.marker}\u201d")


def _past(claim: Statement, _statement: Statement, _restriction: Restriction) -> Taken | None:
    if has_past(claim.tokens) or any(word.endswith("ed") for word in claim.words):
        return None
    return _MINDED if claim.denials else Taken("overclaim", "the evidence says it of the past")


def _condition(claim: Statement, statement: Statement, restriction: Restriction) -> Taken | None:
    """Find a condition that a claim leaves out with all that it says."""
    if not claim.words.isdisjoint(_CONDITIONAL) or claim.denials != statement.denials:
        return None
    told = f"the evidence says it on a condition, \u201c{restriction.marker}\u201d"
    if restriction.unspaced:
        pairs = [restriction.unspaced[at : at + 2] for at in range(len(restriction.unspaced) - 1)]
        kept = 2 * sum(pair in claim.text for pair in pairs) >= len(pairs)
        return None if kept else Taken("overstatement", told)
    missing = [at for at in restriction.focus if not _stands_in(claim, statement, at)]
    if 2 * len(missing) < len(restriction.focus):
        return None
    return Taken("overstatement", told) if _repeats(claim, statement, restriction) else None


_RULES: Final[dict[RestrictionKind, Callable[[Statement, Statement, Restriction], Taken | None]]] = {
    "only": _only,
    "except": _except,
    "nearly": _nearly,
    "untrue": _untrue,
    "past": _past,
    "condition": _condition,
}


def _focus_of(statement: Statement, restriction: Restriction) -> str:
    if not restriction.focus:
        return restriction.unspaced
    first, last = statement.tokens[restriction.focus[0]], statement.tokens[restriction.focus[-1]]
    return statement.text[first.start : last.end]


def _stands_in(claim: Statement, statement: Statement, at: int) -> bool:
    """Whether a claim has a word of a sentence, or the value that it belongs to."""
    token = statement.tokens[at]
    if token.key in claim.places or token.word in claim.words:
        return True
    value = next((value for value in statement.values if value.first <= at < value.last), None)
    return value is not None and any(relation(mine, value) is Relation.SAME for mine in claim.values)


def _is_turned(claim: Statement, statement: Statement) -> bool:
    """Whether a claim denies what a sentence says, or says it by an opposite."""
    shared = [key for key in claim.places if key in statement.places]
    return any(claim.signs(key).isdisjoint(statement.signs(key)) for key in shared)


def _repeats(claim: Statement, statement: Statement, restriction: Restriction) -> bool:
    """Whether a claim says most of what a sentence says outside the focus of a restriction."""
    focus = {statement.tokens[at].key for at in (*restriction.focus, restriction.at)}
    rest = {key: weight for key, weight in statement.content().items() if key not in focus}
    held = sum(weight for key, weight in rest.items() if key in claim.places)
    return held >= _REPEATED * sum(rest.values())
