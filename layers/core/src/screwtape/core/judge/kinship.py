"""Relatives: a sister where the evidence has a wife, a father where it has a son, and whose relative somebody is."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final, NamedTuple

from screwtape.core.language.tokens import Token
from screwtape.core.statements import Statement

_GROUPS: Final = """
father dad daddy papa vater padre père отец papá | parent elternteil progenitor родитель | child
mother mom mum mommy mummy mutter madre mère мать мама mamá maman | parent | child
son sohn hijo fils сын | child kind enfant ребёнок | parent
daughter tochter hija fille дочь | child | parent
brother bruder hermano frère брат | sibling geschwister | sibling
sister schwester hermana soeur sœur сестра | sibling | sibling
husband ehemann esposo marido mari муж | spouse partner ehepartner cónyuge conjoint супруг | spouse
wife frau ehefrau esposa mujer femme épouse жена | spouse | spouse
uncle onkel tío oncle дядя | | nibling
aunt tante tía тётя тетя | | nibling
nephew neffe sobrino neveu племянник | nibling | elder
niece nichte sobrina nièce племянница | nibling | elder
cousin cousine vetter kusine primo prima кузен кузина | | cousin
grandfather grandpa großvater opa abuelo дедушка | grandparent | grandchild
grandmother grandma großmutter oma abuela бабушка | grandparent | grandchild
grandson enkel nieto внук | grandchild | grandparent
granddaughter enkelin nieta внучка | grandchild | grandparent
"""
"""Words for one relative, then for the kind it is of, then the kind that it is the relative of."""
_FORMS: Final = {"жены": "жена", "дочери": "дочь", "сестры": "сестра", "сына": "сын", "отца": "отец", "матери": "мать"}
_AMBIGUOUS: Final = frozenset("frau kind enfant femme mujer fille partner prima primo mari".split())
"""Words that name a relative only where something says whose."""
_WHOSE: Final = frozenset(
    """his her their my our your its whose seine ihre sein ihr seiner ihrer seinen ihren meine unsere su sus mi nuestra
    nuestro sa son ses leur ma mon notre его её ее их""".split()
)
_RELATIVES_AT_MOST: Final = 8
_NAME_WORDS: Final = 4
_LINKS: Final = frozenset("of von de".split())


class Relative(NamedTuple):
    """A relative: its own word's row, the kind it is of, its converse kind, and the concepts of whose it is."""

    row: int
    kind: str
    converse: str
    whose: frozenset[str]
    at: int


def _table() -> dict[str, tuple[int, str, str]]:
    table: dict[str, tuple[int, str, str]] = {}
    for row, line in enumerate(_GROUPS.strip().splitlines()):
        own, kinds, converse = (side.split() for side in line.split("|"))
        kind = kinds[0] if kinds else "elder" if converse == ["nibling"] else converse[0]
        for word in own:
            table.setdefault(word, (row, kind, converse[0]))
        for word in kinds:
            table.setdefault(word, (-1, kind, converse[0]))
    return table


_TABLE: Final = _table()


def relatives(statement: Statement) -> list[Relative]:
    """Give the relatives that a text speaks of, as far as it says whose they are or the word says it all."""
    found: list[Relative] = []
    tokens = statement.tokens
    for at, token in enumerate(tokens):
        word = token.word
        known = _TABLE.get(word) or _TABLE.get(_FORMS.get(word, "")) or _TABLE.get(word.removesuffix("s"))
        if known is None:
            continue
        before = tokens[at - 1] if at else None
        has_owner = before is not None and (before.word in _WHOSE or before.text.endswith(("'s", "s'")))
        if word in _AMBIGUOUS and not has_owner:
            continue
        whose = _owner(tokens, at)
        if len(found) == _RELATIVES_AT_MOST:
            break
        found.append(Relative(*known, whose, at))
    return found


def _owner(tokens: Sequence[Token], at: int) -> frozenset[str]:
    """Give the concepts of the name before a relative with a possessive, or after it with "of"."""
    if at and tokens[at - 1].text.endswith(("'s", "s'")):
        near = tokens[max(0, at - _NAME_WORDS) : at][::-1]
    elif at + 2 < len(tokens) and tokens[at + 1].word in _LINKS:
        near = tokens[at + 2 : at + 2 + _NAME_WORDS]
    else:
        return frozenset()
    run = itertools.takewhile(lambda token: token.is_capital and token.weight > 0, near)
    return frozenset(token.key for token in run)


def other_relative(claim: Statement, statement: Statement) -> tuple[str, str] | None:
    """Find a relative in a claim where a sentence has another, and neither is the kind of the other."""
    mine = relatives(claim)
    theirs = relatives(statement) if mine else []
    if not theirs:
        return None
    for said in mine:
        if any(_agree(said, known) for known in theirs):
            continue
        known = theirs[0]
        return claim.tokens[said.at].text, statement.tokens[known.at].text
    return None


def _agree(said: Relative, known: Relative) -> bool:
    if said.kind == known.kind and (said.row == known.row or -1 in {said.row, known.row}):
        return True
    return said.kind == known.converse and bool(said.whose) and bool(known.whose) and said.whose.isdisjoint(known.whose)


def same_family(claim: Statement, statement: Statement) -> bool | None:
    """Whether two texts give two people the same tie, in either direction; None where none says whose relative it is.

    False where the tie is turned round.
    """
    mine = [each for each in relatives(claim) if each.whose]
    theirs = [each for each in relatives(statement) if each.whose] if mine else []
    if not theirs:
        return None
    if any(said.whose & known.whose and _agree(said, known) for said in mine for known in theirs):
        return True
    said, known = mine[0], theirs[0]
    if len(mine) > 1 or len(theirs) > 1 or said.whose & known.whose:
        return None
    if said.whose.isdisjoint(statement.places) or known.whose.isdisjoint(claim.places):
        return None
    # Ann's brother Bob is not Bob's brother Ann, though a sibling's sibling is one
    return said.kind == known.converse and (said.row != known.row or said.row < 0 or said.kind == "cousin")
