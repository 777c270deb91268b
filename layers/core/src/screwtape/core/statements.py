"""A sentence as the comparison sees it: its content by concept, and the facts in it, each read once when asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from screwtape.core.facts import Value, values_in
from screwtape.core.facts.names import Name, names_in
from screwtape.core.facts.negation import denials, is_denied, negated
from screwtape.core.facts.restrictions import Restriction, restrictions
from screwtape.core.facts.strength import Strength, exclusives, is_doubtful, quantifiers
from screwtape.core.language.small_words import CONJUNCTIONS
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.words import tokens

VALUES_READ: Final = 64
"""Values read from one sentence, far more than a sentence of prose holds."""


Stretch = tuple[int, int]
"""Where something begins and ends in a normalised text."""


CLAUSES_AT_MOST: Final = 24
"""Clauses that one sentence is cut into."""
_BORDERS: Final = frozenset(", ; | \u2014 - \u3001 \uff0c \uff1b".split())


class Clause(NamedTuple):
    """A part of a sentence between commas and conjunctions: its concepts, its tokens ``first`` to ``last`` (excl.)."""

    keys: frozenset[str]
    first: int
    last: int


@dataclass(eq=False)
class Statement:
    """One sentence. ``start`` and ``end`` are its place in the normalised text that it was cut from.

    ``source`` is the index of the evidence item, -1 for the output. What is read from it is read once, when asked for:
    evidence that no claim comes near is never cut into tokens. Two statements are equal when they are the same one.
    """

    text: str
    start: int
    end: int
    source: int = -1

    @property
    def stretch(self) -> Stretch:
        """Its place as one."""
        return self.start, self.end

    @cached_property
    def tokens(self) -> list[Token]:
        """The tokens, in order."""
        return tokens(self.text)

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Where each concept stands, as token indexes."""
        places: dict[str, list[int]] = {}
        for at, token in enumerate(self.tokens):
            if token.weight > 0:
                places.setdefault(token.key, []).append(at)
        return places

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """The typed values, in order, as far as they are read."""
        return values_in(self.tokens, VALUES_READ)

    @cached_property
    def names(self) -> tuple[Name, ...]:
        """The names, in order; a weekday or a unit with a capital is a value and no name."""
        inside = self.value_tokens
        return tuple(name for name in names_in(self.tokens) if not inside.issuperset(range(name.first, name.last)))

    @cached_property
    def negated(self) -> frozenset[int]:
        """The tokens under a negation."""
        return negated(self.tokens)

    @cached_property
    def denied(self) -> bool:
        """Whether a sentence in a script without spaces is in the negative."""
        return is_denied(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words, each in lower case."""
        return frozenset(token.word for token in self.tokens if token.kind is Kind.WORD)

    @cached_property
    def denials(self) -> int:
        """How many words deny, a script without spaces counted as one."""
        return denials(self.tokens) + self.denied

    @cached_property
    def exclusives(self) -> tuple[int, ...]:
        """The tokens that shut everything else out."""
        return exclusives(self.tokens)

    @cached_property
    def quantifiers(self) -> tuple[Strength, ...]:
        """The words of amount, frequency and duty, in order."""
        return quantifiers(self.tokens)

    @cached_property
    def restrictions(self) -> tuple[Restriction, ...]:
        """What takes a part of it back: only, except, almost."""
        return restrictions(self.tokens, self.text)

    @cached_property
    def excepted(self) -> frozenset[int]:
        """The tokens of which it says that they are an exception."""
        return frozenset(at for each in self.restrictions if each.kind == "except" for at in each.focus)

    @cached_property
    def is_doubtful(self) -> bool:
        """Whether it holds something possible and not certain."""
        return is_doubtful(self.tokens, self.text)

    @cached_property
    def initials(self) -> frozenset[str]:
        """The initials of its runs of capitalised words, small words between them left out: "USA", "NASA"."""
        runs: list[str] = [""]
        for token in self.tokens:
            if token.is_capital and token.kind is Kind.WORD:
                runs[-1] += token.text[0]
            elif token.weight or token.kind is Kind.NUMBER:
                runs.append("")
        return frozenset(run for run in runs if len(run) > 1)

    @cached_property
    def value_tokens(self) -> frozenset[int]:
        """The tokens that belong to a value."""
        return frozenset(at for value in self.values for at in range(value.first, value.last))

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The first clauses, in order; what stands in brackets stays with what it explains."""
        found: list[Clause] = []
        begin = 0
        for at, token in enumerate(self.tokens):
            if token.text in _BORDERS or token.word in CONJUNCTIONS:
                self._add_clause(found, begin, at)
                begin = at + 1
                if len(found) == CLAUSES_AT_MOST:
                    return tuple(found)
        self._add_clause(found, begin, len(self.tokens))
        return tuple(found)

    def _add_clause(self, found: list[Clause], begin: int, end: int) -> None:
        keys = frozenset(token.key for token in self.tokens[begin:end] if token.weight > 0)
        if keys:
            found.append(Clause(keys, begin, end))

    def signs(self, key: str) -> frozenset[int]:
        """Give the signs a concept of this sentence stands under, opposites and negations multiplied."""
        return frozenset(self.tokens[at].sign * (-1 if at in self.negated else 1) for at in self.places[key])

    def content(self) -> dict[str, float]:
        """Give each concept outside the values with its weight, in a table of the caller's own."""
        return dict(self._content)

    @cached_property
    def _content(self) -> dict[str, float]:
        inside = self.value_tokens
        return {
            key: max(self.tokens[at].weight for at in places)
            for key, places in self.places.items()
            if not inside or not all(at in inside for at in places)
        }

    def shown(self, fact: Value | Name) -> str:
        """Give a value or a name as it was written."""
        return self.text[self.tokens[fact.first].start : self.tokens[fact.last - 1].end]
