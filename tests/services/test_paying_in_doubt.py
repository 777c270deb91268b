"""A payment that an earlier attempt began to settle, and of which nobody knows how it ended: found out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Final

import pytest

from screwtape.core.errors import (
    PaymentInProgress,
    PaymentRefused,
    PaymentReplayed,
    PaymentUnknown,
    ScrewtapeError,
    StoreUnavailable,
)
from screwtape.core.payments import Settlement
from screwtape.core.payments.reasons import AUTHORIZATION_CANCELED, VALID_BEFORE
from screwtape.core.payments.settlement import NOT_ASKED, UNKNOWN
from screwtape.core.terms import (
    X402_CHAIN_SECONDS,
    X402_CLOCK_SECONDS,
    X402_LEASE_SECONDS,
    X402_REPLAY_SECONDS,
    X402_REPLAYS,
    X402_SECONDS_KEPT,
)
from screwtape.ports import FacilitatorFailed
from tests.fakes import Moment
from tests.payment_book import PERSISTENT, Failing, unknown
from tests.payments import CHAIN_LAG, Failure, Shop, a_payment, ends_in, fail, killed, transaction_of

PAYMENT: Final = a_payment()
TRANSACTION: Final = transaction_of(PAYMENT.id)


class TestFindingOut:
    """An earlier attempt began to settle, and nobody knows how it ended."""

    def test_what_the_chain_has_moved_is_delivered_unasked(self) -> None:
        """The facilitator hears nothing; the book has the receipt, and the usual answers are left."""
        shop = killed(Shop(), "facilitator.settle", "after")
        sale = shop.sale()
        assert sale.deliver(shop.work)[0] == "answer"
        expected = ["book.find", "book.take_over", "chain.fate_of", "book.settle", "book.take_answer", "work"]
        assert shop.log == expected
        assert (sale.outcome, sale.event, sale.transaction) == ("payment", None, TRANSACTION)
        assert (shop.held().answers_left, shop.held().answers_until) == (X402_REPLAYS, shop.now + X402_REPLAY_SECONDS)
        assert shop.held().payment.signature == ""

    def test_the_chain_is_asked_about_the_whole_story(self) -> None:
        """From when the payment first came, and for no longer than leaves time to settle."""
        shop = killed(Shop(), "facilitator.settle", "before")
        for seconds, for_asking in ((29, X402_CHAIN_SECONDS), (16, 1), (14, 0)):
            shop.facilitator.settlements = [UNKNOWN]
            with pytest.raises(PaymentUnknown):
                shop.sale(seconds=seconds).deliver(shop.work)
            assert shop.chain.asked[-1] == (PAYMENT, int(PAYMENT.authorization.valid_before) - 120, for_asking)

    def test_what_the_chain_will_never_move_is_refused(self) -> None:
        """Its payer cancelled it: refused, for good, without work."""
        shop = killed(Shop(), "facilitator.settle", "before")
        shop.ledger.cancelled.add(PAYMENT.id)
        for _ in range(2):
            with pytest.raises(PaymentRefused) as refusal:
                shop.buy()
            assert (refusal.value.reason, refusal.value.payer) == (AUTHORIZATION_CANCELED, PAYMENT.authorization.payer)
        assert (shop.count("work"), shop.count("facilitator.settle"), shop.count("chain.fate_of")) == (0, 0, 1)

    def test_an_authorization_that_is_over_is_refused(self) -> None:
        """So says the chain's own time."""
        shop = killed(Shop(), "facilitator.settle", "before")
        shop.now = PAYMENT.authorization.valid_before + CHAIN_LAG + 1
        with pytest.raises(PaymentRefused) as refusal:
            shop.buy()
        assert refusal.value.reason == VALID_BEFORE

    @pytest.mark.parametrize("chain", ["open", "failing", "none"])
    @pytest.mark.parametrize(
        "answer",
        [Settlement("declined", reason="insufficient_funds"), Settlement("pending"), UNKNOWN, NOT_ASKED],
        ids=lambda settlement: settlement.outcome,
    )
    def test_asked_again_only_success_proves_anything(self, chain: str, answer: Settlement) -> None:
        """An earlier request was sent, so a failure of this one leaves the payment for the next to find out."""
        shop = killed(Shop(has_chain=chain != "none"), "facilitator.settle", "before")
        shop.facilitator.settlements = [answer]
        shop.chain.failures = chain == "failing"
        sale = shop.sale()
        with pytest.raises(PaymentUnknown):
            sale.deliver(shop.work)
        assert (sale.outcome, sale.event) == ("payment_unknown", "payment_unknown")
        assert sale.fault == ("down" if chain == "failing" else "")
        assert (shop.state(), shop.held().lease_until) == ("settling", 0)
        assert shop.buy() == "answer"

    @pytest.mark.parametrize("is_forgetful", [False, True], ids=["remembers", "does not remember"])
    def test_money_that_moved_unheard_is_found_by_asking_again(self, *, is_forgetful: bool) -> None:
        """Without a chain only a facilitator that remembers can tell; nobody is ever told that it was not paid."""
        shop = killed(Shop(has_chain=False), "facilitator.settle", "after")
        shop.facilitator.is_forgetful = is_forgetful
        for _ in range(3):
            assert ends_in(shop) == (PaymentUnknown if is_forgetful else "answer")

    @pytest.mark.parametrize(
        "error", [Failure, partial(StoreUnavailable, "down"), KeyboardInterrupt], ids=["failure", "store", "interrupt"]
    )
    def test_work_that_fails_asks_nobody(self, shop: Shop, error: Callable[[], BaseException]) -> None:
        """The payment is let go as it was, and the next request finds it out."""
        killed(shop, "facilitator.settle", "before")

        def work() -> str:
            raise error()

        with pytest.raises(type(error())):
            shop.sale().deliver(work)
        assert (shop.count("facilitator.settle"), shop.state(), shop.held().lease_until) == (0, "settling", 0)
        assert shop.buy() == "answer"

    def test_work_that_leaves_no_time_is_not_settled(self, shop: Shop) -> None:
        """Nothing was asked of the facilitator now, and what was asked before is as unknown as it was."""
        killed(shop, "facilitator.settle", "before")
        sale = shop.sale(seconds=X402_SECONDS_KEPT - 1)
        with pytest.raises(PaymentUnknown):
            sale.deliver(shop.work)
        assert (shop.count("facilitator.settle"), shop.held().lease_until) == (0, 0)
        assert (sale.event, sale.fault) == ("payment_unknown", "no time left")

    @pytest.mark.parametrize("wrong", ["over", "invalid"])
    @pytest.mark.parametrize("moved", [True, False], ids=["moved", "not moved"])
    def test_who_cannot_pay_any_more_has_no_work_done(self, wrong: str, *, moved: bool) -> None:
        """The facilitator is asked first, as often as the payment comes; work is done once it says that it was paid."""
        shop = killed(Shop(has_chain=False), "facilitator.settle", "after" if moved else "before")
        if wrong == "over":
            shop.now = PAYMENT.authorization.valid_before + X402_CLOCK_SECONDS + 1
        else:
            shop.facilitator.verdicts = ["insufficient_funds"] * 3
            shop.facilitator.settlements = [] if moved else [Settlement("declined", reason="insufficient_funds")] * 3
        assert [ends_in(shop) for _ in range(3)] == ["answer" if moved else PaymentUnknown] * 3
        assert shop.count("work") == (3 if moved else 0)
        assert shop.count("facilitator.settle") == (1 if moved else 3)

    @pytest.mark.parametrize("wrong", ["", "insufficient_funds"], ids=["good still", "not good any more"])
    def test_only_what_was_taken_is_ever_asked_for(self, wrong: str) -> None:
        """Whoever brings its nonce and signature with another payee has the facilitator asked about ours all the same.

        A smart wallet may call any signature its own, so a payment to somebody else could be settled by it.
        """
        shop = killed(Shop(has_chain=False), "facilitator.settle", "before")
        shop.facilitator.verdicts = [wrong or None]
        elsewhere = a_payment(to="0x" + "ee" * 20, value=1)
        assert shop.buy(payment=elsewhere) == "answer"
        assert shop.facilitator.payments[1:] == [PAYMENT] * 2  # after the first attempt verified it

    def test_a_facilitator_that_cannot_verify_leaves_it_unknown(self, shop: Shop) -> None:
        """No work is done, and the next request finds it out."""
        killed(shop, "facilitator.settle", "before")
        shop.facilitator.verdicts = [FacilitatorFailed("down")]
        sale = shop.sale()
        with pytest.raises(PaymentUnknown):
            sale.deliver(shop.work)
        assert (sale.fault, shop.count("work"), shop.held().lease_until) == ("down", 0, 0)
        assert shop.buy() == "answer"

    def test_what_is_paid_and_cannot_be_noted_is_told_to_the_books(self) -> None:
        """With the transaction, by which a person finds it."""
        shop = killed(Shop(), "facilitator.settle", "after")
        shop.hook = Failing(method="book.settle")
        sale = shop.sale()
        with pytest.raises(StoreUnavailable):
            sale.deliver(shop.work)
        assert (sale.event, sale.transaction) == ("settlement_unrecorded", TRANSACTION)

    def test_work_that_fails_on_what_was_paid_keeps_its_answer(self) -> None:
        """The chain has moved the money: the answer that was not delivered is given back, and one more is left."""
        shop = killed(Shop(), "facilitator.settle", "after")
        with pytest.raises(Failure):
            shop.sale().deliver(fail)
        assert shop.held().answers_left == X402_REPLAYS + 1
        assert [ends_in(shop) for _ in range(X402_REPLAYS + 2)] == ["answer"] * (X402_REPLAYS + 1) + [PaymentReplayed]

    def test_who_is_overtaken_looks_again(self, shop: Shop) -> None:
        """A twin takes the payment over first, and settles it: this request is answered as a replay."""
        killed(shop, "facilitator.settle", "after")
        late = shop.sale()

        def hook(method: str, moment: Moment) -> None:
            if (method, moment) == ("book.take_over", "before"):
                shop.hook = lambda _method, _moment: None
                assert shop.buy() == "answer"

        shop.hook = hook
        assert late.deliver(shop.work)[0] == "answer"
        assert (late.outcome, shop.held().answers_left) == ("payment_replay", X402_REPLAYS - 1)

    def test_who_finds_out_is_left_alone(self, shop: Shop) -> None:
        """The payment is in progress for everybody else until that function's deadline and some seconds more."""
        killed(shop, "facilitator.settle", "before")
        heard: list[str | type[ScrewtapeError]] = []

        def work() -> str:
            heard.append(ends_in(shop))
            return "answer"

        begun = shop.now
        assert shop.sale(seconds=20).deliver(work)[0] == "answer"
        assert heard == [PaymentInProgress]
        assert shop.held().lease_until == begun + 20 + X402_LEASE_SECONDS


