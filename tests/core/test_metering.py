"""The arithmetic of a day's allowance."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.core.metering import Allowance, Charge, Day, day_of, seconds_left, seconds_to_midnight
from tests.keymaking import DAY, MIDNIGHT, NOON, digest

TODAY, TOMORROW = Day("2027-01-15"), Day("2027-01-16")
ALLOWANCES = st.builds(
    lambda used, free, extra: Allowance(TODAY, min(used, free + extra), free + extra, free),
    st.integers(0, 300),
    st.integers(0, 200),
    st.integers(0, 10_000),
)


@pytest.mark.parametrize(
    ("now", "day", "seconds"),
    [(NOON, TODAY, 43_200), (MIDNIGHT - 1, TODAY, 1), (MIDNIGHT, TOMORROW, 86_400), (MIDNIGHT + 1, TOMORROW, 86_399)],
    ids=["noon", "a second before midnight", "midnight", "a second after"],
)
def test_a_day_ends_at_midnight_utc(now: int, day: Day, seconds: int) -> None:
    """A moment lies in its UTC day, and the wait for the next one is 1 to 86,400 seconds."""
    assert day_of(now) == day
    assert seconds_to_midnight(now) == seconds
    assert seconds_left(day, now) == seconds


def test_a_clock_behind_the_day_waits_longer_than_a_day() -> None:
    """Five seconds before a day begins it is a day and five seconds until it ends."""
    assert seconds_left(TOMORROW, MIDNIGHT - 5) == DAY + 5


def test_a_wait_is_never_nothing() -> None:
    """A clock that has passed the day is told to wait a second, not zero or less."""
    assert seconds_left(TODAY, MIDNIGHT + 7) == 1


@pytest.mark.parametrize(
    ("used", "free_used", "free_left", "credits_", "spent"),
    [(0, 0, 3, 2, False), (2, 2, 1, 2, False), (3, 3, 0, 2, False), (4, 3, 0, 1, False), (5, 3, 0, 0, True)],
    ids=["fresh", "one free call left", "free calls spent", "one credit spent", "all spent"],
)
def test_free_calls_go_before_credits(*, used: int, free_used: int, free_left: int, credits_: int, spent: bool) -> None:
    """Of an allowance of 5, which is 3 free calls and 2 credits, the first three calls are the free ones."""
    allowance = Allowance(TODAY, used, 5, 3)
    assert (allowance.free_used, allowance.free_left, allowance.credits) == (free_used, free_left, credits_)
    assert allowance.is_spent == spent


@given(ALLOWANCES, st.integers(0, 200))
def test_a_new_day_changes_no_credit(allowance: Allowance, free: int) -> None:
    """Rolling over expires free calls and grants new ones; credits are the same before and after."""
    rolled = allowance.as_of(TOMORROW, free)
    assert rolled.credits == allowance.credits
    assert (rolled.day, rolled.used, rolled.free_left) == (TOMORROW, 0, free)


@given(ALLOWANCES, st.integers(0, 200))
def test_no_day_comes_back(allowance: Allowance, free: int) -> None:
    """As of its own day or an earlier one an allowance is what it is."""
    assert allowance.as_of(TODAY, free) == allowance
    assert replace(allowance, day=TOMORROW).as_of(TODAY, free).day == TOMORROW


@given(ALLOWANCES)
def test_one_more_call_takes_one_unit(allowance: Allowance) -> None:
    """A call takes a free unit while there is one, else a credit."""
    after = allowance.after_one_more()
    taken = (allowance.free_left - after.free_left, allowance.credits - after.credits)
    assert taken == ((1, 0) if allowance.free_left else (0, 0 if allowance.is_spent else 1))


def test_a_charge_taken_over_keeps_the_day_and_kind_of_its_unit() -> None:
    """What an earlier attempt took is given back as that unit, whatever stands on the key by now."""
    charge = Charge(digest("k"), "key_k", Allowance(TOMORROW, 1, 5, 3), earlier=Allowance(TODAY, 4, 5, 3))
    assert (charge.day, charge.was_free) == (TODAY, False)
    assert replace(charge, earlier=None).was_free
