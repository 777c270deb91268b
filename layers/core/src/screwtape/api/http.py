"""The HTTP side of every function, so that headers, errors, charging and CORS cannot differ between them.

    event → route → admission → charge → operation → body → headers → one log line

A function makes an ``Api``, registers one operation for each of its rows in the contract table, and exports
``handler``. Powertools' resolver routes; like a Lambda sandbox it serves one request at a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, Final

from aws_lambda_powertools import Logger
from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from pydantic import BaseModel

from screwtape.api import payment, problems
from screwtape.api.admission import Call, admit
from screwtape.api.incoming import Incoming
from screwtape.api.replies import Origins, Reply, rate_limit_headers
from screwtape.api.routes import Route, is_shared, routes_of
from screwtape.core.errors import MissingPayment, PaymentsUnavailable, QuotaSpent, UnknownPath
from screwtape.core.identifiers import RANDOM_BYTES, new_id
from screwtape.core.metering import Charge
from screwtape.core.payments import PaymentTerms
from screwtape.ports import Chance
from screwtape.services.metering import Metering

Operation = Callable[[Call[Any]], BaseModel | Reply]
Fallback = Callable[[Incoming], Reply]

_DEADLINE_DEFAULT_MS: Final = 29_000
_SECURITY: Final = {"X-Content-Type-Options": "nosniff"}


@dataclass(frozen=True, slots=True)
class Deployment:
    """Where and for whom this stack answers. An empty ``base_url`` means the gateway's own domain."""

    base_url: str
    origins: Origins
    payment_terms: PaymentTerms | None


@dataclass(slots=True)
class _Exchange:
    """One request on its way to one reply, and what its log line will say. Nothing that a caller sent."""

    incoming: Incoming
    request_id: str
    base_url: str
    lease_seconds: int
    route: Route | None = None
    said: dict[str, Any] = field(default_factory=dict)


