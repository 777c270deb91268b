"""A call that a payment pays for, the first time it comes: the work before the money, nothing delivered without it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import pytest

from screwtape.core.errors import (
    PaymentInProgress,
    PaymentRefused,
    PaymentReused,
    PaymentsUnavailable,
    ScrewtapeError,
    StoreUnavailable,
)
from screwtape.core.payments import Receipt, sentence_of
from screwtape.core.payments.reasons import NONCE_USED, VALID_AFTER, VALID_BEFORE
from screwtape.core.payments.record import State
from screwtape.core.payments.settlement import NOT_ASKED
from screwtape.core.terms import (
    X402_AMOUNT_MICRO_USDC,
    X402_CLOCK_SECONDS,
    X402_LEASE_SECONDS,
    X402_REPLAY_SECONDS,
    X402_REPLAYS,
    X402_SECONDS_AFTER,
    X402_SECONDS_KEPT,
    X402_VALID_SECONDS,
    X402_VERIFY_SECONDS,
)
from screwtape.ports import FacilitatorFailed
from screwtape.services.paying import Sale
from tests.fakes import Moment
from tests.keymaking import NOON
from tests.payment_book import PERSISTENT, REASON, Failing, Hook, bring
from tests.payments import Shop, a_payment, a_record, transaction_of

PAYMENT: Final = a_payment()
RECEIPT: Final = Receipt(
    transaction_of(PAYMENT.id), PAYMENT.network, PAYMENT.authorization.payer, X402_AMOUNT_MICRO_USDC
)
POOR: Final = "insufficient_funds"
FIRST_SALE: Final = (
    "book.find", "facilitator.verify", "book.reserve", "work", "book.begin_settling", "facilitator.settle",
    "book.settle",
)  # fmt: skip


class Failure(Exception):
    """The work failed."""


def failing_work(error: BaseException) -> Callable[[], str]:
    """Give work that fails so."""

    def work() -> str:
        raise error

    return work


@pytest.fixture
def shop() -> Shop:
    """Give a shop that has a chain to ask."""
    return Shop()


def ends(sale: Sale) -> tuple[str, str | None, str, str]:
    """Give all that a sale tells afterwards."""
    return sale.outcome, sale.event, sale.fault, sale.transaction


class TestSelling:
    """A payment comes, the work succeeds, and the money moves."""

    def test_everything_is_done_once_and_in_order(self, shop: Shop) -> None:
        """Verified before it is reserved, worked for before it is settled, noted before and after."""
        sale = shop.sale()
        assert sale.deliver(shop.work) == ("answer", RECEIPT)
        assert tuple(shop.log) == FIRST_SALE
        assert ends(sale) == ("payment", None, "", RECEIPT.transaction)

    def test_what_was_settled_is_in_the_book(self, shop: Shop) -> None:
        """With as many answers as a payment has, for as long as it has them, and its receipt."""
        shop.buy()
        held = shop.held()
        assert (held.state, held.receipt, held.request, held.begun_at) == ("settled", RECEIPT, "request", NOON)
        assert (held.answers_left, held.answers_until) == (X402_REPLAYS, NOON + X402_REPLAY_SECONDS)

    def test_a_reservation_outlives_its_function(self, shop: Shop) -> None:
        """An attempt counts as running for some seconds after its function's deadline."""
        sale = shop.sale(seconds=20)
        sale.deliver(shop.work)
        assert shop.held().lease_until == NOON + 20 + X402_LEASE_SECONDS

    def test_a_slow_start_does_not_shorten_a_reservation(self, shop: Shop) -> None:
        """Verifying took four seconds: the function's deadline is where it was, and so is the end of the lease."""

        def be_slow(method: str, moment: Moment) -> None:
            if (method, moment) == ("facilitator.verify", "after"):
                shop.now += 4

        shop.hook = be_slow
        shop.sale(seconds=20).deliver(shop.work)
        assert shop.held().lease_until >= NOON + 20 + X402_LEASE_SECONDS

    @pytest.mark.parametrize(
        ("seconds", "for_verifying"),
        [(29, X402_VERIFY_SECONDS), (18, 3), (15, 0)],
        ids=["plenty", "less than verifying may take", "nothing to spare"],
    )
    def test_verifying_takes_no_time_from_settling(self, shop: Shop, seconds: int, for_verifying: int) -> None:
        """It has its five seconds or what is left over; settling has all but what the note needs."""
        shop.sale(seconds=seconds).deliver(shop.work)
        assert shop.facilitator.seconds == [("verify", for_verifying), ("settle", seconds - X402_SECONDS_AFTER)]

    @pytest.mark.parametrize(
        ("signed", "reason"),
        [
            ({"valid_before": NOON + X402_VALID_SECONDS}, None),
            ({"valid_before": NOON + X402_VALID_SECONDS - 1}, VALID_BEFORE),
            ({"valid_after": NOON + X402_CLOCK_SECONDS}, None),
            ({"valid_after": NOON + X402_CLOCK_SECONDS + 1}, VALID_AFTER),
        ],
        ids=["valid just long enough", "over too soon", "valid soon enough", "valid too late"],
    )
    def test_an_untimely_payment_is_refused_unasked(
        self, shop: Shop, signed: dict[str, int], reason: str | None
    ) -> None:
        """What cannot be settled after the work is not shown to the facilitator, and leaves no trace."""
        payment = a_payment(**signed)
        if reason is None:
            assert shop.buy(payment=payment) == "answer"
            return
        with pytest.raises(PaymentRefused) as refusal:
            shop.buy(payment=payment)
        assert (refusal.value.reason, str(refusal.value)) == (reason, sentence_of(reason))
        assert shop.count("facilitator.verify") == 0
        assert shop.state() == "free"


