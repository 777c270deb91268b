"""Who is what, as a sentence says it: a name and the description that it goes by.

"Maria Alvarez (CFO)", "Maria Alvarez, the finance director,", "the capital is Canberra", "Chair: Tom Reuter".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from screwtape.core.facts.names import Name
from screwtape.core.language.tokens import Kind, Token

COPULAS: Final = frozenset(
    "is was are were remains became ist war est était es era fue é è является είναι ήταν हैं है था".split()
)
_ARTICLES: Final = frozenset("the our its their his her der die das le la el il o a an ein eine un une l".split())
_DEFINITE: Final = frozenset("the our its their his her der die das le la el il l η ο το".split())
_DESCRIPTION: Final = 7
"""Tokens of a description that are read."""
_ACRONYM: Final = 5
_ENDS: Final = frozenset(", ; . ( ) : and but while who which whose und y et и".split())


class Identity(NamedTuple):
    """The keys of a name, the keys of what it is said to be, and whether there can be one of that only."""

    name: frozenset[str]
    what: frozenset[str]
    one: bool
    written: str


def identities_in(tokens: Sequence[Token], names: Sequence[Name]) -> tuple[Identity, ...]:
    """Give each name of a sentence with what the sentence says it is."""
    found: list[Identity] = []
    for name in names:
        first = _past_acronyms(tokens, name)
        keys = frozenset(token.key for token in tokens[first : name.last] if token.weight > 0)
        if not keys:
            continue
        written = " ".join(token.text for token in tokens[first : name.last])
        if first > name.first:
            found.append(
                Identity(keys, frozenset(token.key for token in tokens[name.first : first]), one=True, written=written)
            )
        for what, one in (*_after(tokens, name), *_before(tokens, name)):
            if what and not what & keys:
                found.append(Identity(keys, what, one, written))
    return tuple(found)


def _past_acronyms(tokens: Sequence[Token], name: Name) -> int:
    """Give where the name itself begins in "CEO Tom Reuter"."""
    at = name.first
    while at < name.last - 1 and tokens[at].text.isupper() and 1 < len(tokens[at].text) <= _ACRONYM:
        at += 1
    return at if at < name.last and not tokens[at].text.isupper() else name.first


def _after(tokens: Sequence[Token], name: Name) -> Iterator[tuple[frozenset[str], bool]]:
    at = name.last
    if at >= len(tokens):
        return
    opener = tokens[at].word
    if opener == "(":
        yield _described(tokens, at + 1, 1), True
    elif opener == "," and at + 1 < len(tokens) and tokens[at + 1].word in _ARTICLES:
        yield _described(tokens, at + 2, 1), tokens[at + 1].word in _DEFINITE
    elif opener in COPULAS and _begins_clause(tokens, name.first):
        article = tokens[at + 1].word if at + 1 < len(tokens) else ""
        skip = 2 if article in _ARTICLES else 1
        shouted = article.isascii() and at + 1 < len(tokens) and tokens[at + 1].text.isupper()
        if skip == 2 or shouted:  # noqa: PLR2004 - an article was skipped
            yield _described(tokens, at + skip, 1), article in _DEFINITE or shouted


def _before(tokens: Sequence[Token], name: Name) -> Iterator[tuple[frozenset[str], bool]]:
    at = name.first - 1
    if at < 1:
        return
    closes = name.last >= len(tokens) or tokens[name.last].kind is Kind.MARK or tokens[name.last].word in _ENDS
    if tokens[at].word in COPULAS and closes:
        what = _described(tokens, at - 1, -1)
        begin = _clause_start(tokens, at)
        yield what, tokens[begin].word in _DEFINITE or (tokens[begin].text.isupper() and len(tokens[begin].text) > 1)
    elif tokens[at].word == ":" and closes:
        yield _described(tokens, at - 1, -1), True


def _described(tokens: Sequence[Token], at: int, step: int) -> frozenset[str]:
    keys: list[str] = []
    looked = 0
    while (
        0 <= at < len(tokens)
        and looked < _DESCRIPTION
        and tokens[at].word not in _ENDS
        and tokens[at].word not in COPULAS
    ):
        if tokens[at].kind is Kind.NUMBER:
            return frozenset()
        if tokens[at].weight > 0:
            keys.append(tokens[at].key)
        looked += 1
        at += step
    return frozenset(keys)


def _begins_clause(tokens: Sequence[Token], at: int) -> bool:
    before = at - 1
    while before >= 0 and tokens[before].word in _ARTICLES:
        before -= 1
    return before < 0 or tokens[before].word in _ENDS or tokens[before].kind is Kind.MARK


def _clause_start(tokens: Sequence[Token], at: int) -> int:
    while at > 0 and tokens[at - 1].word not in _ENDS:
        at -= 1
    return at
