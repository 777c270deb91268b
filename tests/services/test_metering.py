"""A delivered call is charged, an undelivered one is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from screwtape.core.errors import (
    IdempotencyKeyInProgress,
    IdempotencyKeyReused,
    QuotaSpent,
    ScrewtapeError,
    StoreUnavailable,
    UnknownKey,
)
from screwtape.core.metering import day_of
from screwtape.services.metering import Bill, Event, Metering, Outcome, Unsettled
from tests.fakes import FakeStore, Moment
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
def metering(store: FakeStore) -> Metering:
    """Give the meter over the store."""
    return Metering(store, 3)


def used(store: FakeStore) -> int:
    """Give how many units are taken."""
    return store.read_key(KEY).allowance.used


def fail() -> None:
    """Fail as work does."""
    raise Failure


def test_a_delivered_call_takes_one_unit(metering: Metering, store: FakeStore) -> None:
    """The charge comes before the work, and nothing but the charge touches a free call's row."""
    bill = metering.charged(KEY, NOON)
    with bill as charge:
        assert charge.allowance.used == used(store) == 1
    assert used(store) == 1
    assert "refund" not in store.calls
    assert bill.unsettled is None


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


def in_doubt(store: FakeStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the store lose the replies of its charges."""
    charge = store.charge
    monkeypatch.setattr(store, "charge", lambda *given: replace(charge(*given), unit="in doubt"))


def unsettled(event: Event, *, delivered: bool = False, key_id: str | None = "key_first") -> Unsettled:
    """Give what the books should hear of the first key at noon."""
    return Unsettled(event, KEY, key_id, day_of(NOON), delivered)


@pytest.mark.parametrize(
    "error",
    [pytest.param(DOWN, id="unavailable"), pytest.param(KeyError("n"), id="our own mistake")],
)
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_refund_that_fails_is_told_to_the_books(
    metering: Metering, store: FakeStore, error: Exception, moment: Moment
) -> None:
    """The caller hears of the work's failure, not of the refund's, which is not tried twice."""
    store.fail_next("refund", error, moment)
    bill = metering.charged(KEY, NOON)
    with pytest.raises(Failure), bill:
        fail()
    assert (bill.outcome, bill.unsettled) == ("refund_failed", unsettled("refund_failed"))
    assert store.calls.count("refund") == 1


def test_a_refund_beyond_the_bound_is_told_to_the_books(
    metering: Metering, store: FakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key that had its refunds of the day keeps the charge."""
    monkeypatch.setattr(store, "refund", lambda _: False)
    bill = metering.charged(KEY, NOON)
    with pytest.raises(Failure), bill:
        fail()
    assert (bill.outcome, bill.unsettled) == ("refund_refused", unsettled("refund_refused"))


@pytest.mark.parametrize(
    "error",
    [pytest.param(DOWN, id="unavailable"), pytest.param(KeyError("n"), id="our own mistake")],
)
def test_a_completion_that_fails_spoils_no_delivery(metering: Metering, store: FakeStore, error: Exception) -> None:
    """The call was delivered and charged: the caller gets it, and the books hear of the rest."""
    store.fail_next("complete", error)
    bill = metering.charged(KEY, NOON, claim())
    with bill:
        pass
    assert (bill.outcome, bill.unsettled) == ("free", unsettled("completion_failed", delivered=True))
    assert used(store) == 1


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        pytest.param(StoreUnavailable("down", charge_unknown=True), "unknown", id="in doubt"),
        pytest.param(DOWN, "none", id="certain"),
        pytest.param(KeyError("n"), "unknown", id="our own mistake"),
        pytest.param(KeyboardInterrupt(), "unknown", id="interrupted"),
    ],
)
@pytest.mark.parametrize("claimed", [False, True], ids=["plain", "with an Idempotency-Key"])
def test_a_charge_that_raises_is_told_to_the_books_where_a_unit_may_be_gone(
    metering: Metering, store: FakeStore, error: BaseException, outcome: Outcome, *, claimed: bool
) -> None:
    """Nothing is delivered and nothing given back; the key is known by its digest only."""
    store.fail_next("charge_once" if claimed else "charge", error)
    bill = metering.charged(KEY, NOON, claim() if claimed else None)
    with pytest.raises(type(error)), bill:
        fail()
    told = unsettled("charge_unknown", key_id=None) if outcome == "unknown" else None
    assert (bill.outcome, bill.unsettled) == (outcome, told)
    assert "refund" not in store.calls


@pytest.mark.parametrize("delivered", [True, False], ids=["delivered", "failed"])
def test_a_charge_whose_reply_was_lost_is_told_to_the_books_either_way(
    metering: Metering, store: FakeStore, monkeypatch: pytest.MonkeyPatch, *, delivered: bool
) -> None:
    """The call is served; when it fails, a unit that may never have been taken is not given back."""
    in_doubt(store, monkeypatch)
    bill = metering.charged(KEY, NOON)
    if delivered:
        with bill:
            pass
    else:
        with pytest.raises(Failure), bill:
            fail()
    assert (bill.outcome, bill.unsettled) == ("unknown", unsettled("charge_unknown", delivered=delivered))
    assert "refund" not in store.calls


class TestOutcome:
    """What the log will say is what happened."""

    @pytest.fixture
    def delivered(self, metering: Metering) -> Bill:
        """Give the bill of a delivered call with an Idempotency-Key."""
        bill = metering.charged(KEY, NOON, claim())
        with bill:
            pass
        return bill

    def test_of_a_delivered_call(self, metering: Metering, store: FakeStore, delivered: Bill) -> None:
        """Free calls, replays and credits are told apart."""
        replayed, paid = metering.charged(KEY, NOON, claim()), metering.charged(KEY, NOON)
        store.grant(KEY, 1)
        with replayed, metering.charged(KEY, NOON), metering.charged(KEY, NOON), paid:
            pass
        assert [bill.outcome for bill in (delivered, replayed, paid)] == ["free", "replay", "credit"]
        assert paid.key_id == "key_first"

    def test_of_a_failed_call(self, metering: Metering) -> None:
        """What was taken is back."""
        bill = metering.charged(KEY, NOON)
        with pytest.raises(Failure), bill:
            fail()
        assert (bill.outcome, bill.unsettled) == ("refunded", None)

    def test_of_a_failed_replay(self, metering: Metering, delivered: Bill) -> None:
        """A replay takes nothing and has nothing to give back."""
        replayed = metering.charged(KEY, NOON, claim())
        with pytest.raises(Failure), replayed:
            fail()
        assert (delivered.outcome, replayed.outcome, replayed.unsettled) == ("free", "none", None)

    @pytest.mark.parametrize(
        "refusal", [UnknownKey(), QuotaSpent("spent", 1), IdempotencyKeyInProgress("runs"), IdempotencyKeyReused("no")],
        ids=lambda error: error.code,
    )  # fmt: skip
    def test_of_a_refused_call(self, metering: Metering, store: FakeStore, refusal: ScrewtapeError) -> None:
        """A refusal takes nothing and leaves nothing to settle."""
        store.fail_next("charge", refusal)
        bill = metering.charged(KEY, NOON)
        with pytest.raises(type(refusal)), bill:
            fail()
        assert (bill.outcome, bill.unsettled, bill.key_id) == ("none", None, None)
