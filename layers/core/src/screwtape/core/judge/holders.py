"""A sentence of the evidence as the values of all claims are compared with it, each thing about it read once."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Final

from screwtape.core.facts import Value
from screwtape.core.language.small_words import CONJUNCTIONS
from screwtape.core.language.tokens import Kind
from screwtape.core.statements import Statement

NEIGHBOURS: Final = 4
"""Content words on each side of a value that make up its place."""
ACROSS_CLAUSE: Final = 0.3
"""What a neighbour beyond a comma or an "and" still counts."""
VALUES_AT_MOST: Final = 24
"""Values of one sentence that are compared. Those of a claim beyond it count as lost: nothing passes unread."""
HEAD_WEIGHT: Final = 0.6
HEAD_AT_MOST: Final = 8
"""Tokens in which the first cell of a row or the label of a line ends."""
_ENDS: Final = frozenset({"from", "to", "until", "since", "von", "bis", "de", "a", "desde", "hasta", "от", "до"})
"""Words that say which end of a change or a span a value is."""
_BREAKS: Final = frozenset({",", ";", "\uff0c", "\u3001"})

Place = dict[str, float]
"""The words around a value, weighted by nearness: what it is the value of."""
_Sort = tuple[str, str | None]


class Holder:
    """A sentence that holds values."""

    def __init__(self, statement: Statement) -> None:
        """Take a sentence; nothing is read from it before it is asked for."""
        self.statement = statement
        self._places: dict[int, Place] = {}

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """The values that are compared, in order."""
        return self.statement.values[:VALUES_AT_MOST]

    @cached_property
    def head(self) -> tuple[list[str], str]:
        """The concepts of the first cell or label of a line, and the mark after it; nothing where there is none."""
        head: list[str] = []
        for at, token in enumerate(self.statement.tokens[:HEAD_AT_MOST]):
            if token.text in {"|", ":", "("}:
                if head:
                    return head, token.text
                if at:
                    break
            elif token.weight > 0:
                head.append(token.key)
            elif token.kind is not Kind.WORD and token.text not in "*-`\u2022":
                break
        return [], ""

    def place(self, value: Value) -> Place:
        """Give the place of one of the values, to which the label of the line belongs."""
        found = self._places.get(value.first)
        if found is None:
            found = self._places[value.first] = place_of(self.statement, value)
            for key in self.head[0]:
                found[key] = max(found.get(key, 0.0), HEAD_WEIGHT)
        return found

    def is_only_such(self, value: Value) -> bool:
        """Whether the sentence has no other value of a kind and a dimension."""
        return self._sorts[_sort_of(value)] == 1

    def is_only_end(self, value: Value) -> bool:
        """Whether the sentence has no other value of a kind that ends, or begins, something."""
        return self._ends[value.kind, value.end] == 1

    @cached_property
    def _sorts(self) -> Counter[_Sort]:
        return Counter(map(_sort_of, self.values))

    @cached_property
    def _ends(self) -> Counter[tuple[str, str]]:
        return Counter((value.kind, value.end) for value in self.values)


def place_of(statement: Statement, value: Value) -> Place:
    """Give the words around a value, weighted by nearness: what it is the value of."""
    place: Place = {}
    tokens = statement.tokens
    length = len(tokens)
    for step, beside in ((-1, value.first - 1), (1, value.last)):
        at, rank, clause = beside, 1, 1.0
        while 0 <= at < length and rank <= NEIGHBOURS:
            token = tokens[at]
            if at == value.first - 1 and token.word in _ENDS:
                place[f"after {token.word}"] = ACROSS_CLAUSE
            if token.text in _BREAKS or token.word in CONJUNCTIONS:
                clause *= ACROSS_CLAUSE
            elif token.weight > 0 or token.kind is Kind.NUMBER:
                near = clause / rank**2
                if token.sign < 0:
                    near /= 2  # half for the concept, half for which of two opposites it is
                    place[f"not {token.key}"] = max(place.get(f"not {token.key}", 0.0), near)
                place[token.key] = max(place.get(token.key, 0.0), near)
                rank += 1
            at += step
    return place


def _sort_of(value: Value) -> _Sort:
    return value.kind, value.unit and value.unit.dimension
