"""DynamoDB fails in every way it can, at every request of every use: nothing is charged twice, nothing is left half."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from botocore.awsrequest import AWSResponse
from botocore.compat import HTTPHeaders

from screwtape.core.credentials import KeyDigest
from screwtape.core.errors import StoreUnavailable, UnknownKey
from screwtape.core.metering import Charge, Day, day_of
from screwtape.ports import NewKey
from tests.adapters.conftest import FREE, Bench, keep, used
from tests.adapters.faults import (
    LENGTHS,
    LOST,
    PERSISTENT,
    THROTTLE,
    Fault,
    Line,
    every_fault_of,
    everywhere,
    service_error,
)
from tests.keymaking import DAY, MIDNIGHT, NOON, claim, digest, limit, new_key

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient


@LENGTHS
class TestEveryFault:
    """Any request of any use fails, once or from then on."""

    @every_fault_of("UpdateItem", "GetItem")
    @pytest.mark.parametrize("now", [NOON, MIDNIGHT], ids=["same day", "new day"])
    def test_a_charge_counts_once_at_most(self, table: Bench, line: Line, fault: Fault, times: int, now: int) -> None:
        """A counted charge took one unit, an error without doubt none, and an error with doubt says so."""

        def act(key: KeyDigest) -> Charge:
            return table.store.charge(key, now, FREE)

        for key, outcome in everywhere(line, fault, times, lambda name: keep(table, name), act):
            taken = used(table, key)
            match outcome:
                case Charge(unit="taken"):
                    assert taken == 1
                case Charge(unit="in doubt"):
                    assert taken in {0, 1} and not fault.is_certain
                case Charge():
                    pytest.fail("nothing was to be replayed")
                case StoreUnavailable(charge_unknown=unknown):
                    assert taken == 0 or unknown
                    assert times == PERSISTENT
        assert line.fired

    @every_fault_of("UpdateItem")
    def test_a_lost_charge_is_never_sent_again(self, table: Bench, line: Line, fault: Fault, times: int) -> None:
        """Unless the store said that nothing was applied, one call sends one UpdateItem."""
        key = keep(table, "key")
        line.fail(fault, 1, times)
        with suppress(StoreUnavailable):
            table.store.charge(key, NOON, FREE)
        assert line.requests["UpdateItem"] == 1 or fault.is_certain
        assert line.requests["UpdateItem"] <= 3
        assert line.fired

    @every_fault_of("GetItem", "TransactWriteItems", "UpdateItem")
    def test_a_claimed_charge_counts_once_however_often_it_comes(
        self, table: Bench, line: Line, fault: Fault, times: int
    ) -> None:
        """After any failure the same call, sent again after the lease, is served, and one unit is taken in all."""
        refused: list[StoreUnavailable] = []

        def act(key: KeyDigest) -> Charge:
            try:
                charge = table.store.charge_once(key, NOON, FREE, claim())
            except StoreUnavailable as error:
                refused.append(error)
                raise
            table.store.complete(charge)
            return charge

        for key, outcome in everywhere(line, fault, times, lambda name: keep(table, name), act):
            taken = used(table, key)
            assert taken == 1 or isinstance(outcome, StoreUnavailable)
            doubts = [error.charge_unknown for error in refused if error is outcome]
            assert not taken or all(doubts)
            assert not (fault.is_certain and any(doubts))
            again = table.store.charge_once(key, NOON + 60, FREE, claim(now=NOON + 60))
            assert used(table, key) == 1
            if isinstance(outcome, Charge):  # delivered, and noted as that
                assert again.unit == "replayed"
            elif taken:  # left behind, or delivered with only the reply to its note lost
                assert again.earlier is not None
            else:
                assert (again.unit, again.earlier) == ("taken", None)

    @every_fault_of("GetItem", "UpdateItem")
    def test_a_refund_gives_back_once_at_most(self, table: Bench, line: Line, fault: Fault, times: int) -> None:
        """The unit is back when the store says so, and after an error it is back once or not at all."""

        def prepare(name: str) -> Charge:
            keep(table, name, used=1)
            return table.store.charge(digest(name), NOON, FREE)

        for charge, outcome in everywhere(line, fault, times, prepare, table.store.refund):
            assert used(table, charge.key) == 1 or (
                isinstance(outcome, StoreUnavailable) and used(table, charge.key) == 2
            )

    @every_fault_of("GetItem", "TransactWriteItems")
    def test_a_claimed_refund_goes_with_its_claim(self, table: Bench, line: Line, fault: Fault, times: int) -> None:
        """Unit and Idempotency-Key come back together: whatever failed, the next attempt ends with one unit taken."""

        def prepare(name: str) -> Charge:
            keep(table, name)
            return table.store.charge_once(digest(name), NOON, FREE, claim())

        for charge, outcome in everywhere(line, fault, times, prepare, table.store.refund):
            assert used(table, charge.key) == 0 or isinstance(outcome, StoreUnavailable)
            table.store.charge_once(charge.key, NOON + 60, FREE, claim(now=NOON + 60))
            assert used(table, charge.key) == 1

    @every_fault_of("UpdateItem", "TransactWriteItems")
    def test_a_key_is_made_whole_or_not_at_all(self, table: Bench, line: Line, fault: Fault, times: int) -> None:
        """A sign-up that failed left nothing or a whole key: with both kinds, deleting what is there leaves nothing."""

        def act(key: NewKey) -> NewKey:
            table.store.add_key(key, limit())
            return key

        for key, outcome in everywhere(line, fault, times, lambda name: new_key(name, email=name), act):
            try:
                table.store.delete_key(key.digest)
            except UnknownKey:
                assert isinstance(outcome, StoreUnavailable)
            assert table.is_empty()

    @every_fault_of("UpdateItem", "Query", "BatchWriteItem", "GetItem", "TransactWriteItems")
    def test_a_deletion_can_be_repeated_from_anywhere(self, table: Bench, line: Line, fault: Fault, times: int) -> None:
        """A deletion cut short at any request has revoked the key or done nothing, and the next one ends it."""

        def prepare(name: str) -> KeyDigest:
            key = keep(table, name)
            table.store.charge_once(key, NOON, FREE, claim())
            return key

        for key, outcome in everywhere(line, fault, times, prepare, table.store.delete_key):
            if isinstance(outcome, StoreUnavailable):
                with suppress(UnknownKey):
                    table.store.delete_key(key)
            assert table.is_empty()
            with pytest.raises(UnknownKey):
                table.store.charge(key, NOON, FREE)

    @every_fault_of("UpdateItem")
    def test_a_call_to_the_model_is_never_made_uncounted(
        self, table: Bench, line: Line, fault: Fault, times: int
    ) -> None:
        """Leave for a call is given once it is counted; in doubt it is not given, and may be counted."""
        days = {f"at request {place}": day_of(NOON + place * DAY) for place in range(1, 20)}

        def act(day: Day) -> bool:
            return table.store.take_model_call(day, 3)

        for day, outcome in everywhere(line, fault, times, days.__getitem__, act):
            counted = 3 - sum(table.store.take_model_call(day, 3) for _ in range(4))
            if isinstance(outcome, StoreUnavailable):
                assert counted == 0 or not fault.is_certain
            else:
                assert (outcome, counted) == (True, 1)
        assert line.fired

    @every_fault_of("GetItem")
    def test_a_reading_changes_nothing(self, table: Bench, line: Line, fault: Fault, times: int) -> None:
        """A key is read as it is, or the store is unavailable; one failure alone is got over."""
        key = keep(table, "key", used=1)
        line.fail(fault, 1, times)
        try:
            assert table.store.read_key(key).allowance.used == 1
        except StoreUnavailable:
            assert times == PERSISTENT
        assert line.fired


@pytest.mark.parametrize("lost", [1, 3], ids=["one attempt lost", "a whole round lost"])
@pytest.mark.parametrize(
    "then",
    [
        pytest.param(THROTTLE.error, id="then throttled"),
        pytest.param(service_error("AccessDeniedException", 400), id="then refused"),
    ],
)
def test_a_later_failure_takes_no_doubt_away(table: Bench, line: Line, lost: int, then: Exception) -> None:
    """A claimed charge that may have been applied stays in doubt, whatever the attempts and rounds after it meet."""
    key = keep(table, "key")
    transactions = frozenset({"TransactWriteItems"})

    def go_on() -> None:
        if line.fired == lost:
            line.fail(Fault("then", then, "instead", transactions), 1, PERSISTENT)

    line.on_failure = go_on
    line.fail(Fault("lost", LOST, "instead", transactions), 1, PERSISTENT)
    with pytest.raises(StoreUnavailable) as error:
        table.store.charge_once(key, NOON, FREE, claim())
    assert error.value.charge_unknown
    assert line.fired > lost


def test_a_revoked_key_opens_only_its_deletion(table: Bench, line: Line) -> None:
    """After a deletion that was cut short every use of the key is refused, and nothing is written in its name."""
    key = keep(table, "key")
    charge = table.store.charge(key, NOON, FREE)
    line.fail(THROTTLE, 2, PERSISTENT)
    with pytest.raises(StoreUnavailable):
        table.store.delete_key(key)
    line.clear()
    for use in (
        lambda: table.store.charge(key, NOON, FREE),
        lambda: table.store.charge_once(key, NOON, FREE, claim()),
        lambda: table.store.read_key(key),
    ):
        with pytest.raises(UnknownKey):
            use()
    assert table.store.refund(charge)
    table.store.delete_key(key)
    assert table.is_empty()


def test_rows_that_were_not_deleted_are_deleted_again(table: Bench, dynamodb: DynamoDBClient) -> None:
    """What BatchWriteItem returns as unprocessed is sent again, until nothing is left."""
    key = keep(table, "key")
    table.store.charge_once(key, NOON, FREE, claim())
    refused: list[str] = []

    def refuse_once(params: Any, model: Any, **_: Any) -> Any:
        if model.name != "BatchWriteItem" or refused:
            return None
        refused.append(model.name)
        body = json.loads(params["body"])
        return AWSResponse("http://store.test", 200, HTTPHeaders(), None), {"UnprocessedItems": body["RequestItems"]}

    dynamodb.meta.events.register("before-call.dynamodb", refuse_once)
    table.store.delete_key(key)
    dynamodb.meta.events.unregister("before-call.dynamodb", refuse_once)
    assert refused
    assert table.is_empty()
