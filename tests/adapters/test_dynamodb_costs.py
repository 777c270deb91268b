"""What a use of the store costs: how many requests, and how much time when they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from screwtape.adapters.dynamodb import DynamoStore, Time
from screwtape.core.errors import SignupRateReached, StoreUnavailable, UnknownKey
from screwtape.core.metering import day_of
from tests.adapters.conftest import FREE, TABLE, Bench, dynamodb_bench, keep, used
from tests.adapters.faults import PERSISTENT, THROTTLE, Line
from tests.keymaking import DAY, MIDNIGHT, NOON, digest, limit, new_key

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

    def test_a_sign_up_is_a_write_and_a_transaction(self, table: Bench, line: Line) -> None:
        """The source's hour is one write before, the rest is written together."""
        keep(table, "key")
        assert line.requests == {"UpdateItem": 1, "TransactWriteItems": 1}

    def test_a_sign_up_beyond_the_hour_is_one_request(self, table: Bench, line: Line) -> None:
        """Who hammers a used-up hour causes one refused write, whatever the address holds."""
        table.store.add_key(new_key("first"), limit(1))
        line.clear()
        with pytest.raises(SignupRateReached):
            table.store.add_key(new_key("second"), limit(1))
        assert line.requests == {"UpdateItem": 1}

    def test_a_call_to_the_model_is_one_request_and_its_row_expires(
        self, table: Bench, line: Line, dynamodb: DynamoDBClient
    ) -> None:
        """Counted or refused, and forgotten two days after its day began."""
        assert [table.store.take_model_call(day_of(NOON), 1) for _ in range(2)] == [True, False]
        assert line.requests == {"UpdateItem": 2}
        (row,) = dynamodb.scan(TableName=TABLE)["Items"]
        assert row["pk"] == {"S": f"MODEL#{day_of(NOON)}"}
        assert int(row["exp"]["N"]) == NOON // DAY * DAY + 2 * DAY


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
