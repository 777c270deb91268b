"""What a paid call costs in the store: how many requests, how much capacity, and how much time when they fail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import pytest

from screwtape.adapters.dynamodb import Time
from screwtape.adapters.dynamodb.payments import DynamoPaymentBook
from screwtape.core.errors import PaymentRefused, StoreUnavailable
from screwtape.core.payments import Settlement
from screwtape.core.terms import DAY_SECONDS, X402_REPLAY_SECONDS, X402_REPLAYS
from screwtape.services.paying import Paying
from tests.adapters.conftest import STANDING, TABLE
from tests.adapters.faults import PERSISTENT, THROTTLE, Line
from tests.fakes import CountingChance
from tests.keymaking import NOON
from tests.payment_book import REASON, TRANSACTION, bring
from tests.payments import LARGEST, Shop, a_payment, a_record

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

KILOBYTE: Final = 1024


class Capacity:
    """The write units that requests take, for rows of up to a kilobyte: one a row, and two within a transaction."""

    def __init__(self, client: DynamoDBClient) -> None:
        self.written = 0
        self._events = client.meta.events
        self._events.register("before-call.dynamodb", self._count)

    def close(self) -> None:
        """Count no more."""
        self._events.unregister("before-call.dynamodb", self._count)

    def _count(self, model: Any, params: Any, **_: Any) -> None:
        if model.name == "UpdateItem":
            self.written += 1
        elif model.name == "TransactWriteItems":
            self.written += 2 * len(json.loads(params["body"])["TransactItems"])
        else:
            assert model.name in {"GetItem", "Query", "Scan"}, "a request whose capacity nobody reckoned"


@pytest.fixture
def capacity(dynamodb: DynamoDBClient) -> Iterator[Capacity]:
    """Give the count of what is written."""
    capacity = Capacity(dynamodb)
    yield capacity
    capacity.close()


@pytest.fixture
def book(dynamodb: DynamoDBClient) -> DynamoPaymentBook:
    """Give an empty book."""
    return DynamoPaymentBook(TABLE, dynamodb, STANDING)


@pytest.fixture
def shop(book: DynamoPaymentBook) -> Shop:
    """Give a shop over that book."""
    shop = Shop()
    shop.paying = Paying(book, shop.facilitator, shop.chain, CountingChance())
    return shop


class TestRequests:
    """What a call costs in requests and in write units."""

    def test_a_first_sale_is_four_requests(self, shop: Shop, line: Line, capacity: Capacity) -> None:
        """One reading, the reservation, the mark and the note: 1 + 4 + 4 write units."""
        shop.buy()
        assert line.requests == {"GetItem": 1, "UpdateItem": 1, "TransactWriteItems": 2}
        assert capacity.written == 9

    def test_a_replay_is_two_requests(self, shop: Shop, line: Line, capacity: Capacity) -> None:
        """One reading, and one write unit that counts the answer."""
        shop.buy()
        line.clear()
        written = capacity.written
        shop.buy()
        assert line.requests == {"GetItem": 1, "UpdateItem": 1}
        assert capacity.written == written + 1

    def test_a_call_whose_work_fails_is_three_requests(self, shop: Shop, line: Line, capacity: Capacity) -> None:
        """One reading, the reservation and its release: 1 + 2 write units, and no row is left."""

        def fail() -> str:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            shop.sale().deliver(fail)
        assert line.requests == {"GetItem": 1, "UpdateItem": 1, "TransactWriteItems": 1}
        assert capacity.written == 3

    def test_an_invalid_payment_writes_nothing(self, shop: Shop, line: Line, capacity: Capacity) -> None:
        """Who sends rubbish causes two readings."""
        shop.facilitator.verdicts = [REASON]
        with pytest.raises(PaymentRefused):
            shop.buy()
        assert (line.requests, capacity.written) == ({"GetItem": 2}, 0)

    def test_a_declined_payment_sent_again_writes_nothing(self, shop: Shop, line: Line, capacity: Capacity) -> None:
        """It is refused after one reading."""
        shop.facilitator.settlements = [Settlement("declined", reason=REASON)]
        for reading, units in ((1, 9), (2, 9)):
            with pytest.raises(PaymentRefused):
                shop.buy()
            assert (line.requests["GetItem"], capacity.written) == (reading, units)

    def test_listing_is_a_query(self, book: DynamoPaymentBook, line: Line) -> None:
        """Only what is of unknown fate is named, however many payments there are."""
        for nonce in range(3):
            bring(book, "settled", a_record(nonce))
            bring(book, "settling", a_record(10 + nonce))
        line.clear()
        assert len(book.unknown_payments()) == 3
        assert line.requests == {"Query": 1}


@pytest.mark.parametrize("seconds", [2.9, 0.0, -1.0])
def test_without_time_nothing_is_sent(dynamodb: DynamoDBClient, line: Line, seconds: float) -> None:
    """A request may take three seconds: one that might not end in time is as if the store had not answered."""
    book = DynamoPaymentBook(TABLE, dynamodb)
    held = bring(book, "settling", a_record())
    line.clear()
    with pytest.raises(StoreUnavailable):
        book.within(seconds).settle(held, TRANSACTION, 3, NOON)
    assert not line.requests


def test_with_time_it_is_sent(dynamodb: DynamoDBClient, line: Line) -> None:
    """Nor does more time than any use may take make it longer."""
    book = DynamoPaymentBook(TABLE, dynamodb)
    held = bring(book, "settling", a_record())
    line.clear()
    assert book.within(29).settle(held, TRANSACTION, 3, NOON)
    assert line.requests == {"TransactWriteItems": 1}


class TestRows:
    """What is kept of a payment, how large it is, and for how long."""

    @pytest.mark.parametrize("state", ["reserved", "settling", "settled", "refused"])
    def test_a_row_is_under_a_kilobyte(self, book: DynamoPaymentBook, dynamodb: DynamoDBClient, state: Any) -> None:
        """With the largest numbers there are and an account's signature, in every state."""
        payment = a_payment(LARGEST, value=LARGEST, valid_after=LARGEST - 1, valid_before=LARGEST)
        bring(book, state, a_record(payment=payment, request="f" * 64, attempt="e" * 32))
        for row in dynamodb.scan(TableName=TABLE)["Items"]:
            assert sum(len(name) + len(str(value)) for name, value in row.items()) < KILOBYTE

    def test_the_signature_goes_when_a_payment_is_closed(
        self, book: DynamoPaymentBook, dynamodb: DynamoDBClient
    ) -> None:
        """It is there while it may be needed, and in no row afterwards."""
        signatures = {a_payment(nonce).signature for nonce in (1, 2)}
        held = [bring(book, "settling", a_record(nonce)) for nonce in (1, 2)]
        assert all(signature in str(dynamodb.scan(TableName=TABLE)) for signature in signatures)
        assert book.settle(held[0], TRANSACTION, 3, NOON + 600)
        assert book.refuse(held[1], REASON)
        assert not any(signature in str(dynamodb.scan(TableName=TABLE)) for signature in signatures)

    @pytest.mark.parametrize(
        ("valid_before", "kept_until"),
        [(NOON + 120, NOON + 120 + DAY_SECONDS), (LARGEST, NOON + 31 * DAY_SECONDS)],
        ids=["a day after its end", "a month and a day after it came"],
    )
    @pytest.mark.parametrize("state", ["reserved", "settled", "refused"])
    def test_a_closed_payment_is_forgotten(
        self, dynamodb: DynamoDBClient, book: DynamoPaymentBook, valid_before: int, kept_until: int, state: Any
    ) -> None:
        """When the chain itself would refuse it."""
        bring(book, state, a_record(payment=a_payment(valid_before=valid_before)))
        (row,) = dynamodb.scan(TableName=TABLE)["Items"]
        assert int(row["exp"]["N"]) == kept_until

    def test_a_settled_payment_is_kept_as_long_as_it_answers(
        self, dynamodb: DynamoDBClient, book: DynamoPaymentBook
    ) -> None:
        """Where it was found out long after its end."""
        until = NOON + 9 * DAY_SECONDS + X402_REPLAY_SECONDS
        assert book.settle(bring(book, "settling", a_record()), TRANSACTION, X402_REPLAYS, until)
        (row,) = dynamodb.scan(TableName=TABLE)["Items"]
        assert int(row["exp"]["N"]) == until


def test_the_waits_of_a_busy_store_are_short(dynamodb: DynamoDBClient, line: Line) -> None:
    """Each step of a throttled book waits twice, at random, less than half a second in all, and then gives up."""
    waits: list[float] = []
    book = DynamoPaymentBook(TABLE, dynamodb, Time(lambda: 0.0, waits.append))
    settling = bring(book, "settling", a_record(2))
    line.fail(THROTTLE, 1, PERSISTENT)
    for step in (
        lambda: book.find(settling.payment.id),
        lambda: book.reserve(a_record(), NOON),
        lambda: book.settle(settling, TRANSACTION, 3, NOON + 600),
        lambda: book.let_go(settling),
        lambda: book.take_answer(settling, NOON),
    ):
        waits.clear()
        with pytest.raises(StoreUnavailable):
            step()
        assert len(waits) == 2
        assert sum(waits) <= 0.5
