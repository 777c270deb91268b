"""A model's endpoint on loopback that does whatever a test asks of it, byte by byte."""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

PATIENCE_S: Final = 60

Act = Callable[[socket.socket], None]
"""What the server does once it has read a request; afterwards it reads the next one, or finds the connection closed."""


@dataclass(frozen=True)
class Received:
    """One request as it came; header names are lower case."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    connection: int

    @property
    def model(self) -> str:
        """The model that is asked."""
        return str(self.body["model"])


@dataclass
class ModelServer:
    """Answers the n-th request with the n-th act, and the last act from then on. ``received`` is what came."""

    acts: list[Act]
    tls: ssl.SSLContext | None = None
    received: list[Received] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for connection in tuple(self._open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in tuple(self._threads):
            thread.join(PATIENCE_S)
        for connection in self._open:
            connection.close()

    @property
    def base_url(self) -> str:
        """What a client is told to ask."""
        scheme = "http" if self.tls is None else "https"
        return f"{scheme}://127.0.0.1:{self._listening.getsockname()[1]}/v1"

    def _start(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                self._open.append(connection)
                self._start(self._serve, connection, len(self._open))

    def _serve(self, connection: socket.socket, number: int) -> None:
        with contextlib.suppress(OSError):
            if self.tls is not None:
                connection = self.tls.wrap_socket(connection, server_side=True)
                self._open.append(connection)
            with connection.makefile("rb") as reading:
                while (request := _request(reading, number)) is not None:
                    with self._lock:
                        act = self.acts[min(len(self.received), len(self.acts) - 1)]
                        self.received.append(request)
                    act(connection)
            hang_up(connection)


def _request(reading: Any, connection: int) -> Received | None:
    if not reading.peek(1)[:1].isupper():
        return None  # the end, or the greeting of a client that speaks TLS
    first = reading.readline().split()
    headers: dict[str, str] = {}
    while (line := reading.readline().strip()) != b"":
        name, _, value = line.decode().partition(":")
        headers[name.lower()] = value.strip()
    body = json.loads(reading.read(int(headers["content-length"])))
    return Received(first[1].decode(), headers, body, connection)


# What a server may do -----------------------------------------------------------------------------------------------


def reply(body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Act:
    """Answer whole."""
    given = {"Content-Type": "application/json", "Content-Length": str(len(body)), **(headers or {})}
    head = f"HTTP/1.1 {status} X\r\n" + "".join(f"{name}: {value}\r\n" for name, value in given.items()) + "\r\n"
    return lambda connection: connection.sendall(head.encode() + body)


def status(code: int) -> Act:
    """Answer with an error."""
    return reply(b'{"error": {"message": "canary-of-the-endpoint"}}', code)


def says(content: object, **members: object) -> Act:
    """Answer as an endpoint does whose model says ``content``; text is said as it is, anything else as JSON."""
    text = content if isinstance(content, str) else json.dumps(content)
    return reply(completion(text, **members))


def completion(content: str, **members: object) -> bytes:
    """Give the body around what a model says."""
    told: dict[str, object] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "stub-model",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
        "usage": {"prompt_tokens": 321, "completion_tokens": 45, "total_tokens": 366},
    }
    return json.dumps(told | members).encode()


def cut(body: bytes, at: int) -> Act:
    """Promise a whole reply and end the connection after ``at`` bytes of it."""
    whole = reply(body[:at], headers={"Content-Length": str(len(body))})

    def act(connection: socket.socket) -> None:
        whole(connection)
        hang_up(connection)

    return act


def sends(octets: bytes) -> Act:
    """Send these bytes, HTTP or not, and end the connection."""

    def act(connection: socket.socket) -> None:
        connection.sendall(octets)
        hang_up(connection)

    return act


def hang_up(connection: socket.socket) -> None:
    """End the connection instead of answering."""
    connection.shutdown(socket.SHUT_RDWR)


def silence(connection: socket.socket) -> None:
    """Never answer, until the other side is gone."""
    _until_gone(connection, iter(()))


def drip(pieces: bytes) -> Act:
    """Send one byte after the other for ever, always in time for a timeout of single reads."""

    def act(connection: socket.socket) -> None:
        connection.sendall(pieces)
        _until_gone(connection, iter(lambda: b" ", b""))

    return act


def _until_gone(connection: socket.socket, sending: Iterator[bytes]) -> None:
    gone = threading.Event()

    def watch() -> None:
        with contextlib.suppress(OSError):
            while connection.recv(1024):
                pass
        gone.set()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    while not gone.wait(0.02):
        with contextlib.suppress(OSError):
            connection.sendall(next(sending, b""))
    watcher.join(PATIENCE_S)
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
