"""The evidence as an inverted index of concepts: which sentences speak of what a claim speaks of.

Items are put in the order of their text, not the caller's, so that permuting them changes nothing but the cited index.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Final

from screwtape.core.facts import VALUE_WORDS, Relation, Value, relation
from screwtape.core.judge.holders import Holder
from screwtape.core.judge.records import rows as json_rows
from screwtape.core.judge.verdict import Citation, Source
from screwtape.core.language.lexicon import senses
from screwtape.core.language.normalisation import NormalText, normalise
from screwtape.core.language.sentences import sentences
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.vocabulary import concept
from screwtape.core.language.words import keys_of
from screwtape.core.statements import Statement

POSTINGS: Final = 160
"""Sentences looked at for one claim: rare words first, so that work does not grow with claims times evidence."""
SENTENCES_READ: Final = 12
"""Sentences whose values are all read; of more evidence only those that write a part of the value in the same way."""
VALUE_KEYS: Final = frozenset(concept(word).key for word in VALUE_WORDS) | frozenset(
    f"letter {word}" for word in VALUE_WORDS if len(word) == 1
)
"""Keys of the words that a value may begin with."""
VALUES_READ: Final = 24
SENSES_READ: Final = 3
"""Senses of a word, the commonest, in which it may be a kind of something."""
_DIGIT: Final = re.compile(r"\d")
_LETTERS_OF_A_WORD: Final = 6


_QUALITY: Final = {Relation.SAME: 1.0, Relation.UNDECIDED: 0.7}
_COMPARABLE: Final = {
    "number": ("number", "money", "date", "time"),
    "time": ("time", "number"),
    "money": ("money", "number"),
    "date": ("date", "number"),
    "label": ("label", "number"),
}
"""Kinds of value that may be the same as one of a kind, where it is not only its own."""


class Evidence:
    """Every sentence of the evidence, found by concept."""

    def __init__(self, items: Sequence[str]) -> None:
        """Cut the items into sentences and index them."""
        normal = [normalise(item) for item in items]
        order = sorted(range(len(items)), key=lambda index: " ".join(normal[index].text.split()))
        self._normal: list[NormalText] = normal
        self.statements: list[Statement] = []
        self._index: dict[str, list[int]] = {}
        self._numeric: list[int] = []
        self._senses: dict[int, list[tuple[str, tuple[int, ...]]]] = {}
        self._values: dict[str, list[tuple[Value, int]]] | None = None
        self._holders: dict[int, Holder] = {}
        for source in order:
            text = normal[source].text
            for start, end in _cut(text):
                self._add(Statement(text[start:end], start, end, source))

    def _add(self, statement: Statement) -> None:
        at = len(self.statements)
        self.statements.append(statement)
        keys = keys_of(statement.text)
        for key in keys:
            self._index.setdefault(key, []).append(at)
        if _DIGIT.search(statement.text) or not keys.isdisjoint(VALUE_KEYS):
            self._numeric.append(at)

    def __len__(self) -> int:
        """Give the number of sentences."""
        return len(self.statements)

    def knows(self, key: str) -> bool:
        """Whether a concept occurs anywhere in the evidence."""
        return key in self._index

    def holding(self, key: str) -> Sequence[int]:
        """Give the indexes of the first sentences that hold a concept."""
        return self._index.get(key, [])[:POSTINGS]

    def holding_value(self, value: Value, tokens: Sequence[Token]) -> dict[int, float]:
        """Give the sentences that hold the value of a claim, whose ``tokens`` it was read from, with the quality."""
        if len(self._numeric) > SENTENCES_READ:
            read = _values(self.statements, self._writing(value, tokens))
        elif self._values is None:
            read = self._values = _values(self.statements, self._numeric)
        else:
            read = self._values
        places: dict[int, float] = {}
        for kind in _COMPARABLE.get(value.kind, (value.kind,)):
            for known, at in read.get(kind, ()):
                quality = _QUALITY.get(relation(value, known), 0.0)
                if quality > places.get(at, 0.0):
                    places[at] = quality
        return places

    def _writing(self, value: Value, tokens: Sequence[Token]) -> list[int]:
        """Give the first sentences that write a part of a value in the same way, those of its rarest part first."""
        parts = {tokens[at].key or tokens[at].word for at in range(value.first, value.last)}
        held = sorted((self.holding(part) for part in parts), key=lambda places: (len(places), places))
        places = dict.fromkeys(itertools.chain.from_iterable(held))
        return sorted(itertools.islice(places, SENTENCES_READ))

    def senses_of(self, statement: Statement) -> Sequence[tuple[str, tuple[int, ...]]]:
        """Give the content words of a sentence, each with its first senses."""
        found = self._senses.get(id(statement))
        if found is None:
            found = self._senses[id(statement)] = [
                (token.word, senses(token.word)[:SENSES_READ])
                for token in statement.tokens
                if token.weight and token.kind is Kind.WORD
            ]
        return found

    def holder(self, statement: Statement) -> Holder:
        """Give a sentence as values are compared with it, the same one for every claim."""
        found = self._holders.get(id(statement))
        if found is None:
            found = self._holders[id(statement)] = Holder(statement)
        return found

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


def _cut(text: str) -> Iterable[tuple[int, int]]:
    """Give the spans of what an item says: the rows of JSON, else sentences."""
    data = json_rows(text)
    return sentences(text) if data is None else [(row.start, row.end) for row in data]


def _values(statements: Sequence[Statement], places: Iterable[int]) -> dict[str, list[tuple[Value, int]]]:
    """Read the values of sentences, by kind, each with its sentence."""
    read: dict[str, list[tuple[Value, int]]] = {}
    for at in places:
        for value in statements[at].values[:VALUES_READ]:
            read.setdefault(value.kind, []).append((value, at))
    return read
