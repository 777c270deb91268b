"""The evidence as an inverted index of concepts: which sentences speak of what a claim speaks of.

Items are put in the order of their text, not the caller's, so that permuting them changes nothing but the cited index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screwtape.core.facts import Relation, Value, relation
from screwtape.core.judge.verdict import Citation, Source
from screwtape.core.language.normalisation import NormalText, normalise
from screwtape.core.language.sentences import sentences
from screwtape.core.language.tokens import Token
from screwtape.core.language.vocabulary import key_of
from screwtape.core.language.words import keys_of
from screwtape.core.statements import Statement

POSTINGS: Final = 160
"""Sentences looked at for one claim: rare words first, so that work does not grow with claims times evidence."""
SENTENCES_READ: Final = 120
"""Sentences whose values are all read; of more evidence only those that write a part of the value in the same way."""
VALUES_READ: Final = 24
_LETTERS_OF_A_WORD: Final = 6


class Evidence:
    """Every sentence of the evidence, found by concept."""

    def __init__(self, items: Sequence[str]) -> None:
        """Cut the items into sentences and index them."""
        normal = [normalise(item) for item in items]
        order = sorted(range(len(items)), key=lambda index: " ".join(normal[index].text.split()))
        self._normal: list[NormalText] = normal
        self.statements: list[Statement] = []
        self._index: dict[str, list[int]] = {}
        for source in order:
            text = normal[source].text
            for start, end in sentences(text):
                self._add(Statement(text[start:end], start, end, source))

    def _add(self, statement: Statement) -> None:
        at = len(self.statements)
        self.statements.append(statement)
        for key in keys_of(statement.text):
            self._index.setdefault(key, []).append(at)

    def __len__(self) -> int:
        """Give the number of sentences."""
        return len(self.statements)

    def knows(self, key: str) -> bool:
        """Whether a concept occurs anywhere in the evidence."""
        return key in self._index

    def holding(self, key: str) -> Sequence[int]:
        """Give the indexes of the first sentences that hold a concept."""
        return self._index.get(key, [])[:POSTINGS]

    def holding_value(self, value: Value, tokens: Sequence[Token]) -> list[int]:
        """Give the sentences that hold the same value as one of a claim, whose ``tokens`` it was read from."""
        if len(self.statements) <= SENTENCES_READ:
            sentences_read: Sequence[int] = range(len(self.statements))
        else:
            words = {tokens[at].key or tokens[at].word for at in range(value.first, value.last)}
            sentences_read = sorted({at for word in words for at in self.holding(word)[:SENTENCES_READ]})
        return [
            at
            for at in sentences_read
            if any(relation(value, known) is Relation.SAME for known in self.statements[at].values[:VALUES_READ])
        ]

    def key_of(self, base: str) -> str:
        """Give the key under which the base form of an English word is indexed."""
        return key_of(base)

    def length(self, at: int) -> int:
        """Give about how many words a sentence has."""
        return len(self.statements[at].text) // _LETTERS_OF_A_WORD

    def source(self, statement: Statement) -> Source:
        """Give the place of a sentence in the caller's own item."""
        start, end = self._normal[statement.source].span(statement.start, statement.end)
        return Source(statement.source, start, end)

    def citation(self, statement: Statement) -> Citation:
        """Give the place of a sentence as a finding cites it."""
        place = self.source(statement)
        return Citation(place.evidence, place.start, place.end)

    def texts(self) -> list[str]:
        """Give the items in their normalised form."""
        return [item.text for item in self._normal]
