"""One deal told from its two sides: who sold to whom is who bought from whom."""

from __future__ import annotations

from typing import Final

from screwtape.core.language.lexicon import lemma
from screwtape.core.language.small_words import AGENTS, ENGLISH_ARTICLES
from screwtape.core.statements import Statement

_CONVERSES: Final = """
sell | buy purchase acquire
lend loan | borrow
teach | learn
give grant award hand send deliver pay donate | receive get
lease rent | lease rent
verkaufen verkaufte verkauft | kaufen kaufte gekauft kauft
vendió vendido vende | compró comprado compra
vendu vend | acheté achète
продал продала продали | купил купила купили
"""
_REACH: Final = 8
"""Tokens to each side of a verb among which who does it is looked for."""


def _sides() -> dict[str, tuple[int, int]]:
    table: dict[str, tuple[int, int]] = {}
    for row, line in enumerate(_CONVERSES.strip().splitlines()):
        for side, words in enumerate(line.split("|")):
            for word in words.split():
                table.setdefault(word, (row, side))
    return table


_SIDES: Final = _sides()


def _deal(statement: Statement) -> tuple[int, int, int] | None:
    """Give the row and the side of the one verb of a deal in a text, and where it stands."""
    found: tuple[int, int, int] | None = None
    for at, token in enumerate(statement.tokens):
        known = _SIDES.get(token.word) or _SIDES.get(lemma(token.word))
        if known is not None and not (at and statement.tokens[at - 1].word in ENGLISH_ARTICLES):
            if found is not None:
                return None
            found = (*known, at)
    return found


def same_deal(claim: Statement, statement: Statement) -> bool | None:
    """Whether two texts tell one deal from its two sides; False where both give the same side to the same one."""
    mine = _deal(claim)
    theirs = _deal(statement) if mine is not None else None
    if mine is None or theirs is None or mine[0] != theirs[0] or mine[1] == theirs[1]:
        return None
    said, known = _doer(claim, mine[2]), _doer(statement, theirs[2])
    if not said or not known:
        return None
    if said & known:
        return False
    return True if said <= statement.places.keys() and known <= claim.places.keys() else None


def _doer(statement: Statement, verb: int) -> frozenset[str]:
    """Give the concepts before a verb in its clause, or after the "by" of a passive."""
    tokens = statement.tokens
    reached = range(verb + 1, min(len(tokens), verb + 1 + _REACH))
    by = next((at for at in reached if tokens[at].word in AGENTS), None)
    if by is not None:
        return frozenset(token.key for token in tokens[by + 1 : by + 4] if token.weight > 0 and token.text != ",")
    first = verb
    while first and tokens[first - 1].text not in {",", ";", ":"} and verb - first < _REACH:
        first -= 1
    return frozenset(token.key for token in tokens[first:verb] if token.weight > 0)
