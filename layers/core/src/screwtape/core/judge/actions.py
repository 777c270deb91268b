"""Which deed a value goes with: the version that fixed a fault is not the one that brought it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screwtape.core.facts import Value
from screwtape.core.language.lexicon import is_class
from screwtape.core.language.small_words import CONJUNCTIONS
from screwtape.core.language.stems import stem
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.statements import Statement

Placed = tuple[float, Value, Statement]
"""How well an evidence value is placed for a claim's value, the evidence value, and its sentence."""
_KINDS: Final = frozenset({"label", "date", "time"})
"""Kinds of value that name when or which, and so go with a deed."""
_REACH: Final = 6
_ARTICLES: Final = frozenset("a an the this that its their his her all every some no".split())
_BORDERS: Final = CONJUNCTIONS | frozenset(", ; : ( ) . that which who where when whose".split())


def other_action(claim: Statement, value: Value, like: Sequence[Placed], other: Sequence[Placed]) -> Placed | None:
    """Find the value that goes with the claim's deed, in a sentence where the like value goes with another deed."""
    bare = value.kind == "number" and value.unit is None
    if not like or not (bare or value.kind in _KINDS):
        return None
    deed = _deed(claim, value)
    if not deed:
        return None
    for stand in other:
        _, known, statement = stand
        beside = [same for _, same, where in like if where is statement]
        if (
            beside
            and _deed(statement, known) == deed
            and all(_deed(statement, same) not in {"", deed} for same in beside)
        ):
            return stand
    return None


def _deed(statement: Statement, value: Value) -> str:
    """Give the concept of the verb nearest to a value within its clause, nothing where there is none."""
    tokens = statement.tokens
    for step in range(1, _REACH + 1):
        for at, way in ((value.first - step, -1), (value.last - 1 + step, 1)):
            if not 0 <= at < len(tokens) or not _is_deed(tokens, at):
                continue
            between = tokens[value.last : at] if way > 0 else tokens[at + 1 : value.first]
            if not any(each.word in _BORDERS or each.text in _BORDERS for each in between):
                return tokens[at].key
    return ""


def _is_deed(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is the form of a verb: introduced, and fixes before an article."""
    word, base = tokens[at].word, stem(tokens[at].word)
    if tokens[at].weight <= 0 or tokens[at].kind is not Kind.WORD or base == word or not is_class(base, "v"):
        return False
    following = tokens[at + 1].word if at + 1 < len(tokens) else ""
    return word.endswith("ed") or (word.endswith("s") and following in _ARTICLES)
