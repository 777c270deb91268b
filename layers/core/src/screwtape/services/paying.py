"""A call that x402 pays for: the work before the money, and nothing delivered without it.

    find ─► verify ─► reserve ─► work ─► mark settling ─► settle ─► note it ─► deliver
     │        │          │         │                        │
     │        │          │         └ failed: forget         ├ certainly not: 402, for good
     │        │          └ lost the race: as found          └ nobody knows: 503, the same payment again
     │        └ invalid: find again (a twin may have settled meanwhile), then 402
     └ settled: work again, same receipt · in progress, of another request, used up: 409
       unknown: take it over, ask the chain, verify, work, settle again
                                               └ it cannot pay any more: settle first, and work for success only

We hold no private key and can give nothing back, so settling comes last. Before it begins a payment may be forgotten;
from then on it may not, whatever dies: the record stays until the facilitator or the chain has told (``reconciling``).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeVar

from screwtape.core import terms
from screwtape.core.errors import (
    PaymentInProgress,
    PaymentRefused,
    PaymentReplayed,
    PaymentReused,
    PaymentsUnavailable,
    PaymentUnknown,
    ScrewtapeError,
    StoreUnavailable,
)
from screwtape.core.payments import (
    Payment,
    PaymentRecord,
    Reason,
    Receipt,
    Settlement,
    sentence_of,
    standing,
    untimely,
)
from screwtape.ports import (
    Chain,
    ChainFailed,
    Chance,
    Facilitator,
    FacilitatorFailed,
    Fate,
    Open,
    Paid,
    PaymentBook,
)

Made = TypeVar("Made")

Outcome = Literal["none", "payment", "payment_replay", "payment_unknown"]
"""What a call cost in the end: nothing, a payment, an answer of an earlier payment, or nobody knows."""

Event = Literal["settlement_unrecorded", "payment_unknown", "answer_lost"]

_ATTEMPT_BYTES: Final = 16
_SECONDS_TO_ANSWER: Final = 0.5
"""What a reply takes from here to the caller's side of the gateway."""
_ROUNDS: Final = 4
"""How often a request may find that the payment changed under it, before it is told that another one is at work."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a payment is to pay for.

    ``request`` is the keyed digest of route and body, ``now`` epoch seconds; ``seconds_left`` gives what is left of the
    function's time. ``objection`` says why the payment is not by our terms; one that came when the terms were others
    is in the book, whose word comes first.
    """

    payment: Payment
    request: str
    now: int
    seconds_left: Callable[[], float]
    objection: Reason | None = None


class Paying:
    """Sells calls for payments: verified and settled by a facilitator, remembered in a book, proven by a chain."""

    def __init__(self, book: PaymentBook, facilitator: Facilitator, chain: Chain | None, chance: Chance) -> None:
        self.book = book
        self.facilitator = facilitator
        self.chain = chain
        self._chance = chance

    def open(self, order: Order) -> Sale:
        """Open the sale of one call."""
        return Sale(self, order, self._chance.take(_ATTEMPT_BYTES).hex())


