"""What happens between the reading and the writing of one call: the write notices, and the call starts anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from screwtape.core.errors import UnknownKey
from screwtape.core.metering import Allowance, day_of
from screwtape.core.terms import REFUNDS_PER_DAY
from tests.adapters.conftest import TABLE, Bench
from tests.keymaking import MIDNIGHT, NOON, claim, digest, limit, new_key

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

KEY = digest("first")
FREE = 3


@contextmanager
def before_request(client: DynamoDBClient, place: int, act: Callable[[], object]) -> Iterator[None]:
    """Do something else just before the call in the block sends its request number ``place``."""
    sent = 0

    def notice(**_: Any) -> None:
        nonlocal sent
        sent += 1
        if sent == place:
            act()

    client.meta.events.register("before-call.dynamodb", notice)
    try:
        yield
    finally:
        client.meta.events.unregister("before-call.dynamodb", notice)
    assert sent >= place


@pytest.mark.parametrize("name", [None, "once"], ids=["plain", "with an Idempotency-Key"])
def test_a_credit_bought_while_a_day_begins_is_kept(table: Bench, dynamodb: DynamoDBClient, name: str | None) -> None:
    """Between the look at yesterday's row and the writing of today's five credits come in: 3 free and 5 paid calls."""
    table.store.add_key(new_key(used=3), limit())
    place = 2 if name is None else 3
    with before_request(dynamodb, place, lambda: table.grant(KEY, 5)):
        if name is None:
            charge = table.store.charge(KEY, MIDNIGHT, FREE)
        else:
            charge = table.store.charge_once(KEY, MIDNIGHT, FREE, claim(name, now=MIDNIGHT))
    assert charge.allowance == table.store.read_key(KEY).allowance == Allowance(day_of(MIDNIGHT), 1, FREE + 5, FREE)


def test_a_day_that_another_caller_began_is_not_begun_again(table: Bench, dynamodb: DynamoDBClient) -> None:
    """Between the look and the writing another caller takes the day's first unit: this one takes the second."""
    table.store.add_key(new_key(used=3), limit())
    with before_request(dynamodb, 2, lambda: table.store.charge(KEY, MIDNIGHT, FREE)):
        charge = table.store.charge(KEY, MIDNIGHT, FREE)
    assert charge.allowance.used == 2


def test_a_claimed_call_knows_its_unit_although_another_took_the_last_free_one(
    table: Bench, dynamodb: DynamoDBClient
) -> None:
    """Between reading and writing the last free call goes to another caller: this unit is a credit, and says so."""
    table.store.add_key(new_key(used=2, credits_=1), limit())
    with before_request(dynamodb, 3, lambda: table.store.charge(KEY, NOON, FREE)):
        charge = table.store.charge_once(KEY, NOON, FREE, claim())
    assert not charge.was_free


def test_a_key_deleted_meanwhile_gets_no_refund_and_no_row(table: Bench, dynamodb: DynamoDBClient) -> None:
    """Between reading and giving back the key goes: nothing is written in its name."""
    table.store.add_key(new_key(), limit())
    charge = table.store.charge(KEY, NOON, FREE)
    with before_request(dynamodb, 2, lambda: table.store.delete_key(KEY)):
        assert table.store.refund(charge)
    assert table.is_empty()


def test_a_key_deleted_meanwhile_gets_no_claim(table: Bench, dynamodb: DynamoDBClient) -> None:
    """Between reading and charging the key goes: the call is refused, and no note of it is kept."""
    table.store.add_key(new_key(), limit())
    with before_request(dynamodb, 3, lambda: table.store.delete_key(KEY)), pytest.raises(UnknownKey):
        table.store.charge_once(KEY, NOON, FREE, claim())
    assert table.is_empty()


def test_the_last_refund_of_a_day_is_given_once(table: Bench, dynamodb: DynamoDBClient) -> None:
    """Between reading and giving back another call has the day's last refund: this one stays charged."""
    table.store.add_key(new_key(), limit())
    first, second = (table.store.charge(KEY, NOON, FREE) for _ in range(2))
    dynamodb.update_item(
        TableName=TABLE,
        Key={"pk": {"S": f"KEY#{KEY}"}, "sk": {"S": "META"}},
        UpdateExpression="SET #back = :most",
        ExpressionAttributeNames={"#back": "back"},
        ExpressionAttributeValues={":most": {"N": str(REFUNDS_PER_DAY - 1)}},
    )
    with before_request(dynamodb, 2, lambda: table.store.refund(first)):
        assert not table.store.refund(second)
    assert table.store.read_key(KEY).allowance.used == 1


def test_another_key_of_the_address_deleted_meanwhile_leaves_no_row(table: Bench, dynamodb: DynamoDBClient) -> None:
    """Both keys of an address are deleted at once, each seeing the other's slot: the address is forgotten too."""
    table.store.add_key(new_key("first"), limit())
    table.store.add_key(new_key("second"), limit())
    with before_request(dynamodb, 4, lambda: table.store.delete_key(digest("second"))):
        table.store.delete_key(KEY)
    assert table.is_empty()