@pytest.mark.parametrize("times", [1, PERSISTENT], ids=["once", "from then on"])
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("step", [("facilitator.settle", "before"), ("facilitator.settle", "after")], ids=str)
@pytest.mark.parametrize("works", [True, False], ids=["works", "fails"])
def test_a_book_that_fails_while_finding_out_denies_nothing(
    step: tuple[str, Moment], moment: Moment, times: int, *, works: bool
) -> None:
    """Whichever call of the book fails: an answer was paid for, and the next request is answered."""
    for call, has_chain in product(range(1, 6), (True, False)):
        shop = killed(Shop(has_chain=has_chain), *step)
        shop.hook = fault = Failing(call, moment=moment, times=times)
        try:
            assert shop.sale().deliver(shop.work if works else fail)[0] == "answer"
            assert PAYMENT.id in shop.ledger.moved
        except (StoreUnavailable, Failure):
            assert fault.fired or not works
        shop.hook = lambda _method, _moment: None
        assert shop.count("facilitator.settle") <= 1
        assert shop.state() == "settled" or unknown(shop.book)
        shop.now += 40
        assert ends_in(shop) == "answer"
        assert PAYMENT.id in shop.ledger.moved
        if has_chain and step[1] == "after":
            assert shop.count("facilitator.settle") == 0
