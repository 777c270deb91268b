"""x402 version 2 on the wire: the demand for payment, the payment header read strictly, and the receipt."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from screwtape.api.strict_json import decode_object
from screwtape.core import terms
from screwtape.core.errors import InvalidBody, InvalidPayment, PaymentRefused
from screwtape.core.payments import Accepted, Authorization, Payment, PaymentTerms, Receipt, sentence_of
from screwtape.core.payments.reasons import INVALID_PAYLOAD

REQUIRED_HEADER: Final = "PAYMENT-REQUIRED"
SIGNATURE_HEADER: Final = "payment-signature"
RESPONSE_HEADER: Final = "PAYMENT-RESPONSE"
VERSION_1_HEADER: Final = "x-payment"
_FOREIGN: Final = frozenset({"resource", "extensions"})
_URL_SAFE: Final = str.maketrans("-_", "+/")


class _Wire(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, hide_input_in_errors=True)


class Resource(_Wire):
    """What is sold."""

    url: str
    description: str
    mimeType: str = "application/json"  # noqa: N815 - the wire's own spelling


class Requirement(_Wire):
    """One way to pay. ``amount`` is a decimal string in the token's smallest unit."""

    scheme: Literal["exact"] = "exact"
    network: str
    amount: str
    asset: str
    payTo: str  # noqa: N815 - the wire's own spelling
    maxTimeoutSeconds: int = terms.X402_TIMEOUT_SECONDS  # noqa: N815 - the wire's own spelling
    extra: dict[str, str]


class PaymentRequired(_Wire):
    """The demand: in the PAYMENT-REQUIRED header and, with ``code`` and ``request_id``, in the body of a 402."""

    x402Version: Literal[2] = 2  # noqa: N815 - the wire's own spelling
    error: str
    resource: Resource
    accepts: list[Requirement]
    extensions: dict[str, Any] = {}


class PaymentRequiredResponse(PaymentRequired):
    """The body of a 402. ``reason`` is there when a payment came and was refused: a code that x402 publishes."""

    code: Literal["payment_required", "payment_refused"] = "payment_required"
    reason: str | None = Field(default=None, exclude_if=lambda reason: reason is None)
    request_id: str


class SettleResponse(_Wire):
    """The receipt in PAYMENT-RESPONSE: of a settled payment, or of one that the facilitator declined to settle."""

    success: bool
    errorReason: str | None = Field(default=None, exclude_if=lambda reason: reason is None)  # noqa: N815 - as above
    transaction: str
    network: str
    payer: str
    amount: str | None = Field(default=None, exclude_if=lambda amount: amount is None)


_Whole = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]{0,77})$")]
_Account = Annotated[str, Field(pattern=r"^0x[0-9a-fA-F]{40}$")]


class _Extra(_Wire):
    name: str = ""
    version: str = ""


class _Accepted(_Wire):
    scheme: str
    network: str
    amount: _Whole
    asset: str
    payTo: str  # noqa: N815 - the wire's own spelling
    extra: _Extra = _Extra()


class _Authorization(_Wire):
    payer: _Account = Field(alias="from")
    to: _Account
    value: _Whole
    validAfter: _Whole  # noqa: N815 - the wire's own spelling
    validBefore: _Whole  # noqa: N815 - the wire's own spelling
    nonce: Annotated[str, Field(pattern=r"^0x[0-9a-fA-F]{64}$")]


class _Payload(_Wire):
    # A smart wallet's signature is longer than the 65 bytes of an account's (ERC-1271, ERC-6492).
    signature: Annotated[str, Field(pattern=r"^0x([0-9a-fA-F]{2}){65,}$")]
    authorization: _Authorization


class _PaymentPayload(_Wire):
    """A signed payment, as far as its form goes; members that nothing here depends on may be there."""

    x402Version: Literal[2]  # noqa: N815 - the wire's own spelling
    accepted: _Accepted
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Offer:
    """A payment that somebody sent, with the terms that it says it accepted."""

    accepted: Accepted
    payment: Payment


def demand(payment_terms: PaymentTerms | None, *, url: str, description: str, error: str) -> PaymentRequired:
    """Ask for a payment by our terms; without terms the list of ways to pay is empty."""
    accepts = [] if payment_terms is None else [Requirement.model_validate(payment_terms.requirement)]
    return PaymentRequired(error=error, resource=Resource(url=url, description=description), accepts=accepts)


def header_of(document: BaseModel) -> str:
    """Give the value of a payment header: padded standard base64 of the JSON."""
    return base64.b64encode(document.model_dump_json().encode()).decode()


def receipt_of(receipt: Receipt) -> SettleResponse:
    """Give the receipt of a settled payment."""
    return SettleResponse(
        success=True,
        transaction=receipt.transaction,
        network=receipt.network,
        payer=receipt.payer,
        amount=str(receipt.amount_micro),
    )


def read_payment(header: str) -> Offer:
    """Read PAYMENT-SIGNATURE in either base64 alphabet.

    Raises InvalidPayment, or PaymentRefused for a method of payment that is not sold by; neither repeats the header.
    """
    if len(header) > terms.X402_HEADER_BYTES:
        message = f"The PAYMENT-SIGNATURE header is over {terms.X402_HEADER_BYTES:,} bytes."
        raise InvalidPayment(message)
    standard = header.translate(_URL_SAFE).rstrip("=")
    try:
        decoded = base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise _unreadable("is no base64") from None
    try:
        document = decode_object(decoded, foreign=_FOREIGN)
    except InvalidBody:
        raise _unreadable("holds no JSON object, or one that is not read here: a member twice, a NaN") from None
    return offer_of(document)


def offer_of(document: dict[str, Any]) -> Offer:
    """Read a PaymentPayload. Raises InvalidPayment or PaymentRefused."""
    within = ""
    try:
        paid = _PaymentPayload.model_validate(document)
        if "permit2Authorization" in paid.payload:
            raise PaymentRefused(sentence_of(INVALID_PAYLOAD), INVALID_PAYLOAD)
        within = "payload."
        payload = _Payload.model_validate(paid.payload)
    except ValidationError as error:
        place = within + ".".join(str(part) for part in error.errors()[0]["loc"])
        raise _unreadable(f"is wrong at {place}") from None
    accepted, signed = paid.accepted, payload.authorization
    return Offer(
        Accepted(
            scheme=accepted.scheme,
            network=accepted.network,
            amount=int(accepted.amount),
            asset=accepted.asset,
            pay_to=accepted.payTo,
            name=accepted.extra.name,
            version=accepted.extra.version,
        ),
        Payment(
            network=accepted.network,
            asset=accepted.asset.lower(),
            authorization=Authorization(
                payer=signed.payer.lower(),
                to=signed.to.lower(),
                value=int(signed.value),
                valid_after=int(signed.validAfter),
                valid_before=int(signed.validBefore),
                nonce=signed.nonce.lower(),
            ),
            signature=payload.signature.lower(),
        ),
    )


def _unreadable(what: str) -> InvalidPayment:
    message = f"The PAYMENT-SIGNATURE header {what}. Send the base64 of an x402 version 2 payment by EIP-3009."
    return InvalidPayment(message)
