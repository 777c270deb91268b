"""What goes wrong while a call is paid for: by whom, how it is told, and that no money moves twice or for nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, NamedTuple

import pytest

from local.facilitator import (
    Answer,
    Facilitator,
    HungUp,
    Interference,
    answering,
    broken,
    broken_after,
    down,
    lost,
    undisturbed,
)
from screwtape.api.routes import JUDGE_EXAMPLE
from screwtape.core.payments import PaymentId
from screwtape.core.payments.reasons import VALUE_MISMATCH
from tests.conftest import MakeApi
from tests.functions.shop import Shop
from tests.payer import Payer
from tests.tables import Tabulate

DECLINED: Final = {"success": False, "errorReason": "insufficient_funds", "transaction": "", "network": "eip155:8453"}
PENDING: Final = {"success": False, "errorReason": "settlement_pending", "transaction": "0x" + "1" * 64}
IMPATIENT_SECONDS: Final = 0.3
PATIENCE_SECONDS: Final = 60

Trouble = Callable[[Shop], AbstractContextManager[None]]
"""Brings trouble over a shop while the context lasts."""


class Killed(BaseException):
    """The function was killed."""


def disturbed(path: str, *interferences: Interference) -> Trouble:
    """Disturb the next requests to the facilitator."""

    @contextmanager
    def trouble(shop: Shop) -> Iterator[None]:
        shop.facilitator.interfere(path, *interferences)
        yield

    return trouble


def slow(path: str, serves: str) -> Trouble:
    """Let the facilitator answer one request too late, which it ``serves`` "never", "before" that or "after" it."""

    @contextmanager
    def trouble(shop: Shop) -> Iterator[None]:
        from screwtape.adapters.facilitator import HttpFacilitator  # noqa: PLC0415 - that this test's API has loaded

        given_up, served = threading.Event(), threading.Event()

        def interfere(serve: Callable[[], Answer]) -> Answer:
            if serves == "before":
                serve()
            given_up.wait(PATIENCE_SECONDS)
            if serves == "after":
                serve()
            served.set()
            raise HungUp

        shop.facilitator.interfere(path, interfere)
        name = path.removeprefix("/")
        ask: Callable[..., Any] = getattr(HttpFacilitator, name)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(HttpFacilitator, name, lambda self, payment, _: ask(self, payment, IMPATIENT_SECONDS))
            yield
        given_up.set()
        assert served.wait(PATIENCE_SECONDS)

    return trouble


def killed(step: str) -> Trouble:
    """Kill the function as it comes to a step of its book."""

    @contextmanager
    def trouble(_: Shop) -> Iterator[None]:
        from screwtape.adapters.dynamodb.payments import DynamoPaymentBook  # noqa: PLC0415 - as above

        def die(*_: object) -> None:
            raise Killed

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(DynamoPaymentBook, step, die)
            yield

    return trouble


class Seen(NamedTuple):
    """How a call ended: its status, 0 for none, what was earned and how often the work was done so far."""

    status: int
    earned: int
    works: int


class Fault(NamedTuple):
    """A trouble, how the call ends that meets it, and how the next one does: ``later`` seconds on, or ``other``."""

    trouble: Trouble
    first: Seen
    again: Seen
    later: int = 0
    other: str = ""


FAULTS: Final = {
    "verify: hangs up": Fault(disturbed("/verify", down), Seen(503, 0, 0), Seen(200, 5000, 1)),
    "verify: too slow": Fault(slow("/verify", "before"), Seen(503, 0, 0), Seen(200, 5000, 1)),
    "verify: 500": Fault(disturbed("/verify", broken), Seen(503, 0, 0), Seen(200, 5000, 1)),
    "verify: no answer in it": Fault(disturbed("/verify", answering(200, {})), Seen(503, 0, 0), Seen(200, 5000, 1)),
    "verify: too many requests": Fault(disturbed("/verify", answering(429, {})), Seen(503, 0, 0), Seen(200, 5000, 1)),
    "settle: declined": Fault(disturbed("/settle", answering(200, DECLINED)), Seen(402, 0, 1), Seen(402, 0, 1)),
    "settle: turned away": Fault(disturbed("/settle", answering(401, {})), Seen(503, 0, 1), Seen(200, 5000, 2)),
    "settle: hangs up, money not moved": Fault(disturbed("/settle", down), Seen(503, 0, 1), Seen(200, 5000, 2)),
    "settle: hangs up, money moved": Fault(disturbed("/settle", lost), Seen(503, 5000, 1), Seen(200, 5000, 2)),
    "settle: too slow, money not moved": Fault(slow("/settle", "never"), Seen(503, 0, 1), Seen(200, 5000, 2)),
    "settle: too slow, money moved": Fault(slow("/settle", "before"), Seen(503, 5000, 1), Seen(200, 5000, 2)),
    "settle: too slow, money moves later": Fault(slow("/settle", "after"), Seen(503, 0, 1), Seen(200, 5000, 2)),
    "settle: 500, money not moved": Fault(disturbed("/settle", broken), Seen(503, 0, 1), Seen(200, 5000, 2)),
    "settle: 500, money moved": Fault(disturbed("/settle", broken_after), Seen(503, 5000, 1), Seen(200, 5000, 2)),
    "settle: pending once": Fault(
        disturbed("/settle", answering(200, PENDING)), Seen(200, 5000, 1), Seen(200, 5000, 2)
    ),
    "settle: pending twice": Fault(
        disturbed("/settle", *[answering(200, PENDING)] * 2), Seen(503, 0, 1), Seen(200, 5000, 2)
    ),
    "killed before settling": Fault(killed("begin_settling"), Seen(0, 0, 1), Seen(200, 5000, 2), later=40),
    "killed after settling": Fault(killed("settle"), Seen(0, 5000, 1), Seen(200, 5000, 2), later=40),
    "killed, and brought again at once": Fault(killed("settle"), Seen(0, 5000, 1), Seen(409, 5000, 1)),
    "none, and brought for another request": Fault(
        disturbed("/settle", undisturbed), Seen(200, 5000, 1), Seen(409, 5000, 1), other="Another?"
    ),
    "none, and brought after ten minutes": Fault(
        disturbed("/settle", undisturbed), Seen(200, 5000, 1), Seen(409, 5000, 1), later=601
    ),
    "none": Fault(disturbed("/settle", undisturbed), Seen(200, 5000, 1), Seen(200, 5000, 2)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_costs_nobody_anything_twice(shop: Shop, name: str, tabulate: Tabulate) -> None:
    """Each fault has its status, and the same payment brought again is answered without being taken again."""
    fault = FAULTS[name]
    payment = Payer().payment()
    with fault.trouble(shop):
        try:
            status = shop.buy(payment).status
        except Killed:
            status = 0
        first = Seen(status, shop.earned, shop.works)
    body = {**JUDGE_EXAMPLE, "task": fault.other or JUDGE_EXAMPLE["task"]}
    at = int((time.time() + fault.later) * 1000)
    again = Seen(shop.buy(payment, body, at=at).status, shop.earned, shop.works)
    row = {
        "fault": name,
        "status": first.status or "no reply",
        "settled?": "yes" if first.earned else "no",
        "work runs": first.works,
        "brought again": again.status,
        "settled then?": "yes" if again.earned else "no",
        "work runs in all": again.works,
    }
    tabulate("A fault while a call is paid for, and the same payment brought again", [*FAULTS].index(name), row)
    assert (first, again) == (fault.first, fault.again)


def test_a_payment_that_nobody_knows_about_is_never_answered_with_new_terms(shop: Shop) -> None:
    """Doubt is 503 and asks for the same payment again: a payer who is told 402 pays twice."""
    shop.facilitator.interfere("/settle", lost)
    reply = shop.buy(Payer().payment())
    assert (reply.status, reply.json()["code"], reply.headers["retry-after"]) == (503, "payment_unknown", "5")
    assert "payment-required" not in reply.headers


def reconciled(shop: Shop, seconds: int) -> dict[str, Any]:
    """Run the reconciling function so many seconds from now."""
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + seconds))
    told: dict[str, Any] = shop.api.invoke("ReconcileFunction", {"time": moment})
    return told


def test_the_reconciling_function_closes_what_nobody_came_back_for(shop: Shop) -> None:
    """It finds the transaction on the chain, and the payer who comes later is answered for it."""
    payment = Payer().payment()
    shop.facilitator.interfere("/settle", lost)
    assert shop.buy(payment).status == 503
    nothing = {"settled": 0, "refused": 0, "waiting": 0, "unknown": 0, "told": 0, "changed": 0, "finished": True}
    assert reconciled(shop, 60) == nothing | {"settled": 1}
    assert reconciled(shop, 60) == nothing
    assert (shop.buy(payment).status, shop.earned) == (200, 5000)


def test_the_reconciling_function_settles_nothing_itself(shop: Shop) -> None:
    """While the authorization is valid an unsettled payment waits for its payer."""
    shop.facilitator.interfere("/settle", down)
    assert shop.buy(Payer().payment()).status == 503
    before = shop.facilitator.requests.count("/settle")
    assert reconciled(shop, 60)["waiting"] == 1
    assert (shop.facilitator.requests.count("/settle"), shop.earned) == (before, 0)


def test_a_cancelled_authorization_is_closed_as_refused(shop: Shop) -> None:
    """Its payer took it back after we had asked for it: nothing was paid, and nothing is owed."""
    payer = Payer()
    payment = payer.payment()
    shop.facilitator.interfere("/settle", down)
    assert shop.buy(payment).status == 503
    shop.facilitator.ledger.cancel(payer.address, bytes.fromhex(payment["payload"]["authorization"]["nonce"][2:]))
    assert reconciled(shop, 60)["refused"] == 1
    reply = shop.buy(payment)
    assert (reply.status, reply.json()["reason"]) == (402, "authorization_canceled")


@pytest.mark.parametrize("is_paid", [True, False], ids=["paid", "not paid"])
def test_a_person_closes_what_nobody_could_find_out(shop: Shop, *, is_paid: bool) -> None:
    """By the name in the log, and the transaction that the person found; the payer then hears how it ended."""
    payment = Payer().payment()
    shop.facilitator.interfere("/settle", lost if is_paid else down)
    name = logged_name(shop, payment)
    transaction = {"transaction": next(iter(shop.facilitator.ledger.transactions))} if is_paid else {}
    told = shop.api.invoke("ReconcileFunction", {"close": {"payment": name, **transaction}})
    assert told == {"closed": "settled" if is_paid else "refused"}
    reply = shop.buy(payment)
    assert (reply.status, reply.json().get("reason")) == ((200, None) if is_paid else (402, "payment_closed"))
    again = shop.api.invoke("ReconcileFunction", {"close": {"payment": name}})
    assert again == {"closed": "no payment of unknown fate has this name"}


def logged_name(shop: Shop, payment: Any) -> str:
    """Bring a payment that stays unknown, and give its name as the functions' log has it."""
    assert shop.buy(payment).status == 503
    signed = payment["payload"]["authorization"]
    return PaymentId("eip155:8453", payment["accepted"]["asset"].lower(), signed["from"].lower(), signed["nonce"]).name


