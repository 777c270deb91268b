"""A sentence as the comparison sees it: its content by concept, and the facts in it, each read once when asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from screwtape.core.facts import Value, values_in
from screwtape.core.facts.names import Name, names_in
from screwtape.core.facts.negation import is_denied, negated
from screwtape.core.words import Token, tokens


@dataclass(slots=True)
class Statement:
    """One sentence. ``start`` and ``end`` are its place in the normalised text that it was cut from.

    ``source`` is the index of the evidence item, -1 for the output.
    """

    text: str
    start: int
    end: int
    source: int = -1
    tokens: list[Token] = field(init=False)
    places: dict[str, list[int]] = field(init=False)
    """Where each concept stands, as token indexes."""
    _values: tuple[Value, ...] | None = field(init=False, default=None)
    _names: tuple[Name, ...] | None = field(init=False, default=None)
    _negated: frozenset[int] | None = field(init=False, default=None)
    _denied: bool | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Cut the sentence into tokens and note where each concept stands."""
        self.tokens = tokens(self.text)
        self.places = {}
        for at, token in enumerate(self.tokens):
            if token.weight > 0:
                self.places.setdefault(token.key, []).append(at)

    @property
    def values(self) -> tuple[Value, ...]:
        """The typed values, in order."""
        if self._values is None:
            self._values = values_in(self.tokens)
        return self._values

    @property
    def names(self) -> tuple[Name, ...]:
        """The names, in order."""
        if self._names is None:
            self._names = names_in(self.tokens)
        return self._names

    @property
    def negated(self) -> frozenset[int]:
        """The tokens under a negation."""
        if self._negated is None:
            self._negated = negated(self.tokens)
        return self._negated

    def signs(self, key: str) -> frozenset[int]:
        """Give the signs a concept of this sentence stands under, opposites and negations multiplied."""
        return frozenset(self.tokens[at].sign * (-1 if at in self.negated else 1) for at in self.places[key])

    @property
    def denied(self) -> bool:
        """Whether a sentence in a script without spaces is in the negative."""
        if self._denied is None:
            self._denied = is_denied(self.text)
        return self._denied

    @property
    def value_tokens(self) -> frozenset[int]:
        """The tokens that belong to a value."""
        return frozenset(at for value in self.values for at in range(value.first, value.last))

    def content(self) -> dict[str, float]:
        """Give each concept outside the values with its weight."""
        inside = self.value_tokens
        return {
            key: max(self.tokens[at].weight for at in places)
            for key, places in self.places.items()
            if not all(at in inside for at in places)
        }

    def shown(self, value: Value) -> str:
        """Give a value as it was written."""
        return self.text[self.tokens[value.first].start : self.tokens[value.last - 1].end]
