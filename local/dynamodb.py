"""The embedded DynamoDB: moto with the atomicity of the service, in this process, empty at each start."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from local.intrinsics import REGION
from local.template import Table

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from werkzeug.serving import BaseWSGIServer

_one_at_a_time: Final = threading.RLock()


def make_atomic() -> None:
    """Let moto answer one DynamoDB request at a time, reply included, as the service does for one item.

    moto reads a row, checks the condition, writes, and then reads the reply from the row, all without a lock: two
    threads can both pass a condition that holds for one of them only, or both report the second one's count.
    """
    from moto.dynamodb.responses import DynamoHandler  # noqa: PLC0415 (half a second that only its users pay)

    answer = DynamoHandler.call_action
    if answer.__module__ == __name__:
        return  # it is ours already

    def one_at_a_time(handler: DynamoHandler) -> Any:
        with _one_at_a_time:
            return answer(handler)

    DynamoHandler.call_action = one_at_a_time  # type: ignore[method-assign]


def create_tables(client: DynamoDBClient, tables: Iterable[Table]) -> None:
    """Create those of the template's tables that do not exist yet."""
    existing = set(client.list_tables()["TableNames"])
    for table in tables:
        if table.name in existing:
            continue
        client.create_table(TableName=table.name, **table.definition)
        if table.ttl:
            client.update_time_to_live(
                TableName=table.name, TimeToLiveSpecification={"AttributeName": table.ttl, "Enabled": True}
            )


def send_at_once(listening: socket.socket) -> None:
    """Let every connection send small parts without waiting for an acknowledgement, which may take 40 ms to come."""
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class EmbeddedDynamoDB:
    """moto's server on a loopback port that is known before the server runs."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        send_at_once(self._socket)
        self._server: BaseWSGIServer | None = None
        self.endpoint = f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def provide(self, tables: Sequence[Table]) -> None:
        """Serve, if there is any table, in a thread that ends with the process, and create the tables that are missing.

        The first time takes a second, mostly for imports.
        """
        if not tables:
            return
        if self._server is None:
            self._server = self._serve()
        import boto3  # noqa: PLC0415 (as above)

        client = boto3.client(
            "dynamodb",
            endpoint_url=self.endpoint,
            region_name=REGION,
            aws_access_key_id="local",
            aws_secret_access_key="local",  # noqa: S106 (a placeholder: moto checks no signature)
        )
        create_tables(client, tables)
        client.close()

    def stop(self) -> None:
        """Stop serving; the tables are gone."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
        self._socket.close()

    def _serve(self) -> BaseWSGIServer:
        from moto.moto_server.werkzeug_app import (  # noqa: PLC0415 (while this imports, the workers start)
            DomainDispatcherApplication,
            MotoRequestHandler,
            create_backend_app,
        )
        from werkzeug.serving import make_server  # noqa: PLC0415

        make_atomic()
        logging.getLogger("werkzeug").setLevel(logging.ERROR)  # it would log every request
        server = make_server(
            "127.0.0.1",
            0,
            DomainDispatcherApplication(create_backend_app),
            threaded=True,
            request_handler=MotoRequestHandler,
            fd=self._socket.fileno(),
        )
        threading.Thread(target=server.serve_forever, name="dynamodb", daemon=True).start()
        return server
