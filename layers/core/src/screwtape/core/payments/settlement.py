"""What a facilitator's answer to "settle" proves.

A payer who is told that a payment failed pays again, so failure is told only where it is certain: the answer is one to
the first request that was ever made for this payment, and its reason is one that stands before anything is sent to the
chain. Everything else is doubt: timeouts, faults, reasons about the nonce or the transaction, reasons nobody knows.
Public reports of the opposite: x402-foundation/x402 #1062 and #2294, key0ai/key0 #115, qntx/facilitator #73.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from screwtape.core.payments import reasons
from screwtape.core.payments.reasons import Reason

Outcome = Literal["settled", "declined", "pending", "unknown", "not asked"]

PENDING: Final = "settlement_pending"
_HASH: Final = re.compile(r"0x[0-9a-fA-F]{64}")
_CERTAIN: Final = reasons.SENTENCES.keys() - {
    reasons.AUTHORIZATION_CANCELED,
    reasons.DECLINED,
    reasons.NONCE_USED,
    reasons.PAID_SOMEBODY_ELSE,
}
"""Reasons that a facilitator finds before it sends anything to the chain."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """How settling ended.

    ``settled``    paid, by ``transaction``
    ``declined``   not paid, for a ``reason`` that is certain unless an earlier request for it was sent
    ``pending``    the facilitator has sent the transfer and waits for the chain
    ``unknown``    nobody knows
    ``not asked``  the request cannot have reached the facilitator
    """

    outcome: Outcome
    transaction: str = ""
    reason: Reason = ""


UNKNOWN: Final = Settlement("unknown")
NOT_ASKED: Final = Settlement("not asked")


def settlement_of(*, success: object, reason: object, transaction: object, network: object, ours: str) -> Settlement:
    """Read the members of a SettleResponse; ``ours`` is the network that the payment is on."""
    if success is True:
        if network == ours and isinstance(transaction, str) and _HASH.fullmatch(transaction):
            return Settlement("settled", transaction.lower())
        return UNKNOWN
    if success is not False:
        return UNKNOWN
    if reason == PENDING:
        return Settlement("pending")
    if transaction or not isinstance(reason, str) or reason not in _CERTAIN:
        return UNKNOWN
    return Settlement("declined", reason=reason)
