"""What API Gateway does around a function: routes, limits and its own replies. No sockets and no functions in here."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from local.events import Headers, InvalidReply, Reply, Request, event_for, reply_from
from local.router import Router
from local.template import Route

BODY_BYTES: Final = 10 * 1024 * 1024
EVENT_BYTES: Final = 6 * 1024 * 1024
REPLY_BYTES: Final = 6 * 1024 * 1024
HEAD_BYTES: Final = 10_240
"""Request line and headers together."""

NOT_FOUND: Final = Reply.of_gateway(404, "Not Found")
TOO_LARGE: Final = Reply.of_gateway(413, "Request Entity Too Large")
HEAD_TOO_LARGE: Final = Reply.of_gateway(431, "Request Header Fields Too Large")
FAULT: Final = Reply.of_gateway(500, "Internal Server Error")
UNAVAILABLE: Final = Reply.of_gateway(503, "Service Unavailable")


class FunctionFault(Exception):
    """A function raised, ended, or cannot be started."""


class FunctionTimeout(Exception):
    """A function did not answer within its time."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request that reached a function: the event as JSON, and the id that the reply carries too."""

    function: str
    event: bytes
    request_id: str


class Gateway:
    """The routes of a template, and the limits of the service."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._router = Router(routes)

    def admit(self, request: Request, *, at: int | None = None) -> Call | Reply:
        """Turn a request into the call of a function, or refuse it. ``at`` is epoch milliseconds."""
        if head_bytes(request.method, request.target, request.headers) > HEAD_BYTES:
            return HEAD_TOO_LARGE
        if len(request.body) > BODY_BYTES:
            return TOO_LARGE
        match = self._router.match(request.method, request.raw_path)
        if match is None:
            return NOT_FOUND
        request_id = uuid4().hex[:16]
        event = json.dumps(event_for(request, match, at=at, request_id=request_id)).encode()
        if len(event) > EVENT_BYTES:
            return TOO_LARGE
        return Call(match.route.function, event, request_id)


def head_bytes(method: str, target: str, headers: Headers) -> int:
    """Count the bytes of the request line and the headers, without the line ends."""
    return len(method) + len(target) + len("  HTTP/1.1") + sum(len(name) + len(value) + 2 for name, value in headers)


def deliver(returned: bytes | FunctionFault | FunctionTimeout, call: Call) -> Reply:
    """Turn what became of a call into the reply that the caller sees."""
    reply = _reply(returned)
    return Reply(reply.status, (*reply.headers, ("apigw-requestid", call.request_id)), reply.body)


def _reply(returned: bytes | FunctionFault | FunctionTimeout) -> Reply:
    if isinstance(returned, FunctionTimeout):
        return UNAVAILABLE
    if isinstance(returned, FunctionFault) or len(returned) > REPLY_BYTES:
        return FAULT
    try:
        return reply_from(returned)
    except InvalidReply:
        return FAULT
