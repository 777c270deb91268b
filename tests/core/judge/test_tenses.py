"""What is done and what is to come, told by the words before a verb."""

from __future__ import annotations

from screwtape.core.judge.tenses import other_time
from screwtape.core.statements import Statement


def _statement(text: str) -> Statement:
    return Statement(text, 0, len(text))


def test_an_auxiliary_that_begins_a_sentence_has_no_word_before_it() -> None:
    """The last word of a question is not the one before its first."""
    asked = _statement("Are delivered, as they will")
    assert other_time(asked, _statement("The parcels will be delivered")) is None


def test_what_is_done_is_not_what_is_to_come() -> None:
    """The same verb, done in one text and to come in the other."""
    coming = _statement("The parcels will be delivered")
    assert other_time(coming, _statement("The parcels were delivered")) == ("delivered", "delivered")
