"""An embedded DynamoDB that keeps the service's promise: operations on one item follow one another."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from moto import mock_aws
from moto.dynamodb.responses import DynamoHandler

from screwtape.adapters.dynamodb import DynamoStore, Time, connect
from screwtape.core.credentials import KeyDigest
from screwtape.ports import Store
from tests.adapters.faults import Line
from tests.fakes import FakeStore
from tests.keymaking import digest, limit, new_key

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

TABLE = "keys-under-test"
FREE = 3
STANDING = Time(clock=lambda: 0.0, pause=lambda _: None)
"""Time that does not pass: a slow machine is no slow store."""


@pytest.fixture(scope="session")
def client() -> Iterator[DynamoDBClient]:
    """Give the one client of the process; without ``dynamodb`` around it, it has nobody to talk to."""
    with mock_aws():
        client = connect(region="us-east-1")
    yield client
    client.close()


@pytest.fixture
def dynamodb(client: DynamoDBClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[DynamoDBClient]:
    """Give a client of an empty embedded DynamoDB with the table ``TABLE``.

    moto reads, checks a condition, writes and then reads the reply from the row without a lock. The lock here is around
    the whole request, reply included: otherwise two charges may both report the second one's count.
    """
    lock = threading.RLock()
    answer = DynamoHandler.call_action

    def one_at_a_time(handler: DynamoHandler) -> Any:
        with lock:
            return answer(handler)

    monkeypatch.setattr(DynamoHandler, "call_action", one_at_a_time)
    with mock_aws():
        create_table(client)
        yield client


def create_table(client: DynamoDBClient) -> None:
    """Make the table ``TABLE`` as the template describes it, empty."""
    client.create_table(
        TableName=TABLE,
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        AttributeDefinitions=[
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "sk", "AttributeType": "S"},
        ],
    )


def wipe(client: DynamoDBClient) -> None:
    """Empty the table: the embedded DynamoDB copies all of it for every transaction, so a small one is a fast one."""
    client.delete_table(TableName=TABLE)
    create_table(client)


class Bench:
    """A store with what a test does to it from outside: prepaid calls, and a look at what is left."""

    def __init__(self, store: Store, grant: Callable[[KeyDigest, int], None], is_empty: Callable[[], bool]) -> None:
        self.store = store
        self.grant = grant
        self.is_empty = is_empty


def dynamodb_bench(client: DynamoDBClient) -> Bench:
    """Give a bench over the table."""

    def grant(key: KeyDigest, credits_: int) -> None:
        client.update_item(
            TableName=TABLE,
            Key={"pk": {"S": f"KEY#{key}"}, "sk": {"S": "META"}},
            UpdateExpression="ADD allow :credits",
            ExpressionAttributeValues={":credits": {"N": str(credits_)}},
        )

    def is_empty() -> bool:
        rows = client.scan(TableName=TABLE)["Items"]
        return all(row["sk"] == {"S": "SIGNUPS"} for row in rows)

    return Bench(DynamoStore(TABLE, client, STANDING), grant, is_empty)


@pytest.fixture(params=["fake", "dynamodb"])
def bench(request: pytest.FixtureRequest) -> Bench:
    """Give every store there is, one after the other."""
    if request.param == "fake":
        fake = FakeStore()
        return Bench(fake, fake.grant, fake.is_empty)
    return dynamodb_bench(request.getfixturevalue("dynamodb"))


@pytest.fixture
def table(dynamodb: DynamoDBClient) -> Bench:
    """Give a store over DynamoDB."""
    return dynamodb_bench(dynamodb)


@pytest.fixture
def line(dynamodb: DynamoDBClient) -> Iterator[Line]:
    """Give the line between the store and DynamoDB."""
    line = Line(dynamodb)
    yield line
    line.close()


def keep(bench: Bench, name: str, *, used: int = 0) -> KeyDigest:
    """Store a key of its own address."""
    bench.store.add_key(new_key(name, email=name, free=FREE, used=used, credits_=2), limit())
    return digest(name)


def used(bench: Bench, key: KeyDigest) -> int:
    """Give how many units of a key are taken today."""
    return bench.store.read_key(key).allowance.used


@pytest.fixture
def eager_switching() -> Iterator[None]:
    """Let threads take turns ten times in a request, so that they meet inside the store and not only around it."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    yield
    sys.setswitchinterval(before)
