"""Who does what to whom, without names: what stands before and after one verb, and which way a journey goes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.names import Name
from screwtape.core.language.lexicon import is_class, is_verb
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.statements import Statement

_SOURCES: Final = frozenset("from von aus de desde из от с από من से".split())
_GOALS: Final = frozenset(
    "to into nach zu zum zur a à hasta в на до προς στη στην στον στο إلى तक को vers pour para".split()
)
_SYMMETRIC: Final = frozenset(
    "marri meet border merg differ equal match resembl tie face play share compar connect link".split()
)
_CLAUSES: Final = frozenset(", ; : and but while whereas because who which that".split())
_ORDERS: Final = frozenset("before after above below until".split())
"""Small words that say which of two things comes first or stands higher."""
_AGENTS: Final = frozenset({"by"})
_THANS: Final = frozenset("than".split())
_ARTICLES: Final = frozenset("the a an el la los las le les der die das dem den".split())
_LEAST_PAIRS: Final = 5
_SAME_PAIRS: Final = 0.75
"""Share of the pairs that both sentences have from which one is the other in another order."""
_KANA: Final = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
_PASSIVE_MARKS: Final = ("\u88ab", "\u7531", "\u6bd4", ",", "\uff0c", "\u3001")
_AGENT_REACH: Final = 3
_SIDE: Final = 6
"""Content words on each side of a verb that are looked at."""


def swapped_sides(claim: Statement, statement: Statement) -> bool | None:
    """Whether what acts and what is acted on changed places around a verb or a comparison that both texts have.

    True if they did, False if they did and a passive or an opposite makes up for it, None if they did not.
    """
    for at, token in enumerate(claim.tokens):
        if token.kind is not Kind.WORD or token.weight <= 0 or token.key in _SYMMETRIC or not _turns(claim.tokens, at):
            continue
        mine = _sides(claim, at)
        if not mine[0] or not mine[1]:
            continue
        for there in statement.places.get(token.key, ()):
            if not _turns(statement.tokens, there):
                continue
            moved = _moved(mine, _sides(statement, there))
            if moved is None:
                continue
            passive = _is_passive(claim.tokens, at) != _is_passive(statement.tokens, there)
            turned = token.sign != statement.tokens[there].sign
            if moved or passive:
                return moved != (turned != passive)
    return None


def swapped_ends(claim: Statement, statement: Statement) -> bool:
    """Whether a name that something comes from is what it goes to in the other text."""
    mine = _ends(claim)
    if not mine:
        return False
    theirs = _ends(statement)
    turned = [key for key, end in mine.items() if theirs.get(key, end) != end]
    return bool(turned) and all(theirs.get(key) != end for key, end in mine.items())


def _ends(statement: Statement) -> dict[str, bool]:
    """Give the names after from (True) and to (False)."""
    ends: dict[str, bool] = {}
    for name in statement.names:
        marker = _marker(statement.tokens, name)
        if marker in _SOURCES or marker in _GOALS:
            ends[name.keys[-1]] = marker in _SOURCES
    if len(set(ends.values())) < 2:  # noqa: PLR2004 - one end alone says no direction
        return {}
    return ends


def _marker(tokens: Sequence[Token], name: Name) -> str:
    at = name.first - 1
    while at >= 0 and tokens[at].word in _ARTICLES:
        at -= 1
    return tokens[at].word if at >= 0 else ""


def _turns(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word has two sides: a verb, or what is compared."""
    word = tokens[at].word
    than = any(token.word in _THANS for token in tokens[at + 1 : at + 3])
    if than or word in _ORDERS:
        return True
    before, after = tokens[at - 1].word if at else "", tokens[at + 1].word if at + 1 < len(tokens) else ""
    verb = is_verb(word) or (is_class(word, "v") and word.endswith(("s", "ed")))
    return verb and not tokens[at].is_capital and before not in _ARTICLES and after != "of"


def _sides(statement: Statement, at: int) -> tuple[frozenset[str], frozenset[str]]:
    return _side(statement.tokens, at, -1), _side(statement.tokens, at, 1)


def _side(tokens: Sequence[Token], at: int, step: int) -> frozenset[str]:
    keys: list[str] = []
    place = at + step
    while 0 <= place < len(tokens) and tokens[place].word not in _CLAUSES and len(keys) < _SIDE:
        if tokens[place].weight > 0 or tokens[place].kind is Kind.NUMBER:
            keys.append(tokens[place].key)
        place += step
    return frozenset(keys)


def _moved(mine: tuple[frozenset[str], frozenset[str]], theirs: tuple[frozenset[str], frozenset[str]]) -> bool | None:
    """Whether the sides changed places; None when the two texts do not share enough to tell."""
    straight = len(mine[0] & theirs[0]), len(mine[1] & theirs[1])
    crossed = len(mine[0] & theirs[1]), len(mine[1] & theirs[0])
    if all(straight) and not any(crossed):
        return False
    if all(crossed) and not any(straight):
        return True
    return None


def _is_passive(tokens: Sequence[Token], at: int) -> bool:
    return any(token.word in _AGENTS for token in tokens[at + 1 : at + 1 + _AGENT_REACH])


def reversed_unspaced(claim: Statement, statement: Statement) -> bool:
    """Whether two sentences of the same characters have what comes first and what comes last exchanged, as in Chinese.

    Scripts that mark who does what by particles are left alone, as are sentences of which one is passive.
    """
    mine = [token for token in claim.tokens if token.kind is Kind.PAIR and token.weight > 0]
    theirs = [token for token in statement.tokens if token.kind is Kind.PAIR and token.weight > 0]
    shared = sum(token.key in statement.places for token in mine)
    if len(mine) < _LEAST_PAIRS or len(theirs) < _LEAST_PAIRS or shared < _SAME_PAIRS * max(len(mine), len(theirs)):
        return False
    if _KANA.search(claim.text) or any((mark in claim.text) != (mark in statement.text) for mark in _PASSIVE_MARKS):
        return False
    order = [
        statement.places[token.key][0]
        for token in mine
        if len(claim.places[token.key]) == 1 and len(statement.places.get(token.key, ())) == 1
    ]
    return len(order) > 1 and order[0] > order[-1]
