"""A book of payments in memory, with the behaviour of the real one, and uses of any book to begin tests with."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from screwtape.core.errors import StoreUnavailable
from screwtape.core.metering import Day
from screwtape.core.payments import PaymentId, PaymentRecord, Reason
from screwtape.core.payments.record import State
from screwtape.ports import PaymentBook
from tests.fakes import Moment
from tests.keymaking import NOON

PERSISTENT: Final = 1_000

Hook = Callable[[str, Moment], None]
"""Hears of every call of a port, before it has its effect and after it; what it raises is what the caller gets."""

TRANSACTION: Final = "0x" + "7a" * 32
UNTIL: Final = NOON + 600
STATES: Final[tuple[State, ...]] = ("reserved", "settling", "settled", "refused")
REASON: Final = "insufficient_funds"

Step = Callable[[PaymentBook, PaymentRecord], object]
"""A use of a book by the attempt that a record names."""

HELD: Final[dict[str, tuple[State, Step]]] = {
    "release": ("reserved", lambda book, record: book.release(record)),
    "begin_settling": ("reserved", lambda book, record: book.begin_settling(record)),
    "abandon": ("settling", lambda book, record: book.abandon(record)),
    "let_go": ("settling", lambda book, record: book.let_go(record)),
    "settle": ("settling", lambda book, record: book.settle(record, TRANSACTION, 3, UNTIL)),
    "refuse": ("settling", lambda book, record: book.refuse(record, REASON)),
    "take_over": ("settling", lambda book, record: book.take_over(record, "another", NOON + 99)),
}
"""Every step that only the attempt that holds a payment may take, and the one state that it starts from."""


@dataclass
class Failing:
    """A hook that lets call number ``first`` from now (1 is the next) fail, and those after it, ``times`` in all.

    Only calls of ``method`` count: of one, or like ``book.`` of all that begin so. ``fired`` counts the failures.
    """

    first: int = 1
    method: str = "book."
    moment: Moment = "before"
    times: int = 1
    error: Callable[[], BaseException] = lambda: StoreUnavailable("down")
    calls: int = 0
    fired: int = 0

    def __call__(self, method: str, moment: Moment) -> None:
        """Count, and fail where it is due."""
        if not method.startswith(self.method):
            return
        if moment == "before":
            self.calls += 1
        if moment == self.moment and self.first <= self.calls < self.first + self.times:
            self.fired += 1
            raise self.error()


class FakePaymentBook:
    """The port PaymentBook in memory, one method at a time. ``hook`` hears of ``book.find`` and the rest."""

    def __init__(self, hook: Hook = lambda _method, _moment: None) -> None:
        self.hook = hook
        self._lock = threading.RLock()
        self.limits: list[float] = []
        self._records: dict[PaymentId, PaymentRecord] = {}

    def look(self, payment: PaymentId) -> PaymentRecord | None:
        """Look at a payment from outside, as a test does."""
        return self._records.get(payment)

    @contextmanager
    def _call(self, method: str) -> Iterator[None]:
        self.hook(f"book.{method}", "before")
        with self._lock:
            yield
        self.hook(f"book.{method}", "after")

    # The port -------------------------------------------------------------------------------------------------------

    def within(self, seconds: float) -> FakePaymentBook:
        """Give this book, which takes no time; ``limits`` tells afterwards how much it was given."""
        self.limits.append(seconds)
        return self

    def find(self, payment: PaymentId) -> PaymentRecord | None:
        """Give a payment's record as of now."""
        with self._call("find"):
            return self._records.get(payment)

    def reserve(self, record: PaymentRecord, now: int) -> PaymentRecord:
        """Write a new record where the payment is free, and give the record that stands."""
        with self._call("reserve"):
            stands = self._records.get(record.payment.id)
            if stands is None or (stands.state == "reserved" and stands.lease_until <= now):
                stands = self._records[record.payment.id] = record
        return stands

    def release(self, record: PaymentRecord) -> None:
        """Forget a reserved payment whose work failed."""
        with self._call("release"):
            if self._holds(record, "reserved"):
                del self._records[record.payment.id]

    def begin_settling(self, record: PaymentRecord) -> bool:
        """Note that the facilitator is about to be asked."""
        with self._call("begin_settling"):
            held = self._holds(record, "reserved")
            if held:
                self._change(record, state="settling")
        return held

    def abandon(self, record: PaymentRecord) -> None:
        """Forget a payment that the facilitator has certainly not heard of."""
        with self._call("abandon"):
            if self._holds(record, "settling"):
                del self._records[record.payment.id]

    def take_over(self, record: PaymentRecord, attempt: str, lease_until: int) -> PaymentRecord | None:
        """Give the record to another attempt if nothing about it changed."""
        with self._call("take_over"):
            taken = None
            if self._holds(record, "settling") and self._records[record.payment.id].lease_until == record.lease_until:
                taken = self._change(record, attempt=attempt, lease_until=lease_until)
        return taken

    def let_go(self, record: PaymentRecord) -> None:
        """End the lease on a payment whose fate is unknown."""
        with self._call("let_go"):
            if self._holds(record, "settling"):
                self._change(record, lease_until=0)

    def settle(self, record: PaymentRecord, transaction: str, answers_left: int, answers_until: int) -> bool:
        """Close a payment as paid."""
        with self._call("settle"):
            held = self._holds(record, "settling")
            if held:
                answers = {"answers_left": answers_left, "answers_until": answers_until}
                self._change(record, state="settled", payment=_unsigned(record), transaction=transaction, **answers)
        return held

    def refuse(self, record: PaymentRecord, reason: Reason) -> bool:
        """Close a payment as certainly not paid."""
        with self._call("refuse"):
            held = self._holds(record, "settling")
            if held:
                self._change(record, state="refused", payment=_unsigned(record), reason=reason)
        return held

    def take_answer(self, record: PaymentRecord, now: int) -> bool:
        """Count one more answer of a settled payment."""
        with self._call("take_answer"):
            stands = self._settled(record)
            taken = stands is not None and stands.answers_left > 0 and now < stands.answers_until
            if stands is not None and taken:
                self._change(record, answers_left=stands.answers_left - 1)
        return taken

    def give_answer_back(self, record: PaymentRecord) -> None:
        """Count an answer back that was not delivered."""
        with self._call("give_answer_back"):
            stands = self._settled(record)
            if stands is not None:
                self._change(record, answers_left=stands.answers_left + 1)

    def unknown_payments(self) -> list[PaymentId]:
        """Name every payment that is being settled."""
        with self._call("unknown_payments"):
            return [name for name, record in self._records.items() if record.state == "settling"]

    def note_told(self, record: PaymentRecord, day: Day) -> bool:
        """Note the day on which a person was told."""
        with self._call("note_told"):
            is_news = self._holds(record, "settling") and self._records[record.payment.id].told_on < day
            if is_news:
                self._change(record, told_on=day)
        return is_news

    # ----------------------------------------------------------------------------------------------------------------

    def _holds(self, record: PaymentRecord, state: str) -> bool:
        stands = self._records.get(record.payment.id)
        return stands is not None and (stands.state, stands.attempt) == (state, record.attempt)

    def _settled(self, record: PaymentRecord) -> PaymentRecord | None:
        stands = self._records.get(record.payment.id)
        if stands is None or (stands.state, stands.request) != ("settled", record.request):
            return None
        return stands

    def _change(self, record: PaymentRecord, **changes: object) -> PaymentRecord:
        name = record.payment.id
        self._records[name] = replace(self._records[name], **changes)  # type: ignore[arg-type] # each names its own
        return self._records[name]


def _unsigned(record: PaymentRecord) -> object:
    return replace(record.payment, signature="")


def bring(book: PaymentBook, state: State, record: PaymentRecord) -> PaymentRecord:
    """Bring a new payment into a state, and give what the book then holds."""
    assert book.reserve(record, NOON) == record
    if state != "reserved":
        assert book.begin_settling(record)
    if state == "settled":
        assert book.settle(record, TRANSACTION, 3, UNTIL)
    if state == "refused":
        assert book.refuse(record, REASON)
    return found(book, record)


def found(book: PaymentBook, record: PaymentRecord) -> PaymentRecord:
    """Find a payment that the book must hold."""
    held = book.find(record.payment.id)
    assert held is not None
    return held


def unknown(book: PaymentBook) -> list[PaymentRecord]:
    """List the payments of unknown fate."""
    named = sorted(book.unknown_payments(), key=lambda payment: payment.nonce)
    return [record for payment in named if (record := book.find(payment)) is not None]
