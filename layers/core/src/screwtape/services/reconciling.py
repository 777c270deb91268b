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
from screwtape.core.payments import PaymentRecord
from screwtape.ports import Chain, ChainFailed, Facilitator, Fate, Open, Paid, PaymentBook

Finding = Literal["settled", "refused", "waiting", "unknown", "changed"]
"""What became of one payment.

``settled`` ``refused``  found out, and closed
``waiting``              the payer, or the attempt that works on it, may still find out
``unknown``              the authorization is over and nobody could tell: a matter for a person
``changed``              another attempt was faster
"""

_GRACE_SECONDS: Final = 300
"""How long after its end, or a day, an authorization may be without a known fate before a person is called."""
_SECONDS_KEPT: Final = 5
"""What is kept of the function's time, so that it ends by itself and says what it found."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found out about one payment; ``why`` says why nothing could be."""

    payment: str
    finding: Finding
    transaction: str = ""
    why: str = ""


class Reconciling:
    """Goes through the payments of unknown fate. Without a chain the facilitator is asked, once it can move nothing."""

    def __init__(self, book: PaymentBook, facilitator: Facilitator, chain: Chain | None) -> None:
        self._book = book
        self._facilitator = facilitator
        self._chain = chain

    def run(self, now: int, seconds_left: Callable[[], float], tell: Callable[[Found], None]) -> bool:
        """Look at every unknown payment while there is time; ``tell`` hears of each. False when time ran out first.

        Raises StoreUnavailable when the payments cannot be listed.
        """
        for record in self._book.unknown_payments():
            if seconds_left() < terms.X402_VERIFY_SECONDS + _SECONDS_KEPT:
                return False
            tell(self._found(record, now))
        return True

    def _found(self, record: PaymentRecord, now: int) -> Found:
        name = record.payment.id.name
        if record.lease_until > now:
            return Found(name, "waiting")
        try:
            fate = self._fate(record, now)
        except ChainFailed as error:
            return Found(name, self._without_fate(record, now), why=error.why)
        try:
            match fate:
                case Paid(transaction):
                    until = max(record.expires_at, now + terms.X402_REPLAY_SECONDS)
                    closed = self._book.settle(record, transaction, terms.X402_REPLAYS + 1, until)
                    return Found(name, "settled" if closed else "changed", transaction)
                case Open():
                    return Found(name, self._without_fate(record, now), why="the chain still allows it")
                case void:
                    return Found(name, "refused" if self._book.refuse(record, void.reason) else "changed")
        except StoreUnavailable:
            return Found(name, self._without_fate(record, now), why="the store did not answer")

    def _fate(self, record: PaymentRecord, now: int) -> Fate:
        if self._chain is not None:
            return self._chain.fate_of(record.payment, record.begun_at, terms.X402_VERIFY_SECONDS)
        if now <= record.payment.authorization.valid_before + terms.X402_CLOCK_SECONDS:
            raise ChainFailed("no chain to ask")
        settlement = self._facilitator.settle(record.payment, terms.X402_VERIFY_SECONDS)
        if settlement.outcome == "settled":
            return Paid(settlement.transaction)
        raise ChainFailed("no chain to ask")

    def _without_fate(self, record: PaymentRecord, now: int) -> Finding:
        over = min(record.payment.authorization.valid_before, record.begun_at + terms.DAY_SECONDS)
        return "unknown" if now > over + _GRACE_SECONDS else "waiting"
