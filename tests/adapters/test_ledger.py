"""No sequence of charges, refunds, days and grants makes a unit or loses one, against a ledger that keeps two pots."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from screwtape.core.errors import IdempotencyKeyInProgress, QuotaSpent
from screwtape.core.metering import Charge, day_of
from tests.adapters.conftest import Bench
from tests.fakes import FakeStore
from tests.keymaking import DAY, NOON, claim, digest, limit, new_key

NAMES = count()
STEPS = 30
EVER = (STEPS + 1) * 3 * DAY
"""Longer than any sequence lasts: whoever holds an Idempotency-Key here holds it until its unit is given back."""


class Ledger(RuleBasedStateMachine):
    """One key beside a ledger of free calls and credits, which the store keeps folded into one number."""

    charges = Bundle("charges")
    bench: Bench

    @initialize(free=st.integers(0, 4), credits_=st.integers(0, 4))
    def sign_up(self, free: int, credits_: int) -> None:
        """Begin with a fresh key."""
        name = f"key {next(NAMES)}"
        self.bench.store.add_key(new_key(name, email=name, free=free, credits_=credits_), limit())
        self.key, self.now, self.day, self.free_per_day = digest(name), NOON, day_of(NOON), free
        self.free, self.credits, self.paid_today = free, credits_, 0
        self.granted, self.charged, self.refunded, self.expired = free + credits_, 0, 0, 0

    @rule(seconds=st.sampled_from([1, DAY // 2, DAY, 3 * DAY, -5]))
    def time_passes(self, seconds: int) -> None:
        """Let time pass, or let the next caller's clock be five seconds behind."""
        self.now += seconds

    @rule(free=st.integers(0, 4))
    def operator_changes_the_free_calls(self, free: int) -> None:
        """Set another number of free calls, which counts from the next day on."""
        self.free_per_day = free

    @rule(credits_=st.integers(1, 3))
    def buy(self, credits_: int) -> None:
        """Grant credits."""
        self.bench.grant(self.key, credits_)
        self.credits += credits_
        self.granted += credits_

    @rule(target=charges, name=st.sampled_from([None, "a", "b"]))
    def charge(self, name: str | None) -> object:
        """Charge, with or without an Idempotency-Key."""
        store = self.bench.store
        try:
            if name is None:
                charge = store.charge(self.key, self.now, self.free_per_day)
            else:
                once = replace(claim(name), lease_until=NOON + EVER, expires_at=NOON + EVER)
                charge = store.charge_once(self.key, self.now, self.free_per_day, once)
        except IdempotencyKeyInProgress:
            return multiple()
        except QuotaSpent:
            assert self.what_is_left() == 0
            return multiple()
        self.begin_day(max(self.day, day_of(self.now)))
        self.charged += 1
        assert charge.was_free == (self.free > 0)
        if self.free:
            self.free -= 1
        else:
            self.credits -= 1
            self.paid_today += 1
        return charge

    @rule(charge=consumes(charges))
    def give_back(self, charge: Charge) -> None:
        """Give the unit of an earlier call back."""
        assert self.bench.store.refund(charge)
        if charge.day == self.day:
            self.refunded += 1
            if self.paid_today:
                self.paid_today -= 1
                self.credits += 1
            else:
                self.free += 1
        elif not charge.was_free:
            self.refunded += 1
            self.credits += 1

    def what_is_left(self) -> int:
        """Give what the next call could be paid with."""
        return self.credits + (self.free if day_of(self.now) <= self.day else self.free_per_day)

    def begin_day(self, day: str) -> None:
        """Let what is left of the free calls expire and grant those of the new day."""
        if day == self.day:
            return
        self.expired += self.free
        self.granted += self.free_per_day
        self.day, self.free, self.paid_today = day_of(self.now), self.free_per_day, 0

    @invariant()
    def nothing_is_made_or_lost(self) -> None:
        """Hold the store against both pots, and the sum of all that came against the sum of all that went."""
        stored = self.bench.store.read_key(self.key).allowance
        assert (stored.day, stored.free_left, stored.credits) == (self.day, self.free, self.credits)
        remaining = stored.allow - stored.used
        assert self.granted + self.refunded == self.charged + remaining + self.expired


def test_every_unit_is_accounted_for(bench: Bench) -> None:
    """Granted and refunded units are the charged, the remaining and the expired ones, after any sequence of events."""

    class OverThisStore(Ledger):
        pass

    OverThisStore.bench = bench
    over_dynamodb = not isinstance(bench.store, FakeStore)
    run_state_machine_as_test(
        OverThisStore,
        settings=settings(
            max_examples=12 if over_dynamodb else 150,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            # The fake, which shares every promise, finds the shortest sequence in seconds; DynamoDB takes minutes.
            phases=[phase for phase in Phase if not (over_dynamodb and phase in {Phase.shrink, Phase.explain})],
        ),
    )
    assert not bench.is_empty()
