"""Payments that nobody came back for: found out from the chain, or from the facilitator once it can move nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from screwtape.core.errors import PaymentRefused, PaymentReplayed, StoreUnavailable
from screwtape.core.payments import Settlement
from screwtape.core.payments.reasons import AUTHORIZATION_CANCELED, CLOSED, VALID_BEFORE
from screwtape.core.payments.settlement import NOT_ASKED, UNKNOWN
from screwtape.core.terms import (
    DAY_SECONDS,
    X402_CLOCK_SECONDS,
    X402_REPLAY_SECONDS,
    X402_REPLAYS,
    X402_TIMEOUT_SECONDS,
    X402_VERIFY_SECONDS,
)
from screwtape.services.reconciling import Found
from tests.fakes import Moment
from tests.keymaking import NOON
from tests.payment_book import Failing, bring, unknown
from tests.payments import CHAIN_LAG, LARGEST, Shop, a_payment, a_record, transaction_of

PAYMENT: Final = a_payment()
NAME: Final = PAYMENT.id.name
TRANSACTION: Final = transaction_of(PAYMENT.id)
OVER: Final = NOON + X402_TIMEOUT_SECONDS
GRACE: Final = 300
DECLINED: Final = Settlement("declined", reason=VALID_BEFORE)


@pytest.fixture
def shop() -> Shop:
    """Give a shop with a chain, where one payment was begun to settle and its lease is over."""
    return left(Shop())


@pytest.fixture
def chainless() -> Shop:
    """Give such a shop that has no chain to ask."""
    return left(Shop(has_chain=False))


def left(shop: Shop) -> Shop:
    """Leave a payment whose fate nobody knows."""
    bring(shop.book, "settling", a_record())
    shop.now = shop.held().lease_until
    shop.log.clear()
    return shop


def move(shop: Shop) -> None:
    """Let the chain move the money."""
    shop.ledger.moved.add(PAYMENT.id)


@pytest.mark.parametrize("has_chain", [True, False], ids=["with a chain", "without a chain"])
def test_a_payment_at_work_is_left_alone(*, has_chain: bool) -> None:
    """Until the second in which its lease ends nobody is asked, and nothing changes."""
    shop = left(Shop(has_chain=has_chain))
    shop.now -= 1
    held = shop.held()
    assert shop.reconcile() == [Found(NAME, "waiting")]
    assert shop.log == ["book.unknown_payments", "book.find"]
    assert shop.held() == held


def test_only_unknown_payments_are_looked_at(shop: Shop) -> None:
    """Reserved, settled and refused ones are nobody's concern."""
    bring(shop.book, "reserved", a_record(2))
    bring(shop.book, "settled", a_record(3))
    bring(shop.book, "refused", a_record(4))
    assert [found.payment for found in shop.reconcile()] == [NAME]


