"""What the network does to a charge, as botocore really reports it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from screwtape.adapters.dynamodb import DynamoStore, connect
from screwtape.core.errors import StoreUnavailable
from tests.adapters.conftest import FREE, STANDING, TABLE
from tests.keymaking import NOON, digest

KEY = digest("first")


class TestTheWire:
    """What the network does, as botocore really reports it."""

    @pytest.fixture(autouse=True)
    def credentials(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Give botocore something to sign with."""
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")

    def charge(self, port: int) -> StoreUnavailable:
        """Charge a key at a store behind ``port`` that never answers well."""
        client = connect("us-east-1", f"http://127.0.0.1:{port}")
        try:
            with pytest.raises(StoreUnavailable) as error:
                DynamoStore(TABLE, client, STANDING).charge(KEY, NOON, FREE)
        finally:
            client.close()
        return error.value

    def test_nobody_listens(self) -> None:
        """A refused connection took nothing: no doubt remains."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        assert not self.charge(port).charge_unknown

    @pytest.mark.parametrize(
        "answer",
        [
            b"",
            b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{",
            b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            b"HTTP/1.1 502 Oh\r\nContent-Length: 6\r\n\r\n<html>",
        ],
        ids=["closed without an answer", "empty 500", "cut short", "empty 200", "502 of something between"],
    )
    def test_the_answer_is_lost(self, answer: bytes) -> None:
        """A request that was sent and not answered leaves a doubt, and is not sent again."""
        with listening(answer) as (port, operations):
            assert self.charge(port).charge_unknown
        assert operations.count("updateitem") == 1


@contextmanager
def listening(answer: bytes) -> Iterator[tuple[int, list[str]]]:
    """Listen on a port, note the operation of each request, answer it with these bytes and hang up."""
    operations: list[str] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as stream:
                headers = dict(line.lower().partition(b": ")[::2] for line in iter(stream.readline, b"\r\n"))
                stream.read(int(headers[b"content-length"]))
                operations.append(headers[b"x-amz-target"].strip().rpartition(b".")[2].decode())
                connection.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1], operations
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()
