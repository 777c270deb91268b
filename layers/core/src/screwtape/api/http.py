"""The HTTP side of every function, so that headers, errors, charging and CORS cannot differ between them.

    event → route → admission → charge or payment → operation → body → headers → one log line

A function makes an ``Api``, registers one operation for each of its rows in the contract table, and exports
``handler``. Powertools' resolver routes; like a Lambda sandbox it serves one request at a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Final

from aws_lambda_powertools import Logger
from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from pydantic import BaseModel

from screwtape.api import problems, refusals
from screwtape.api.admission import Call, admit, offer_beside_key
from screwtape.api.exchange import Exchange, time_of
from screwtape.api.incoming import Incoming
from screwtape.api.metered import charged_reply
from screwtape.api.paid import Purchase, paid_reply
from screwtape.api.replies import Origins, Reply, rate_limit_headers
from screwtape.api.routes import Route, is_shared, routes_of
from screwtape.api.tracing import trace_of
from screwtape.core.errors import PaymentRefused, QuotaSpent, UnknownPath
from screwtape.core.identifiers import RANDOM_BYTES, new_id
from screwtape.core.payments import PaymentTerms
from screwtape.ports import Chance
from screwtape.services.metering import Metering
from screwtape.services.paying import Paying

Operation = Callable[[Call[Any]], BaseModel | Reply]
Fallback = Callable[[Incoming], Reply]

_SECURITY: Final = {"X-Content-Type-Options": "nosniff"}


@dataclass(frozen=True, slots=True)
class Deployment:
    """Where and for whom this stack answers. An empty ``base_url`` means the gateway's own domain."""

    base_url: str
    origins: Origins
    payment_terms: PaymentTerms | None

    def address_for(self, incoming: Incoming) -> str:
        """Give this stack's own address, as configured or as the gateway of the request names it."""
        return self.base_url or f"https://{incoming.domain}"


