"""Replies to calls that are not served: a problem, or the demand for payment."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from screwtape.api import payment, problems
from screwtape.api.replies import Reply
from screwtape.api.routes import Route
from screwtape.core.errors import MissingPayment, PaymentRefused
from screwtape.core.payments import PaymentTerms

_NOT_CONFIGURED: Final = "Payment is not configured on this deployment. Use an API key: POST /v1/keys."

DEMANDS: Final = (MissingPayment, PaymentRefused)
"""Errors that are answered with our terms."""


def unpaid() -> MissingPayment:
    """Make the refusal of a payment where none is taken."""
    return MissingPayment(_NOT_CONFIGURED)


def problem_reply(error: Exception, *, base_url: str, request_id: str) -> Reply:
    """Answer an error as RFC 9457 problem details; an unforeseen one tells nothing about itself."""
    problem = problems.problem_of(error, base_url=base_url, request_id=request_id)
    return Reply(problem.status, problem.model_dump_json(), problems.CONTENT_TYPE, problems.headers_of(error))


def demand_reply(
    error: MissingPayment | PaymentRefused,
    terms: PaymentTerms | None,
    route: Route,
    *,
    base_url: str,
    request_id: str,
) -> Reply:
    """Answer 402: the terms in the header and, with our code and the request id, in the body.

    A payment that the facilitator declined to settle is answered with the receipt of that, too.
    """
    required = payment.demand(
        terms,
        url=base_url + route.path,
        description=route.summary,
        error=_NOT_CONFIGURED if terms is None else str(error),
    )
    headers = {payment.REQUIRED_HEADER: payment.header_of(required)}
    reason = error.reason if isinstance(error, PaymentRefused) else None
    if isinstance(error, PaymentRefused) and error.payer and terms is not None:
        failed = payment.SettleResponse(
            success=False, errorReason=error.reason, transaction="", network=terms.token.network, payer=error.payer
        )
        headers[payment.RESPONSE_HEADER] = payment.header_of(failed)
    body = payment.PaymentRequiredResponse.model_validate(
        {**dict(required), "code": error.code, "reason": reason, "request_id": request_id}
    )
    return Reply(HTTPStatus.PAYMENT_REQUIRED, body.model_dump_json(), "application/json", headers)


def last_resort(error: Exception, *, base_url: str, request_id: str) -> dict[str, Any]:
    """Answer an event that could not even be read, as the gateway takes it."""
    reply = problem_reply(error, base_url=base_url, request_id=request_id)
    headers = {
        "Content-Type": problems.CONTENT_TYPE,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "X-Request-Id": request_id,
    }
    return {"statusCode": int(reply.status), "headers": headers, "body": reply.body, "isBase64Encoded": False}
