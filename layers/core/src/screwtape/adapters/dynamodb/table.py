"""One DynamoDB table, spoken to in plain rows. A request is retried only where a second one cannot count twice."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, cast
from uuid import uuid4

import botocore.session
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectTimeoutError,
    EndpointConnectionError,
    HTTPClientError,
    ProxyConnectionError,
    SSLError,
)
from botocore.parsers import ResponseParserError

from screwtape.adapters.dynamodb.attributes import Row, Value, row_of, typed
from screwtape.adapters.dynamodb.replies import Busy, ReplyLost, end_of, unavailable
from screwtape.core.errors import StoreUnavailable

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

CONNECT_SECONDS: Final = 1.0
READ_SECONDS: Final = 2.0
_LONGEST_WAITS: Final = (0.15, 0.35)
"""Seconds before the second and the third request for one purpose: 500 ms together, less by chance."""
ATTEMPTS: Final = 1 + len(_LONGEST_WAITS)
OPERATION_SECONDS: Final = 6.0
"""How long one use of the store may take in all, however many requests and rounds it needs."""

_CHANCE: Final = SystemRandom()
_NAME: Final = re.compile(r"#(\w+)")


def connect(region: str | None = None, endpoint: str | None = None) -> DynamoDBClient:
    """Make the one client of a process. Its own retries are off: they would count a charge twice."""
    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"total_max_attempts": 1, "mode": "standard"},
        max_pool_connections=50,
    )
    session = botocore.session.get_session()
    client = session.create_client("dynamodb", region_name=region, endpoint_url=endpoint, config=config)
    client.meta.events.register("before-parse.dynamodb", _refuse_cut_reply)
    return cast("DynamoDBClient", client)


def _refuse_cut_reply(response_dict: dict[str, Any], **_: Any) -> None:
    # botocore reads a reply that was cut short as an empty one, and an empty reply to a reading means "no such row".
    body, headers = response_dict["body"], response_dict["headers"]
    length = headers.get("content-length")
    if not body.rstrip().endswith(b"}") or (length is not None and int(length) != len(body)):
        raise ResponseParserError("the reply was cut short")


@dataclass(frozen=True, slots=True)
class Time:
    """Time as it passes: ``clock`` gives seconds from some fixed moment, ``pause`` lets a number of seconds pass."""

    clock: Callable[[], float] = time.monotonic
    pause: Callable[[float], None] = time.sleep


class Table:
    """The table ``name`` behind ``client``, for one use that may last ``seconds``.

    A request that might not end in time is not sent any more; the use then ends as if the store had not answered.
    """

    def __init__(self, client: DynamoDBClient, name: str, passing: Time, seconds: float = OPERATION_SECONDS) -> None:
        self._client = client
        self._name = name
        self._passing = passing
        self._last_start = passing.clock() + seconds - CONNECT_SECONDS - READ_SECONDS

    # Single requests ------------------------------------------------------------------------------------------------

    def read(self, key: Row) -> Row | None:
        """Read one row as of now."""
        reply = self._surely("get_item", TableName=self._name, Key=typed(key), ConsistentRead=True)
        item = reply.get("Item")
        return None if item is None else row_of(item)

    def names_in(self, partition: str) -> Iterator[Row]:
        """Name every row of a partition, page by page, as of now."""
        start: dict[str, Any] = {}
        while True:
            page = self._surely(
                "query",
                TableName=self._name,
                ConsistentRead=True,
                KeyConditionExpression="pk = :pk",
                ExpressionAttributeValues=typed({":pk": partition}),
                ProjectionExpression="pk, sk",
                **start,
            )
            yield from map(row_of, page["Items"])
            if "LastEvaluatedKey" not in page:
                return
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}

    def update(self, key: Row, change: str, condition: str, values: Mapping[str, Value]) -> Row:
        """Change one row if the condition holds and give the row as it then stands.

        Retried only when the store says that it was not applied. Raises ConditionFailed or ReplyLost.
        """
        request = self._change(key, change, condition, values)
        for attempt in self._attempts():
            try:
                reply = self._send("update_item", **request, ReturnValues="ALL_NEW")
            except Busy:
                self._wait(attempt)
            else:
                return row_of(reply["Attributes"])
        raise unavailable()

    def update_again(self, key: Row, change: str, condition: str, values: Mapping[str, Value]) -> Row:
        """Do as ``update`` for a change that may be applied twice: it is sent again until it is answered."""
        reply = self._surely("update_item", **self._change(key, change, condition, values), ReturnValues="ALL_NEW")
        return row_of(reply["Attributes"])

    def drop(self, keys: list[Row]) -> None:
        """Delete rows, at most 25."""
        batch: Any = {self._name: [{"DeleteRequest": {"Key": typed(key)}} for key in keys]}
        for attempt in self._attempts():
            reply = self._surely("batch_write_item", RequestItems=batch)
            batch = reply.get("UnprocessedItems")
            if not batch:
                return
            self._wait(attempt)
        raise unavailable()

    # Transactions ---------------------------------------------------------------------------------------------------

    def put_in(
        self, row: Row, condition: str | None = None, values: Mapping[str, Value] | None = None
    ) -> dict[str, Any]:
        """Describe, for a transaction, the writing of a whole row."""
        expressions = _expressions(condition=condition, values=values or {}) if condition else {}
        return {"Put": {"TableName": self._name, "Item": typed(row), **expressions}}

    def update_in(self, key: Row, change: str, condition: str, values: Mapping[str, Value]) -> dict[str, Any]:
        """Describe, for a transaction, a change of one row."""
        request = self._change(key, change, condition, values)
        del request["ReturnValuesOnConditionCheckFailure"]
        return {"Update": request}

    def delete_in(
        self, key: Row, condition: str | None = None, values: Mapping[str, Value] | None = None
    ) -> dict[str, Any]:
        """Describe, for a transaction, the deletion of one row."""
        expressions = _expressions(condition=condition, values=values or {}) if condition else {}
        return {"Delete": {"TableName": self._name, "Key": typed(key), **expressions}}

    def check_in(self, key: Row, condition: str, values: Mapping[str, Value]) -> dict[str, Any]:
        """Describe, for a transaction, a condition on a row that it does not write."""
        expressions = _expressions(condition=condition, values=values)
        return {"ConditionCheck": {"TableName": self._name, "Key": typed(key), **expressions}}

    def transact(self, *writes: dict[str, Any]) -> None:
        """Apply all writes or none. Raises Cancelled or ReplyLost.

        Retried under one token, which the service applies once however often it comes (within ten minutes).
        """
        self._again("transact_write_items", TransactItems=list(writes), ClientRequestToken=str(uuid4()))

    # Requests and their ends ----------------------------------------------------------------------------------------

    def _change(self, key: Row, change: str, condition: str, values: Mapping[str, Value]) -> dict[str, Any]:
        return {
            "TableName": self._name,
            "Key": typed(key),
            "UpdateExpression": change,
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
            **_expressions(change, condition=condition, values=values),
        }

    def _surely(self, operation: str, **request: Any) -> dict[str, Any]:
        try:
            return self._again(operation, **request)
        except ReplyLost as error:
            raise unavailable() from error

    def _again(self, operation: str, **request: Any) -> dict[str, Any]:
        lost: ReplyLost | None = None
        for attempt in self._attempts():
            try:
                return self._send(operation, **request)
            except Busy:
                self._wait(attempt)
            except ReplyLost as error:
                lost = error
                self._wait(attempt)
            except StoreUnavailable:
                if lost is None:
                    raise
                break  # what a later request met says nothing about an earlier one that may have been applied
        raise lost or unavailable()

    def _attempts(self) -> Iterator[int]:
        """Give the numbers of the attempts at one request, as long as another one could still end in time."""
        for attempt in range(ATTEMPTS):
            if not self._has_time():
                return
            yield attempt

    def _has_time(self) -> bool:
        return self._passing.clock() <= self._last_start

    def _send(self, operation: str, **request: Any) -> dict[str, Any]:
        try:
            return cast("dict[str, Any]", getattr(self._client, operation)(**request))
        except ClientError as error:
            raise end_of(error) from error
        except (ConnectTimeoutError, EndpointConnectionError, ProxyConnectionError) as error:
            raise Busy from error
        except (HTTPClientError, SSLError, ResponseParserError) as error:
            raise ReplyLost from error
        except BotoCoreError as error:
            raise unavailable() from error

    def _wait(self, attempt: int) -> None:
        if attempt < len(_LONGEST_WAITS) and self._has_time():
            self._passing.pause(_CHANCE.uniform(0, _LONGEST_WAITS[attempt]))


def _expressions(*changes: str, condition: str, values: Mapping[str, Value]) -> dict[str, Any]:
    # Every attribute is written as #name: which bare words DynamoDB reserves is not worth knowing.
    names = {f"#{name}": name for text in (*changes, condition) for name in _NAME.findall(text)}
    return {
        "ConditionExpression": condition,
        **({"ExpressionAttributeNames": names} if names else {}),
        **({"ExpressionAttributeValues": typed(values)} if values else {}),
    }
