"""What the order of words and the verbs beside it say, one rule at a time."""

from __future__ import annotations

import pytest

from screwtape.core.judge.order import turned_verb
from screwtape.core.judge.tenses import other_time
from screwtape.core.statements import Statement


def _statement(text: str) -> Statement:
    return Statement(text, 0, len(text))


@pytest.mark.parametrize("verb", ["equal", "match", "resemble", "meet"])
def test_two_sides_that_are_alike_may_change_places(verb: str) -> None:
    """Sums that equal products are products that equal sums."""
    assert turned_verb(_statement(f"Sums {verb} products."), _statement(f"Products {verb} sums.")) is None


def test_two_sides_that_are_not_alike_may_not() -> None:
    """Dogs that chase cats are no cats that chase dogs."""
    assert turned_verb(_statement("Dogs chase cats."), _statement("Cats chase dogs.")) == "chase"


def test_an_auxiliary_that_begins_a_sentence_has_no_word_before_it() -> None:
    """The last word of a question is not the one before its first."""
    asked = _statement("Are delivered, as they will")
    assert other_time(asked, _statement("The parcels will be delivered")) is None


def test_what_is_done_is_not_what_is_to_come() -> None:
    """The same verb, done in one text and to come in the other."""
    coming = _statement("The parcels will be delivered")
    assert other_time(coming, _statement("The parcels were delivered")) == ("delivered", "delivered")