@pytest.mark.parametrize(
    "asked", ["pay_x", {}, {"payment": 7}, {"payment": "pay_x", "transaction": "0x12"}, {"payment": "pay_x", "is": 1}]
)
def test_a_closing_that_is_not_understood_closes_nothing(shop: Shop, asked: object) -> None:
    """The person is told how to ask."""
    told = shop.api.invoke("ReconcileFunction", {"close": asked})
    assert told["closed"] == "nothing"
    assert '"payment": "pay_' in told["do"]


def test_a_payment_taken_before_the_price_changed_is_found_out_by_its_own_terms(
    make_api: MakeApi, facilitator: Facilitator
) -> None:
    """Whoever was told to bring the same payment again is not told that the terms are others now."""
    payment = Payer().payment()
    facilitator.interfere("/settle", down, lost)
    statuses = []
    for amount in ("5000", "6000", "6000"):
        shop = Shop(make_api({**facilitator.settings, "X402_AMOUNT": amount}), facilitator)
        statuses.append(shop.buy(payment).status)
    assert (statuses, shop.earned) == ([503, 503, 200], 5000)
    refused = shop.buy(Payer().payment())
    assert (refused.status, refused.json()["reason"]) == (402, VALUE_MISMATCH)


def test_a_payment_that_was_taken_back_has_no_work_done_for_it(make_api: MakeApi, facilitator: Facilitator) -> None:
    """However often it comes, and though no chain tells what became of it."""
    shop = Shop(make_api({**facilitator.settings, "X402_RPC_URL": ""}), facilitator)
    payer = Payer()
    payment = payer.payment()
    facilitator.interfere("/settle", down)
    assert shop.buy(payment).status == 503
    facilitator.ledger.cancel(payer.address, bytes.fromhex(payment["payload"]["authorization"]["nonce"][2:]))
    asked = facilitator.requests.count("/settle")
    assert [shop.buy(payment).json()["code"] for _ in range(5)] == ["payment_unknown"] * 5
    assert (facilitator.requests.count("/settle"), shop.earned) == (asked + 5, 0)


def test_what_stays_unknown_is_counted_for_the_alarm(shop: Shop) -> None:
    """A node that does not answer leaves a payment unknown once its authorization is over."""
    shop.facilitator.interfere("/settle", lost)
    assert shop.buy(Payer().payment()).status == 503
    shop.facilitator.interfere("/rpc", broken, broken)
    assert reconciled(shop, 60)["waiting"] == 1
    assert reconciled(shop, 3600)["unknown"] == 1
    shop.facilitator.interfere("/rpc", broken)
    told = reconciled(shop, 3601)
    assert (told["unknown"], told["told"]) == (0, 1)
