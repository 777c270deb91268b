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
    "doubted deny denied denies refuse refused refuses avoid avoided avoids fail failed fails prevent "
    "prevented prohibit "
    "prohibited forbid forbade forbidden ban banned unable lack lacked lacks stop stopped less fewer before "
    "than too".split()
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
    "is are was were be been am has have had do does did will would can could may might must shall should "
    "get got".split()
)
_RELATIVE: Final = frozenset("who that which whose where".split())


def polarities(tokens: Sequence[Token]) -> list[int]:
    """Give the direction of each token's context, read from left to right: 1 upward, -1 downward, 0 neither."""
    found: list[int] = []
    state = _State()
    for at, token in enumerate(tokens):
        before = tokens[at - 1].word if at else ""
        following = tokens[at + 1].word if at + 1 < len(tokens) else ""
        found.append(state.read(token, at, before, following))
    return found


class _State:
    """The direction of the context while a sentence is read."""

    def __init__(self) -> None:
        self.direction = self.range_direction = self.condition = UP
        self.begun = -1
        self.in_relative = False

    def read(self, token: Token, at: int, before: str, following: str) -> int:
        """Give the direction of a token's context, and take what the token does to that of the next."""
        if token.kind is Kind.MARK:
            if token.text == ",":
                self.condition = UP
            return self.direction * self.condition
        self._end_range(token.word, at)
        here = self.direction * self.range_direction * self.condition
        self._turn(token.word, at, before, following)
        return here

    def _end_range(self, word: str, at: int) -> None:
        """End what "every" or "most" ranges over at the verb of its own clause."""
        if self.begun < 0:
            return
        if word in _AUXILIARIES or (at > self.begun + 1 and is_verb(word) and not word.endswith("ing")):
            if self.in_relative:
                self.in_relative = False
            else:
                self.range_direction, self.begun = UP, -1
        self.in_relative = self.in_relative or (self.begun >= 0 and word in _RELATIVE)

    def _turn(self, word: str, at: int, before: str, following: str) -> None:
        if word in _BREAKS:
            self.direction, self.range_direction, self.begun = UP, UP, -1
        if _turns(word, following, before):
            self.direction = -self.direction
        elif word in _RESTRICTED and before != "at":
            self.range_direction, self.begun = DOWN, at
        elif word in _HALF_OPEN and before not in {"at", "the"}:
            self.range_direction, self.begun = NEITHER, at
        elif word in _NOT_MONOTONE:
            self.direction = NEITHER
        elif word in _CONDITIONS and following:
            self.condition = DOWN


def _turns(word: str, following: str, before: str) -> bool:
    if word in {"no", "not"} and following in {"only", "longer", "later"}:
        return False
    if word == "few" and before == "a":
        return False
    return word in _TURNS or word.endswith("n't") or (word == "at" and following == "most")
