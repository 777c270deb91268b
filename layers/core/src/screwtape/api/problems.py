"""Errors as callers see them: which status each leaf of the tree becomes, and its RFC 9457 body.

The table is public: documentation and OpenAPI print it, so each row also says whether trying again can help.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, Literal

from pydantic import ValidationError

from screwtape.api.models import FaultBody, Problem
from screwtape.api.strict_json import FAULTS_SHOWN, pointer
from screwtape.core import errors

CONTENT_TYPE: Final = "application/problem+json"
INTERNAL_ERROR: Final = "internal_error"

Retry = Literal["no", "after a change", "yes, later", "yes, at once"]


@dataclass(frozen=True, slots=True)
class Row:
    """How one kind of error is answered."""

    status: HTTPStatus
    title: str
    retry: Retry


TABLE: Final[Mapping[type[errors.ScrewtapeError], Row]] = {
    errors.InvalidBody: Row(HTTPStatus.BAD_REQUEST, "Invalid request", "after a change"),
    errors.InvalidPayment: Row(HTTPStatus.BAD_REQUEST, "Invalid payment header", "after a change"),
    errors.InvalidIdempotencyKey: Row(HTTPStatus.BAD_REQUEST, "Invalid idempotency key", "after a change"),
    errors.MissingKey: Row(HTTPStatus.UNAUTHORIZED, "API key required", "after a change"),
    errors.UnknownKey: Row(HTTPStatus.UNAUTHORIZED, "Unknown API key", "after a change"),
    errors.MissingPayment: Row(HTTPStatus.PAYMENT_REQUIRED, "Payment required", "after a change"),
    errors.PaymentRefused: Row(HTTPStatus.PAYMENT_REQUIRED, "Payment refused", "after a change"),
    errors.UnknownPath: Row(HTTPStatus.NOT_FOUND, "Not found", "no"),
    errors.MethodNotAllowed: Row(HTTPStatus.METHOD_NOT_ALLOWED, "Method not allowed", "no"),
    errors.IdempotencyKeyInProgress: Row(HTTPStatus.CONFLICT, "Call still running", "yes, later"),
    errors.PaymentInProgress: Row(HTTPStatus.CONFLICT, "Payment in progress", "yes, later"),
    errors.PaymentReused: Row(HTTPStatus.CONFLICT, "Payment reused", "after a change"),
    errors.PaymentReplayed: Row(HTTPStatus.CONFLICT, "Payment replayed", "after a change"),
    errors.BodyTooLarge: Row(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "Body too large", "after a change"),
    errors.UnsupportedContent: Row(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Unsupported content", "after a change"),
    errors.IdempotencyKeyReused: Row(HTTPStatus.UNPROCESSABLE_ENTITY, "Idempotency key reused", "after a change"),
    errors.QuotaSpent: Row(HTTPStatus.TOO_MANY_REQUESTS, "Daily quota spent", "yes, later"),
    errors.SignupRateReached: Row(HTTPStatus.TOO_MANY_REQUESTS, "Too many sign-ups", "yes, later"),
    errors.EmailCapReached: Row(HTTPStatus.TOO_MANY_REQUESTS, "Too many keys", "no"),
    errors.StoreUnavailable: Row(HTTPStatus.SERVICE_UNAVAILABLE, "Store unavailable", "yes, later"),
    errors.PaymentsUnavailable: Row(HTTPStatus.SERVICE_UNAVAILABLE, "Payments unavailable", "yes, later"),
    errors.PaymentUnknown: Row(HTTPStatus.SERVICE_UNAVAILABLE, "Payment unknown", "yes, later"),
}
INTERNAL: Final = Row(HTTPStatus.INTERNAL_SERVER_ERROR, "Internal error", "yes, at once")
_INTERNAL_DETAIL: Final = (
    "Something failed on our side. What is not delivered is not meant to cost anything: its unit is given back, or "
    "noted under this request id. Try again, and name the id if it stays."
)


def row_of(error: Exception) -> Row:
    """Give the row of an error; what is not ours is an internal error."""
    return TABLE.get(type(error), INTERNAL) if isinstance(error, errors.ScrewtapeError) else INTERNAL


def code_of(error: Exception) -> str:
    """Give the stable code of an error."""
    return error.code if isinstance(error, errors.ScrewtapeError) and type(error) in TABLE else INTERNAL_ERROR


def problem_of(error: Exception, *, base_url: str, request_id: str) -> Problem:
    """Give the body of an error. An unforeseen one tells nothing about itself."""
    row = row_of(error)
    code = code_of(error)
    faults = error.faults if isinstance(error, errors.InvalidBody) else ()
    return Problem(
        type=f"{base_url}/docs#error-{code}",
        title=row.title,
        status=row.status,
        detail=_INTERNAL_DETAIL if row is INTERNAL else str(error),
        code=code,
        request_id=request_id,
        errors=[FaultBody(pointer=fault.pointer, message=fault.message) for fault in faults] or None,
    )


def headers_of(error: Exception) -> dict[str, str]:
    """Give the headers that belong to an error whatever the route."""
    headers = {}
    if isinstance(error, errors.MissingKey | errors.UnknownKey):
        headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, errors.MethodNotAllowed):
        headers["Allow"] = ", ".join(error.allowed)
    if isinstance(error, errors.LimitReached | errors.Unavailable) and error.retry_after is not None:
        headers["Retry-After"] = str(error.retry_after)
    if isinstance(error, errors.IdempotencyKeyInProgress | errors.PaymentInProgress):
        headers["Retry-After"] = "1"
    return headers


def invalid_body(error: ValidationError) -> errors.InvalidBody:
    """Turn pydantic's report into ours: a pointer and a sentence for each place, never the value."""
    return errors.InvalidBody(
        [
            errors.Fault(pointer(*detail["loc"]), _sentence(detail["type"], detail.get("ctx", {})))
            for detail in error.errors(include_url=False, include_input=False)[:FAULTS_SHOWN]
        ]
    )


_SENTENCES: Final[Mapping[str, str]] = {
    "missing": "This member is required. Add it.",
    "extra_forbidden": "There is no such member. Remove it or mend its name.",
    "string_type": "This must be a string.",
    "bool_type": "This must be true or false.",
    "list_type": "This must be an array.",
    "model_type": "This must be an object.",
    "model_attributes_type": "This must be an object.",
    "string_too_short": "This must have {min_length} or more characters.",
    "string_too_long": "This must have at most {max_length} characters. Shorten it.",
    "too_short": "This must have at least {min_length} items; it has {actual_length}.",
    "too_long": "This must have at most {max_length} items; it has {actual_length}.",
    "literal_error": "This must be one of: {expected}.",
}


def _sentence(kind: str, context: Mapping[str, object]) -> str:
    return _SENTENCES.get(kind, "This value is not valid.").format_map(context)
