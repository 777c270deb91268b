"""What every store promises, whichever it is: the same suite over the fake and over DynamoDB."""

from __future__ import annotations

import pytest

from screwtape.core.errors import (
    EmailCapReached,
    IdempotencyKeyInProgress,
    IdempotencyKeyReused,
    QuotaSpent,
    SignupRateReached,
    UnknownKey,
)
from screwtape.core.metering import Allowance, day_of
from screwtape.core.terms import REFUNDS_PER_DAY, SIGNUP_ATTEMPTS_PER_KEY
from tests.adapters.conftest import Bench
from tests.keymaking import DAY, MIDNIGHT, NOON, claim, digest, limit, new_key

KEY = digest("first")
FREE = 3


def spend(bench: Bench, calls: int, *, now: int = NOON) -> None:
    """Charge the first key so many times."""
    for _ in range(calls):
        bench.store.charge(KEY, now, FREE)


class TestCharge:
    """One unit for one call, free ones first."""

    def test_free_calls_come_first_then_credits_then_the_refusal(self, bench: Bench) -> None:
        """Three free calls and one credit admit four calls; the fifth hears how long it is until midnight."""
        bench.store.add_key(new_key(free=3, credits_=1), limit())
        charges = [bench.store.charge(KEY, NOON, FREE) for _ in range(4)]
        assert [charge.allowance.used for charge in charges] == [1, 2, 3, 4]
        assert [charge.was_free for charge in charges] == [True, True, True, False]
        assert {charge.key_id for charge in charges} == {"key_first"}
        with pytest.raises(QuotaSpent) as refusal:
            bench.store.charge(KEY, NOON, FREE)
        assert refusal.value.retry_after == 12 * 3600

    def test_a_key_that_was_never_issued_is_unknown(self, bench: Bench) -> None:
        """Charging a key that is not there raises UnknownKey and stores nothing."""
        with pytest.raises(UnknownKey):
            bench.store.charge(KEY, NOON, FREE)
        assert bench.is_empty()

    def test_midnight_brings_new_free_calls_and_keeps_credits(self, bench: Bench) -> None:
        """Yesterday 1 of 3 free calls was used: today there are 3 new ones and the same 2 credits, so 5 in all."""
        bench.store.add_key(new_key(free=3, credits_=2, used=1), limit())
        charge = bench.store.charge(KEY, MIDNIGHT, FREE)
        assert charge.allowance == Allowance(day_of(MIDNIGHT), used=1, allow=5, free=3)

    def test_credits_spent_yesterday_are_gone_today(self, bench: Bench) -> None:
        """Yesterday 4 calls took 3 free ones and 1 of 2 credits: today's allowance is 3 + 1."""
        bench.store.add_key(new_key(free=3, credits_=2, used=4), limit())
        assert bench.store.charge(KEY, MIDNIGHT, FREE).allowance.allow == 4

    def test_a_clock_that_is_behind_charges_the_day_that_has_begun(self, bench: Bench) -> None:
        """After a call at midnight, a call five seconds earlier counts on the new day, and no day is reset twice."""
        bench.store.add_key(new_key(used=3), limit())
        bench.store.charge(KEY, MIDNIGHT, FREE)
        late = bench.store.charge(KEY, MIDNIGHT - 5, FREE)
        assert late.allowance == Allowance(day_of(MIDNIGHT), used=2, allow=3, free=3)

    def test_a_clock_that_is_behind_hears_when_the_stored_day_ends(self, bench: Bench) -> None:
        """Five seconds before midnight, with tomorrow already spent, the wait is a day and five seconds."""
        bench.store.add_key(new_key(free=1, now=MIDNIGHT), limit())
        spend(bench, 1, now=MIDNIGHT)
        with pytest.raises(QuotaSpent) as refusal:
            bench.store.charge(KEY, MIDNIGHT - 5, FREE)
        assert refusal.value.retry_after == DAY + 5

    def test_another_number_of_free_calls_counts_from_the_next_day(self, bench: Bench) -> None:
        """The operator raises 3 free calls to 10: today keeps its 3, tomorrow has 10, and the credit stays a credit."""
        bench.store.add_key(new_key(free=3, credits_=1, used=2), limit())
        assert bench.store.charge(KEY, NOON, 10).allowance.allow == 4
        assert bench.store.charge(KEY, MIDNIGHT, 10).allowance == Allowance(day_of(MIDNIGHT), used=1, allow=11, free=10)

    def test_a_new_day_with_nothing_to_spend_admits_nobody(self, bench: Bench) -> None:
        """Without free calls and credits the first call of a day is refused like any other."""
        bench.store.add_key(new_key(free=3), limit())
        with pytest.raises(QuotaSpent):
            bench.store.charge(KEY, MIDNIGHT, 0)

    def test_credits_granted_during_the_day_are_spent_the_same_day(self, bench: Bench) -> None:
        """A spent key with two new credits admits two more calls."""
        bench.store.add_key(new_key(used=3), limit())
        bench.grant(KEY, 2)
        spend(bench, 2)
        with pytest.raises(QuotaSpent):
            spend(bench, 1)


