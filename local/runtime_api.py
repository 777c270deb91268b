"""The Lambda Runtime API for one worker: the loopback endpoint that awslambdaric polls for events.

Every worker has an endpoint of its own, as every Lambda sandbox has: so an answer always comes from the worker that
was asked. Source of the paths and headers: "Using the Lambda runtime API for custom runtimes".
"""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import h11

from local.gateway import FunctionFault
from local.template import Function

_PREFIX: Final = "/2018-06-01/runtime/"
_CHUNK: Final = 256 * 1024


@dataclass(slots=True)
class _Invocation:
    payload: bytes
    timeout_s: float
    arn: str
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    answer: asyncio.Future[bytes] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def headers(self) -> list[tuple[str, str]]:
        return [
            ("Content-Type", "application/json"),
            ("Lambda-Runtime-Aws-Request-Id", self.id),
            ("Lambda-Runtime-Deadline-Ms", str(int((time.time() + self.timeout_s) * 1000))),
            ("Lambda-Runtime-Invoked-Function-Arn", self.arn),
        ]


class RuntimeEndpoint:
    """Hands events to one worker, one at a time, and takes its answers.

    ``ready`` completes with the worker's first poll; it fails with the report of an import that failed.
    """

    def __init__(self, function: Function, arn: str) -> None:
        self._function = function
        self._arn = arn
        self._events: asyncio.Queue[_Invocation] = asyncio.Queue()
        self._current: _Invocation | None = None
        self._server: asyncio.Server | None = None
        self._talks: set[asyncio.Task[Any]] = set()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def listen(self) -> str:
        """Open the endpoint; gives its address for AWS_LAMBDA_RUNTIME_API."""
        self._server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        host, port = self._server.sockets[0].getsockname()
        return f"{host}:{port}"

    def close(self) -> None:
        """Close the endpoint, and every waiting connection with it."""
        if self._server:
            self._server.close()
        for talk in self._talks:
            talk.cancel()

    async def invoke(self, payload: bytes) -> bytes:
        """Give one event to the worker and wait for its answer. Raises FunctionFault when the handler raised."""
        self._current = _Invocation(payload, self._function.timeout_s, self._arn)
        self._events.put_nowait(self._current)
        return await self._current.answer

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = h11.Connection(h11.SERVER)
        if talk := asyncio.current_task():
            self._talks.add(talk)
            talk.add_done_callback(self._talks.discard)
        try:
            while (asked := await _read_request(connection, reader, writer)) is not None:
                status, headers, body = await self._answer(*asked)
                writer.write(_written(connection, status, headers, body))
                await writer.drain()
                if connection.our_state is not h11.DONE or connection.their_state is not h11.DONE:
                    break
                connection.start_next_cycle()
        except (ConnectionError, h11.ProtocolError, asyncio.CancelledError):
            pass  # the worker ended; whoever waits for it learns that from its process
        finally:
            writer.close()

    async def _answer(self, path: str, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        if path == f"{_PREFIX}invocation/next":
            if not self.ready.done():
                self.ready.set_result(None)
            invocation = await self._events.get()
            return 200, invocation.headers(), invocation.payload
        if path == f"{_PREFIX}init/error":
            if not self.ready.done():
                self.ready.set_exception(FunctionFault(_summary(body)))
            return 202, [], b"{}"
        kind = path.rpartition("/")[2]
        current = self._current
        if current and path == f"{_PREFIX}invocation/{current.id}/{kind}" and not current.answer.done():
            if kind == "response":
                current.answer.set_result(body)
            else:
                current.answer.set_exception(FunctionFault(_summary(body)))
            return 202, [], b"{}"
        return 404, [], b"{}"


async def _read_request(
    connection: h11.Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> tuple[str, bytes] | None:
    path, body = "", bytearray()
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            if connection.they_are_waiting_for_100_continue:  # libcurl asks before it sends a large answer
                writer.write(connection.send(h11.InformationalResponse(status_code=100, headers=[])) or b"")
            connection.receive_data(await reader.read(_CHUNK))
        elif isinstance(event, h11.Request):
            path = event.target.decode()
        elif isinstance(event, h11.Data):
            body += event.data
        elif isinstance(event, h11.EndOfMessage):
            return path, bytes(body)
        else:
            return None


def _written(connection: h11.Connection, status: int, headers: list[tuple[str, str]], body: bytes) -> bytes:
    length = ("Content-Length", str(len(body)))
    parts = (
        connection.send(h11.Response(status_code=status, headers=[*headers, length])),
        connection.send(h11.Data(data=body)),
        connection.send(h11.EndOfMessage()),
    )
    return b"".join(part for part in parts if part)


def _summary(report: bytes) -> str:
    """Say in one line what a worker's error report says, with the last place in the code that it names."""
    try:
        error: Mapping[str, Any] = json.loads(report)
    except ValueError:
        return "an error that cannot be read"
    said = f"{error.get('errorType', 'Error')}: {error.get('errorMessage', '')}"
    places = [str(place).strip().partition("\n")[0] for place in error.get("stackTrace") or []]
    return f"{said} ({places[-1]})" if places else said
