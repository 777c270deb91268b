"""Payments to test with, and a shop that sells calls for them: a book, a facilitator, a chain, and a clock."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from screwtape.core.errors import ScrewtapeError
from screwtape.core.payments import Authorization, Payment, PaymentId, PaymentRecord, PaymentTerms, Reason, Settlement
from screwtape.core.payments.reasons import AUTHORIZATION_CANCELED, NONCE_USED, VALID_BEFORE
from screwtape.core.payments.settlement import UNKNOWN
from screwtape.core.terms import FUNCTION_SECONDS, X402_TIMEOUT_SECONDS
from screwtape.ports import ChainFailed, FacilitatorFailed, Fate, Open, Paid, Void
from screwtape.services.paying import Order, Paying, Sale
from screwtape.services.reconciling import Found, Reconciling
from tests.fakes import CountingChance, Moment
from tests.keymaking import NOON
from tests.payment_book import FakePaymentBook, Hook

TERMS: Final = PaymentTerms(pay_to="0x" + "ab" * 20)
LARGEST: Final = 2**256 - 1
"""The largest number that a chain can hold."""
CHAIN_LAG: Final = 60
"""How long after its end the chain says for certain that an authorization is over."""


def a_payment(nonce: int = 1, **signed: Any) -> Payment:
    """Give a signed payment by our terms; ``signed`` replaces members of the authorization."""
    token = TERMS.token
    authorization = Authorization(
        payer="0x" + "c1" * 20,
        to=TERMS.pay_to,
        value=TERMS.amount_micro,
        valid_after=0,
        valid_before=NOON + X402_TIMEOUT_SECONDS,
        nonce=f"0x{nonce:064x}",
    )
    signature = f"0x{nonce:0130x}"
    return Payment(token.network, token.asset.lower(), replace(authorization, **signed), signature)


def a_record(nonce: int = 1, **members: Any) -> PaymentRecord:
    """Give a reservation as an attempt begins with it; ``members`` replaces what matters to the test."""
    record = PaymentRecord(
        payment=a_payment(nonce),
        state="reserved",
        attempt="attempt",
        lease_until=NOON + 34,
        request="request",
        begun_at=NOON,
    )
    return replace(record, **members)


def transaction_of(payment: PaymentId) -> str:
    """Give the hash of the transaction that moves a payment's money."""
    return "0x" + hashlib.sha256(payment.nonce.encode()).hexdigest()


class Ledger:
    """The chain's own books: a nonce moves money once, or is cancelled by its payer."""

    def __init__(self) -> None:
        self.moved: set[PaymentId] = set()
        self.cancelled: set[PaymentId] = set()

    def is_used(self, payment: Payment) -> bool:
        """Tell whether the nonce is of no more use."""
        return payment.id in self.moved | self.cancelled


class FakeFacilitator:
    """The port Facilitator over a ledger: honest, unless it is told what to answer next.

    ``verdicts`` and ``settlements`` are what it answers first, in order: a value, an error, or a function of the
    payment that may move money. ``is_forgetful``: asked again, it does not know the transfers that it made.
    """

    def __init__(self, ledger: Ledger, clock: Callable[[], float], hook: Hook) -> None:
        self.verdicts: list[Reason | FacilitatorFailed | None] = []
        self.settlements: list[Settlement | Callable[[Payment], Settlement]] = []
        self.seconds: list[tuple[str, float]] = []
        self.payments: list[Payment] = []
        self.is_forgetful = False
        self._ledger = ledger
        self._clock = clock
        self._hook = hook

    def verify(self, payment: Payment, seconds: float) -> Reason | None:
        """Give the reason why a payment is not valid."""
        self._hook("facilitator.verify", "before")
        self.seconds.append(("verify", seconds))
        self.payments.append(payment)
        verdict = self.verdicts.pop(0) if self.verdicts else NONCE_USED if self._ledger.is_used(payment) else None
        if isinstance(verdict, FacilitatorFailed):
            raise verdict
        self._hook("facilitator.verify", "after")
        return verdict

    def settle(self, payment: Payment, seconds: float) -> Settlement:
        """Settle, and tell what is known afterwards."""
        self._hook("facilitator.settle", "before")
        self.seconds.append(("settle", seconds))
        self.payments.append(payment)
        answer = self.settlements.pop(0) if self.settlements else self.honestly
        settlement = answer if isinstance(answer, Settlement) else answer(payment)
        self._hook("facilitator.settle", "after")
        return settlement

    def honestly(self, payment: Payment) -> Settlement:
        """Move the money, if it can be moved."""
        if payment.id in self._ledger.cancelled or (payment.id in self._ledger.moved and self.is_forgetful):
            return UNKNOWN  # what a used nonce is read as
        if payment.id not in self._ledger.moved and self._clock() >= payment.authorization.valid_before:
            return Settlement("declined", reason=VALID_BEFORE)
        self._ledger.moved.add(payment.id)
        return Settlement("settled", transaction_of(payment.id))

    def unheard(self, payment: Payment) -> Settlement:
        """Move the money, and let the answer be lost."""
        self.honestly(payment)
        return UNKNOWN