class TestWithAChain:
    """The chain has the last word, at any time."""

    @pytest.mark.parametrize("later", [0, 400 * DAY_SECONDS], ids=["when the lease is over", "a year later"])
    def test_money_that_moved_is_found(self, shop: Shop, later: int) -> None:
        """The payment is settled, by that transaction; the facilitator is not asked."""
        move(shop)
        shop.now += later
        assert shop.reconcile() == [Found(NAME, "settled", TRANSACTION)]
        assert (shop.state(), shop.held().transaction) == ("settled", TRANSACTION)
        assert shop.count("facilitator.settle") == 0
        assert unknown(shop.book) == []

    def test_the_chain_is_asked_about_the_whole_story(self, shop: Shop) -> None:
        """With the authorization as it was signed, and from when it first came."""
        shop.reconcile()
        assert shop.chain.asked == [(PAYMENT, NOON, X402_VERIFY_SECONDS)]

    @pytest.mark.parametrize("is_cancelled", [True, False], ids=["cancelled", "over"])
    def test_money_that_never_will_move_is_found(self, shop: Shop, *, is_cancelled: bool) -> None:
        """The payment is refused for good, and whoever brings it again hears why."""
        if is_cancelled:
            shop.ledger.cancelled.add(PAYMENT.id)
        else:
            shop.now = OVER + CHAIN_LAG + 1
        assert shop.reconcile() == [Found(NAME, "refused")]
        assert unknown(shop.book) == []
        with pytest.raises(PaymentRefused) as refusal:
            shop.buy()
        assert refusal.value.reason == (AUTHORIZATION_CANCELED if is_cancelled else VALID_BEFORE)

    def test_money_that_may_still_move_is_waited_for(self, shop: Shop) -> None:
        """Nothing is asked of the facilitator, and nothing changes."""
        held = shop.held()
        assert shop.reconcile() == [Found(NAME, "waiting", why="the chain still allows it")]
        assert shop.log == ["book.unknown_payments", "book.find", "chain.fate_of"]
        assert shop.held() == held

    @pytest.mark.parametrize("settled", [True, False], ids=["settled", "refused"])
    def test_another_attempt_may_be_faster(self, shop: Shop, *, settled: bool) -> None:
        """The payer came back while the chain was asked: that attempt's word counts."""
        (shop.ledger.moved if settled else shop.ledger.cancelled).add(PAYMENT.id)

        def take_over(method: str, moment: Moment) -> None:
            if (method, moment) == ("chain.fate_of", "after"):
                shop.book.take_over(shop.held(), "payer", int(shop.now) + 34)

        shop.hook = take_over
        assert [found.finding for found in shop.reconcile()] == ["changed"]
        assert (shop.state(), shop.held().attempt) == ("settling", "payer")

    @pytest.mark.parametrize("settled", [True, False], ids=["settle", "refuse"])
    @pytest.mark.parametrize("moment", ["before", "after"])
    def test_a_store_that_fails_loses_nothing(self, shop: Shop, moment: Moment, *, settled: bool) -> None:
        """The next run finds it out, unless the note was made after all."""
        (shop.ledger.moved if settled else shop.ledger.cancelled).add(PAYMENT.id)
        shop.hook = Failing(method="book.settle" if settled else "book.refuse", moment=moment)
        assert shop.reconcile() == [Found(NAME, "waiting", why="the store did not answer")]
        assert [found.finding for found in shop.reconcile()] == (
            [] if moment == "after" else ["settled" if settled else "refused"]
        )
        assert shop.state() == ("settled" if settled else "refused")

    def test_one_failure_stops_no_others(self, shop: Shop) -> None:
        """The chain does not answer about the first payment; the second is found out."""
        bring(shop.book, "settling", a_record(2))
        shop.ledger.moved |= {PAYMENT.id, a_payment(2).id}
        shop.chain.failures = 1
        assert [(found.finding, found.why) for found in shop.reconcile()] == [("waiting", "down"), ("settled", "")]


class TestWithoutAChain:
    """The facilitator is asked, but not while asking could take money for an answer that nobody waits for."""

    @pytest.mark.parametrize("moved", [False, True], ids=["not moved", "moved"])
    def test_while_the_authorization_is_valid_nobody_is_asked(self, chainless: Shop, *, moved: bool) -> None:
        """Nor as long after its end as clocks may differ."""
        if moved:
            move(chainless)
        for now in (NOON + 34, OVER, OVER + X402_CLOCK_SECONDS):
            chainless.now = now
            assert chainless.reconcile() == [Found(NAME, "waiting", why="no chain to ask")]
        assert chainless.facilitator.seconds == []
        assert chainless.state() == "settling"

    def test_afterwards_success_settles(self, chainless: Shop) -> None:
        """A facilitator that remembers the transfer names its transaction; it can move nothing any more."""
        move(chainless)
        chainless.now = OVER + X402_CLOCK_SECONDS + 1
        assert chainless.reconcile() == [Found(NAME, "settled", TRANSACTION)]
        assert chainless.facilitator.seconds == [("settle", X402_VERIFY_SECONDS)]
        assert chainless.held().transaction == TRANSACTION

    @pytest.mark.parametrize("moved", [False, True], ids=["not moved", "moved"])
    @pytest.mark.parametrize(
        "answer", [DECLINED, Settlement("pending"), UNKNOWN, NOT_ASKED], ids=lambda settlement: settlement.outcome
    )
    def test_anything_else_proves_nothing(self, chainless: Shop, answer: Settlement, *, moved: bool) -> None:
        """The payment stays as it is, because an earlier request may have moved the money."""
        if moved:
            move(chainless)
        held, chainless.now = chainless.held(), OVER + X402_CLOCK_SECONDS + 1
        chainless.facilitator.settlements = [answer]
        assert chainless.reconcile() == [Found(NAME, "waiting", why="no chain to ask")]
        assert chainless.held() == held