class TestRefund:
    """An undelivered call costs nothing."""

    def test_a_unit_given_back_can_be_spent_again(self, bench: Bench) -> None:
        """The refund of the last free call admits exactly one more."""
        bench.store.add_key(new_key(used=2), limit())
        assert bench.store.refund(bench.store.charge(KEY, NOON, FREE))
        spend(bench, 1)
        with pytest.raises(QuotaSpent):
            spend(bench, 1)

    @pytest.mark.parametrize(
        ("used", "credits_after"), [(0, 2), (3, 2)], ids=["free call: expired with its day", "credit: comes back"]
    )
    def test_after_midnight_only_a_credit_comes_back(self, bench: Bench, used: int, credits_after: int) -> None:
        """Given back today, a free call of yesterday has expired (2 credits stay 2) and a paid one makes 1 credit 2."""
        bench.store.add_key(new_key(credits_=2, used=used), limit())
        yesterday = bench.store.charge(KEY, NOON, FREE)
        today = bench.store.charge(KEY, MIDNIGHT, FREE)
        assert bench.store.refund(yesterday)
        allowance = bench.store.read_key(KEY).allowance
        assert allowance.credits == credits_after
        assert allowance.used == today.allowance.used

    def test_refunds_of_a_day_are_bounded(self, bench: Bench) -> None:
        """After REFUNDS_PER_DAY units given back the next one stays taken, until a new day begins."""
        bench.store.add_key(new_key(credits_=10), limit())
        for _ in range(REFUNDS_PER_DAY):
            assert bench.store.refund(bench.store.charge(KEY, NOON, FREE))
        assert not bench.store.refund(bench.store.charge(KEY, NOON, FREE))
        assert bench.store.read_key(KEY).allowance.used == 1
        assert bench.store.refund(bench.store.charge(KEY, MIDNIGHT, FREE))

    def test_a_deleted_key_does_not_come_back_as_a_ghost(self, bench: Bench) -> None:
        """A refund after the deletion writes nothing, and neither does noting the delivery."""
        bench.store.add_key(new_key(), limit())
        plain = bench.store.charge(KEY, NOON, FREE)
        held = bench.store.charge_once(KEY, NOON, FREE, claim())
        bench.store.delete_key(KEY)
        assert bench.store.refund(plain)
        assert bench.store.refund(held)
        bench.store.complete(held)
        assert bench.is_empty()


