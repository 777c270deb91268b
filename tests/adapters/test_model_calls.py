"""Calls to the model, counted for everybody together: the same suite over the fake and over DynamoDB."""

from __future__ import annotations

from screwtape.core.metering import day_of
from tests.adapters.conftest import Bench
from tests.keymaking import DAY, NOON


def test_a_day_takes_as_many_as_the_bound(bench: Bench) -> None:
    """The next one is refused, on that day only."""
    today, tomorrow = day_of(NOON), day_of(NOON + DAY)
    assert [bench.store.take_model_call(today, 2) for _ in range(4)] == [True, True, False, False]
    assert bench.store.take_model_call(tomorrow, 2)


def test_another_bound_counts_from_the_next_call(bench: Bench) -> None:
    """An operator who raises it lets more calls through at once; who lowers it stops them at once."""
    today = day_of(NOON)
    assert [bench.store.take_model_call(today, most) for most in (1, 1, 2, 1, 3)] == [
        True,
        False,
        True,
        False,
        True,
    ]


def test_a_bound_of_none_lets_none_through(bench: Bench) -> None:
    """Zero is a bound like any other."""
    assert not bench.store.take_model_call(day_of(NOON), 0)