class Api:
    """The routes of one function. ``metering`` is needed only where a row of the function is metered."""

    def __init__(  # noqa: PLR0913 - each is a part that wiring chooses
        self,
        function: str,
        *,
        deployment: Deployment,
        chance: Chance,
        logger: Logger,
        metering: Metering | None = None,
        fallback: Fallback | None = None,
    ) -> None:
        self._routes = {route.name: route for route in routes_of(function)}
        self._deployment = deployment
        self._chance = chance
        self._logger = logger
        self._metering = metering
        self._fallback = fallback or _nothing_here
        self._resolver = APIGatewayHttpResolver()
        self._resolver.not_found(self._answer_elsewhere)
        self._exchange: _Exchange | None = None

    def operation(self, name: str) -> Callable[[Operation], Operation]:
        """Register what answers the row of that name."""
        route = self._routes[name]

        def register(work: Operation) -> Operation:
            self._resolver.route(route.path.replace("{", "<").replace("}", ">"), list(route.methods))(
                lambda **_: self._answer(route, work)
            )
            return work

        return register

    def handler(self, event: dict[str, Any], context: Any) -> dict[str, Any]:
        """Answer one gateway event. Never raises: an unforeseen error is a 500 that tells nothing."""
        started = time.perf_counter()
        incoming = Incoming.from_event(event)
        exchange = _Exchange(
            incoming=incoming,
            request_id=new_id("req", self._chance.take(RANDOM_BYTES)),
            base_url=self._deployment.base_url or f"https://{incoming.domain}",
            lease_seconds=_seconds_left(context),
        )
        self._exchange = exchange
        answer = self._resolver.resolve(event, context)
        self._logger.info(
            "request",
            extra={
                "request_id": exchange.request_id,
                "method": incoming.method if exchange.route else "-",
                "route": exchange.route.path if exchange.route else "-",
                "status": answer["statusCode"],
                "latency_ms": round((time.perf_counter() - started) * 1_000, 1),
                **exchange.said,
            },
        )
        return answer

    def _answer(self, route: Route, work: Operation) -> Response[str]:
        exchange = self._current()
        exchange.route = route
        try:
            reply = self._perform(route, work, exchange)
        except Exception as error:  # noqa: BLE001 - the edge of the process: every error becomes a reply
            reply = self._refusal(error, route, exchange)
        return self._dressed(reply, exchange)

    def _answer_elsewhere(self, _: Exception) -> Response[str]:
        """Answer what no row of this function matches."""
        exchange = self._current()
        try:
            reply = self._fallback(exchange.incoming)
        except Exception as error:  # noqa: BLE001 - as above
            reply = self._refusal(error, None, exchange)
        return self._dressed(reply, exchange)

    def _perform(self, route: Route, work: Operation, exchange: _Exchange) -> Reply:
        call = admit(
            route,
            exchange.incoming,
            request_id=exchange.request_id,
            base_url=exchange.base_url,
            lease_seconds=exchange.lease_seconds,
        )
        if not route.metered:
            return _reply(route, work(call))
        if self._metering is None:
            message = f"{route.name} is metered, but its function has no metering"
            raise RuntimeError(message)
        if call.key is None:
            raise self._unpaid()
        exchange.said["charge"] = "unsettled"
        with self._metering.charged(call.key, call.now, call.claim) as charge:
            exchange.said |= {"key_id": charge.key_id, "charge": "refunded"}
            answer = work(call)
            reply = _reply(route, answer)
        exchange.said["engine"] = getattr(answer, "engine", "-")
        exchange.said["charge"] = _charged_as(charge)
        limits = rate_limit_headers(charge.allowance, self._metering.free_per_day, call.now)
        return replace(reply, headers={**reply.headers, **limits})

    def _unpaid(self) -> Exception:
        if self._deployment.payment_terms is None:
            return MissingPayment("Payment is not configured on this deployment. Use an API key: POST /v1/keys.")
        return PaymentsUnavailable("Payments cannot be verified yet, so yours was not touched. Use an API key.")

    def _refusal(self, error: Exception, route: Route | None, exchange: _Exchange) -> Reply:
        if isinstance(error, MissingPayment) and route is not None:
            return self._demand(error, route, exchange)
        if problems.row_of(error) is problems.INTERNAL:
            self._logger.error(
                "unforeseen error",
                extra={"request_id": exchange.request_id, "error_type": type(error).__name__, "at": _place_of(error)},
            )
        problem = problems.problem_of(error, base_url=exchange.base_url, request_id=exchange.request_id)
        exchange.said["error"] = problem.code
        headers = problems.headers_of(error)
        if isinstance(error, QuotaSpent) and self._metering is not None:
            headers |= rate_limit_headers(None, self._metering.free_per_day, exchange.incoming.now)
        return Reply(problem.status, problem.model_dump_json(), problems.CONTENT_TYPE, headers)

    def _demand(self, error: MissingPayment, route: Route, exchange: _Exchange) -> Reply:
        """Answer 402: the terms in the header and, with our code and the request id, in the body."""
        exchange.said["error"] = error.code
        configured = self._deployment.payment_terms is not None
        required = payment.demand(
            self._deployment.payment_terms,
            url=exchange.base_url + route.path,
            description=route.summary,
            error=str(error) if configured else str(self._unpaid()),
        )
        body = payment.PaymentRequiredResponse(**dict(required), request_id=exchange.request_id)
        return Reply(
            HTTPStatus.PAYMENT_REQUIRED,
            body.model_dump_json(),
            "application/json",
            {payment.REQUIRED_HEADER: payment.header_of(required)},
        )

    def _dressed(self, reply: Reply, exchange: _Exchange) -> Response[str]:
        """Put on what every reply carries."""
        incoming = exchange.incoming
        cors = self._deployment.origins.headers(
            incoming.header("origin"),
            base_url=exchange.base_url,
            shared=is_shared(incoming.path),
        )
        headers = {
            "Cache-Control": "no-store",
            **_SECURITY,
            **cors,
            **reply.headers,
            "X-Request-Id": exchange.request_id,
        }
        bodiless = incoming.method == "HEAD" or reply.status in {HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}
        return Response(
            status_code=int(reply.status),
            content_type=reply.content_type,
            body="" if bodiless else reply.body,
            headers=headers,
        )

    def _current(self) -> _Exchange:
        if self._exchange is None:
            message = "no request is being answered"
            raise RuntimeError(message)
        return self._exchange


def _reply(route: Route, answer: BaseModel | Reply) -> Reply:
    if isinstance(answer, Reply):
        return answer
    return Reply(route.status, answer.model_dump_json(), route.media_type)


def _charged_as(charge: Charge) -> str:
    if not charge.counted:
        return "none"
    return "free" if charge.was_free else "credit"


def _nothing_here(_: Incoming) -> Reply:
    message = "There is nothing at this path."
    raise UnknownPath(message)


def _seconds_left(context: Any) -> int:
    remaining = getattr(context, "get_remaining_time_in_millis", None)
    return -(-int(remaining() if remaining is not None else _DEADLINE_DEFAULT_MS) // 1_000)


def _place_of(error: Exception) -> str:
    """Give module and line of the innermost frame: a traceback without values."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}" if trace is not None else "?"