class TestChargeOnce:
    """Under one Idempotency-Key a call is charged once."""

    def test_a_repeated_call_is_delivered_and_not_charged(self, bench: Bench) -> None:
        """The replay of a delivered call takes no unit, even from a key that has none left."""
        bench.store.add_key(new_key(free=1), limit())
        first = bench.store.charge_once(KEY, NOON, FREE, claim())
        bench.store.complete(first)
        replay = bench.store.charge_once(KEY, NOON + 1, FREE, claim(now=NOON + 1))
        assert (first.counted, replay.counted) == (True, False)
        assert (first.was_free, replay.was_free) == (True, True)
        assert (first.allowance.used, replay.allowance.used) == (1, 1)

    def test_while_the_first_call_runs_a_second_one_waits(self, bench: Bench) -> None:
        """Until the lease ends the same Idempotency-Key is in progress."""
        bench.store.add_key(new_key(), limit())
        bench.store.charge_once(KEY, NOON, FREE, claim(lease=30))
        with pytest.raises(IdempotencyKeyInProgress):
            bench.store.charge_once(KEY, NOON + 29, FREE, claim(now=NOON + 29))
        assert bench.store.read_key(KEY).allowance.used == 1

    @pytest.mark.parametrize("delivered", [True, False], ids=["delivered", "still running"])
    def test_another_request_under_the_same_name_is_refused(self, bench: Bench, *, delivered: bool) -> None:
        """The Idempotency-Key belongs to the first request, whether or not that was delivered."""
        bench.store.add_key(new_key(), limit())
        charge = bench.store.charge_once(KEY, NOON, FREE, claim())
        if delivered:
            bench.store.complete(charge)
        with pytest.raises(IdempotencyKeyReused):
            bench.store.charge_once(KEY, NOON, FREE, claim(request="another"))
        assert bench.store.read_key(KEY).allowance.used == 1

    def test_an_attempt_that_died_is_taken_over_with_its_unit(self, bench: Bench) -> None:
        """After the lease a second attempt runs uncharged, and its failure gives the first one's unit back."""
        bench.store.add_key(new_key(), limit())
        bench.store.charge_once(KEY, NOON, FREE, claim(lease=30))
        second = bench.store.charge_once(KEY, NOON + 30, FREE, claim(now=NOON + 30))
        assert second.allowance.used == 1
        assert bench.store.refund(second)
        assert bench.store.read_key(KEY).allowance.used == 0

    def test_an_attempt_that_outlived_its_lease_changes_nothing(self, bench: Bench) -> None:
        """Once another attempt has taken over, the first one neither gives the unit back nor ends the claim."""
        bench.store.add_key(new_key(), limit())
        first = bench.store.charge_once(KEY, NOON, FREE, claim(lease=30))
        bench.store.charge_once(KEY, NOON + 30, FREE, claim(now=NOON + 30))
        assert bench.store.refund(first)
        bench.store.complete(first)
        assert bench.store.read_key(KEY).allowance.used == 1
        with pytest.raises(IdempotencyKeyInProgress):
            bench.store.charge_once(KEY, NOON + 31, FREE, claim(now=NOON + 31))

    def test_an_undelivered_call_leaves_the_key_unused(self, bench: Bench) -> None:
        """A refund frees the name: the next request, even another one, is charged as the first."""
        bench.store.add_key(new_key(), limit())
        assert bench.store.refund(bench.store.charge_once(KEY, NOON, FREE, claim()))
        again = bench.store.charge_once(KEY, NOON, FREE, claim(request="another"))
        assert again.counted
        assert again.allowance.used == 1

    def test_an_undelivered_call_of_yesterday_frees_its_name(self, bench: Bench) -> None:
        """The free call has expired, the name is free all the same."""
        bench.store.add_key(new_key(), limit())
        yesterday = bench.store.charge_once(KEY, MIDNIGHT - 1, FREE, claim(now=MIDNIGHT - 1))
        bench.store.charge(KEY, MIDNIGHT, FREE)
        assert bench.store.refund(yesterday)
        assert bench.store.charge_once(KEY, MIDNIGHT, FREE, claim(now=MIDNIGHT)).allowance.used == 2

    def test_a_name_is_forgotten_after_a_day(self, bench: Bench) -> None:
        """At its expiry the note counts as gone, although the store may still hold it."""
        bench.store.add_key(new_key(), limit())
        bench.store.complete(bench.store.charge_once(KEY, NOON, FREE, claim()))
        assert not bench.store.charge_once(KEY, NOON + DAY - 1, FREE, claim()).counted
        assert bench.store.charge_once(KEY, NOON + DAY, FREE, claim(now=NOON + DAY)).counted

    def test_the_first_call_of_a_day_may_come_with_a_name(self, bench: Bench) -> None:
        """The new day and the claim are written together."""
        bench.store.add_key(new_key(used=3, credits_=1), limit())
        charge = bench.store.charge_once(KEY, MIDNIGHT, FREE, claim(now=MIDNIGHT))
        assert charge.allowance == bench.store.read_key(KEY).allowance == Allowance(day_of(MIDNIGHT), 1, 4, 3)

    def test_a_paid_call_under_a_name_is_known_as_paid(self, bench: Bench) -> None:
        """The unit after the free ones is a credit, for the call, its replay and its refund."""
        bench.store.add_key(new_key(used=3, credits_=2), limit())
        first = bench.store.charge_once(KEY, NOON, FREE, claim())
        bench.store.complete(first)
        assert not first.was_free
        assert not bench.store.charge_once(KEY, NOON, FREE, claim()).was_free

    def test_two_keys_may_use_the_same_name(self, bench: Bench) -> None:
        """A name belongs to the key that sent it."""
        bench.store.add_key(new_key("first"), limit())
        bench.store.add_key(new_key("second"), limit())
        assert bench.store.charge_once(digest("first"), NOON, FREE, claim()).counted
        assert bench.store.charge_once(digest("second"), NOON, FREE, claim(request="another")).counted

    def test_a_spent_key_leaves_the_name_unused(self, bench: Bench) -> None:
        """A refusal writes no note: with a new credit the same name is charged as the first."""
        bench.store.add_key(new_key(used=3), limit())
        with pytest.raises(QuotaSpent):
            bench.store.charge_once(KEY, NOON, FREE, claim())
        bench.grant(KEY, 1)
        assert bench.store.charge_once(KEY, NOON, FREE, claim(request="another")).counted

    def test_an_unknown_key_writes_nothing(self, bench: Bench) -> None:
        """No note is kept for a key that is not there."""
        with pytest.raises(UnknownKey):
            bench.store.charge_once(KEY, NOON, FREE, claim())
        assert bench.is_empty()

    def test_noting_the_delivery_of_a_plain_call_does_nothing(self, bench: Bench) -> None:
        """A charge without a name holds nothing."""
        bench.store.add_key(new_key(), limit())
        charge = bench.store.charge(KEY, NOON, FREE)
        bench.store.complete(charge)
        assert bench.store.read_key(KEY).allowance == charge.allowance


