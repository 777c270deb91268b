"""Sixteen attempts at one payment at once: one has it, and no answer too many is given."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import pytest

from screwtape.adapters.dynamodb.payments import DynamoPaymentBook
from screwtape.core.payments import PaymentRecord
from tests.adapters.conftest import STANDING, TABLE
from tests.keymaking import NOON
from tests.payment_book import TRANSACTION, UNTIL, bring, found, unknown
from tests.payments import a_record

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

pytestmark = [pytest.mark.hammer, pytest.mark.usefixtures("eager_switching")]

CALLERS: Final = 16
ROUNDS: Final = range(10)

Result = TypeVar("Result")


@pytest.fixture
def book(dynamodb: DynamoDBClient) -> DynamoPaymentBook:
    """Give an empty book."""
    return DynamoPaymentBook(TABLE, dynamodb, STANDING)


def at_once(calls: Sequence[Callable[[], Result]]) -> list[Result]:
    """Run the calls in a thread each, all from the same moment, and give what each returned."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], Result]) -> Result:
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def rivals(record: PaymentRecord) -> list[PaymentRecord]:
    """Give a record of the same payment for every caller, each of an attempt of its own."""
    return [
        a_record(payment=record.payment, attempt=f"rival {place}", lease_until=NOON + 99) for place in range(CALLERS)
    ]


@pytest.mark.parametrize("abandoned", [False, True], ids=["new", "left by an attempt that died"])
def test_a_payment_is_reserved_by_one(book: DynamoPaymentBook, *, abandoned: bool) -> None:
    """All are given the same record, which is one of theirs, and it is in the book."""
    for nonce in ROUNDS:
        record = a_record(nonce, lease_until=NOON)
        if abandoned:
            bring(book, "reserved", record)
        given = at_once([partial(book.reserve, rival, NOON) for rival in rivals(record)])
        assert given == [found(book, record)] * CALLERS
        assert given[0].attempt.startswith("rival")


def test_a_payment_is_taken_over_by_one(book: DynamoPaymentBook) -> None:
    """Fifteen hear that something changed; the book names the one that did not."""
    for nonce in ROUNDS:
        record = bring(book, "settling", a_record(nonce))
        given = at_once([partial(book.take_over, record, rival.attempt, NOON + 99) for rival in rivals(record)])
        assert [taken for taken in given if taken is not None] == [found(book, record)]


def test_no_answer_too_many_is_given(book: DynamoPaymentBook) -> None:
    """Of sixteen requests for three answers three get one."""
    for nonce in ROUNDS:
        record = bring(book, "settled", a_record(nonce))
        assert Counter(at_once([partial(book.take_answer, record, NOON)] * CALLERS)) == {True: 3, False: CALLERS - 3}
        assert found(book, record).answers_left == 0


def test_answers_taken_and_given_back_are_all_there(book: DynamoPaymentBook) -> None:
    """Of sixteen answers eight come back while others are taken."""
    record = bring(book, "settling", a_record())
    assert book.settle(record, TRANSACTION, CALLERS, UNTIL)

    def take(*, gives_back: bool) -> bool:
        taken = book.take_answer(record, NOON)
        if gives_back:
            book.give_answer_back(record)
        return taken

    assert all(at_once([partial(take, gives_back=place % 2 == 0) for place in range(CALLERS)]))
    assert found(book, record).answers_left == CALLERS // 2


def test_a_payment_is_closed_one_way(book: DynamoPaymentBook) -> None:
    """Of eight that settle it and eight that refuse it one is told that it did, and the book says the same."""
    for nonce in ROUNDS:
        record = bring(book, "settling", a_record(nonce))
        calls: list[Callable[[], bool]] = [partial(book.settle, record, TRANSACTION, 3, UNTIL)] * (CALLERS // 2)
        calls += [partial(book.refuse, record, "insufficient_funds")] * (CALLERS // 2)
        outcomes = at_once(calls)
        assert outcomes.count(True) == 1
        is_settled = outcomes.index(True) < CALLERS // 2
        assert found(book, record).state == ("settled" if is_settled else "refused")
    assert unknown(book) == []
