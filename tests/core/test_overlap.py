"""Tokens, stems and overlap of the published algorithm."""

import itertools
import re
import unicodedata
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.core.overlap import MARKS_KEPT, _bounded, overlap, stem, stems
from screwtape.core.stop_words import STOP_WORDS


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


_MARKED = st.text(
    st.sampled_from("aeoncs Kц.\u00e9\u0301\u0316\u0327\u0344\u1e69\u3099\uac00\u11a8\U0001d15e"), max_size=MARKS_KEPT
)


@given(_MARKED | st.text(max_size=MARKS_KEPT))
def test_marks_within_the_bound_leave_the_published_definition_as_it_is(text: str) -> None:
    """The stems are those of the plain rule: compose, lower the case, cut into runs of letters and digits."""
    tokens = re.findall(r"[^\W_]{2,}", unicodedata.normalize("NFC", text).lower())
    plain = {stem(token) for token in tokens if token not in STOP_WORDS and stem(token) not in STOP_WORDS}
    assert stems(text) == plain


@given(st.lists(st.tuples(st.sampled_from("ae \u00e9"), st.sampled_from("\u0301\u0316"), st.integers(0, 99))))
def test_no_long_run_of_marks_is_ever_ordered(runs: list[tuple[str, str, int]]) -> None:
    """What reaches the composition has at most so many marks on one character, and every other character."""
    text = "".join(letter + mark * count for letter, mark, count in runs)
    bounded = _bounded(text)
    lengths = [len(list(run)) for marked, run in itertools.groupby(bounded, unicodedata.combining) if marked]
    assert max(lengths, default=0) <= MARKS_KEPT
    assert [each for each in bounded if not unicodedata.combining(each)] == [letter for letter, _, _ in runs]
