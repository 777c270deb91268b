"""What a use of the store costs: how many requests, and how much time when they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from screwtape.adapters.dynamodb import DynamoStore, Time
from screwtape.core.errors import StoreUnavailable, UnknownKey
from tests.adapters.conftest import FREE, TABLE, Bench, dynamodb_bench, keep, used
from tests.adapters.faults import PERSISTENT, THROTTLE, Line
from tests.keymaking import MIDNIGHT, NOON, digest

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient


class TestRequests:
    """What a call costs in requests."""

    def test_an_ordinary_charge_is_one_request(self, table: Bench, line: Line) -> None:
        """Authentication, quota, credits and revocation cost one UpdateItem, for free calls and for paid ones."""
        key = keep(table, "key")
        line.clear()
        for calls in range(1, 6):
            table.store.charge(key, NOON, FREE)
            assert line.requests == {"UpdateItem": calls}

    def test_a_refused_charge_is_one_request(self, table: Bench, line: Line) -> None:
        """The failed condition brings the row along, so the reason costs no reading."""
        with pytest.raises(UnknownKey):
            table.store.charge(digest("nobody"), NOON, FREE)
        assert line.requests == {"UpdateItem": 1}

    def test_the_first_charge_of_a_day_is_two_requests(self, table: Bench, line: Line) -> None:
        """The failed condition brings the row along, and the new day is written if that row is unchanged."""
        key = keep(table, "key")
        line.clear()
        table.store.charge(key, MIDNIGHT, FREE)
        assert line.requests == {"UpdateItem": 2}


def test_the_waits_of_a_busy_store_are_short(dynamodb: DynamoDBClient, line: Line) -> None:
    """A throttled charge waits twice, at random, less than half a second in all, and then gives up uncharged."""
    waits: list[float] = []
    bench = dynamodb_bench(dynamodb)
    key = keep(bench, "key")
    line.fail(THROTTLE, 1, PERSISTENT)
    with pytest.raises(StoreUnavailable) as error:
        DynamoStore(TABLE, dynamodb, Time(lambda: 0.0, waits.append)).charge(key, NOON, FREE)
    assert not error.value.charge_unknown
    assert len(waits) == 2
    assert sum(waits) <= 0.5
    line.clear()
    assert used(bench, key) == 0
