"""The checks before any work, in their published order, so that a caller always hears of the first thing to mend.

    content type → size → credential → form of the key → payment header → JSON → model → Idempotency-Key

What follows is the charge, which is where a well-formed but unknown key is found out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from screwtape.api import payment
from screwtape.api.exchange import Exchange
from screwtape.api.incoming import Incoming
from screwtape.api.problems import invalid_body
from screwtape.api.routes import Route
from screwtape.api.strict_json import decode_object
from screwtape.core.credentials import KeyDigest, digest_of
from screwtape.core.errors import MissingKey, MissingPayment, UnknownKey, UnsupportedContent
from screwtape.core.idempotency import claim_of
from screwtape.core.metering import Claim
from screwtape.services.advising import Circumstances

_UNPAID: Final = (
    "Pay with a PAYMENT-SIGNATURE header, or send an API key as Authorization: Bearer; POST /v1/keys makes one."
)
_VERSION_1: Final = (
    "X-PAYMENT belongs to version 1 of x402, which is not read here. Pay by version 2, with a PAYMENT-SIGNATURE header."
)

Body = TypeVar("Body", bound=BaseModel | None)


@dataclass(frozen=True, slots=True)
class Call(Generic[Body]):
    """An admitted request: what an operation may know of its caller.

    ``key`` is None for a caller without an API key. ``source`` is the caller's network address, ``now`` the time of
    the request in epoch seconds, ``base_url`` this deployment's own address without a trailing slash.
    ``seconds_left`` gives what is left of the function's time, ``tell`` adds to the log line; a call ``is_free`` that
    is charged to the free ones of its day, and ``is_paid_singly`` that x402 pays for. ``raw`` is the body as it came.
    """

    request_id: str
    now: int
    body: Body
    source: str
    base_url: str
    if_none_match: str = ""
    key: KeyDigest | None = None
    claim: Claim | None = None
    offer: payment.Offer | None = None
    raw: bytes = field(default=b"", repr=False)
    seconds_left: Callable[[], float] = field(kw_only=True)
    tell: Callable[[str, str | int], None] = field(kw_only=True)
    is_free: bool = False
    is_paid_singly: bool = False

    @property
    def circumstances(self) -> Circumstances:
        """What a model may be asked under."""
        return Circumstances(
            now=self.now,
            seconds_left=self.seconds_left,
            is_free=self.is_free,
            is_paid_singly=self.is_paid_singly,
            tell=self.tell,
        )

    def require_key(self) -> KeyDigest:
        """Give the key on a route that admits nobody without one."""
        if self.key is None:
            raise _missing_key()
        return self.key


def admit(route: Route, exchange: Exchange) -> Call[Any]:
    """Check a request and read it. Raises the first error in the order above."""
    incoming = exchange.incoming
    raw = _read(incoming) if route.reads is not None else b""
    secret = _bearer(incoming)
    key = _key_of(route, secret, incoming)
    offer = payment.read_payment(incoming.header(payment.SIGNATURE_HEADER)) if _pays(route, secret) else None
    body = _model(route.reads, raw) if route.reads is not None else None
    claim = _claim(route, incoming, secret, raw, exchange.lease_seconds)
    return Call(
        request_id=exchange.request_id,
        now=incoming.now,
        body=body,
        source=incoming.source,
        base_url=exchange.base_url,
        if_none_match=incoming.header("if-none-match"),
        key=key,
        claim=claim,
        offer=offer,
        raw=raw,
        seconds_left=exchange.seconds_left,
        tell=exchange.tell,
    )


def offer_beside_key(route: Route, exchange: Exchange) -> payment.Offer | None:
    """Give the payment that came beside an API key, if one did. Raises InvalidPayment or PaymentRefused."""
    if route.access != "key or payment" or payment.SIGNATURE_HEADER not in exchange.incoming.headers:
        return None
    return payment.read_payment(exchange.incoming.header(payment.SIGNATURE_HEADER))


def _read(incoming: Incoming) -> bytes:
    media_type = incoming.header("content-type").partition(";")[0].strip().lower()
    if media_type not in {"", "application/json"}:
        message = "This content type is not read here. Send application/json."
        raise UnsupportedContent(message)
    if incoming.header("content-encoding").lower() not in {"", "identity"}:
        message = "Compressed bodies are not read. Send the body without Content-Encoding."
        raise UnsupportedContent(message)
    return incoming.body()


def _bearer(incoming: Incoming) -> str | None:
    """Give the token of a Bearer header, None where there is none: other schemes are the business of proxies."""
    scheme, _, token = incoming.header("authorization").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def _pays(route: Route, secret: str | None) -> bool:
    return route.access == "key or payment" and secret is None


def _key_of(route: Route, secret: str | None, incoming: Incoming) -> KeyDigest | None:
    if route.access == "open":
        return None
    if secret is None:
        if route.access == "key":
            raise _missing_key()
        if payment.SIGNATURE_HEADER not in incoming.headers:
            raise MissingPayment(_VERSION_1 if payment.VERSION_1_HEADER in incoming.headers else _UNPAID)
        return None
    key = digest_of(secret)
    if key is None:
        raise UnknownKey
    return key


def _missing_key() -> MissingKey:
    return MissingKey("This route needs an API key. Send it as Authorization: Bearer; POST /v1/keys makes one.")


def _model(reads: type[BaseModel], raw: bytes) -> BaseModel:
    try:
        return reads.model_validate(decode_object(raw))
    except ValidationError as error:
        raise invalid_body(error) from None


def _claim(route: Route, incoming: Incoming, secret: str | None, raw: bytes, lease_seconds: int) -> Claim | None:
    """Make the claim of a caller with a key; a payment is its own idempotency key, so there the header says nothing."""
    if secret is None or not route.idempotent or "idempotency-key" not in incoming.headers:
        return None
    return claim_of(
        incoming.headers["idempotency-key"],
        secret=secret,
        request=route.name.encode() + b"\n" + raw,
        now=incoming.now,
        lease_seconds=lease_seconds,
    )
