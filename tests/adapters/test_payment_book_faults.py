"""DynamoDB fails in every way it can, at every request of the book of payments: a step is taken whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any, Final, cast

import pytest
from moto.dynamodb.responses import DynamoHandler

from screwtape.adapters.dynamodb import rows
from screwtape.adapters.dynamodb.attributes import row_of, typed
from screwtape.adapters.dynamodb.payments import DynamoPaymentBook
from screwtape.core.errors import StoreUnavailable
from screwtape.core.payments import PaymentRecord
from screwtape.core.payments.record import State
from tests.adapters.conftest import STANDING, TABLE
from tests.adapters.faults import FAULTS, LENGTHS, Fault, Line, every_fault_of, everywhere
from tests.keymaking import NOON
from tests.payment_book import HELD, STATES, bring, found, unknown
from tests.payments import a_record

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

NEXT: Final[dict[str, State | None]] = {
    "release": None,
    "begin_settling": "settling",
    "abandon": None,
    "let_go": "settling",
    "settle": "settled",
    "refuse": "refused",
    "take_over": "settling",
}
"""What a payment is after a step; None where it is forgotten."""
SINGLE_REQUESTS: Final = {"let_go", "take_over"}
FAULTS_OF_STEPS: Final = pytest.mark.parametrize(
    ("step", "fault"),
    [
        pytest.param(step, fault, id=f"{step}, {fault}")
        for step in HELD
        for fault in FAULTS
        if fault.meets("UpdateItem" if step in SINGLE_REQUESTS else "TransactWriteItems")
    ],
)
FREE: Final = (None, False, False)
WHOLE: Final = {
    None: FREE,
    rows.RESERVED: (rows.RESERVED, True, False),
    rows.SETTLING: (rows.SETTLING, False, True),
    rows.SETTLED: (rows.SETTLED, True, False),
    rows.REFUSED: (rows.REFUSED, True, False),
}
"""Whether a payment's row expires, and whether it is listed, by its state: what is being settled is never forgotten."""


