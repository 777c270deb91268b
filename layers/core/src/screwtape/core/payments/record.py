"""What is remembered of a payment, and what a request that brings the same payment again may expect.

    (nothing) ─► reserved ─► settling ─► settled      paid; the same request is answered again, a few times
                    │            │
                    ▼            ├─► refused          certainly not paid, and never will be
                (nothing)        ▼
             work failed     the lease ends: nobody knows; whoever comes next finds out

A ``reserved`` payment whose lease ended is free: nothing was asked of the facilitator. A ``settling`` one is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from screwtape.core.payments.authorization import Payment
from screwtape.core.payments.reasons import Reason
from screwtape.core.terms import DAY_SECONDS

State = Literal["reserved", "settling", "settled", "refused"]
Standing = Literal["free", "in progress", "to be found out", "paid", "used up", "refused", "of another request"]

_LONGEST_SECONDS: Final = 30 * DAY_SECONDS


@dataclass(frozen=True, slots=True)
class Receipt:
    """The proof that a payment was settled: the transaction's hash, on the payment's network."""

    transaction: str
    network: str
    payer: str
    amount_micro: int


@dataclass(frozen=True, slots=True)
class PaymentRecord:
    """A payment as the book holds it.

    ``attempt`` is the run of a function that works on it, until ``lease_until`` (epoch seconds) at the latest.
    ``request`` is the digest of what it pays for, ``begun_at`` when it first came. ``payment`` keeps its signature
    only until the payment is settled or refused.
    A settled one has a ``transaction`` and answers ``answers_left`` more times until ``answers_until``; a refused one
    has a ``reason``. ``told_on`` is the last UTC day on which a person was told that its fate is unknown.
    """

    payment: Payment
    state: State
    attempt: str
    lease_until: int
    request: str
    begun_at: int
    transaction: str = ""
    answers_left: int = 0
    answers_until: int = 0
    reason: Reason = ""
    told_on: str = ""

    @property
    def expires_at(self) -> int:
        """When a closed payment may be forgotten: a day after its end, and a month after it came at the latest.

        Later the chain itself refuses it: the authorization is over, or its nonce is used.
        """
        return min(self.payment.authorization.valid_before, self.begun_at + _LONGEST_SECONDS) + DAY_SECONDS

    @property
    def receipt(self) -> Receipt:
        """The receipt of a settled payment."""
        signed = self.payment.authorization
        return Receipt(self.transaction, self.payment.network, signed.payer, signed.value)


def standing(record: PaymentRecord | None, request: str, now: int) -> Standing:
    """Tell what a request may expect of a payment that the book holds so."""
    if record is None or (record.state == "reserved" and record.lease_until <= now):
        return "free"
    if record.state == "refused":
        return "refused"
    if record.request != request:
        return "of another request"
    if record.state == "settled":
        return "paid" if record.answers_left > 0 and now < record.answers_until else "used up"
    if record.lease_until > now:
        return "in progress"
    return "to be found out"
