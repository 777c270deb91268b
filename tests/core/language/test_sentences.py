"""Sentence ends in any script."""

import itertools
import sys
from typing import SupportsIndex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.core.language.sentences import LONGEST, sentences


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("It opens at 5 p.m. on Friday.", ["It opens at 5 p.m. on Friday."]),
        ("Dr. Smith met Mr. J. Doe. They left.", ["Dr. Smith met Mr. J. Doe.", "They left."]),
        ("Version 3.11.4 costs 2.50 euros.", ["Version 3.11.4 costs 2.50 euros."]),
        ("See https://example.org/a.b?c=1. Then go.", ["See https://example.org/a.b?c=1.", "Then go."]),
        ("他来了。你好！真的", ["他来了。", "你好！", "真的"]),
        ("वह आया। वह गया।", ["वह आया।", "वह गया।"]),
        ("- red\n- blue\n1. one\n2. two", ["- red", "- blue", "1. one", "2. two"]),
        ("A line that\nruns on.", ["A line that\nruns on."]),
        ("A title\n\nThe text", ["A title", "The text"]),
        ("| a | 1 |\n| b | 2 |", ["| a | 1 |", "| b | 2 |"]),
        ("Wait... what?", ["Wait... what?"]),
        ('He said "stop." She did.', ['He said "stop."', "She did."]),
    ],
)  # fmt: skip
def test_a_text_falls_into_its_sentences(text: str, parts: list[str]) -> None:
    """Each text in its sentences."""
    assert [text[start:end] for start, end in sentences(text)] == parts


@given(st.text(st.characters(exclude_categories=()), max_size=400))
def test_nothing_is_lost_and_nothing_is_read_twice(text: str) -> None:
    """Spans are in order, apart, trimmed, and leave out white space only."""
    spans = sentences(text)
    covered = "".join(text[start:end] for start, end in spans)
    assert "".join(covered.split()) == "".join(text.split())
    assert all(left[1] <= right[0] for left, right in itertools.pairwise(spans))
    assert all(text[start:end].strip() == text[start:end] and end - start <= LONGEST for start, end in spans)


class Watched(str):
    """A text that counts the characters its searches and slices look at."""

    __slots__ = ("looked",)

    def rfind(self, wanted: str, start: int = 0, end: int = sys.maxsize) -> int:  # type: ignore[override]
        """Count the stretch searched."""
        self.looked = getattr(self, "looked", 0) + min(end, len(self)) - start
        return str.rfind(self, wanted, start, end)

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        """Count the stretch cut out."""
        part = str.__getitem__(self, key)
        self.looked = getattr(self, "looked", 0) + len(part)
        return part


@pytest.mark.parametrize("piece", ["a1. ", "1. ", "no. 12. x ", "x" * 50 + "7. y ", "e.g. ", "\n", " ) . "])
def test_the_characters_looked_at_grow_with_the_text(piece: str) -> None:
    """Twice the text costs twice the looks and no more, on one line or many, whatever stands before a full stop."""
    once, twice = Watched(piece * 2_000), Watched(piece * 4_000)
    sentences(once)
    sentences(twice)
    assert 0 < twice.looked <= 2.2 * once.looked


def test_a_long_line_is_no_item_of_the_list_before_it() -> None:
    """What a line begins with is looked for at its own beginning, however far that is."""
    line = "the report goes on and on " * 20
    for text in (f"- a point\n{line}\n42 days later it ends.", f"a point\n{line}\n42 days later it ends."):
        assert len(sentences(text)) == len(sentences(text.replace(line, "the report goes on")))
