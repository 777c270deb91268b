"""What a facilitator's answer to settling makes of a first sale: paid, certainly not paid, or nobody knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from screwtape.core.errors import (
    PaymentInProgress,
    PaymentRefused,
    PaymentsUnavailable,
    PaymentUnknown,
    ScrewtapeError,
    StoreUnavailable,
)
from screwtape.core.payments import Payment, Settlement, sentence_of
from screwtape.core.payments.settlement import NOT_ASKED, UNKNOWN
from screwtape.core.terms import X402_MARK_SECONDS, X402_SECONDS_AFTER
from tests.fakes import Moment
from tests.payment_book import Failing
from tests.payments import Shop, a_payment, transaction_of

PAYMENT: Final = a_payment()
TRANSACTION: Final = transaction_of(PAYMENT.id)
POOR: Final = "insufficient_funds"
DECLINED: Final = Settlement("declined", reason=POOR)
PENDING: Final = Settlement("pending")
CALLS_OF_THE_BOOK: Final = 4
"""Of a sale, however it ends: find, reserve, begin_settling, and how it ended."""


@pytest.fixture
def shop() -> Shop:
    """Give a shop that has a chain to ask."""
    return Shop()


def test_a_payment_that_was_certainly_declined_is_refused_for_good(shop: Shop) -> None:
    """The payer hears why, with a receipt of the failure; the same payment is refused again unasked."""
    shop.facilitator.settlements = [DECLINED]
    for _ in range(2):
        sale = shop.sale()
        with pytest.raises(PaymentRefused) as refusal:
            sale.deliver(shop.work)
        assert (refusal.value.reason, refusal.value.payer) == (POOR, PAYMENT.authorization.payer)
        assert str(refusal.value) == sentence_of(POOR)
        assert (sale.outcome, sale.event, sale.transaction) == ("none", None, "")
    assert (shop.state(), shop.count("work"), shop.count("facilitator.settle")) == ("refused", 1, 1)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_refusal_that_is_not_noted_is_told_all_the_same(shop: Shop, moment: Moment) -> None:
    """It is certain, whatever the book holds."""
    shop.facilitator.settlements = [DECLINED]
    shop.hook = Failing(method="book.refuse", moment=moment)
    with pytest.raises(PaymentRefused):
        shop.buy()


@pytest.mark.parametrize("failing", [False, True], ids=["let go", "letting go fails"])
def test_a_payment_of_unknown_fate_is_kept(shop: Shop, *, failing: bool) -> None:
    """Nothing is delivered, and the payment is left for whoever comes next: now, or when the lease is over."""
    shop.facilitator.settlements = [shop.facilitator.unheard]
    if failing:
        shop.hook = Failing(method="book.let_go")
    sale = shop.sale()
    with pytest.raises(PaymentUnknown):
        sale.deliver(shop.work)
    assert (sale.outcome, sale.event, sale.transaction) == ("payment_unknown", "payment_unknown", "")
    assert shop.book.unknown_payments() == [PAYMENT.id]
    if failing:
        with pytest.raises(PaymentInProgress):
            shop.buy()
        shop.now = shop.held().lease_until
    assert shop.buy() == "answer"
    assert shop.count("facilitator.settle") == 1


def test_a_pending_transfer_is_asked_for_once_more(shop: Shop) -> None:
    """The second answer says that it was settled, and the answer is delivered."""
    shop.facilitator.settlements = [PENDING]
    sale = shop.sale()
    assert sale.deliver(shop.work)[1].transaction == TRANSACTION
    assert (sale.outcome, shop.count("facilitator.settle"), shop.state()) == ("payment", 2, "settled")


@pytest.mark.parametrize("then", [DECLINED, PENDING, UNKNOWN, NOT_ASKED], ids=lambda settlement: settlement.outcome)
def test_after_a_pending_transfer_only_success_is_believed(shop: Shop, then: Settlement) -> None:
    """The first request may have moved the money, so nothing that is said of the second one proves the opposite."""
    shop.facilitator.settlements = [PENDING, then]
    with pytest.raises(PaymentUnknown):
        shop.buy()
    assert (shop.count("facilitator.settle"), shop.state()) == (2, "settling")


def test_what_comes_last_is_given_what_is_left(shop: Shop) -> None:
    """A book that does not answer must not keep a paid answer until the function dies: half a second is the reply's."""

    def answer_late(_: object) -> Settlement:
        shop.now += 20
        return Settlement("settled", TRANSACTION)

    shop.facilitator.settlements = [answer_late]
    shop.sale(seconds=29).deliver(shop.work)
    assert shop.book.limits == [X402_MARK_SECONDS, 29 - 20 - 0.5]