class TestKeys:
    """Made within limits, shown as they are, deleted without a trace."""

    def test_a_key_is_shown_as_it_was_made(self, bench: Bench) -> None:
        """Reading gives id, name, time and allowance."""
        key = new_key(used=1, credits_=2)
        bench.store.add_key(key, limit())
        stored = bench.store.read_key(KEY)
        assert (stored.digest, stored.id, stored.name, stored.created_at) == (KEY, "key_first", "first", NOON)
        assert stored.allowance == key.allowance

    def test_an_address_holds_three_keys(self, bench: Bench) -> None:
        """The fourth key of an address is refused, another address is not, and a deleted key makes room."""
        for name in ("first", "second", "third"):
            bench.store.add_key(new_key(name), limit())
        with pytest.raises(EmailCapReached) as refusal:
            bench.store.add_key(new_key("fourth"), limit())
        assert refusal.value.retry_after is None
        bench.store.add_key(new_key("elsewhere", email="another"), limit())
        bench.store.delete_key(digest("second"))
        bench.store.add_key(new_key("fourth"), limit())
        assert bench.store.read_key(digest("fourth")).name == "fourth"

    @pytest.mark.parametrize(("days", "is_free"), [(89, False), (90, True)], ids=["89 days", "90 days"])
    def test_a_key_unused_for_ninety_days_frees_its_slot(self, bench: Bench, days: int, *, is_free: bool) -> None:
        """Three keys fill the address; one was not used for so long, and works on although its slot is given away."""
        for name in ("first", "second", "third"):
            bench.store.add_key(new_key(name), limit())
        later = NOON + days * DAY
        bench.store.charge(digest("second"), later, FREE)
        bench.store.charge(digest("third"), later, FREE)
        if is_free:
            bench.store.add_key(new_key("fourth", now=later), limit(now=later))
            assert bench.store.charge(KEY, later, FREE).counted
        with pytest.raises(EmailCapReached):
            bench.store.add_key(new_key("fifth", now=later), limit(now=later))

    def test_sign_ups_of_an_hour_are_bounded(self, bench: Bench) -> None:
        """The third sign-up of a source in an hour of two waits for the next hour; it has taken no slot."""
        now = NOON + 3000
        for name in ("first", "second"):
            bench.store.add_key(new_key(name, email=name, now=now), limit(2, now=now))
        with pytest.raises(SignupRateReached) as refusal:
            bench.store.add_key(new_key("third", email="third", now=now), limit(2, now=now))
        assert refusal.value.retry_after == 600
        bench.store.add_key(new_key("fourth", email="fourth", now=now), limit(2, source="another", now=now))
        with pytest.raises(UnknownKey):
            bench.store.read_key(digest("third"))
        later = now + 600
        bench.store.add_key(new_key("third", email="third", now=later), limit(2, now=later))
        assert bench.store.read_key(digest("third")).created_at == later

    def test_a_full_address_takes_no_place_in_the_hour(self, bench: Bench) -> None:
        """A sign-up that the address refuses leaves the source's hour as it was."""
        for name in ("first", "second", "third"):
            bench.store.add_key(new_key(name), limit(4))
        with pytest.raises(EmailCapReached):
            bench.store.add_key(new_key("fourth"), limit(4))
        bench.store.add_key(new_key("fifth", email="another"), limit(4))
        assert bench.store.read_key(digest("fifth")).name == "fifth"

    def test_without_sign_ups_nobody_signs_up(self, bench: Bench) -> None:
        """An hour of no keys makes none, not even the first."""
        with pytest.raises(SignupRateReached):
            bench.store.add_key(new_key(), limit(0))
        assert bench.is_empty()

    def test_refused_sign_ups_of_an_hour_are_bounded(self, bench: Bench) -> None:
        """A source that may make 1 key has 10 attempts: the 11th is refused, also for another address, for an hour."""
        for name in ("first", "second", "third"):
            bench.store.add_key(new_key(name), limit())
        for _ in range(SIGNUP_ATTEMPTS_PER_KEY):
            with pytest.raises(EmailCapReached):
                bench.store.add_key(new_key("fourth"), limit(1, source="hammer"))
        for email in ("mailbox", "another"):
            with pytest.raises(SignupRateReached):
                bench.store.add_key(new_key("fourth", email=email), limit(1, source="hammer"))
        later = NOON + 3600
        bench.store.add_key(new_key("fourth", email="another", now=later), limit(1, source="hammer", now=later))
        assert bench.store.read_key(digest("fourth")).created_at == later

    def test_a_sign_up_takes_one_idle_slot(self, bench: Bench) -> None:
        """Of three idle keys one gives its slot away; once the other two are used again, the address is full."""
        names = ("first", "second", "third")
        for name in names:
            bench.store.add_key(new_key(name), limit())
        later = NOON + 90 * DAY
        bench.store.add_key(new_key("fourth", now=later), limit(now=later))
        for name in names:
            bench.store.charge(digest(name), later, FREE)
        with pytest.raises(EmailCapReached):
            bench.store.add_key(new_key("fifth", now=later), limit(now=later))

    def test_a_sign_up_that_the_hour_refuses_takes_no_idle_slot(self, bench: Bench) -> None:
        """With both limits reached the hour speaks first: after it there is still exactly one idle slot to take."""
        later = NOON + 90 * DAY
        for name in ("first", "second", "third"):
            bench.store.add_key(new_key(name), limit())
        for name in ("second", "third"):
            bench.store.charge(digest(name), later, FREE)
        bench.store.add_key(new_key("elsewhere", email="another", now=later), limit(1, now=later))
        with pytest.raises(SignupRateReached):
            bench.store.add_key(new_key("fourth", now=later), limit(1, now=later))
        bench.store.add_key(new_key("fifth", now=later), limit(1, source="another", now=later))
        with pytest.raises(EmailCapReached):
            bench.store.add_key(new_key("sixth", now=later), limit(1, source="third", now=later))

    def test_a_key_without_a_slot_is_deleted_like_any_other(self, bench: Bench) -> None:
        """Four keys shared three slots; whichever goes last, nothing is left."""
        later = NOON + 90 * DAY
        names = ["first", "second", "third", "fourth"]
        for name in names:
            now = later if name == "fourth" else NOON
            bench.store.add_key(new_key(name, now=now), limit(now=now))
        for name in reversed(names):
            bench.store.delete_key(digest(name))
        assert bench.is_empty()

    def test_deletion_leaves_nothing(self, bench: Bench) -> None:
        """Rows of 30 calls with an Idempotency-Key go with their key, and the key is unknown from then on."""
        bench.store.add_key(new_key(credits_=30), limit())
        for number in range(30):
            bench.store.charge_once(KEY, NOON, FREE, claim(f"call {number}"))
        bench.store.delete_key(KEY)
        assert bench.is_empty()
        with pytest.raises(UnknownKey):
            bench.store.charge(KEY, NOON, FREE)
        with pytest.raises(UnknownKey):
            bench.store.charge_once(KEY, NOON, FREE, claim("call 1"))
        with pytest.raises(UnknownKey):
            bench.store.read_key(KEY)
        with pytest.raises(UnknownKey):
            bench.store.delete_key(KEY)
        assert bench.is_empty()

    def test_deletion_touches_nobody_else(self, bench: Bench) -> None:
        """The other key of the same address goes on."""
        bench.store.add_key(new_key("first"), limit())
        bench.store.add_key(new_key("second"), limit())
        bench.store.delete_key(KEY)
        assert bench.store.charge(digest("second"), NOON, FREE).counted
