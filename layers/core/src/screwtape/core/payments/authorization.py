"""A payment as it was signed, held against our terms before anybody is asked about it.

Sources: x402 specification version 2, scheme "exact" on EVM chains; ERC-3009 ``transferWithAuthorization``.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, field, replace
from typing import Any, Final

from screwtape.core.payments import reasons
from screwtape.core.payments.price import SCHEME, PaymentTerms, token_at
from screwtape.core.payments.reasons import Reason
from screwtape.core.terms import X402_CLOCK_SECONDS, X402_VALID_SECONDS

_NAME_CHARS: Final = 26


@dataclass(frozen=True, slots=True)
class Accepted:
    """The terms that a payer says it accepted. ``amount`` counts the token's smallest unit."""

    scheme: str
    network: str
    amount: int
    asset: str
    pay_to: str
    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Authorization:
    """What the payer signed (ERC-3009): accounts and nonce in lower-case hex, times in epoch seconds.

    The chain lets ``value`` move once, strictly between ``valid_after`` and ``valid_before``.
    """

    payer: str
    to: str
    value: int
    valid_after: int
    valid_before: int
    nonce: str


@dataclass(frozen=True, slots=True)
class PaymentId:
    """What makes a payment the same payment: the token's contract takes a nonce of an account once."""

    network: str
    asset: str
    payer: str
    nonce: str

    @property
    def name(self) -> str:
        """A name for log lines, which tells neither who pays nor the nonce."""
        digest = hashlib.sha256(f"{self.network}#{self.asset}#{self.payer}#{self.nonce}".encode()).digest()
        return f"pay_{base64.b32encode(digest).decode().lower()[:_NAME_CHARS]}"


@dataclass(frozen=True, slots=True)
class Payment:
    """A signed payment. The ``signature``, in hex, moves money: it is shown to nobody but the facilitator."""

    network: str
    asset: str
    authorization: Authorization
    signature: str = field(repr=False)

    @property
    def id(self) -> PaymentId:
        """What it is remembered by."""
        return PaymentId(self.network, self.asset, self.authorization.payer, self.authorization.nonce)


def objection(accepted: Accepted, payment: Payment, terms: PaymentTerms) -> Reason | None:
    """Say what about a payment is not as our terms are; None when it is. Hexadecimal letters may be of either case."""
    signed = payment.authorization
    checks = (
        (accepted.scheme == SCHEME, reasons.UNSUPPORTED_SCHEME),
        (accepted.network == terms.token.network, reasons.INVALID_NETWORK),
        (accepted.asset.lower() == terms.token.asset.lower(), reasons.INVALID_REQUIREMENTS),
        (accepted.name == terms.token.name, reasons.TOKEN_NAME_MISMATCH),
        (accepted.version == terms.token.version, reasons.TOKEN_VERSION_MISMATCH),
        (accepted.pay_to.lower() == signed.to.lower() == terms.pay_to.lower(), reasons.RECIPIENT_MISMATCH),
        (accepted.amount == signed.value == terms.amount_micro, reasons.VALUE_MISMATCH),
    )
    return next((reason for holds, reason in checks if not holds), None)


def requirement_of(payment: Payment, terms: PaymentTerms) -> dict[str, Any]:
    """Give the PaymentRequirements that a payment is held to: our terms, or those that it was taken under before.

    It was compared with the terms of its day when it first came, so what it signed is what they were.
    """
    signed = payment.authorization
    held_to = replace(
        terms,
        pay_to=terms.pay_to if signed.to == terms.pay_to.lower() else signed.to,
        token=token_at(payment.network, payment.asset) or terms.token,
        amount_micro=signed.value,
    )
    return held_to.requirement


def untimely(signed: Authorization, now: int) -> Reason | None:
    """Say why an authorization cannot be begun with at ``now``; None when it is valid, and for long enough."""
    if signed.valid_before < now + X402_VALID_SECONDS:
        return reasons.VALID_BEFORE
    if signed.valid_after > now + X402_CLOCK_SECONDS:
        return reasons.VALID_AFTER
    return None