def test_a_pending_transfer_is_not_asked_for_without_time(shop: Shop) -> None:
    """What is left of the function's time is for noting that nobody knows."""

    def answer_late(_: object) -> Settlement:
        shop.now += 29 - X402_SECONDS_AFTER
        return PENDING

    shop.facilitator.settlements = [answer_late]
    with pytest.raises(PaymentUnknown):
        shop.sale(seconds=29).deliver(shop.work)
    assert (shop.count("facilitator.settle"), shop.state()) == (1, "settling")


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_settlement_that_is_not_noted_is_delivered(shop: Shop, moment: Moment) -> None:
    """The money moved, so the answer goes out; the books hear of it with the transaction."""
    shop.hook = Failing(method="book.settle", moment=moment)
    sale = shop.sale()
    assert sale.deliver(shop.work)[0] == "answer"
    assert (sale.outcome, sale.event, sale.transaction) == ("payment", "settlement_unrecorded", TRANSACTION)


def test_a_settlement_that_another_attempt_noted_is_delivered(shop: Shop) -> None:
    """The book does not take the note, because the payment was taken over; the answer is paid for all the same."""

    def lose_the_payment(payment: object) -> Settlement:
        assert payment == PAYMENT
        assert shop.book.take_over(shop.held(), "another", shop.held().lease_until)
        return shop.facilitator.honestly(PAYMENT)

    shop.facilitator.settlements = [lose_the_payment]
    sale = shop.sale()
    assert sale.deliver(shop.work)[0] == "answer"
    assert (sale.outcome, sale.event) == ("payment", "settlement_unrecorded")


@pytest.mark.parametrize("times", [1, 1_000], ids=["once", "from then on"])
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("call", range(1, CALLS_OF_THE_BOOK + 1))
@pytest.mark.parametrize("settlement", ["honest", "unheard", "declined", "not asked", "pending"])
def test_a_book_that_fails_costs_nobody_anything(settlement: str, call: int, moment: Moment, times: int) -> None:
    """Whichever call of the book fails: an answer was paid for, money is not denied, and nothing moves unmarked."""
    shop = Shop()
    told: dict[str, list[Settlement | Callable[[Payment], Settlement]]] = {
        "honest": [],
        "unheard": [shop.facilitator.unheard],
        "declined": [DECLINED],
        "not asked": [NOT_ASKED],
        "pending": [PENDING],
    }
    shop.facilitator.settlements = told[settlement]
    shop.hook = fault = Failing(call, moment=moment, times=times)
    heard = ends_in(shop)
    assert fault.fired
    moved = PAYMENT.id in shop.ledger.moved
    assert heard in {"answer", StoreUnavailable, PaymentRefused, PaymentsUnavailable, PaymentUnknown}
    assert moved or heard != "answer"
    assert not moved or heard in {"answer", PaymentUnknown}
    assert not moved or shop.state() in {"settling", "settled"}
    assert shop.count("facilitator.settle") <= (2 if settlement == "pending" else 1)
    shop.hook, shop.facilitator.settlements = lambda _method, _moment: None, []
    shop.now += 60
    again = ends_in(shop)
    assert again in {"answer", PaymentRefused}
    assert (again == "answer") == (PAYMENT.id in shop.ledger.moved)


def ends_in(shop: Shop) -> str | type[ScrewtapeError]:
    """Buy a call, and give the answer or the error."""
    try:
        return shop.buy()
    except ScrewtapeError as error:
        return type(error)
