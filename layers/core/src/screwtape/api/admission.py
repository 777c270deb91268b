"""The checks before any work, in their published order, so that a caller always hears of the first thing to mend.

    content type → size → credential → form of the key → payment header → JSON → model → Idempotency-Key

What follows is the charge, which is where a well-formed but unknown key is found out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from screwtape.api import payment
from screwtape.api.incoming import Incoming
from screwtape.api.problems import invalid_body
from screwtape.api.routes import Route
from screwtape.api.strict_json import decode_object
from screwtape.core.credentials import KeyDigest, digest_of
from screwtape.core.errors import MissingKey, MissingPayment, UnknownKey, UnsupportedContent
from screwtape.core.idempotency import claim_of
from screwtape.core.metering import Claim

Body = TypeVar("Body", bound=BaseModel | None)


@dataclass(frozen=True, slots=True)
class Call(Generic[Body]):
    """An admitted request: what an operation may know of its caller.

    ``key`` is None for a caller without an API key. ``source`` is the caller's network address, ``now`` the time of
    the request in epoch seconds, ``base_url`` this deployment's own address without a trailing slash.
    """

    request_id: str
    now: int
    body: Body
    source: str
    base_url: str
    if_none_match: str = ""
    key: KeyDigest | None = None
    claim: Claim | None = None
    payment: payment.PaymentPayload | None = None

    def require_key(self) -> KeyDigest:
        """Give the key on a route that admits nobody without one."""
        if self.key is None:
            raise _missing_key()
        return self.key


def admit(route: Route, incoming: Incoming, *, request_id: str, base_url: str, lease_seconds: int) -> Call[Any]:
    """Check a request and read it. Raises the first error in the order above."""
    raw = _read(incoming) if route.reads is not None else b""
    secret = _bearer(incoming)
    key = _key_of(route, secret, incoming)
    paid = payment.read_payment(incoming.header(payment.SIGNATURE_HEADER)) if _pays(route, secret) else None
    body = _model(route.reads, raw) if route.reads is not None else None
    claim = _claim(route, incoming, secret, raw, lease_seconds)
    return Call(
        request_id=request_id,
        now=incoming.now,
        body=body,
        source=incoming.source,
        base_url=base_url,
        if_none_match=incoming.header("if-none-match"),
        key=key,
        claim=claim,
        payment=paid,
    )


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
    """Give the token of the Authorization header; an unusable header gives an empty one, no header gives None."""
    header = incoming.header("authorization")
    if not header:
        return None
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _pays(route: Route, secret: str | None) -> bool:
    return route.access == "key or payment" and secret is None


def _key_of(route: Route, secret: str | None, incoming: Incoming) -> KeyDigest | None:
    if route.access == "open":
        return None
    if secret is None:
        if route.access == "key":
            raise _missing_key()
        if payment.SIGNATURE_HEADER not in incoming.headers:
            message = (
                "Pay with a PAYMENT-SIGNATURE header, or send an API key as Authorization: Bearer; "
                "POST /v1/keys makes one."
            )
            raise MissingPayment(message)
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