@pytest.mark.parametrize(
    ("valid_before", "over"),
    [(OVER, OVER), (LARGEST, NOON + DAY_SECONDS)],
    ids=["a day is longer", "the authorization is longer"],
)
@pytest.mark.parametrize("why", ["no chain", "chain fails", "store fails"])
def test_after_a_while_a_person_is_called(valid_before: int, over: int, why: str) -> None:
    """Five minutes after its end, or a day after it came, a payment is waited for; then they are told, once a day."""
    shop = Shop(has_chain=why != "no chain")
    record = a_record()
    signed = replace(PAYMENT.authorization, valid_before=valid_before)
    bring(shop.book, "settling", replace(record, payment=replace(PAYMENT, authorization=signed)))
    move(shop)
    day = DAY_SECONDS
    for now, finding in (
        (over + GRACE, "waiting"), (over + GRACE + 1, "unknown"), (over + GRACE + 2, "told"), (over + day, "unknown"),
    ):  # fmt: skip
        shop.now = now
        shop.facilitator.settlements = [UNKNOWN]
        shop.chain.failures = why == "chain fails"
        shop.hook = Failing(method="book.settle") if why == "store fails" else shop.hook
        assert [found.finding for found in shop.reconcile()] == [finding]
    assert shop.state() == "settling"


def test_a_note_that_fails_silences_nobody(shop: Shop) -> None:
    """Rather is a person told twice."""
    shop.now, shop.chain.failures = OVER + GRACE + 1, 2
    shop.hook = Failing(method="book.note_told", times=2)
    assert [shop.reconcile()[0].finding for _ in range(2)] == ["unknown", "unknown"]


def test_what_is_closed_after_it_was_listed_is_passed_over(shop: Shop) -> None:
    """Its payer came back in between."""

    def settle(method: str, moment: Moment) -> None:
        if (method, moment) == ("book.unknown_payments", "after"):
            shop.book.settle(shop.held(), TRANSACTION, 3, OVER)

    shop.hook = settle
    assert shop.reconcile() == []


def test_a_record_that_cannot_be_read_waits(shop: Shop) -> None:
    """The others are looked at all the same."""
    bring(shop.book, "settling", a_record(2))
    shop.ledger.moved.add(a_payment(2).id)
    shop.ledger.moved.add(PAYMENT.id)
    shop.hook = Failing(method="book.find")
    assert [(found.finding, found.why) for found in shop.reconcile()] == [
        ("waiting", "the store did not answer"),
        ("settled", ""),
    ]


def test_each_run_begins_somewhere_else(shop: Shop) -> None:
    """However slow the first ones are, every payment comes first in some run."""
    for nonce in (2, 3):
        bring(shop.book, "settling", a_record(nonce))
    firsts = {shop.reconcile()[0].payment for _ in range(3)}
    assert firsts == {a_payment(nonce).id.name for nonce in (1, 2, 3)}


class TestByHand:
    """A person who looked at the chain closes what nothing else could."""

    def test_a_payment_that_was_paid_is_settled(self, shop: Shop) -> None:
        """Its payer is answered for it."""
        assert shop.reconciling.close(NAME, TRANSACTION, int(shop.now)) == Found(NAME, "settled", TRANSACTION)
        assert shop.buy() == "answer"

    def test_a_payment_that_was_not_paid_is_refused(self, shop: Shop) -> None:
        """Its payer may sign anew."""
        assert shop.reconciling.close(NAME, "", int(shop.now)) == Found(NAME, "refused")
        with pytest.raises(PaymentRefused) as refusal:
            shop.buy()
        assert refusal.value.reason == CLOSED

    def test_a_payment_at_work_is_not_closed(self, shop: Shop) -> None:
        """That request may find it out."""
        assert shop.reconciling.close(NAME, "", int(shop.now) - 1) == Found(
            NAME, "waiting", why="a request works on it"
        )
        assert shop.state() == "settling"

    def test_only_what_is_unknown_can_be_closed(self, shop: Shop) -> None:
        """Neither a settled payment nor one that nobody has seen."""
        assert shop.reconciling.close(NAME, TRANSACTION, int(shop.now)) is not None
        assert shop.reconciling.close(NAME, "", int(shop.now)) is None
        assert shop.reconciling.close("pay_nobody", "", int(shop.now)) is None