class Api:
    """The routes of one function.

    ``metering`` is needed only where a row of the function is metered; ``paying`` makes what sells calls for payments
    when the first one comes, and is there only where payments are taken.
    """

    def __init__(  # noqa: PLR0913 - each is a part that wiring chooses
        self,
        function: str,
        *,
        deployment: Deployment,
        chance: Chance,
        logger: Logger,
        metering: Metering | None = None,
        paying: Callable[[], Paying] | None = None,
        fallback: Fallback | None = None,
    ) -> None:
        self._routes = {route.name: route for route in routes_of(function)}
        self._deployment = deployment
        self._chance = chance
        self._logger = logger
        self._metering = metering
        self._paying = paying
        self._fallback = fallback or _nothing_here
        self._resolver = APIGatewayHttpResolver()
        self._resolver.not_found(self._answer_elsewhere)

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
        """Answer one gateway event. Never raises, whatever the event: an unforeseen error is a 500 that tells nothing.

        The runtime would log what is raised here, with everything that its message repeats.
        """
        started = time.perf_counter()
        request_id = new_id("req", self._chance.take(RANDOM_BYTES))
        said = {"request_id": request_id, "method": "-", "route": "-"}
        try:
            self._resolver.context["exchange"] = self._exchange(event, context, said)
            answer = self._resolver.resolve(event, context)
        except Exception as error:  # noqa: BLE001 - the edge of the process: every error becomes a reply
            self._log_unforeseen(error, request_id)
            answer = refusals.last_resort(error, base_url=self._deployment.base_url, request_id=request_id)
        milliseconds = round((time.perf_counter() - started) * 1_000, 1)
        self._logger.info("request", extra={**said, "status": answer["statusCode"], "latency_ms": milliseconds})
        return answer

    def _exchange(self, event: dict[str, Any], context: Any, said: dict[str, Any]) -> Exchange:
        incoming = Incoming.from_event(event)
        return Exchange(
            incoming=incoming,
            request_id=said["request_id"],
            base_url=self._deployment.address_for(incoming),
            seconds_left=time_of(context),
            said=said,
        )

    def _current(self) -> Exchange:
        exchange: Exchange = self._resolver.context["exchange"]
        return exchange

    def _answer(self, route: Route, work: Operation) -> Response[str]:
        exchange = self._current()
        if not route.matches(exchange.incoming.path):
            # To the resolver a path is a pattern: its dot is any character, and a line may end it.
            return self._answer_elsewhere(None)
        exchange.said.update(method=exchange.incoming.method, route=route.path)
        try:
            reply = self._perform(route, work, exchange)
        except Exception as error:  # noqa: BLE001 - as above, and here it can be dressed
            reply = self._refusal(error, route, exchange)
        return self._dressed(reply, exchange)

    def _answer_elsewhere(self, _: Exception | None) -> Response[str]:
        """Answer what no row of this function matches."""
        exchange = self._current()
        try:
            reply = self._fallback(exchange.incoming)
        except Exception as error:  # noqa: BLE001 - as above
            reply = self._refusal(error, None, exchange)
        return self._dressed(reply, exchange)

    def _perform(self, route: Route, work: Operation, exchange: Exchange) -> Reply:
        if route.metered:
            exchange.said["charge"] = "none"
        call = admit(route, exchange)

        def answer(call: Call[Any]) -> Reply:
            answered = work(call)
            if route.metered:
                exchange.said["engine"] = getattr(answered, "engine", "-")
            return _reply(route, answered)

        if not route.metered:
            return answer(call)
        if self._metering is None:
            message = f"{route.name} is metered, but its function has no metering"
            raise RuntimeError(message)
        if call.key is None:
            return self._paid(route, call, answer, exchange)
        bill = self._metering.charged(call.key, call.now, call.claim)
        try:
            return charged_reply(bill, call, answer, said=exchange.said, log=self._logger)
        except QuotaSpent:
            # A key that is spent may pay for a call; until then a payment beside it is not even read.
            offer = offer_beside_key(route, exchange)
            if offer is None or self._paying is None:
                raise
            return self._paid(route, replace(call, offer=offer), answer, exchange)

    def _paid(self, route: Route, call: Call[Any], work: Callable[[Call[Any]], Reply], exchange: Exchange) -> Reply:
        terms = self._deployment.payment_terms
        if self._paying is None or terms is None or call.offer is None:
            raise refusals.unpaid()
        return paid_reply(
            Purchase(route, call, call.offer, terms), self._paying, work, said=exchange.said, log=self._logger
        )

    def _refusal(self, error: Exception, route: Route | None, exchange: Exchange) -> Reply:
        exchange.said["error"] = problems.code_of(error)
        if isinstance(error, PaymentRefused):
            exchange.said["reason"] = error.reason
        if isinstance(error, refusals.DEMANDS) and route is not None:
            return refusals.demand_reply(
                error,
                self._deployment.payment_terms,
                route,
                base_url=exchange.base_url,
                request_id=exchange.request_id,
            )
        if problems.row_of(error) is problems.INTERNAL:
            self._log_unforeseen(error, exchange.request_id)
        reply = refusals.problem_reply(error, base_url=exchange.base_url, request_id=exchange.request_id)
        if isinstance(error, QuotaSpent) and self._metering is not None:
            limits = rate_limit_headers(None, self._metering.free_per_day, exchange.incoming.now)
            return replace(reply, headers={**reply.headers, **limits})
        return reply

    def _log_unforeseen(self, error: Exception, request_id: str) -> None:
        self._logger.error("unforeseen error", extra={"request_id": request_id, **trace_of(error)})

    def _dressed(self, reply: Reply, exchange: Exchange) -> Response[str]:
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
        # A HEAD keeps its body up to the gateway, which needs it for the length that GET would have (RFC 9110 §9.3.2).
        bodiless = reply.status in {HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}
        return Response(
            status_code=int(reply.status),
            content_type=reply.content_type,
            body="" if bodiless else reply.body,
            headers=headers,
        )


def _reply(route: Route, answer: BaseModel | Reply) -> Reply:
    if isinstance(answer, Reply):
        return answer
    return Reply(route.status, answer.model_dump_json(), route.media_type)


def _nothing_here(_: Incoming) -> Reply:
    message = "There is nothing at this path."
    raise UnknownPath(message)
