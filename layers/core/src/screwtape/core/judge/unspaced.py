"""Contradictions between sentences in scripts without spaces, where words are not cut: by what was replaced by what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from screwtape.core.language.tokens import Kind
from screwtape.core.statements import Statement

SAME_SHARE: Final = 0.6
"""Share of a claim that must be the clause's, before and after what was replaced."""
REPLACED_AT_MOST: Final = 10
"""Characters that may stand in another's place."""
_CLAUSES: Final = re.compile("[,;:\\u3001\\u3002\\uff0c\\uff1a\\uff1b]")
_CARRIES: Final = re.compile("[0-9A-Za-z\\u30a1-\\u30fa\\u3400-\\u9fff\\uac00-\\ud7af]")
_GRAMMAR: Final = re.compile("[\\u3040-\\u309f\\s]+")
_OPPOSITES: Final = tuple(
    tuple(pair.split("|"))
    for pair in (
        "\u5897|\u6e1b \u589e|\u51cf \u4e0a\u5347|\u4e0b\u964d \u4e0a\u6da8|\u4e0b\u8dcc \u4e0a\u6607"
        "|\u4e0b\u964d \u9ad8|\u4f4e "
        "\u5f00|\u5173 \u958b|\u9589 \u5141\u8bb8|\u7981\u6b62 \u53ef\u4ee5|\u7981\u6b62 \u8a31\u53ef|\u7981\u6b62 "
        "\u6279\u51c6|\u62d2\u7edd \u627f\u8a8d|\u5374\u4e0b \u627f\u8a8d|\u62d2\u5426 \u6210\u529f|\u5931\u8d25 "
        "\u6210\u529f|\u5931\u6557 "
        "\u5b89\u5168|\u5371\u9669 \u5b89\u5168|\u5371\u967a \u6709\u6548|\u65e0\u6548 \u6709\u52b9|\u7121\u52b9 "
        "\u6536\u8d39|\u514d\u8d39 "
        "\u6709\u6599|\u7121\u6599 \u6700\u5927|\u6700\u5c0f \u6700\u9ad8|\u6700\u4f4e \u524d|\u540e \u524d"
        "|\u5f8c \u76c8\u5229|\u4e8f\u635f "
        "\u9ed2\u5b57|\u8d64\u5b57 \u8d2d\u4e70|\u51fa\u552e \u8fdb\u53e3|\u51fa\u53e3 \u8f38\u5165|\u8f38\u51fa"
    ).split()
)


class Replaced(NamedTuple):
    """What a claim says, what stands in its place, and whether the two are opposites."""

    said: str
    known: str
    opposite: bool


def replaced(claim: Statement, sentence: Statement, near: Sequence[Statement]) -> Replaced | None:
    """Find what a claim replaced in a clause of a sentence that it otherwise repeats.

    Nothing where it may be a synonym: only opposites count, and what another place in the evidence near it has.
    """
    if not any(token.kind is Kind.PAIR for token in claim.tokens):
        return None
    said = claim.text.strip(_MARKS)
    clauses = [clause.strip(_MARKS) for clause in _CLAUSES.split(sentence.text)]
    if said in clauses or any(said in each.text for each in near):
        return None
    for clause in clauses:
        if sorted(said) == sorted(clause):
            return None if _only_moved(said, clause) else Replaced(said, clause, opposite=False)
        found = _difference(said, clause)
        if found is None:
            continue
        mine, theirs = (_GRAMMAR.sub("", each) for each in found)
        if any({one in mine, other in theirs} == {True} for pair in _OPPOSITES for one, other in (pair, pair[::-1])):
            return Replaced(found[0], found[1], opposite=True)
        if any(mine in each.text for each in near):
            return Replaced(found[0], found[1], opposite=False)
    return None


def _only_moved(said: str, clause: str) -> bool:
    """Whether two texts of the same characters say the same in another order.

    In Japanese each phrase keeps the particle behind it; in Chinese two neighbours change places, and no verb stands
    between them.
    """
    if _KANA.search(said):
        return sorted(_PHRASES.findall(said)) == sorted(_PHRASES.findall(clause))
    before, after = _shared_ends(said, clause)
    mine, theirs = said[before : len(said) - after], clause[before : len(clause) - after]
    return bool(mine) and mine in theirs + theirs


_KANA: Final = re.compile("[\u3040-\u309f]")
_PHRASES: Final = re.compile(
    "[^\u306f\u304c\u3092\u306b\u3067\u3068\u3078]+[\u306f\u304c\u3092\u306b\u3067\u3068\u3078]?"
)
"""What stands before each of the particles of topic, subject, object, goal, place, company and direction."""
_MARKS: Final = " \t.\u3002\uff01!\uff1f?"


def _difference(said: str, clause: str) -> tuple[str, str] | None:
    """Give the stretches in which two texts differ, with the same text before and after them, mostly."""
    before, after = _shared_ends(said, clause)
    mine, theirs = said[before : len(said) - after], clause[before : len(clause) - after]
    if before + after < SAME_SHARE * len(said) or max(len(mine), len(theirs)) > REPLACED_AT_MOST:
        return None
    return (mine, theirs) if _CARRIES.search(mine) and _CARRIES.search(theirs) else None


def _shared_ends(said: str, clause: str) -> tuple[int, int]:
    """Give how many characters two texts have in common at the beginning, and after that at the end."""
    before = 0
    while before < min(len(said), len(clause)) and said[before] == clause[before]:
        before += 1
    after = 0
    while after < min(len(said), len(clause)) - before and said[-1 - after] == clause[-1 - after]:
        after += 1
    return before, after
