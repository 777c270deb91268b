"""Which way the context of each word points: upward, downward, or neither."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screwtape.core.language.lexicon import is_verb
from screwtape.core.language.tokens import Kind, Token

UP: Final = 1
DOWN: Final = -1
NEITHER: Final = 0

_TURNS: Final = frozenset(
    "no not never none nobody nothing neither nor without few hardly rarely seldom barely scarcely cannot doubt doubts "
    "doubted deny denied denies refuse refused refuses avoid avoided avoids fail failed fails prevent prevented prohibit "
    "prohibited forbid forbade forbidden ban banned unable lack lacked lacks stop stopped less fewer before than too".split()
)
"""Words after which a more general claim says more."""
_RESTRICTED: Final = frozenset("every all each any".split())
"""Words that turn only what they range over, up to the verb."""
_NOT_MONOTONE: Final = frozenset("exactly only".split())
_HALF_OPEN: Final = frozenset("most half".split())
"""Words whose range points neither way."""
_CONDITIONS: Final = frozenset("if unless when whenever".split())
_BREAKS: Final = frozenset("but because although though however while whereas since".split())
_AUXILIARIES: Final = frozenset(
    "is are was were be been am has have had do does did will would can could may might must shall should get got".split()
)
_RELATIVE: Final = frozenset("who that which whose where".split())


def polarities(tokens: Sequence[Token]) -> list[int]:
    """Give the direction of each token's context, read from left to right: 1 upward, -1 downward, 0 neither."""
    found: list[int] = []
    direction, range_direction, begun, in_relative = UP, UP, -1, False
    condition = UP
    for at, token in enumerate(tokens):
        word = token.word
        if token.kind is Kind.MARK:
            if token.text == ",":
                condition = UP
            found.append(direction * condition)
            continue
        ends = word in _AUXILIARIES or (at > begun + 1 and is_verb(word) and not word.endswith("ing"))
        if begun >= 0 and ends:
            if in_relative:
                in_relative = False
            else:
                range_direction, begun = UP, -1
        in_relative = in_relative or (begun >= 0 and word in _RELATIVE)
        found.append(direction * range_direction * condition)
        following = tokens[at + 1].word if at + 1 < len(tokens) else ""
        if word in _BREAKS:
            direction, range_direction, begun = UP, UP, -1
        if _turns(word, following, tokens[at - 1].word if at else ""):
            direction = -direction
        elif word in _RESTRICTED and not (at and tokens[at - 1].word == "at"):
            range_direction, begun = DOWN, at
        elif word in _HALF_OPEN and not (at and tokens[at - 1].word in {"at", "the"}):
            range_direction, begun = NEITHER, at
        elif word in _NOT_MONOTONE:
            direction = NEITHER
        elif word in _CONDITIONS and at < len(tokens) - 2:
            condition = DOWN
    return found


def _turns(word: str, following: str, before: str) -> bool:
    if word in {"no", "not"} and following in {"only", "longer", "later"}:
        return False
    if word == "few" and before == "a":
        return False
    return word in _TURNS or word.endswith("n't") or (word == "at" and following == "most")