class FakeChain:
    """The port Chain over a ledger; ``failures`` is how many of the next questions it does not answer."""

    def __init__(self, ledger: Ledger, clock: Callable[[], float], hook: Hook) -> None:
        self.asked: list[tuple[Payment, int, float]] = []
        self.failures = 0
        self._ledger = ledger
        self._clock = clock
        self._hook = hook

    def fate_of(self, payment: Payment, since: int, seconds: float) -> Fate:
        """Tell what became of a payment."""
        self._hook("chain.fate_of", "before")
        self.asked.append((payment, since, seconds))
        if self.failures:
            self.failures -= 1
            raise ChainFailed("down")
        fate = self._fate(payment)
        self._hook("chain.fate_of", "after")
        return fate

    def _fate(self, payment: Payment) -> Fate:
        if payment.id in self._ledger.moved:
            return Paid(transaction_of(payment.id))
        if payment.id in self._ledger.cancelled:
            return Void(AUTHORIZATION_CANCELED)
        if self._clock() > payment.authorization.valid_before + CHAIN_LAG:
            return Void(VALID_BEFORE)
        return Open()


class Killed(BaseException):
    """The process that runs a function dies."""


class Shop:
    """Calls for sale. ``log`` names what was done, in order; ``hook`` hears of it, and may fail it."""

    def __init__(self, *, has_chain: bool = True) -> None:
        self.now: float = NOON
        self.log: list[str] = []
        self.hook: Hook = lambda _method, _moment: None
        self.ledger = Ledger()
        self.book = FakePaymentBook(self._hear)
        self.facilitator = FakeFacilitator(self.ledger, lambda: self.now, self._hear)
        self.chain = FakeChain(self.ledger, lambda: self.now, self._hear)
        chain = self.chain if has_chain else None
        self.paying = Paying(self.book, self.facilitator, chain, CountingChance())
        self.reconciling = Reconciling(self.book, self.facilitator, chain, CountingChance())

    def _hear(self, method: str, moment: Moment) -> None:
        if moment == "before":
            self.log.append(method)
        self.hook(method, moment)

    def sale(
        self, request: str = "request", *, payment: Payment | None = None, seconds: float = FUNCTION_SECONDS
    ) -> Sale:
        """Open a sale in a function that has so many seconds from now on."""
        deadline = self.now + seconds
        return self.paying.open(Order(payment or a_payment(), request, int(self.now), lambda: deadline - self.now))

    def work(self) -> str:
        """Do the work of a call."""
        self._hear("work", "before")
        self._hear("work", "after")
        return "answer"

    def buy(self, request: str = "request", payment: Payment | None = None) -> str:
        """Buy a call, and give the answer."""
        return self.sale(request, payment=payment).deliver(self.work)[0]

    def reconcile(self) -> list[Found]:
        """Go through the payments of unknown fate, and give what was found."""
        found: list[Found] = []
        assert self.reconciling.run(int(self.now), lambda: 300.0, found.append)
        return found

    def held(self, payment: Payment | None = None) -> PaymentRecord:
        """Give what the book holds of a payment, which it must hold."""
        record = self.book.look((payment or a_payment()).id)
        assert record is not None
        return record

    def state(self, payment: Payment | None = None) -> str:
        """Give the state of a payment, "free" where the book holds nothing."""
        record = self.book.look((payment or a_payment()).id)
        return "free" if record is None else record.state

    def count(self, method: str) -> int:
        """Count how often something was done."""
        return self.log.count(method)


class Failure(Exception):
    """The work failed."""


def fail() -> str:
    """Fail as work does."""
    raise Failure


def ends_in(shop: Shop) -> str | type[ScrewtapeError]:
    """Buy a call, and give the answer or the error."""
    try:
        return shop.buy()
    except ScrewtapeError as error:
        return type(error)


def killed(shop: Shop, step: str, moment: Moment) -> Shop:
    """Let the function die around a step of a first sale; its process does nothing any more. The lease is over then."""

    def die(method: str, at: Moment) -> None:
        if (method, at) == (step, moment):
            shop.hook = dead
            raise Killed

    def dead(_method: str, _moment: Moment) -> None:
        raise Killed

    shop.hook = die
    with pytest.raises(Killed):
        shop.buy()
    shop.hook = lambda _method, _moment: None
    shop.log.clear()
    record = shop.book.look(a_payment().id)
    shop.now = record.lease_until if record else shop.now
    return shop