@pytest.fixture(autouse=True)
def remembered_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the embedded DynamoDB apply a transaction once however often its token comes, as the service does."""
    apply = cast("Callable[[DynamoHandler], Any]", DynamoHandler.transact_write_items)
    answers: dict[str, Any] = {}

    def once(handler: DynamoHandler) -> Any:
        token = handler.body["ClientRequestToken"]
        if token not in answers:
            answers[token] = apply(handler)
        return answers[token]

    monkeypatch.setattr(DynamoHandler, "transact_write_items", once)


class Books:
    """A book over DynamoDB, and a look at its rows from outside."""

    def __init__(self, client: DynamoDBClient) -> None:
        self.book = DynamoPaymentBook(TABLE, client, STANDING)
        self._client = client
        self._nonces = count(1)

    def fresh(self, **members: Any) -> PaymentRecord:
        """Give a record of a payment that did not come before."""
        return a_record(next(self._nonces), **members)

    def bring(self, state: State) -> PaymentRecord:
        """Bring a new payment into a state."""
        return bring(self.book, state, self.fresh())

    def look(self, record: PaymentRecord) -> PaymentRecord | None:
        """Find a payment, having seen that its rows belong together."""
        row = self._row(rows.payment(record.payment.id))
        listed = self._row(rows.unknown_payment(record.payment.id)) is not None
        state = None if row is None else rows.text(row, "state")
        assert (state, row is not None and "exp" in row, listed) == WHOLE[state]
        return self.book.find(record.payment.id)

    def _row(self, place: dict[str, Any]) -> dict[str, Any] | None:
        item = self._client.get_item(TableName=TABLE, Key=typed(place)).get("Item")
        return None if item is None else row_of(item)


@pytest.fixture
def books(dynamodb: DynamoDBClient) -> Books:
    """Give an empty book."""
    return Books(dynamodb)


@LENGTHS
class TestEveryFault:
    """Any request of any use fails, once or from then on."""

    @FAULTS_OF_STEPS
    def test_a_step_is_taken_whole_or_not_at_all(
        self, books: Books, line: Line, fault: Fault, times: int, step: str
    ) -> None:
        """Told to be taken it was; told not to be it was not; in doubt it is one or the other, and never between."""
        begins, act = HELD[step]
        for record, outcome in everywhere(
            line, fault, times, lambda _: books.bring(begins), lambda record: act(books.book, record)
        ):
            now = books.look(record)
            is_taken = now != record
            if is_taken:
                assert (None if now is None else now.state) == NEXT[step]
            if isinstance(outcome, StoreUnavailable):
                assert times > 1
                assert not (is_taken and fault.is_certain)
            elif step == "take_over":
                assert outcome == (now if is_taken else None)
                assert is_taken or not fault.is_certain
            else:
                assert is_taken
                assert outcome is (True if step in {"begin_settling", "settle", "refuse"} else None)

    @FAULTS_OF_STEPS
    def test_a_late_attempt_changes_nothing(
        self, books: Books, line: Line, fault: Fault, times: int, step: str
    ) -> None:
        """Whatever fails, who does not hold the payment is never told that it does."""
        begins, act = HELD[step]

        def attempt(record: PaymentRecord) -> object:
            return act(books.book, replace(record, attempt="late"))

        for record, outcome in everywhere(line, fault, times, lambda _: books.bring(begins), attempt):
            assert books.look(record) == record
            assert not outcome or isinstance(outcome, StoreUnavailable)

    @every_fault_of("UpdateItem")
    def test_a_payment_is_reserved_or_not(self, books: Books, line: Line, fault: Fault, times: int) -> None:
        """Given as reserved it is; in doubt it may be, until its lease is over."""

        def act(record: PaymentRecord) -> PaymentRecord:
            return books.book.reserve(record, NOON)

        for record, outcome in everywhere(line, fault, times, lambda _: books.fresh(), act):
            stands = books.look(record)
            if isinstance(outcome, StoreUnavailable):
                assert stands in (None, record)
                assert stands is None or not fault.is_certain
            else:
                assert outcome == stands == record
            next_ = replace(record, attempt="next", lease_until=NOON + 99)
            assert books.book.reserve(next_, record.lease_until) == next_

    @pytest.mark.parametrize("state", STATES)
    @every_fault_of("UpdateItem")
    def test_a_payment_that_is_taken_is_given_to_nobody(
        self, books: Books, line: Line, fault: Fault, times: int, state: State
    ) -> None:
        """Whatever fails, who comes second is told of the first one's record, or nothing."""

        def act(record: PaymentRecord) -> PaymentRecord:
            return books.book.reserve(replace(record, attempt="late", state="reserved"), NOON)

        for record, outcome in everywhere(line, fault, times, lambda _: books.bring(state), act):
            assert books.look(record) == record
            assert isinstance(outcome, StoreUnavailable) or outcome == record

    @every_fault_of("UpdateItem")
    def test_an_answer_is_counted_once_at_most(self, books: Books, line: Line, fault: Fault, times: int) -> None:
        """An answer that may be given is counted; in doubt it is not given, and may be counted."""

        def act(record: PaymentRecord) -> bool:
            return books.book.take_answer(record, NOON)

        for record, outcome in everywhere(line, fault, times, lambda _: books.bring("settled"), act):
            left = found(books.book, record).answers_left
            if isinstance(outcome, StoreUnavailable):
                assert left in ({3} if fault.is_certain else {2, 3})
            else:
                assert (outcome, left) == (True, 2)

    @every_fault_of("UpdateItem")
    def test_an_answer_comes_back_once_at_most(self, books: Books, line: Line, fault: Fault, times: int) -> None:
        """Nobody gets an answer more than was paid for, however the giving back fails."""

        def prepare(_: str) -> PaymentRecord:
            record = books.bring("settled")
            assert books.book.take_answer(record, NOON)
            return record

        for record, outcome in everywhere(line, fault, times, prepare, books.book.give_answer_back):
            left = found(books.book, record).answers_left
            if isinstance(outcome, StoreUnavailable):
                assert left in ({2} if fault.is_certain else {2, 3})
            else:
                assert left == 3

    @every_fault_of("GetItem")
    def test_a_payment_is_found_as_it_is(self, books: Books, line: Line, fault: Fault, times: int) -> None:
        """Or the store is unavailable: what cannot be read is never free. One failure alone is got over."""
        for record, outcome in everywhere(
            line, fault, times, lambda _: books.bring("settling"), lambda record: books.book.find(record.payment.id)
        ):
            assert outcome == record or (isinstance(outcome, StoreUnavailable) and times > 1)

    @every_fault_of("Query", "GetItem")
    def test_the_list_of_unknown_payments_is_whole(self, books: Books, line: Line, fault: Fault, times: int) -> None:
        """Or the store is unavailable: a list that was cut short never looks like one that ended."""
        held = [books.bring("settling") for _ in range(3)]
        for _, outcome in everywhere(line, fault, times, lambda name: name, lambda _: unknown(books.book)):
            assert outcome == held or (isinstance(outcome, StoreUnavailable) and times > 1)


def test_a_list_of_many_pages_is_read_to_its_end(books: Books, dynamodb: DynamoDBClient) -> None:
    """The service gives a list page by page; here two names a page, and five payments."""
    held = [books.bring("settling") for _ in range(5)]

    def two_a_page(params: dict[str, Any], **_: Any) -> None:
        params["Limit"] = 2

    dynamodb.meta.events.register("provide-client-params.dynamodb.Query", two_a_page)
    try:
        assert unknown(books.book) == held
    finally:
        dynamodb.meta.events.unregister("provide-client-params.dynamodb.Query", two_a_page)