class Sale:
    """One payment around one piece of work.

    Afterwards, whichever way it ended, ``outcome`` tells what the call cost, ``fault`` why the facilitator or the chain
    gave no answer, ``event`` what is left for the books, and ``transaction`` what paid for it, if this call found out.
    """

    def __init__(self, paying: Paying, order: Order, attempt: str) -> None:
        self._book = paying.book
        self._facilitator = paying.facilitator
        self._chain = paying.chain
        self._order = order
        self._attempt = attempt
        self._id = order.payment.id
        self._lease_until = order.now + math.ceil(order.seconds_left()) + terms.X402_LEASE_SECONDS
        self.outcome: Outcome = "none"
        self.event: Event | None = None
        self.fault = ""
        self.transaction = ""

    def deliver(self, work: Callable[[], Made]) -> tuple[Made, Receipt]:
        """Do the work, have it paid, and give both. Whatever the ``work`` raises goes on to the caller.

        Raises PaymentRefused, PaymentInProgress, PaymentReused, PaymentReplayed, PaymentsUnavailable, PaymentUnknown or
        StoreUnavailable.
        """
        record = self._book.find(self._id)
        for _ in range(_ROUNDS):
            match standing(record, self._order.request, self._order.now):
                case "free":
                    record = self._begin()
                    if record is not None and record.attempt == self._attempt:
                        return self._sell(record, work)
                case "to be found out" if record is not None:
                    found = self._take_over(record)
                    if found is not None:
                        return self._find_out(found, work)
                    record = self._book.find(self._id)
                case "paid" if record is not None:
                    if self._book.take_answer(record, self._order.now):
                        return self._answer_again(record, work)
                    record = self._book.find(self._id)
                case other:
                    raise self._refusal(other, record)
        raise PaymentInProgress

    # The first time -------------------------------------------------------------------------------------------------

    def _begin(self) -> PaymentRecord | None:
        """Verify and reserve. Gives the record that stands, which is another attempt's when that one was faster."""
        refusal = self._order.objection or untimely(self._order.payment.authorization, self._order.now)
        if refusal is not None:
            raise PaymentRefused(sentence_of(refusal), refusal)
        refusal = self._verify()
        if refusal is None:
            return self._book.reserve(self._new_record(), self._order.now)
        found = self._book.find(self._id)
        if standing(found, self._order.request, self._order.now) == "free":
            raise PaymentRefused(sentence_of(refusal), refusal)
        return found

    def _verify(self) -> Reason | None:
        try:
            return self._ask_to_verify(self._order.payment)
        except FacilitatorFailed as error:
            self.fault = error.why
            raise PaymentsUnavailable("Payments cannot be verified now. Nothing was settled; try again.") from None

    def _ask_to_verify(self, payment: Payment) -> Reason | None:
        left = self._order.seconds_left() - terms.X402_SECONDS_KEPT
        return self._facilitator.verify(payment, max(0, min(terms.X402_VERIFY_SECONDS, left)))

    def _new_record(self) -> PaymentRecord:
        return PaymentRecord(
            payment=self._order.payment,
            state="reserved",
            attempt=self._attempt,
            lease_until=self._lease_until,
            request=self._order.request,
            begun_at=self._order.now,
        )

    def _sell(self, record: PaymentRecord, work: Callable[[], Made]) -> tuple[Made, Receipt]:
        try:
            made = work()
        except BaseException:
            self._try(lambda: self._in_time.release(record))
            raise
        if not self._has_time():
            self._try(lambda: self._in_time.release(record))
            raise PaymentsUnavailable("The work took too long for the payment to be settled. Nothing was settled.")
        try:
            marked = self._book.within(terms.X402_MARK_SECONDS).begin_settling(record)
        except StoreUnavailable:
            self._try(lambda: self._in_time.abandon(record))
            self._try(lambda: self._in_time.release(record))
            raise
        if not marked:
            raise PaymentInProgress
        settlement = self._settle(record)
        match settlement.outcome:
            case "settled":
                return made, self._settled(record, settlement.transaction)
            case "declined":
                raise self._declined(record, settlement.reason)
            case "not asked":
                self._try(lambda: self._in_time.abandon(record))
                raise PaymentsUnavailable("Payments cannot be settled now. Nothing was settled; try again.")
            case _:
                raise self._left_unknown(record)

    def _has_time(self) -> bool:
        if self._order.seconds_left() >= terms.X402_SECONDS_KEPT:
            return True
        self.fault = "no time left"
        return False

    # Settling -------------------------------------------------------------------------------------------------------

    def _settle(self, record: PaymentRecord) -> Settlement:
        """Settle, and ask once more where the transfer is on its way; a later refusal then proves nothing."""
        settlement = self._ask_to_settle(record)
        if settlement.outcome != "pending":
            return settlement
        again = self._ask_to_settle(record)
        return again if again.outcome == "settled" else Settlement("unknown")

    def _ask_to_settle(self, record: PaymentRecord) -> Settlement:
        """Settle what the book holds: that was compared with our terms, and what comes under its name again was not."""
        seconds = self._order.seconds_left() - terms.X402_SECONDS_AFTER
        return self._facilitator.settle(record.payment, seconds) if seconds > 0 else Settlement("unknown")

    def _settled(self, record: PaymentRecord, transaction: str) -> Receipt:
        """Note a settled payment. Where that fails the answer is delivered all the same: it is paid for."""
        self.outcome, self.transaction = "payment", transaction
        until = self._order.now + terms.X402_REPLAY_SECONDS
        if not self._try(lambda: self._in_time.settle(record, transaction, terms.X402_REPLAYS, until)):
            self.event = "settlement_unrecorded"
        return replace(record, transaction=transaction).receipt

    def _declined(self, record: PaymentRecord, reason: Reason) -> PaymentRefused:
        self._try(lambda: self._in_time.refuse(record, reason))
        return PaymentRefused(sentence_of(reason), reason, payer=self._id.payer)

    def _left_unknown(self, record: PaymentRecord) -> PaymentUnknown:
        self.outcome, self.event = "payment_unknown", "payment_unknown"
        self._try(lambda: self._in_time.let_go(record))
        return PaymentUnknown()

    # Later ----------------------------------------------------------------------------------------------------------

    def _take_over(self, record: PaymentRecord) -> PaymentRecord | None:
        return self._book.take_over(record, self._attempt, self._lease_until)

    def _find_out(self, record: PaymentRecord, work: Callable[[], Made]) -> tuple[Made, Receipt]:
        """Deliver on a payment that an earlier attempt began to settle."""
        match self._fate(record):
            case Paid(transaction):
                return self._answer(self._paid(record, transaction), work)
            case Open() | None:
                return self._settle_again(record, work)
            case void:
                raise self._declined(record, void.reason)

    def _paid(self, record: PaymentRecord, transaction: str) -> PaymentRecord:
        """Note that it was paid, and take the first answer: nothing was delivered on this payment yet."""
        until = self._order.now + terms.X402_REPLAY_SECONDS
        paid = replace(record, state="settled", transaction=transaction, answers_until=until)
        try:
            noted = self._in_time.settle(record, transaction, terms.X402_REPLAYS + 1, until)
            noted = noted and self._in_time.take_answer(paid, self._order.now)
        except StoreUnavailable:
            self.event, self.transaction = "settlement_unrecorded", transaction
            self._try(lambda: self._in_time.let_go(record))
            raise
        if not noted:
            raise PaymentInProgress
        self.outcome, self.transaction = "payment", transaction
        return paid

    def _fate(self, record: PaymentRecord) -> Fate | None:
        if self._chain is None:
            return None
        left = self._order.seconds_left() - terms.X402_SECONDS_KEPT
        seconds = max(0, min(terms.X402_CHAIN_SECONDS, left))
        try:
            return self._chain.fate_of(record.payment, record.begun_at, seconds)
        except ChainFailed as error:
            self.fault = error.why
            return None

    def _settle_again(self, record: PaymentRecord, work: Callable[[], Made]) -> tuple[Made, Receipt]:
        """Do the work, then ask the facilitator once more. Only its success proves anything now.

        Where the payment cannot pay any more it is asked first: who cannot pay has no work done again and again.
        """
        if not self._can_still_pay(record):
            settlement = self._ask_to_settle(record)
            if settlement.outcome != "settled":
                raise self._left_unknown(record)
            return self._answer(self._paid(record, settlement.transaction), work)
        try:
            made = work()
        except BaseException:
            self._try(lambda: self._in_time.let_go(record))
            raise
        settlement = self._ask_to_settle(record) if self._has_time() else Settlement("unknown")
        if settlement.outcome != "settled":
            raise self._left_unknown(record)
        return made, self._settled(record, settlement.transaction)

    def _can_still_pay(self, record: PaymentRecord) -> bool:
        """Verify again. Raises PaymentUnknown when the facilitator does not answer."""
        if self._order.now > record.payment.authorization.valid_before + terms.X402_CLOCK_SECONDS:
            return False
        try:
            return self._ask_to_verify(record.payment) is None
        except FacilitatorFailed as error:
            self.fault = error.why
            raise self._left_unknown(record) from None

    def _answer_again(self, record: PaymentRecord, work: Callable[[], Made]) -> tuple[Made, Receipt]:
        answered = self._answer(record, work)
        self.outcome = "payment_replay"
        return answered

    def _answer(self, record: PaymentRecord, work: Callable[[], Made]) -> tuple[Made, Receipt]:
        """Do the work of a payment that was settled before; an answer that was not delivered does not count."""
        try:
            return work(), record.receipt
        except BaseException:
            if not self._try(lambda: self._in_time.give_answer_back(record)):
                self.event = "answer_lost"
            raise

    def _refusal(self, stands: str, record: PaymentRecord | None) -> ScrewtapeError:
        match stands:
            case "refused" if record is not None:
                return PaymentRefused(sentence_of(record.reason), record.reason, payer=self._id.payer)
            case "of another request":
                return PaymentReused()
            case "used up":
                return PaymentReplayed()
            case _:
                return PaymentInProgress()

    @property
    def _in_time(self) -> PaymentBook:
        """The book for what comes last: a function that dies over a note has delivered nothing for the money."""
        return self._book.within(self._order.seconds_left() - _SECONDS_TO_ANSWER)

    def _try(self, step: Callable[[], object]) -> bool:
        """Take a step that must not hide what the caller is to hear; tell whether it was taken."""
        try:
            return step() is not False
        except Exception:  # noqa: BLE001 - as said
            return False
