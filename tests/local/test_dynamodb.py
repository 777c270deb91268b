"""The embedded DynamoDB is as atomic as the service, in this process and over its port."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import boto3
import pytest
from botocore.config import Config
from moto import mock_aws

from local.dynamodb import EmbeddedDynamoDB, create_tables, make_atomic
from local.template import Table

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

LIMIT, CALLS, THREADS = 100, 600, 32
TABLE = Table(
    "counters",
    {
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    },
    ttl="exp",
)
CONNECTIONS = Config(max_pool_connections=THREADS, retries={"total_max_attempts": 1})


@pytest.fixture(params=["in-process", "server"])
def client(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[DynamoDBClient]:
    """Give a client of either form of the embedded DynamoDB."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "local")
    if request.param == "server":
        embedded = EmbeddedDynamoDB()
        embedded.provide([TABLE])
        served = boto3.client("dynamodb", region_name="us-east-1", endpoint_url=embedded.endpoint, config=CONNECTIONS)
        yield served
        served.close()
        embedded.stop()
        return
    make_atomic()
    with mock_aws():
        mocked = boto3.client("dynamodb", region_name="us-east-1", config=CONNECTIONS)
        create_tables(mocked, [TABLE])
        yield mocked


@pytest.mark.hammer
def test_conditional_increments_admit_exactly_the_limit(client: DynamoDBClient) -> None:
    """600 increments over 32 threads under the condition n < 100: 100 succeed, and each reports its own count."""

    def increment(_: int) -> int | None:
        try:
            updated = client.update_item(
                TableName="counters",
                Key={"pk": {"S": "one"}},
                UpdateExpression="ADD n :one",
                ConditionExpression="attribute_not_exists(n) OR n < :limit",
                ExpressionAttributeValues={":one": {"N": "1"}, ":limit": {"N": str(LIMIT)}},
                ReturnValues="UPDATED_NEW",
            )
        except client.exceptions.ConditionalCheckFailedException:
            return None
        return int(updated["Attributes"]["n"]["N"])

    with ThreadPoolExecutor(THREADS) as callers:
        counts = Counter(callers.map(increment, range(CALLS)))
    assert counts.pop(None) == CALLS - LIMIT
    assert counts == Counter(range(1, LIMIT + 1))


def test_tables_have_the_templates_keys_and_expiry(client: DynamoDBClient) -> None:
    """A table is made once, with its key and its TTL attribute; asking again changes nothing."""
    create_tables(client, [TABLE])
    assert client.describe_table(TableName="counters")["Table"]["KeySchema"] == TABLE.definition["KeySchema"]
    expiry = client.describe_time_to_live(TableName="counters")["TimeToLiveDescription"]
    assert expiry == {"TimeToLiveStatus": "ENABLED", "AttributeName": "exp"}
