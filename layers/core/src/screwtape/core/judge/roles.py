"""Who does what to whom, without names: what stands before and after one verb, and which way a journey goes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.names import Name
from screwtape.core.language.lexicon import is_class, is_verb
from screwtape.core.language.stems import stem
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.vocabulary import concept, key_of
from screwtape.core.statements import Statement

_SOURCES: Final = frozenset("from von aus de desde из от с από من से".split())
_GOALS: Final = frozenset(
    "to into nach zu zum zur a à hasta в на до προς στη στην στον στο إلى तक को vers pour para".split()
)
SYMMETRIC: Final = frozenset(
    concept(word).key
    for word in """marry meet border neighbor partner merge differ same equal match resemble tie face play share compare
    connect link assign allocate attach map relate""".split()
)
"""Concepts under which two may change places and the statement stays the same."""
_CONVERSES: Final = {
    key_of(stem(one)): key_of(stem(other))
    for pair in "lend borrow|sell buy|give receive|teach learn|precede follow|own belong|send receive|rent let".split(
        "|"
    )
    for one, other in (pair.split(), pair.split()[::-1])
}
"""Verbs that tell the same from the other side."""
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

    True if they did, False if they did and a passive, an opposite or a converse ("bought from", "sold to") makes up for
    it, None if they did not.
    """
    for at, token in enumerate(claim.tokens):
        if token.kind is not Kind.WORD or token.weight <= 0 or token.key in SYMMETRIC or not _turns(claim.tokens, at):
            continue
        mine = _sides(claim, at)
        if not mine[0] or not mine[1]:
            continue
        converse = _CONVERSES.get(token.key, "")
        for key in (token.key, converse):
            for there in statement.places.get(key, ()):
                if not _may_turn(statement.tokens, there):
                    continue
                moved = _moved(mine, _sides(statement, there))
                if moved is None:
                    continue
                passive = _is_passive(claim.tokens, at) != _is_passive(statement.tokens, there)
                turned = (token.sign != statement.tokens[there].sign) != (key == converse)
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
    base = stem(word)
    verb = is_verb(word) or (is_class(word, "v") and word.endswith(("s", "ed"))) or _is_past_form(word, base)
    return verb and not tokens[at].is_capital and before not in _ARTICLES and after != "of"


def _is_past_form(word: str, base: str) -> bool:
    """Whether a word is the past or the participle of a verb: bitten, lent."""
    return base != word and not word.endswith(("s", "ing")) and is_class(base, "v")


def _may_turn(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word that is a verb in another text may be one here: bit, of which the dictionary has more nouns."""
    return _turns(tokens, at) or (is_class(stem(tokens[at].word), "v") and _word_before(tokens, at) not in _ARTICLES)


def _word_before(tokens: Sequence[Token], at: int) -> str:
    return tokens[at - 1].word if at else ""


def _sides(statement: Statement, at: int) -> tuple[frozenset[str], frozenset[str]]:
    return _side(statement.tokens, at, -1), _side(statement.tokens, at, 1)


def _side(tokens: Sequence[Token], at: int, step: int) -> frozenset[str]:
    keys: list[str] = []
    place = at + step
    while 0 <= place < len(tokens) and tokens[place].word not in _CLAUSES and len(keys) < _SIDE:
        token = tokens[place]
        if token.weight > 0 or token.kind is Kind.NUMBER:
            keys.append(token.key)
        elif len(token.text) == 1 and token.is_capital and token.text != "I":
            keys.append(f"letter {token.word}")
        place += step
    return frozenset(keys)


def _moved(mine: tuple[frozenset[str], frozenset[str]], theirs: tuple[frozenset[str], frozenset[str]]) -> bool | None:
    """Whether the sides changed places; None when the two texts do not share enough to tell."""
    alike = (mine[0] & mine[1]) | (theirs[0] & theirs[1])  # the plan of both the basic plan and the pro plan
    left, right = mine[0] - alike, mine[1] - alike
    straight = len(left & theirs[0]), len(right & theirs[1])
    crossed = len(left & theirs[1]), len(right & theirs[0])
    if all(straight) and not any(crossed):
        return False
    # what is sold or lent stays behind the verb, whoever comes before it
    return True if all(crossed) and not straight[0] else None


def _is_passive(tokens: Sequence[Token], at: int) -> bool:
    """Whether who did it follows: by the man, but not by 8 %."""
    return any(
        token.word in _AGENTS and place + 1 < len(tokens) and tokens[place + 1].kind is not Kind.NUMBER
        for place, token in enumerate(tokens[at + 1 : at + 1 + _AGENT_REACH], at + 1)
    )


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