class TestRefusing:
    """The facilitator does not like a payment."""

    def test_an_invalid_payment_is_refused_before_any_work(self, shop: Shop) -> None:
        """Nothing is reserved, so it may come again; no payer is named, because nothing was tried."""
        shop.facilitator.verdicts = [POOR]
        sale = shop.sale()
        with pytest.raises(PaymentRefused) as refusal:
            sale.deliver(shop.work)
        assert (refusal.value.reason, str(refusal.value), refusal.value.payer) == (POOR, sentence_of(POOR), "")
        assert {"work", "book.reserve"}.isdisjoint(shop.log)
        assert ends(sale) == ("none", None, "", "")
        assert shop.buy() == "answer"

    @pytest.mark.parametrize(
        ("state", "request_", "told"),
        [
            pytest.param("reserved", "request", PaymentInProgress, id="at work"),
            pytest.param("settling", "request", PaymentInProgress, id="settling"),
            pytest.param("settling", "other", PaymentReused, id="settling for another request"),
            pytest.param("settled", "other", PaymentReused, id="settled for another request"),
            pytest.param("refused", "request", PaymentRefused, id="refused"),
        ],
    )
    def test_a_twin_in_the_book_has_the_last_word(
        self, shop: Shop, state: State, request_: str, told: type[ScrewtapeError]
    ) -> None:
        """A nonce is used up for the facilitator while a twin pays with it: then the book says what is the matter."""
        shop.facilitator.verdicts = [NONCE_USED]
        shop.hook = once("facilitator.verify", lambda: bring(shop.book, state, a_record(request=request_)))
        with pytest.raises(told) as refusal:
            shop.buy()
        assert getattr(refusal.value, "reason", REASON) == REASON
        assert "work" not in shop.log

    def test_a_twin_that_was_settled_meanwhile_is_answered(self, shop: Shop) -> None:
        """Two of the same requests at once: both get the answer, and the money moves once."""
        shop.hook = once("facilitator.verify", shop.buy)
        sale = shop.sale()
        assert sale.deliver(shop.work) == ("answer", RECEIPT)
        assert sale.outcome == "payment_replay"
        assert (shop.count("facilitator.settle"), shop.held().answers_left) == (1, X402_REPLAYS - 1)

    def test_a_twin_that_reserved_first_is_in_progress(self, shop: Shop) -> None:
        """Both were verified; one of them works."""
        shop.hook = once("book.reserve", lambda: bring(shop.book, "reserved", a_record()))
        with pytest.raises(PaymentInProgress):
            shop.buy()
        assert "work" not in shop.log

    def test_a_twin_that_died_is_no_excuse_for_an_invalid_payment(self, shop: Shop) -> None:
        """A reservation whose lease is over says nothing: the payment is refused."""
        bring(shop.book, "reserved", a_record(lease_until=NOON))
        shop.facilitator.verdicts = [POOR]
        with pytest.raises(PaymentRefused):
            shop.buy()

    @pytest.mark.parametrize("state", ["reserved", "settling", "settled"])
    def test_nobody_chases_a_payment_for_ever(self, shop: Shop, monkeypatch: pytest.MonkeyPatch, state: State) -> None:
        """A payment that changes at every look is in progress, and was not worked for."""
        bring(shop.book, state, a_record(lease_until=NOON))
        monkeypatch.setattr(shop.book, "reserve", lambda record, _: replace(record, attempt="another", lease_until=0))
        monkeypatch.setattr(shop.book, "take_over", lambda *_: None)
        monkeypatch.setattr(shop.book, "take_answer", lambda *_: False)
        with pytest.raises(PaymentInProgress):
            shop.buy()
        assert "work" not in shop.log


