"""A payment that comes again: answered a few times where it was settled, and whose it is when its function died."""

from __future__ import annotations

from typing import Final

import pytest

from screwtape.core.errors import (
    PaymentInProgress,
    PaymentReplayed,
    PaymentReused,
    ScrewtapeError,
    StoreUnavailable,
)
from screwtape.core.terms import (
    DAY_SECONDS,
    X402_REPLAY_SECONDS,
    X402_REPLAYS,
)
from tests.fakes import Moment
from tests.payment_book import Failing
from tests.payments import Failure, Shop, a_payment, ends_in, fail, killed, transaction_of

PAYMENT: Final = a_payment()
TRANSACTION: Final = transaction_of(PAYMENT.id)


class TestReplaying:
    """A settled payment answers the same request again."""

    def test_the_same_request_is_answered_again_a_few_times(self, shop: Shop) -> None:
        """With the same receipt and nothing asked of the facilitator; then the payment is used up."""
        _, receipt = shop.sale().deliver(shop.work)
        shop.log.clear()
        for _ in range(X402_REPLAYS):
            again = shop.sale()
            assert again.deliver(shop.work) == ("answer", receipt)
            assert (again.outcome, again.event) == ("payment_replay", None)
        with pytest.raises(PaymentReplayed):
            shop.buy()
        assert shop.log == ["book.find", "book.take_answer", "work"] * X402_REPLAYS + ["book.find"]

    @pytest.mark.parametrize(
        ("later", "told"),
        [(X402_REPLAY_SECONDS - 1, "answer"), (X402_REPLAY_SECONDS, PaymentReplayed), (DAY_SECONDS, PaymentReplayed)],
        ids=["in the last second", "a second later", "the next day"],
    )
    def test_a_settled_payment_answers_for_a_while(
        self, shop: Shop, later: int, told: str | type[ScrewtapeError]
    ) -> None:
        """Afterwards it is used up, however few answers it gave."""
        shop.buy()
        shop.now += later
        assert ends_in(shop) == told

    def test_a_payment_pays_for_one_request(self, shop: Shop) -> None:
        """Another body or route is told to bring a payment of its own, and costs the first one nothing."""
        shop.buy()
        with pytest.raises(PaymentReused):
            shop.buy("other")
        assert shop.held().answers_left == X402_REPLAYS
        assert shop.count("work") == 1

    def test_a_payment_at_work_is_in_progress(self, shop: Shop) -> None:
        """Who sends it again meanwhile is told to wait, and another request that it is taken."""
        heard: list[type[ScrewtapeError]] = []

        def work() -> str:
            for request in ("request", "other"):
                with pytest.raises(ScrewtapeError) as refusal:
                    shop.buy(request)
                heard.append(refusal.type)
            return "answer"

        assert shop.sale().deliver(work)[0] == "answer"
        assert heard == [PaymentInProgress, PaymentReused]

    def test_an_answer_that_was_not_delivered_does_not_count(self, shop: Shop) -> None:
        """The work of a replay fails: the payment has as many answers left as before, and the call cost nothing."""
        shop.buy()
        again = shop.sale()
        with pytest.raises(Failure):
            again.deliver(fail)
        assert shop.held().answers_left == X402_REPLAYS
        assert (again.outcome, again.event) == ("none", None)

    def test_an_answer_that_cannot_be_given_back_is_told_to_the_books(self, shop: Shop) -> None:
        """The caller hears of the work's failure all the same."""
        shop.buy()
        shop.hook = Failing(method="book.give_answer_back")
        again = shop.sale()
        with pytest.raises(Failure):
            again.deliver(fail)
        assert again.event == "answer_lost"

    @pytest.mark.parametrize("call", [1, 2], ids=["find", "take_answer"])
    @pytest.mark.parametrize("moment", ["before", "after"])
    def test_a_replay_that_is_not_counted_is_not_delivered(self, shop: Shop, call: int, moment: Moment) -> None:
        """The book fails: no work, and one answer less at most."""
        shop.buy()
        shop.log.clear()
        shop.hook = Failing(call, moment=moment)
        with pytest.raises(StoreUnavailable):
            shop.buy()
        assert "work" not in shop.log
        counted = (call, moment) == (2, "after")
        assert shop.held().answers_left == X402_REPLAYS - counted

    def test_the_last_answer_goes_to_one(self, shop: Shop) -> None:
        """A twin takes it between the look at the book and the counting."""
        for _ in range(X402_REPLAYS):
            shop.buy()
        late = shop.sale()

        def hook(method: str, moment: Moment) -> None:
            if (method, moment) == ("book.take_answer", "before"):
                shop.hook = lambda _method, _moment: None
                shop.buy()

        shop.hook = hook
        with pytest.raises(PaymentReplayed):
            late.deliver(shop.work)
        assert shop.count("work") == 1 + X402_REPLAYS


class TestDying:
    """The function of a first sale dies, and the payment comes again when its lease is over."""

    @pytest.mark.parametrize(
        ("step", "moment"),
        [
            ("facilitator.verify", "after"),
            ("book.reserve", "after"),
            ("work", "after"),
            ("book.begin_settling", "before"),
        ],
    )
    def test_before_the_mark_the_payment_is_as_good_as_new(self, shop: Shop, step: str, moment: Moment) -> None:
        """The facilitator was not asked, so even another request may bring it."""
        killed(shop, step, moment)
        assert shop.buy("other") == "answer"
        assert {"facilitator.verify", "book.reserve"} <= set(shop.log)

    @pytest.mark.parametrize(
        ("step", "moment"),
        [
            ("book.begin_settling", "after"),
            ("facilitator.settle", "before"),
            ("facilitator.settle", "after"),
            ("book.settle", "before"),
        ],
    )
    def test_after_the_mark_the_payment_belongs_to_its_request(self, shop: Shop, step: str, moment: Moment) -> None:
        """Another request is told so, and the same one is answered; the money moves once."""
        killed(shop, step, moment)
        moved = PAYMENT.id in shop.ledger.moved
        with pytest.raises(PaymentReused):
            shop.buy("other")
        assert shop.log == ["book.find"]
        sale = shop.sale()
        assert sale.deliver(shop.work)[1].transaction == TRANSACTION
        assert (sale.outcome, sale.transaction, shop.state()) == ("payment", TRANSACTION, "settled")
        asked = 0 if moved and shop.paying.chain else 1
        assert (shop.count("facilitator.verify"), shop.count("facilitator.settle")) == (asked, asked)
        assert [ends_in(shop) for _ in range(X402_REPLAYS + 1)] == ["answer"] * X402_REPLAYS + [PaymentReplayed]

    @pytest.mark.parametrize(("left", "told"), [(1, PaymentInProgress), (0, "answer")], ids=["running", "over"])
    def test_nobody_finds_out_while_the_lease_runs(
        self, shop: Shop, left: int, told: str | type[ScrewtapeError]
    ) -> None:
        """The attempt may still be at work until the second in which its lease ends."""
        killed(shop, "facilitator.settle", "after")
        shop.now -= left
        assert ends_in(shop) == told
