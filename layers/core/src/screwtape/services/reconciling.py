"""Finding out what became of payments that nobody came back for: a worker died, or a facilitator did not answer.

While an authorization is valid nothing is asked of the facilitator, because asking it to settle could take money for an
answer that nobody waits for any more; the payer may still come back and find out. The chain may be asked at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from screwtape.core import terms
from screwtape.core.errors import StoreUnavailable
from screwtape.core.metering import day_of
from screwtape.core.payments import PaymentId, PaymentRecord
from screwtape.core.payments.reasons import CLOSED
from screwtape.ports import Chain, ChainFailed, Chance, Facilitator, Fate, Open, Paid, PaymentBook

Finding = Literal["settled", "refused", "waiting", "unknown", "told", "changed"]
"""What became of one payment.

``settled`` ``refused``  found out, and closed
``waiting``              the payer, or the attempt that works on it, may still find out
``unknown``              the authorization is over and nobody could tell: a person is to be told
``told``                 likewise, and a person was told today
``changed``              another attempt was faster
"""

_GRACE_SECONDS: Final = 300
"""How long after its end, or a day, an authorization may be without a known fate before a person is told."""
_SECONDS_KEPT: Final = 14
"""What looking at one more payment may need beside the chain: reading it, noting what was found, and ending."""
_START_BYTES: Final = 4
_STORE: Final = "the store did not answer"


@dataclass(frozen=True, slots=True)
class Found:
    """What was found out about one payment; ``why`` says why nothing could be."""

    payment: str
    finding: Finding
    transaction: str = ""
    why: str = ""


class Reconciling:
    """Goes through the payments of unknown fate. Without a chain the facilitator is asked, once it can move nothing."""

    def __init__(self, book: PaymentBook, facilitator: Facilitator | None, chain: Chain | None, chance: Chance) -> None:
        self._book = book
        self._facilitator = facilitator
        self._chain = chain
        self._chance = chance

    def run(self, now: int, seconds_left: Callable[[], float], tell: Callable[[Found], None]) -> bool:
        """Look at every unknown payment while there is time; ``tell`` hears of each. False when time ran out first.

        Each run begins somewhere else, so that a few slow ones do not hide the others for ever. Raises StoreUnavailable
        when the payments cannot be listed.
        """
        for payment in self._from_anywhere(self._book.unknown_payments()):
            if seconds_left() < terms.X402_VERIFY_SECONDS + _SECONDS_KEPT:
                return False
            found = self._found(payment, now)
            if found is not None:
                tell(found)
        return True

    def close(self, name: str, transaction: str, now: int) -> Found | None:
        """Close a payment by a person's word: paid by ``transaction``, or where that is empty, not paid at all.

        Gives None where no unknown payment has that name. Raises StoreUnavailable.
        """
        payment = next((payment for payment in self._book.unknown_payments() if payment.name == name), None)
        record = None if payment is None else self._book.find(payment)
        if record is None or record.state != "settling":
            return None
        if record.lease_until > now:
            return Found(name, "waiting", why="a request works on it")
        return self._settled(record, transaction, now) if transaction else self._refused(record, CLOSED)

    def _from_anywhere(self, payments: list[PaymentId]) -> list[PaymentId]:
        start = int.from_bytes(self._chance.take(_START_BYTES)) % max(1, len(payments))
        return payments[start:] + payments[:start]

    def _found(self, payment: PaymentId, now: int) -> Found | None:
        """Find out about one payment; None where it was closed since it was listed."""
        try:
            record = self._book.find(payment)
        except StoreUnavailable:
            return Found(payment.name, "waiting", why=_STORE)
        if record is None or record.state != "settling":
            return None
        if record.lease_until > now:
            return Found(payment.name, "waiting")
        try:
            found = self._closed(record, now)
        except ChainFailed as error:
            return self._without_fate(record, now, error.why)
        except StoreUnavailable:
            return self._without_fate(record, now, _STORE)
        return found or self._without_fate(record, now, "the chain still allows it")

    def _closed(self, record: PaymentRecord, now: int) -> Found | None:
        """Ask what became of a payment, and close it; None where it may still be paid."""
        match self._fate(record, now):
            case Paid(transaction):
                return self._settled(record, transaction, now)
            case Open():
                return None
            case void:
                return self._refused(record, void.reason)

    def _fate(self, record: PaymentRecord, now: int) -> Fate:
        if self._chain is not None:
            return self._chain.fate_of(record.payment, record.begun_at, terms.X402_VERIFY_SECONDS)
        is_over = now > record.payment.authorization.valid_before + terms.X402_CLOCK_SECONDS
        if self._facilitator is not None and is_over:
            settlement = self._facilitator.settle(record.payment, terms.X402_VERIFY_SECONDS)
            if settlement.outcome == "settled":
                return Paid(settlement.transaction)
        raise ChainFailed("no chain to ask")

    def _settled(self, record: PaymentRecord, transaction: str, now: int) -> Found:
        until = max(record.expires_at, now + terms.X402_REPLAY_SECONDS)
        closed = self._book.settle(record, transaction, terms.X402_REPLAYS + 1, until)
        return Found(record.payment.id.name, "settled" if closed else "changed", transaction)

    def _refused(self, record: PaymentRecord, reason: str) -> Found:
        return Found(record.payment.id.name, "refused" if self._book.refuse(record, reason) else "changed")

    def _without_fate(self, record: PaymentRecord, now: int, why: str) -> Found:
        name = record.payment.id.name
        over = min(record.payment.authorization.valid_before, record.begun_at + terms.DAY_SECONDS)
        if now <= over + _GRACE_SECONDS:
            return Found(name, "waiting", why=why)
        return Found(name, "unknown" if self._is_news(record, now) else "told", why=why)

    def _is_news(self, record: PaymentRecord, now: int) -> bool:
        """Tell whether nobody was told of it today."""
        try:
            return self._book.note_told(record, day_of(now))
        except StoreUnavailable:
            return True
