"""x402 version 2 on the wire: the demand for payment, and the payment header read strictly."""

from __future__ import annotations

import base64
import binascii
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from screwtape.api.strict_json import decode_object
from screwtape.core import terms
from screwtape.core.errors import InvalidBody, InvalidPayment
from screwtape.core.payments import PaymentTerms

REQUIRED_HEADER: Final = "PAYMENT-REQUIRED"
SIGNATURE_HEADER: Final = "payment-signature"
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
    """The body of a 402."""

    code: Literal["payment_required"] = "payment_required"
    request_id: str


class PaymentPayload(_Wire):
    """A signed payment, as far as its form goes. Whether it pays for anything is decided elsewhere."""

    x402Version: Literal[2]  # noqa: N815 - the wire's own spelling
    accepted: dict[str, Any]
    payload: dict[str, Any]


def demand(payment_terms: PaymentTerms | None, *, url: str, description: str, error: str) -> PaymentRequired:
    """Ask for a payment by our terms; without terms the list of ways to pay is empty."""
    accepts = []
    if payment_terms is not None:
        accepts.append(
            Requirement(
                network=payment_terms.token.network,
                amount=str(payment_terms.amount_micro),
                asset=payment_terms.token.asset,
                payTo=payment_terms.pay_to,
                extra={"name": payment_terms.token.name, "version": payment_terms.token.version},
            )
        )
    return PaymentRequired(error=error, resource=Resource(url=url, description=description), accepts=accepts)


def header_of(required: PaymentRequired) -> str:
    """Give the value of PAYMENT-REQUIRED: padded standard base64 of the JSON."""
    return base64.b64encode(required.model_dump_json().encode()).decode()


def read_payment(header: str) -> PaymentPayload:
    """Read PAYMENT-SIGNATURE in either base64 alphabet. Raises InvalidPayment, which never repeats the header."""
    if len(header) > terms.X402_HEADER_BYTES:
        message = f"The PAYMENT-SIGNATURE header is over {terms.X402_HEADER_BYTES:,} bytes."
        raise InvalidPayment(message)
    standard = header.translate(_URL_SAFE).rstrip("=")
    try:
        decoded = base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True)
        return PaymentPayload.model_validate(decode_object(decoded, foreign=_FOREIGN))
    except (binascii.Error, ValueError, InvalidBody, ValidationError):
        message = "The PAYMENT-SIGNATURE header is not the base64 of an x402 version 2 payment. Sign the terms again."
        raise InvalidPayment(message) from None
