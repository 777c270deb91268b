"""Small words that several languages write alike: what they do in one must not cut a sentence of another."""

from __future__ import annotations

import pytest

from screwtape.core.language.small_words import ARTICLES, CONJUNCTIONS, GOALS, SOURCES
from screwtape.core.statements import Statement


@pytest.mark.parametrize("text", ["Yesterday I sold the car.", "El museo abrió en Madrid.", "Il est né en France."])
def test_a_pronoun_or_a_preposition_begins_no_clause(text: str) -> None:
    """An "I" is a pronoun before it is a Polish "and", an "en" a preposition before it is a Dutch one."""
    assert len(Statement(text, 0, len(text)).clauses) == 1


@pytest.mark.parametrize("joint", ["and", "aber", "mais", "och", "но", "और", "αλλά"])
def test_a_conjunction_begins_a_clause(joint: str) -> None:
    """A clause of equal rank has its own subject, and so its own place."""
    text = f"Anna rief {joint} Boris kam."
    assert len(Statement(text, 0, len(text)).clauses) == 2


def test_no_small_word_is_in_two_opposite_lists() -> None:
    """Where from and where to are two things, and neither is a conjunction."""
    assert SOURCES.isdisjoint(GOALS)
    assert CONJUNCTIONS.isdisjoint(SOURCES | GOALS | ARTICLES)
