"""Tokens, stems and overlap of the published algorithm."""

from fractions import Fraction

import pytest

from screwtape.core.stop_words import STOP_WORDS
from screwtape.core.text import overlap, stem, stems


@pytest.mark.parametrize(
    ("token", "stemmed"),
    [
        pytest.param("string", "str", id="ing-over-five"),
        pytest.param("bring", "bring", id="ing-of-five-stays"),
        pytest.param("loved", "lov", id="ed-over-four"),
        pytest.param("need", "need", id="ed-of-four-stays"),
        pytest.param("moons", "moon", id="s-over-four"),
        pytest.param("bus", "bus", id="s-of-three-stays"),
        pytest.param("cats", "cats", id="s-of-four-stays"),
        pytest.param("glass", "glass", id="double-s-stays"),
        pytest.param("settings", "setting", id="one-rule-only-once"),
        pytest.param("speeding", "speed", id="ing-and-not-then-ed"),
        pytest.param("fused", "fus", id="ed-and-not-then-s"),
    ],
)
def test_stem_strips_the_first_suffix_that_applies_once(token: str, stemmed: str) -> None:
    """The three suffix rules hold at their exact lengths, and at most one of them fires."""
    assert stem(token) == stemmed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("The crew size was 4.", {"crew", "size"}, id="single-characters-and-function-words-drop"),
        pytest.param("12 of 345", {"12", "345"}, id="numbers-are-tokens"),
        pytest.param("snake_case", {"snake", "case"}, id="underscore-separates"),
        pytest.param("CAFE\u0301 caf\u00e9", {"caf\u00e9"}, id="composed-and-decomposed-agree"),
        pytest.param("Москва МОСКВА", {"москва"}, id="case-in-any-script"),
        pytest.param("東京です", {"東京です"}, id="a-run-without-spaces-is-one-token"),
        pytest.param("a the . !", set(), id="nothing-left"),
        pytest.param("have whats", set(), id="stop-word-by-its-stem"),
    ],
)
def test_stems_are_runs_of_letters_and_digits(text: str, expected: set[str]) -> None:
    """A token is a maximal run of two or more letters or digits; stop words fall by themselves or by their stem."""
    assert stems(text) == expected


def test_overlap_is_an_exact_fraction() -> None:
    """Eleven of twenty is exactly 0.55, so the threshold does not depend on floating point."""
    shared = frozenset(map(str, range(11)))
    assert overlap(shared | {"left"}, shared | frozenset(map(str, range(20, 28)))) == Fraction(11, 20)


def test_stop_words_hold_no_negation_and_no_number() -> None:
    """What decides an answer is never dropped."""
    assert not STOP_WORDS & {"not", "no", "never", "none", "without", "one", "two", "zero", "only", "all"}
