"""Everything that can go wrong on purpose, as one tree.

    ScrewtapeError
    ├── InvalidRequest                 the caller's input is wrong; names the place and the fix
    │   ├── InvalidBody                the JSON, or a member of it
    │   ├── InvalidPayment             the payment header cannot be decoded
    │   ├── InvalidIdempotencyKey      the Idempotency-Key header has the wrong form
    │   ├── BodyTooLarge
    │   └── UnsupportedContent         a content type or encoding that we do not read
    ├── NotAuthorized                  who pays is not settled
    │   ├── MissingKey                 no credential where only an API key will do
    │   ├── MissingPayment             no credential where a payment would also do
    │   ├── PaymentRefused             a payment that does not pay, and never will
    │   └── UnknownKey                 malformed, never issued, or deleted: deliberately one error
    ├── NotThere
    │   ├── UnknownPath
    │   └── MethodNotAllowed           the path is known, the method is not
    ├── LimitReached                   the caller's own limit
    │   ├── QuotaSpent                 free calls and credits of the day
    │   ├── SignupRateReached          keys made from one address in an hour
    │   └── EmailCapReached            active keys of one e-mail address
    ├── Conflict
    │   ├── IdempotencyKeyInProgress   the first call with this key still runs
    │   ├── IdempotencyKeyReused       this key came before with another body
    │   ├── PaymentInProgress          another request with this payment still runs
    │   ├── PaymentReused              this payment came before, for something else
    │   └── PaymentReplayed            this payment has answered as often, and as long, as it may
    └── Unavailable                    our own fault; nothing was delivered
        ├── StoreUnavailable
        ├── PaymentsUnavailable        nothing was settled
        └── PaymentUnknown             whether the payment was settled is not known yet

A message is a sentence for the caller. It never repeats what the caller sent, because messages reach log lines.
Which HTTP status a leaf becomes is the business of ``screwtape.api.problems``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar


class ScrewtapeError(Exception):
    """Root of the tree. ``code`` is the stable snake_case name that callers may branch on."""

    code: ClassVar[str]


class InvalidRequest(ScrewtapeError):
    """The caller's input is wrong."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One wrong place in a request body: an RFC 6901 JSON pointer and a sentence that says what to change."""

    pointer: str
    message: str


class InvalidBody(InvalidRequest):
    """The body is not the JSON that the route reads; ``faults`` names each place."""

    code = "invalid_request"

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("The request body is not valid. Each entry of errors names a place and what to change.")
        self.faults = tuple(faults)


class InvalidPayment(InvalidRequest):
    """The payment header cannot be decoded."""

    code = "invalid_payment"


class InvalidIdempotencyKey(InvalidRequest):
    """The Idempotency-Key header is empty, too long or not printable ASCII."""

    code = "invalid_idempotency_key"


class BodyTooLarge(InvalidRequest):
    """The body is larger than the route reads."""

    code = "body_too_large"


class UnsupportedContent(InvalidRequest):
    """The body comes in a content type or encoding that we do not read."""

    code = "unsupported_content"


class NotAuthorized(ScrewtapeError):
    """Who pays is not settled."""


class MissingKey(NotAuthorized):
    """No credential on a route that wants an API key."""

    code = "api_key_required"


class MissingPayment(NotAuthorized):
    """No credential on a route that an API key or a payment opens."""

    code = "payment_required"


class PaymentRefused(NotAuthorized):
    """The payment does not pay for this call, and nothing was settled.

    ``reason`` is one of the codes that x402 publishes. ``payer`` is set when the facilitator declined to settle, which
    is answered with a receipt of the failure; it is part of no message.
    """

    code = "payment_refused"

    def __init__(self, message: str, reason: str, payer: str = "") -> None:
        super().__init__(message)
        self.reason = reason
        self.payer = payer


class UnknownKey(NotAuthorized):
    """The API key is malformed, was never issued or is deleted; one error, so that it tells nobody which."""

    code = "unknown_key"

    def __init__(self) -> None:
        super().__init__("This API key is not known here. Send one as Authorization: Bearer; POST /v1/keys makes one.")


class NotThere(ScrewtapeError):
    """There is nothing at that path, or not by that method."""


class UnknownPath(NotThere):
    """No such path."""

    code = "not_found"


class MethodNotAllowed(NotThere):
    """The path is known, the method is not; ``allowed`` lists those that are."""

    code = "method_not_allowed"

    def __init__(self, message: str, allowed: Sequence[str]) -> None:
        super().__init__(message)
        self.allowed = tuple(allowed)


class LimitReached(ScrewtapeError):
    """The caller's own limit; ``retry_after`` is in seconds, None when waiting does not help."""

    def __init__(self, message: str, retry_after: int | None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class QuotaSpent(LimitReached):
    """No free call and no credit is left today."""

    code = "daily_quota"


class SignupRateReached(LimitReached):
    """This address made as many keys this hour as it may."""

    code = "signup_rate"


class EmailCapReached(LimitReached):
    """This e-mail address holds as many active keys as it may."""

    code = "email_cap"


class Conflict(ScrewtapeError):
    """The request contradicts another one."""


class IdempotencyKeyInProgress(Conflict):
    """The first call with this Idempotency-Key still runs."""

    code = "idempotency_key_in_progress"


class IdempotencyKeyReused(Conflict):
    """This Idempotency-Key came before with another body."""

    code = "idempotency_key_reused"


class PaymentInProgress(Conflict):
    """Another request with this payment still runs."""

    code = "payment_in_progress"

    def __init__(self) -> None:
        super().__init__("A request with this payment still runs. Send it again shortly; do not sign a new one.")


class PaymentReused(Conflict):
    """This payment came before, with another request or signed otherwise."""

    code = "payment_reused"

    def __init__(self) -> None:
        super().__init__(
            "This payment was sent before, with another request or signed otherwise. Sign a new payment for this one."
        )


class PaymentReplayed(Conflict):
    """This settled payment has answered its request as often, and for as long, as it may."""

    code = "payment_replayed"

    def __init__(self) -> None:
        super().__init__("This payment was settled and has answered its request already. Sign a new payment.")


class Unavailable(ScrewtapeError):
    """Our own fault; nothing was delivered, so no unit is kept on purpose; ``retry_after`` is in seconds."""

    def __init__(self, message: str, retry_after: int = 2) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class StoreUnavailable(Unavailable):
    """The database did not answer.

    ``charge_unknown`` tells that a unit may be gone although nothing was delivered: a matter for the books.
    """

    code = "store_unavailable"

    def __init__(self, message: str, retry_after: int = 2, *, charge_unknown: bool = False) -> None:
        super().__init__(message, retry_after)
        self.charge_unknown = charge_unknown


class PaymentsUnavailable(Unavailable):
    """Payments cannot be verified or settled now; nothing was settled."""

    code = "payments_unavailable"


class PaymentUnknown(Unavailable):
    """Whether the payment was settled is not known yet; the same PAYMENT-SIGNATURE finds it out."""

    code = "payment_unknown"

    def __init__(self) -> None:
        super().__init__(
            "Whether this payment was settled is not known yet. Retry with the same PAYMENT-SIGNATURE and the same "
            "request; do not sign a new payment.",
            retry_after=5,
        )


class InvalidSettings(Exception):
    """The environment cannot be used; the message names each variable and what it must be, never its value."""
