"""The HTTP side: an ASGI application, and what uvicorn has to do differently to be an API gateway."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from local.events import Reply, Request
from local.failure import HandlerBroken
from local.gateway import (
    BODY_BYTES,
    FAULT,
    HEAD_BYTES,
    HEAD_TOO_LARGE,
    TOO_LARGE,
    FunctionFault,
    FunctionTimeout,
    deliver,
    head_bytes,
)
from local.live import Live

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_PARSED_HEAD_BYTES: Final = 1024 * 1024
"""Heads up to here are parsed, so that a too large one is refused in order; a larger one ends the connection."""
_DRAINED_BYTES: Final = 64 * 1024 * 1024
"""A refused body is read up to here, because a client that still sends does not see the refusal."""
_BODILESS: Final = frozenset({204, 304})
_BAD_REQUEST: Final = Reply.of_gateway(400, "Bad Request")


class Front:
    """The ASGI application: HTTP in, events to the functions, HTTP out."""

    def __init__(self, live: Live, complain: Callable[[str], None]) -> None:
        self._live = live
        self._complain = complain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        received = await _receive(scope, receive)
        if received is None:
            return  # the client left
        reply = received if isinstance(received, Reply) else await self._answer(received)
        await _send(reply, send, bodiless=scope["method"] == "HEAD")

    async def _answer(self, request: Request) -> Reply:
        generation = await self._live.current()
        if generation is None:
            return FAULT
        call = generation.gateway.admit(request)
        if isinstance(call, Reply):
            return call
        returned: bytes | FunctionFault | FunctionTimeout
        try:
            returned = await generation.runner.invoke(call.function, call.event)
        except HandlerBroken as broken:
            self._complain(str(broken))
            returned = FunctionFault(str(broken))
        except (FunctionFault, FunctionTimeout) as failure:
            returned = failure
        return deliver(returned, call)


class _Protocol(H11Protocol):
    """uvicorn's protocol with the gateway's own words for what is not HTTP."""

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (its words are not ours)
        """Refuse, if a reply can still be written, and close."""
        error = sys.exc_info()[1]
        too_large = getattr(error, "error_status_hint", 400) == HEAD_TOO_LARGE.status
        reply = HEAD_TOO_LARGE if too_large else _BAD_REQUEST
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            headers = [*reply.headers, ("content-length", str(len(reply.body))), ("connection", "close")]
            for event in (
                h11.Response(status_code=reply.status, headers=headers),
                h11.Data(data=reply.body),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class Server(uvicorn.Server):
    """uvicorn that leaves signals to us and says nothing."""

    def __init__(self, front: Front) -> None:
        super().__init__(
            uvicorn.Config(
                front,
                http=_Protocol,
                ws="none",
                loop="asyncio",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                log_level="critical",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                h11_max_incomplete_event_size=_PARSED_HEAD_BYTES,
                backlog=1024,
                timeout_graceful_shutdown=1,
            )
        )

        self.accepts = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and tell those who wait for it."""
        await super().startup(sockets)
        self.accepts.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


async def _receive(scope: Scope, receive: Receive) -> Request | Reply | None:
    """Read a request to its end; a Reply refuses it; None when the client left before the end."""
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
    query = scope["query_string"].decode("latin-1")
    target = scope["raw_path"].decode("latin-1") + (f"?{query}" if query else "")
    refusal = HEAD_TOO_LARGE if head_bytes(scope["method"], target, headers) > HEAD_BYTES else None
    given = dict(headers)
    announced = int(given.get("content-length", "0"))
    if announced > BODY_BYTES and "expect" in given:
        return TOO_LARGE  # the client waits for leave to send: no need to let it
    body, size, more = bytearray(), 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        size += len(message["body"])
        if size <= BODY_BYTES:
            body += message["body"]
        elif size > _DRAINED_BYTES:
            break
        more = message.get("more_body", False)
    if refusal or size > BODY_BYTES:
        return refusal or TOO_LARGE
    return Request(scope["method"], target, headers, bytes(body), scope["client"][0], f"HTTP/{scope['http_version']}")


async def _send(reply: Reply, send: Send, *, bodiless: bool) -> None:
    headers = [(name.encode(), value.encode()) for name, value in reply.headers]
    if reply.status not in _BODILESS:
        headers.append((b"content-length", str(len(reply.body)).encode()))
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    body = b"" if bodiless or reply.status in _BODILESS else reply.body
    await send({"type": "http.response.body", "body": body})
