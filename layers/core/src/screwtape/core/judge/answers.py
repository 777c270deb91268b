"""What the output says, indexed once for all criteria, so that many criteria over a long output stay affordable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from screwtape.core.facts import Value
from screwtape.core.statements import Statement

VALUES_COMPARED: Final = 512
"""Distinct values of an output that a criterion's values are compared with."""
STATEMENTS_COMPARED: Final = 64
"""Statements about the same thing as a criterion that are compared with it, the first ones."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A statement of the output, the concepts of the evidence that it rests on, and whether it ``stands``."""

    statement: Statement
    context: frozenset[str]
    stands: bool


class Answers:
    """The statements of an output, in order."""

    def __init__(self, answered: Sequence[Answered]) -> None:
        self.all = answered

    @cached_property
    def values(self) -> tuple[tuple[Value, Statement], ...]:
        """Every distinct value with the first statement that has it, up to a bound."""
        first: dict[Value, tuple[Value, Statement]] = {}
        for answer in self.all:
            for value in answer.statement.values:
                first.setdefault(replace(value, first=0, last=0), (value, answer.statement))
            if len(first) >= VALUES_COMPARED:
                break
        return tuple(first.values())[:VALUES_COMPARED]

    def holds(self, concept: str) -> bool:
        """Whether any statement holds a concept."""
        return concept in self._postings

    def with_all(self, concepts: Iterable[str]) -> list[Statement]:
        """Give the first statements that hold all of some concepts, up to a bound; none when there are no concepts."""
        postings = sorted((self._postings.get(concept, []) for concept in concepts), key=len)
        if not postings:
            return []
        common = set(postings[0]).intersection(*postings[1:])
        return [self.all[at].statement for at in sorted(common)[:STATEMENTS_COMPARED]]

    def nearest(self, content: dict[str, float]) -> Statement | None:
        """Give the statement that holds most of some weighted concepts, the first of equals."""
        shares: dict[int, float] = {}
        for concept, weight in content.items():
            for at in self._postings.get(concept, ()):
                shares[at] = shares.get(at, 0.0) + weight
        best = max(sorted(shares), key=lambda at: round(shares[at], 9), default=None)
        return None if best is None else self.all[best].statement

    @cached_property
    def _postings(self) -> dict[str, list[int]]:
        postings: dict[str, list[int]] = {}
        for at, answer in enumerate(self.all):
            for concept in answer.statement.places:
                postings.setdefault(concept, []).append(at)
        return postings
