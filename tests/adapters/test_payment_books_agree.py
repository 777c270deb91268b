"""The fake book of payments, which the services are tested with, is no other than the real one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from screwtape.adapters.dynamodb.payments import DynamoPaymentBook
from screwtape.ports import PaymentBook
from tests.adapters.conftest import STANDING, TABLE, wipe
from tests.keymaking import NOON
from tests.payment_book import HELD, FakePaymentBook, unknown
from tests.payments import a_payment, a_record

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient


@dataclass(frozen=True)
class Use:
    """One use of a book: which, on which payment, by whom, and when."""

    name: str
    nonce: int
    attempt: str
    later: int


USES: Final = st.builds(
    Use,
    st.sampled_from([*HELD, "reserve", "take_answer", "give_answer_back"]),
    st.integers(1, 2),
    st.sampled_from(["one", "two"]),
    st.sampled_from([0, 33, 34, 35, 600]),
)


def make(book: PaymentBook, use: Use) -> tuple[object, ...]:
    """Make a use of a book, with the record as the book holds it; give what came of it, and all that is there."""
    result: object = None
    now, fresh = NOON + use.later, a_record(use.nonce, attempt=use.attempt, lease_until=NOON + use.later + 34)
    record = replace(book.find(fresh.payment.id) or fresh, attempt=use.attempt)
    match use.name:
        case "reserve":
            result = book.reserve(fresh, now)
        case "take_answer":
            result = book.take_answer(record, now)
        case "give_answer_back":
            book.give_answer_back(record)
        case held:
            result = HELD[held][1](book, record)
    return result, book.find(a_payment(1).id), book.find(a_payment(2).id), unknown(book)


@pytest.fixture
def emptied(dynamodb: DynamoDBClient) -> Callable[[], PaymentBook]:
    """Give what gives an empty book over DynamoDB."""

    def empty() -> PaymentBook:
        wipe(dynamodb)
        return DynamoPaymentBook(TABLE, dynamodb, STANDING)

    return empty


def test_the_fake_is_no_other_book(emptied: Callable[[], PaymentBook]) -> None:
    """Whatever is done to both in the same order, each step gives the same and leaves the same."""

    @settings(max_examples=30)
    @given(st.lists(USES, min_size=5, max_size=25))
    def agree(uses: list[Use]) -> None:
        real, fake = emptied(), FakePaymentBook()
        for use in uses:
            assert make(real, use) == make(fake, use)

    agree()
