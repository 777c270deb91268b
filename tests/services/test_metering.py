"""A delivered call is charged, an undelivered one is not."""

from __future__ import annotations

import pytest

from screwtape.core.errors import IdempotencyKeyInProgress, QuotaSpent, StoreUnavailable, UnknownKey
from screwtape.services.metering import Metering
from tests.fakes import FakeStore
from tests.keymaking import NOON, claim, digest, limit, new_key

KEY = digest("first")
DOWN = StoreUnavailable("down")


class Failure(Exception):
    """The work failed."""


@pytest.fixture
def store() -> FakeStore:
    """Give a store with one key of three free calls."""
    store = FakeStore()
    store.add_key(new_key(free=3), limit())
    store.calls.clear()
    return store


@pytest.fixture
def unsettled() -> list[str]:
    """Give the list of what could not be settled."""
    return []


@pytest.fixture
def metering(store: FakeStore, unsettled: list[str]) -> Metering:
    """Give the meter over the store."""
    return Metering(store, 3, unsettled.append)


def used(store: FakeStore) -> int:
    """Give how many units are taken."""
    return store.read_key(KEY).allowance.used


def fail() -> None:
    """Fail as work does."""
    raise Failure


def test_a_delivered_call_takes_one_unit(metering: Metering, store: FakeStore, unsettled: list[str]) -> None:
    """The charge comes before the work, and nothing but the charge touches a free call's row."""
    with metering.charged(KEY, NOON) as charge:
        assert charge.allowance.used == used(store) == 1
    assert used(store) == 1
    assert "refund" not in store.calls
    assert not unsettled


@pytest.mark.parametrize("interruption", [Failure, KeyboardInterrupt, SystemExit], ids=lambda error: error.__name__)
@pytest.mark.parametrize("claimed", [False, True], ids=["plain", "with an Idempotency-Key"])
def test_an_undelivered_call_takes_none(
    metering: Metering, store: FakeStore, interruption: type[BaseException], *, claimed: bool
) -> None:
    """Whatever ends the work gives the unit back and goes on to the caller; the Idempotency-Key is unused."""
    with pytest.raises(interruption), metering.charged(KEY, NOON, claim() if claimed else None):
        raise interruption
    assert used(store) == 0
    with metering.charged(KEY, NOON, claim(request="another") if claimed else None) as charge:
        assert charge.counted


def test_a_refused_call_is_no_call(metering: Metering, store: FakeStore) -> None:
    """A spent key does no work and gets nothing back."""
    for _ in range(3):
        with metering.charged(KEY, NOON):
            pass
    with pytest.raises(QuotaSpent), metering.charged(KEY, NOON):
        fail()
    with pytest.raises(UnknownKey), metering.charged(digest("nobody"), NOON):
        fail()
    assert used(store) == 3
    assert "refund" not in store.calls


def test_a_delivered_claim_is_replayed_uncharged(metering: Metering, store: FakeStore) -> None:
    """While the call runs its Idempotency-Key is in progress, afterwards it is free of charge."""
    with (
        metering.charged(KEY, NOON, claim()),
        pytest.raises(IdempotencyKeyInProgress),
        metering.charged(KEY, NOON, claim()),
    ):
        fail()
    with metering.charged(KEY, NOON, claim()) as replay:
        assert not replay.counted
    assert used(store) == 1


def test_a_replay_that_fails_gives_nothing_back(metering: Metering, store: FakeStore) -> None:
    """The unit of a delivered call stays taken, however often its replays fail."""
    with metering.charged(KEY, NOON, claim()):
        pass
    with pytest.raises(Failure), metering.charged(KEY, NOON, claim()):
        fail()
    assert used(store) == 1


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_refund_that_fails_is_told_to_the_books(
    metering: Metering, store: FakeStore, unsettled: list[str], moment: str
) -> None:
    """The caller hears of the work's failure, not of the refund's, which is not tried twice."""
    store.fail_next("refund", DOWN, moment)  # type: ignore[arg-type]
    with pytest.raises(Failure), metering.charged(KEY, NOON):
        fail()
    assert unsettled == ["refund_failed"]
    assert store.calls.count("refund") == 1


def test_a_refund_beyond_the_bound_is_told_to_the_books(
    metering: Metering, store: FakeStore, unsettled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key that had its refunds of the day keeps the charge."""
    monkeypatch.setattr(store, "refund", lambda _: False)
    with pytest.raises(Failure), metering.charged(KEY, NOON):
        fail()
    assert unsettled == ["refund_refused"]


def test_a_completion_that_fails_spoils_no_delivery(metering: Metering, store: FakeStore, unsettled: list[str]) -> None:
    """The call was delivered and charged: the caller gets it, and the books hear of the rest."""
    store.fail_next("complete", DOWN)
    with metering.charged(KEY, NOON, claim()):
        pass
    assert unsettled == ["completion_failed"]
    assert used(store) == 1


@pytest.mark.parametrize("unknown", [True, False], ids=["in doubt", "certain"])
@pytest.mark.parametrize("claimed", [False, True], ids=["plain", "with an Idempotency-Key"])
def test_a_charge_in_doubt_is_told_to_the_books(
    metering: Metering, store: FakeStore, unsettled: list[str], *, unknown: bool, claimed: bool
) -> None:
    """A store that does not answer delivers nothing; only where a unit may be gone the books hear of it."""
    error = StoreUnavailable("down", charge_unknown=unknown)
    store.fail_next("charge_once" if claimed else "charge", error)
    with pytest.raises(StoreUnavailable), metering.charged(KEY, NOON, claim() if claimed else None):
        fail()
    assert unsettled == (["charge_unknown"] if unknown else [])
    assert "refund" not in store.calls
