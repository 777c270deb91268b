"""What dictionaries know of words."""

import pytest

from screwtape.core.language import lexicon
from screwtape.core.language.stems import stem


@pytest.mark.parametrize(
    ("form", "base"),
    [("wrote", "write"), ("closed", "close"), ("families", "family"), ("quickly", "quick"), ("children", "child")],
)
def test_a_form_is_compared_by_its_base(form: str, base: str) -> None:
    """Past, plural, adverb and irregular forms meet."""
    assert stem(form) == stem(base) == base


@pytest.mark.parametrize(("left", "right"), [("position", "positive"), ("universe", "university"), ("better", "good")])
def test_words_that_only_look_alike_stay_apart(left: str, right: str) -> None:
    """A comparative and a word of the same letters are words of their own."""
    assert stem(left) != stem(right)


def test_rarity_grows_from_small_words_to_names_nobody_knows() -> None:
    """The commonest words of other languages are small words as well."""
    assert lexicon.rarity("the") < lexicon.rarity("house") < lexicon.rarity("vulnerability")
    assert lexicon.rarity("zzxqv") == lexicon.RARE
    assert lexicon.rarity("nicht") == lexicon.rarity("der") == lexicon.COMMON


def test_a_kind_is_told_from_what_it_is_a_kind_of() -> None:
    """Upwards only, and never of something as general as a thing."""
    assert lexicon.is_kind_of("poodle", "dog")
    assert lexicon.is_kind_of("cats", "animal")
    assert not lexicon.is_kind_of("dog", "poodle")
    assert not lexicon.is_kind_of("dog", "entity")


def test_relatives_and_opposites_are_base_forms() -> None:
    """Synonyms, derivations and antonyms come in the form under which words are compared."""
    assert "film" in lexicon.related("movies")
    assert "appointment" in lexicon.related("appointed")
    assert "decrease" in lexicon.antonyms("increased")
    assert not lexicon.related("zzxqv") and not lexicon.antonyms("zzxqv")


def test_what_is_kept_of_reading_is_bounded() -> None:
    """A worker that reads for long keeps relatives of listed words only, and not without end."""
    for word in ("movies", "zzxqv", "appointed"):
        lexicon.related(word)
    assert "zzxqv" not in lexicon._NEAR
    assert len(lexicon._NEAR) <= lexicon.KEPT_AT_MOST