class TestTime:
    """A run ends by itself, and says whether it saw everything."""

    @pytest.mark.parametrize(("seconds", "looks"), [(19.0, True), (18.9, False)], ids=["just enough", "too little"])
    def test_a_payment_is_looked_at_where_there_is_time(self, shop: Shop, seconds: float, *, looks: bool) -> None:
        """Five seconds for finding out, and what reading and noting may take."""
        move(shop)
        found: list[Found] = []
        assert shop.reconciling.run(int(shop.now), lambda: seconds, found.append) == looks
        assert [finding.finding for finding in found] == ["settled"] * looks

    def test_a_run_that_is_cut_short_tells_what_it_found(self, shop: Shop) -> None:
        """Of three payments there is time for two; the next run sees the third."""
        for nonce in (2, 3):
            bring(shop.book, "settling", a_record(nonce))
        shop.ledger.moved |= {a_payment(nonce).id for nonce in (1, 2, 3)}
        left_over, found = [40.0, 30.0, 1.0], list[Found]()
        assert not shop.reconciling.run(int(shop.now), lambda: left_over.pop(0), found.append)
        assert len(found) == 2
        assert len(shop.reconcile()) == 1
        assert unknown(shop.book) == []

    def test_nothing_to_look_at_takes_no_time(self) -> None:
        """Without unknown payments a run has seen everything."""
        assert Shop().reconciling.run(NOON, lambda: 0.0, lambda _: None)

    def test_a_list_that_cannot_be_read_is_no_empty_list(self, shop: Shop) -> None:
        """The run fails, so that somebody hears of it."""
        shop.hook = Failing(method="book.unknown_payments")
        with pytest.raises(StoreUnavailable):
            shop.reconcile()


class TestComingBack:
    """The payer comes back after the payment was found out."""

    @pytest.mark.parametrize(
        ("later", "is_answered"), [(0, True), (DAY_SECONDS, True), (2 * DAY_SECONDS, False)],
        ids=["at once", "after a day", "after two days"],
    )  # fmt: skip
    def test_a_payer_who_paid_is_answered(self, shop: Shop, later: int, *, is_answered: bool) -> None:
        """With one answer more than usual, because none was delivered yet, for a day after the authorization's end."""
        move(shop)
        shop.reconcile()
        assert (shop.held().answers_left, shop.held().answers_until) == (X402_REPLAYS + 1, OVER + DAY_SECONDS)
        shop.now += later
        if is_answered:
            assert [shop.buy() for _ in range(X402_REPLAYS + 1)] == ["answer"] * (X402_REPLAYS + 1)
        with pytest.raises(PaymentReplayed):
            shop.buy()
        assert shop.count("facilitator.settle") == 0

    def test_a_payment_found_out_late_is_answered_for_a_while(self, shop: Shop) -> None:
        """Where its own day is over, as long as any other from now on."""
        move(shop)
        shop.now = OVER + 3 * DAY_SECONDS
        shop.reconcile()
        shop.now += X402_REPLAY_SECONDS - 1
        assert shop.buy() == "answer"
        shop.now += 1
        with pytest.raises(PaymentReplayed):
            shop.buy()

    def test_a_payer_who_comes_back_first_is_served_first(self, shop: Shop) -> None:
        """While that attempt runs the payment is waiting again."""
        findings: list[str] = []

        def listen(method: str, moment: Moment) -> None:
            if (method, moment) == ("work", "before"):
                findings.extend(found.finding for found in shop.reconcile())

        shop.hook = listen
        assert shop.buy() == "answer"
        assert findings == ["waiting"]
