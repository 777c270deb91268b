"""How long a use of the store may take, however slowly and wherever it fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pytest

from screwtape.adapters.dynamodb import DELETION_SECONDS, OPERATION_SECONDS, DynamoStore, Time
from screwtape.adapters.dynamodb.table import CONNECT_SECONDS, READ_SECONDS
from tests.adapters.conftest import FREE, TABLE, dynamodb_bench, keep
from tests.adapters.faults import LOST_AFTER, LOST_BEFORE, PERSISTENT, THROTTLE, Fault, Line, everywhere
from tests.keymaking import MIDNIGHT, NOON, claim, limit, new_key

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

    from screwtape.core.metering import Charge
    from screwtape.ports import Store

Use = Callable[["Store", "Charge", "Charge"], object]
USES: Final[dict[str, Use]] = {
    "add_key": lambda store, plain, _: store.add_key(
        new_key(f"new {plain.key_id}", email=f"new {plain.key_id}"), limit()
    ),
    "read_key": lambda store, plain, _: store.read_key(plain.key),
    "charge": lambda store, plain, _: store.charge(plain.key, NOON, FREE),
    "charge on a new day": lambda store, plain, _: store.charge(plain.key, MIDNIGHT, FREE),
    "charge_once": lambda store, plain, _: store.charge_once(plain.key, NOON, FREE, claim("new")),
    "charge_once after a lease": lambda store, plain, _: store.charge_once(
        plain.key, NOON + 60, FREE, claim(now=NOON + 60)
    ),
    "complete": lambda store, _, held: store.complete(held),
    "refund": lambda store, plain, _: store.refund(plain),
    "refund of a claim": lambda store, _, held: store.refund(held),
    "delete_key": lambda store, plain, _: store.delete_key(plain.key),
}


class Watch:
    """A clock that goes only when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def pause(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(
    ("fault", "seconds"),
    [
        pytest.param(fault, seconds, id=f"{fault}, {seconds} s")
        for fault in (THROTTLE, LOST_BEFORE, LOST_AFTER)
        for seconds in (0.5, 2.0, CONNECT_SECONDS + READ_SECONDS)
    ],
)
def test_no_use_takes_longer_than_its_time(
    dynamodb: DynamoDBClient, line: Line, fault: Fault, use: str, seconds: float
) -> None:
    """Each failure takes its seconds, up to connecting and reading together: still every use ends within its own."""
    watch, table = Watch(), dynamodb_bench(dynamodb)
    store = DynamoStore(TABLE, dynamodb, Time(lambda: watch.now, watch.pause))
    line.on_failure = lambda: watch.pause(seconds)

    def prepare(name: str) -> tuple[Charge, Charge]:
        key = keep(table, name)
        charges = table.store.charge(key, NOON, FREE), table.store.charge_once(key, NOON, FREE, claim())
        watch.now = 0.0
        return charges

    most = DELETION_SECONDS if use == "delete_key" else OPERATION_SECONDS
    for _ in everywhere(line, fault, PERSISTENT, prepare, lambda charges: USES[use](store, *charges)):
        assert watch.now <= most
