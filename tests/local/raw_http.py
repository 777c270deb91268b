"""HTTP by hand, for requests that no client library would send."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass
from typing import Any, Final, Self

PATIENCE_S: Final = 60


@dataclass(frozen=True)
class RawReply:
    """A reply off the wire; header names are lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """Give the body as JSON."""
        return json.loads(self.body)


class Connection:
    """One TCP connection to the local API."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        self._buffer = self._socket.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._buffer.close()
        self._socket.close()

    def send(self, data: bytes | str) -> None:
        """Send bytes as they are."""
        self._socket.sendall(data.encode() if isinstance(data, str) else data)

    def ask(self, method: str, path: str, *headers: str, body: bytes = b"") -> RawReply:
        """Send one well-formed request and read its reply."""
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}", *headers]
        self.send("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        return self.read(bodiless=method == "HEAD")

    def read(self, *, bodiless: bool = False) -> RawReply:
        """Read one reply."""
        start = self._buffer.readline()
        assert start, "the connection ended without a reply"
        headers: dict[str, str] = {}
        while (line := self._buffer.readline().strip()) != b"":
            name, _, value = line.decode().partition(":")
            headers[name.lower()] = value.strip()
        length = 0 if bodiless else int(headers.get("content-length", 0))
        return RawReply(int(start.split()[1]), headers, self._buffer.read(length))

    def read_all(self) -> bytes:
        """Read until the server closes the connection."""
        return self._buffer.read()

    def ended(self) -> bool:
        """Wait for the server's next byte; true when it closes the connection instead."""
        return self._buffer.read(1) == b""


def ask(port: int, method: str, path: str, *headers: str, body: bytes = b"") -> RawReply:
    """Send one request over a connection of its own."""
    with Connection(port) as connection:
        return connection.ask(method, path, *headers, body=body)
