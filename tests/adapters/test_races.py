"""Thirty-two callers at once, many times over: no unit too many is granted and none is lost.

Every scenario runs over the real adapter. The naive store at the end shows that the hammer sees what it should see.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

import pytest

from screwtape.core.errors import QuotaSpent, ScrewtapeError
from screwtape.core.metering import Charge, day_of
from tests.adapters.conftest import TABLE, Bench, wipe
from tests.keymaking import DAY, MIDNIGHT, NOON, claim, digest, limit, new_key

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

    from screwtape.core.credentials import KeyDigest

pytestmark = [pytest.mark.hammer, pytest.mark.usefixtures("eager_switching")]

CALLERS: Final = 32
SEEDS: Final = range(20)
FEW_SEEDS: Final = range(5)
"""For what takes transactions, which the embedded DynamoDB is slow at."""
FREE: Final = 10

Result = TypeVar("Result")


def dice(seed: int) -> Random:
    """Give chance that is the same in every run."""
    return Random(seed)  # noqa: S311 (it decides who comes when, and keeps no secret)


def at_once(calls: Sequence[Callable[[], Result]]) -> list[Result | ScrewtapeError]:
    """Run the calls in a thread each, all from the same moment, and give what each returned or was refused with."""
    outcomes: dict[int, Result | ScrewtapeError] = {}
    barrier = threading.Barrier(len(calls))

    def run(place: int, call: Callable[[], Result]) -> None:
        barrier.wait()
        try:
            outcomes[place] = call()
        except ScrewtapeError as error:
            outcomes[place] = error

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == len(calls), "a caller died of something that is none of our errors"
    return list(outcomes.values())


def kinds(outcomes: Sequence[object]) -> Counter[str]:
    """Count outcomes by kind."""
    return Counter(type(outcome).__name__ for outcome in outcomes)


def over_grants(store_charge: Callable[[KeyDigest], object], bench: Bench, seed: int, *, paid: bool) -> int:
    """Let everybody charge a key with one to three units left; give how many calls too many were admitted."""
    left = dice(seed).randint(1, 3)
    name = f"key {seed}"
    key = new_key(name, email=name, free=FREE, used=FREE if paid else FREE - left, credits_=left if paid else 0)
    bench.store.add_key(key, limit())
    outcomes = at_once([partial(store_charge, key.digest)] * CALLERS)
    granted = [outcome for outcome in outcomes if not isinstance(outcome, QuotaSpent)]
    return len(granted) - left


@pytest.mark.parametrize("paid", [False, True], ids=["last free call", "last credit"])
def test_the_last_units_go_to_as_many_callers(table: Bench, *, paid: bool) -> None:
    """With one to three units left, exactly so many of 32 callers are served; each hears a count of its own."""
    for seed in SEEDS:
        seen: list[int] = []

        def charge(key: KeyDigest, seen: list[int] = seen) -> Charge:
            charge = table.store.charge(key, NOON, FREE)
            seen.append(charge.allowance.used)
            return charge

        assert over_grants(charge, table, seed, paid=paid) == 0
        assert sorted(seen) == sorted(set(seen))
        assert table.store.read_key(digest(f"key {seed}")).allowance.is_spent


@pytest.mark.parametrize("skew", [0, 5], ids=["clocks agree", "clocks five seconds apart"])
def test_a_day_begins_once(table: Bench, skew: int) -> None:
    """Around midnight the old day's rest and the new day's calls are granted once each; credits are never lost.

    Each key starts with 3 free calls of the old day and 4 credits; the new day brings 10. So at most 17 calls are
    granted; the old day's are at most 7, and what they leave of the credits is granted on the new day.
    """
    for seed in SEEDS:
        random, name = dice(seed), f"key {seed}"
        key = new_key(name, email=name, free=FREE, used=FREE - 3, credits_=4)
        table.store.add_key(key, limit())
        moments = [MIDNIGHT + random.randint(-skew, skew) for _ in range(CALLERS)]
        outcomes = at_once([partial(table.store.charge, key.digest, now, FREE) for now in moments])
        charges = [outcome for outcome in outcomes if isinstance(outcome, Charge)]
        assert kinds(outcomes) == {"Charge": len(charges), "QuotaSpent": CALLERS - len(charges)}
        days = Counter(charge.allowance.day for charge in charges)
        old, new = days[day_of(MIDNIGHT - 1)], days[day_of(MIDNIGHT)]
        credits_left = 4 - max(0, old - 3)
        row = table.store.read_key(key.digest).allowance
        assert (row.day, row.used, row.allow) == (day_of(MIDNIGHT), new, FREE + credits_left)
        assert new == FREE + credits_left


def test_the_third_key_of_an_address_is_made_once(table: Bench, dynamodb: DynamoDBClient) -> None:
    """Of 32 sign-ups for an address with two keys one succeeds, and 31 hear that it is full."""
    for seed in SEEDS:
        email = f"mailbox {seed}"
        for name in ("one", "two"):
            table.store.add_key(new_key(f"{name} of {seed}", email=email), limit())
        keys = [new_key(f"{place} of {seed}", email=email) for place in range(CALLERS)]
        outcomes = at_once([partial(table.store.add_key, key, limit()) for key in keys])
        assert kinds(outcomes) == {"EmailCapReached": CALLERS - 1, "NoneType": 1}
        assert stored(dynamodb, "KEY#") == stored(dynamodb, "KEYID#") == 3
        wipe(dynamodb)


def test_the_sign_ups_of_an_hour_are_exact(table: Bench, dynamodb: DynamoDBClient) -> None:
    """Of 32 sign-ups from one source with ten an hour ten succeed, and 22 hear how long to wait."""
    for seed in SEEDS:
        keys = [new_key(f"{place} of {seed}", email=f"{place} of {seed}") for place in range(CALLERS)]
        source = limit(10, source=f"source {seed}")
        outcomes = at_once([partial(table.store.add_key, key, source) for key in keys])
        assert kinds(outcomes) == {"SignupRateReached": CALLERS - 10, "NoneType": 10}
        assert stored(dynamodb, "KEY#") == stored(dynamodb, "EMAIL#") == 10
        wipe(dynamodb)


def test_the_attempts_of_an_hour_are_exact(table: Bench, dynamodb: DynamoDBClient) -> None:
    """Of 32 sign-ups for a full address by a source that may make one key ten reach the address, and 22 wait."""
    for seed in FEW_SEEDS:
        email = f"mailbox {seed}"
        for name in ("one", "two", "three"):
            table.store.add_key(new_key(f"{name} of {seed}", email=email), limit())
        keys = [new_key(f"{place} of {seed}", email=email) for place in range(CALLERS)]
        source = limit(1, source=f"source {seed}")
        outcomes = at_once([partial(table.store.add_key, key, source) for key in keys])
        assert kinds(outcomes) == {"EmailCapReached": 10, "SignupRateReached": CALLERS - 10}
        wipe(dynamodb)


def test_an_idle_slot_is_given_away_once(table: Bench, dynamodb: DynamoDBClient) -> None:
    """Of 16 sign-ups for a full address with one idle key one takes its slot, and 15 hear that it is full."""
    later = NOON + 90 * DAY
    for seed in FEW_SEEDS:
        email = f"mailbox {seed}"
        for name in ("idle", "one", "two"):
            table.store.add_key(new_key(f"{name} of {seed}", email=email), limit())
        for name in ("one", "two"):
            table.store.charge(digest(f"{name} of {seed}"), later, FREE)
        keys = [new_key(f"{place} of {seed}", email=email, now=later) for place in range(CALLERS // 2)]
        outcomes = at_once([partial(table.store.add_key, key, limit(now=later)) for key in keys])
        assert kinds(outcomes) == {"EmailCapReached": CALLERS // 2 - 1, "NoneType": 1}
        assert stored(dynamodb, "KEY#") == stored(dynamodb, "KEYID#") == 4
        wipe(dynamodb)


def test_one_name_is_charged_once(table: Bench, dynamodb: DynamoDBClient) -> None:
    """Of 20 calls with one Idempotency-Key one is charged; of 20 after its lease one takes it over, uncharged."""
    for seed in FEW_SEEDS:
        name = f"key {seed}"
        table.store.add_key(new_key(name, email=name, free=FREE), limit())
        first = at_once([partial(table.store.charge_once, digest(name), NOON, FREE, claim())] * 20)
        assert kinds(first) == {"Charge": 1, "IdempotencyKeyInProgress": 19}
        later = partial(table.store.charge_once, digest(name), NOON + 60, FREE, claim(now=NOON + 60))
        assert kinds(at_once([later] * 20)) == {"Charge": 1, "IdempotencyKeyInProgress": 19}
        assert table.store.read_key(digest(name)).allowance.used == 1
        wipe(dynamodb)


def test_refunds_and_charges_meet_without_loss(table: Bench, dynamodb: DynamoDBClient) -> None:
    """Eight undelivered calls are given back while eight others are charged: eight units stay taken."""
    for seed in SEEDS:
        name = f"key {seed}"
        table.store.add_key(new_key(name, email=name, free=FREE, credits_=30), limit())
        failed = [table.store.charge(digest(name), NOON, FREE) for _ in range(8)]
        calls: list[Callable[[], object]] = [partial(table.store.refund, charge) for charge in failed]
        outcomes = at_once(calls + [partial(table.store.charge, digest(name), NOON, FREE)] * 8)
        assert kinds(outcomes) == {"bool": 8, "Charge": 8}
        assert table.store.read_key(digest(name)).allowance.used == 8
        wipe(dynamodb)


def test_a_deleted_key_leaves_no_ghost(table: Bench) -> None:
    """While a key is deleted 31 callers charge it, hold names, complete and give back; afterwards nothing is there."""

    def call(key: KeyDigest, place: int) -> None:
        if place % 2:
            charge = table.store.charge_once(key, NOON, FREE, claim(f"call {place}"))
        else:
            charge = table.store.charge(key, NOON, FREE)
        if place % 3:
            table.store.complete(charge)
        else:
            table.store.refund(charge)

    for seed in FEW_SEEDS:
        name = f"key {seed}"
        table.store.add_key(new_key(name, email=name, free=FREE, credits_=30), limit())
        calls: list[Callable[[], object]] = [partial(call, digest(name), place) for place in range(CALLERS - 1)]
        calls.insert(dice(seed).randrange(CALLERS), partial(table.store.delete_key, digest(name)))
        refusals = set(kinds(at_once(calls))) - {"NoneType"}
        assert refusals <= {"UnknownKey"}
        assert table.is_empty()


def test_the_model_calls_of_a_day_are_exact(table: Bench, dynamodb: DynamoDBClient) -> None:
    """With room for one to three calls, exactly so many of 32 callers may ask the model."""
    for seed in SEEDS:
        wipe(dynamodb)
        room = dice(seed).randint(1, 3)
        outcomes = at_once([partial(table.store.take_model_call, day_of(NOON), room)] * CALLERS)
        assert Counter(outcomes) == {True: room, False: CALLERS - room}


def test_the_hammer_catches_a_store_that_reads_before_it_writes(table: Bench, dynamodb: DynamoDBClient) -> None:
    """A meter that reads the count, compares and writes it back grants units that are not there, and is caught."""

    def naive_charge(key: KeyDigest) -> None:
        place = {"pk": {"S": f"KEY#{key}"}, "sk": {"S": "META"}}
        row = dynamodb.get_item(TableName=TABLE, Key=place, ConsistentRead=True)["Item"]
        used = int(row["used"]["N"])
        if used >= int(row["allow"]["N"]):
            raise QuotaSpent("spent", 1)
        dynamodb.put_item(TableName=TABLE, Item={**row, "used": {"N": str(used + 1)}})

    assert sum(over_grants(naive_charge, table, seed, paid=False) for seed in range(5)) > 0


def stored(client: DynamoDBClient, kind: str) -> int:
    """Count the rows whose partition begins with ``kind``."""
    return sum(row["pk"]["S"].startswith(kind) for row in client.scan(TableName=TABLE)["Items"])