def once(step: str, act: Callable[[], object]) -> Hook:
    """Give a hook that does something else, once, just before a step."""
    done: list[str] = []

    def hook(method: str, moment: Moment) -> None:
        if (method, moment) == (step, "before") and not done:
            done.append(step)
            act()

    return hook


class TestNotSelling:
    """Something failed before the money could move: the payment is as good as before."""

    def test_a_facilitator_that_cannot_verify_stops_the_sale(self, shop: Shop) -> None:
        """Nothing was reserved or worked for; the log hears why."""
        shop.facilitator.verdicts = [FacilitatorFailed("status 503")]
        sale = shop.sale()
        with pytest.raises(PaymentsUnavailable):
            sale.deliver(shop.work)
        assert shop.log == ["book.find", "facilitator.verify"]
        assert ends(sale) == ("none", None, "status 503", "")
        assert shop.buy() == "answer"

    @pytest.mark.parametrize(
        "error", [Failure, partial(StoreUnavailable, "down"), KeyboardInterrupt], ids=["failure", "store", "interrupt"]
    )
    def test_work_that_fails_costs_nothing(self, shop: Shop, error: Callable[[], BaseException]) -> None:
        """The error goes on to the caller, and the payment may come again at once."""
        sale, raised = shop.sale(), error()
        with pytest.raises(type(raised)) as heard:
            sale.deliver(failing_work(raised))
        assert heard.value is raised
        assert shop.count("facilitator.settle") == 0
        assert (shop.state(), ends(sale)) == ("free", ("none", None, "", ""))
        assert shop.buy("other") == "answer"

    def test_a_release_that_fails_hides_no_error(self, shop: Shop) -> None:
        """The caller hears of the work's failure; the reservation is free when its lease is over."""
        shop.hook = Failing(method="book.release")
        with pytest.raises(Failure):
            shop.sale().deliver(failing_work(Failure()))
        with pytest.raises(PaymentInProgress):
            shop.buy()
        shop.now = shop.held().lease_until
        assert shop.buy() == "answer"

    @pytest.mark.parametrize("left", [X402_SECONDS_KEPT, X402_SECONDS_KEPT - 0.1], ids=["just enough", "too little"])
    def test_work_that_leaves_no_time_to_settle_is_not_sold(self, shop: Shop, left: float) -> None:
        """With fifteen seconds left it is settled, with less it is not, and the payment is free again."""

        def work() -> str:
            shop.now += 29 - left
            return "answer"

        sale = shop.sale(seconds=29)
        if left == X402_SECONDS_KEPT:
            assert sale.deliver(work) == ("answer", RECEIPT)
        else:
            with pytest.raises(PaymentsUnavailable):
                sale.deliver(work)
            assert (shop.count("facilitator.settle"), shop.state()) == (0, "free")
            assert ends(sale) == ("none", None, "no time left", "")

    @pytest.mark.parametrize("moment", ["before", "after"])
    @pytest.mark.parametrize("times", [1, PERSISTENT], ids=["once", "from then on"])
    def test_a_mark_that_fails_stops_the_sale(self, shop: Shop, moment: Moment, times: int) -> None:
        """Without a note that the facilitator is about to be asked it is not asked, and the payment is free soon."""
        shop.hook = Failing(method="book.begin_settling", moment=moment)
        if times == PERSISTENT:
            shop.hook = Failing(first=3, moment=moment, times=times)  # after finding and reserving
        with pytest.raises(StoreUnavailable):
            shop.buy()
        assert shop.count("facilitator.settle") == 0
        if times == 1:
            assert shop.state() == "free"

    def test_a_reservation_that_was_lost_is_not_settled(self, shop: Shop) -> None:
        """Another attempt has the payment when the work is done."""

        def work() -> str:
            shop.book.release(shop.held())
            return shop.work()

        with pytest.raises(PaymentInProgress):
            shop.sale().deliver(work)
        assert shop.count("facilitator.settle") == 0

    def test_a_facilitator_that_was_not_reached_leaves_the_payment_free(self, shop: Shop) -> None:
        """The request cannot have been sent, so the payment is forgotten and may come again at once."""
        shop.facilitator.settlements = [NOT_ASKED]
        sale = shop.sale()
        with pytest.raises(PaymentsUnavailable):
            sale.deliver(shop.work)
        assert (shop.state(), ends(sale)) == ("free", ("none", None, "", ""))
        assert shop.book.unknown_payments() == []
        assert shop.buy("other") == "answer"
