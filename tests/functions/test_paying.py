"""Payments, signed for real, that the x402 package settles over a ledger in memory, and every way they can go wrong."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest

from local.client import Answer, Api
from local.facilitator import (
    Facilitator,
    Interference,
    answering,
    broken,
    broken_after,
    down,
    lost,
    undisturbed,
)
from local.ledger import FUNDS
from screwtape.api.routes import CONSENSUS_EXAMPLE, JUDGE_EXAMPLE
from tests.conftest import MakeApi
from tests.payer import PAY_TO, TERMS, Payer, header_of, of_header
from tests.tables import Tabulate

DECLINED = {"success": False, "errorReason": "insufficient_funds", "transaction": "", "network": "eip155:8453"}
PENDING = {"success": False, "errorReason": "settlement_pending", "transaction": "0x" + "1" * 64}


@pytest.fixture
def facilitator() -> Iterator[Facilitator]:
    """Give a facilitator of the x402 package over a fresh ledger."""
    serving = Facilitator()
    yield serving
    serving.close()


class Shop:
    """The API that is paid at a facilitator, and how often it worked."""

    def __init__(self, api: Api, facilitator: Facilitator) -> None:
        self.api = api
        self.facilitator = facilitator
        self.works = 0

    def buy(self, payment: Any, body: Any = None, path: str = "/v1/judge", **headers: str) -> Answer:
        """Bring a payment for a call."""
        body = body or (JUDGE_EXAMPLE if path == "/v1/judge" else CONSENSUS_EXAMPLE)
        return self.api.request("POST", path, headers=header_of(payment) | headers, json=body)

    @property
    def earned(self) -> int:
        """Give what came in, in millionths."""
        return self.facilitator.ledger.balance_of(PAY_TO) - FUNDS


@pytest.fixture
def shop(make_api: MakeApi, facilitator: Facilitator, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """Give an API whose work is counted."""
    opened = Shop(make_api(facilitator.settings), facilitator)
    from screwtape.services.judging import Judging  # noqa: PLC0415 - the module that this test's API has loaded

    for name in ("judge", "agree"):
        work: Callable[..., Any] = getattr(Judging, name)

        def counted(*given: Any, work: Callable[..., Any] = work) -> Any:
            opened.works += 1
            return work(*given)

        monkeypatch.setattr(Judging, name, counted)
    return opened


@pytest.mark.parametrize("path", ["/v1/judge", "/v1/consensus"])
def test_a_payment_is_answered_with_the_result_and_a_receipt(shop: Shop, path: str) -> None:
    """Half a cent moves once, and PAYMENT-RESPONSE names the transaction that moved it."""
    payer = Payer()
    reply = shop.buy(payer.payment(), path=path)
    assert (reply.status, reply.headers["cache-control"]) == (200, "no-store")
    receipt = of_header(reply.headers["payment-response"])
    assert receipt == {
        "success": True,
        "transaction": next(iter(shop.facilitator.ledger.transactions)),
        "network": "eip155:8453",
        "payer": payer.address.lower(),
        "amount": "5000",
    }
    assert (shop.earned, shop.works) == (5000, 1)
    assert shop.facilitator.requests == ["/verify", "/settle"]


def altered(**changes: Any) -> Callable[[], Any]:
    """Make a payment that says it accepted other terms than ours, and signs those."""
    return lambda: Payer().payment({**TERMS, **changes})


def forged(name: str, value: Callable[[], str]) -> Callable[[], Any]:
    """Make a payment whose authorization was changed after it was signed."""

    def make() -> Any:
        payment = Payer().payment()
        payment["payload"]["authorization"][name] = value()
        return payment

    return make


def in_time(name: str, seconds: int) -> Callable[[], Any]:
    """Make a payment with one bound of its validity so many seconds from now."""
    return lambda: Payer().payment(**{name: str(int(time.time()) + seconds)})


def of_version_1() -> Any:
    """Make a payment in the form of x402 version 1."""
    payment = Payer().payment()
    return {"x402Version": 1, "scheme": "exact", "network": "base", "payload": payment["payload"]}


def by_permit_2() -> Any:
    """Make a payment by Permit2."""
    payment = Payer().payment()
    return {**payment, "payload": {"signature": "0x" + "1" * 130, "permit2Authorization": {}}}


WRONG = {
    "expired": (in_time("validBefore", -1), 402),
    "nearly expired": (in_time("validBefore", 20), 402),
    "not yet valid": (in_time("validAfter", 60), 402),
    "4999": (altered(amount="4999"), 402),
    "5001": (altered(amount="5001"), 402),
    "wrong payTo": (altered(payTo="0x" + "1" * 40), 402),
    "wrong asset": (altered(asset="0x036CbD53842c5426634e7929541eC2318f3dCF7e"), 402),
    "wrong network": (altered(network="eip155:84532"), 402),
    "wrong domain name": (altered(extra={"name": "USDC", "version": "2"}), 402),
    "wrong domain version": (altered(extra={"name": "USD Coin", "version": "1"}), 402),
    "wrong scheme": (altered(scheme="upto"), 402),
    "tampered nonce": (forged("nonce", lambda: "0x" + "2" * 64), 402),
    "stolen from": (forged("from", lambda: Payer().address), 402),
    "tampered value": (forged("value", lambda: "4999"), 402),
    "tampered to": (forged("to", lambda: "0x" + "1" * 40), 402),
    "version 1": (of_version_1, 400),
    "Permit2": (by_permit_2, 402),
}


@pytest.mark.parametrize(("make", "expected"), WRONG.values(), ids=WRONG)
def test_a_wrong_payment_is_refused_before_any_work(
    shop: Shop, make: Callable[[], Any], expected: int, tabulate: Tabulate, request: pytest.FixtureRequest
) -> None:
    """Nothing is done or moved, and a 402 names a published reason beside the terms."""
    reply = shop.buy(make())
    name = request.node.callspec.id
    row = {"payment": name, "status": reply.status, "reason": reply.json().get("reason", "")}
    tabulate("A wrong payment, refused before any work", [*WRONG].index(name), row)
    assert (reply.status, shop.works, shop.earned) == (expected, 0, 0)
    assert "/settle" not in shop.facilitator.requests
    if expected == 402:
        assert reply.json()["code"] == "payment_refused"
        assert reply.json()["reason"]
        assert of_header(reply.headers["payment-required"])["accepts"] == [TERMS]


@pytest.mark.parametrize(
    "header",
    [
        pytest.param("", id="empty"),
        pytest.param("?", id="no base64"),
        pytest.param("e30=", id="an empty object"),
        pytest.param("W10=", id="an array"),
        pytest.param("bnVsbA==", id="null"),
        pytest.param(base64.b64encode(b'{"x402Version":2,"x402Version":2}').decode(), id="a member twice"),
        pytest.param(base64.b64encode(b'{"x402Version":NaN}').decode(), id="no number"),
        pytest.param(base64.b64encode(b"[" * 3000).decode(), id="depth"),
        pytest.param(base64.b64encode(b"\xff\xfe").decode(), id="no UTF-8"),
        pytest.param("caf\u00e9", id="no ASCII"),
        pytest.param("A" * 8193, id="over 8 KB"),
        pytest.param("e30=, e30=", id="two payments"),
    ],
)
def test_garbage_is_refused_as_such(shop: Shop, header: str) -> None:
    """A header that is no payment is 400 and asks nothing of anybody."""
    reply = shop.api.request("POST", "/v1/judge", headers={"PAYMENT-SIGNATURE": header}, json=JUDGE_EXAMPLE)
    assert (reply.status, reply.json()["code"]) == (400, "invalid_payment")
    assert (shop.works, shop.facilitator.requests) == (0, [])


def test_both_alphabets_of_base64_are_read(shop: Shop) -> None:
    """Padded standard and unpadded URL-safe base64 carry the same payment."""
    payment = {**Payer().payment(), "resource": {"url": "\u00fb\u00ff\u00be?>~"}}
    standard = base64.b64encode(json.dumps(payment, ensure_ascii=False).encode()).decode()
    url_safe = standard.translate(str.maketrans("+/", "-_")).rstrip("=")
    assert url_safe != standard
    statuses = [
        shop.api.request("POST", "/v1/judge", headers={"PAYMENT-SIGNATURE": header}, json=JUDGE_EXAMPLE).status
        for header in (standard, url_safe)
    ]
    assert (statuses, shop.earned) == ([200, 200], 5000)


class Seen(NamedTuple):
    """How a call ended: its status, what was earned and how often the work was done so far."""

    status: int
    earned: int
    works: int


FAULTS: dict[str, tuple[str, list[Interference], Seen, Seen]] = {
    "verify: hangs up": ("/verify", [down], Seen(503, 0, 0), Seen(200, 5000, 1)),
    "verify: 500": ("/verify", [broken], Seen(503, 0, 0), Seen(200, 5000, 1)),
    "verify: no answer in it": ("/verify", [answering(200, {})], Seen(503, 0, 0), Seen(200, 5000, 1)),
    "verify: too many requests": ("/verify", [answering(429, {})], Seen(503, 0, 0), Seen(200, 5000, 1)),
    "settle: declined": ("/settle", [answering(200, DECLINED)], Seen(402, 0, 1), Seen(402, 0, 1)),
    "settle: turned away": ("/settle", [answering(401, {})], Seen(503, 0, 1), Seen(200, 5000, 2)),
    "settle: hangs up, money not moved": ("/settle", [down], Seen(503, 0, 1), Seen(200, 5000, 2)),
    "settle: hangs up, money moved": ("/settle", [lost], Seen(503, 5000, 1), Seen(200, 5000, 2)),
    "settle: 500, money not moved": ("/settle", [broken], Seen(503, 0, 1), Seen(200, 5000, 2)),
    "settle: 500, money moved": ("/settle", [broken_after], Seen(503, 5000, 1), Seen(200, 5000, 2)),
    "settle: pending once": ("/settle", [answering(200, PENDING)], Seen(200, 5000, 1), Seen(200, 5000, 2)),
    "settle: pending twice": ("/settle", [answering(200, PENDING)] * 2, Seen(503, 0, 1), Seen(200, 5000, 2)),
    "none": ("/settle", [undisturbed], Seen(200, 5000, 1), Seen(200, 5000, 2)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_costs_nobody_anything_twice(shop: Shop, fault: str, tabulate: Tabulate) -> None:
    """Each fault has its status, and the same payment brought again is answered without being taken again."""
    path, interferences, *expected = FAULTS[fault]
    payment = Payer().payment()
    shop.facilitator.interfere(path, *interferences)
    seen = [Seen(shop.buy(payment).status, shop.earned, shop.works) for _ in range(2)]
    first, again = seen
    row = {
        "fault": fault,
        "status": first.status,
        "settled?": "yes" if first.earned else "no",
        "work runs": first.works,
        "brought again": again.status,
        "settled then?": "yes" if again.earned else "no",
        "work runs in all": again.works,
    }
    tabulate("A fault while a call is paid for, and the same payment brought again", [*FAULTS].index(fault), row)
    assert seen == expected


def test_a_payment_that_nobody_knows_about_is_never_answered_with_new_terms(shop: Shop) -> None:
    """Doubt is 503 and asks for the same payment again: a payer who is told 402 pays twice."""
    shop.facilitator.interfere("/settle", lost)
    reply = shop.buy(Payer().payment())
    assert (reply.status, reply.json()["code"], reply.headers["retry-after"]) == (503, "payment_unknown", "5")
    assert "payment-required" not in reply.headers


def test_ten_copies_are_one_settlement(shop: Shop) -> None:
    """Those that come after it are answered or refused, and none is settled again."""
    payment = Payer().payment()
    with ThreadPoolExecutor(10) as pool:
        statuses = [reply.status for reply in pool.map(lambda _: shop.buy(payment), range(10))]
    assert shop.earned == 5000
    assert shop.facilitator.requests.count("/settle") == 1
    assert set(statuses) <= {200, 409}
    assert 1 <= statuses.count(200) == shop.works <= 4


def test_a_settled_payment_answers_its_request_three_more_times(shop: Shop) -> None:
    """Always with the same receipt; then it is used up."""
    payment = Payer().payment()
    replies = [shop.buy(payment) for _ in range(5)]
    assert [reply.status for reply in replies] == [200, 200, 200, 200, 409]
    assert len({reply.headers["payment-response"] for reply in replies[:4]}) == 1
    assert replies[4].json()["code"] == "payment_replayed"
    assert shop.earned == 5000


@pytest.mark.parametrize(
    ("body", "path"),
    [
        pytest.param({**JUDGE_EXAMPLE, "task": "Another?"}, "/v1/judge", id="another body"),
        pytest.param(CONSENSUS_EXAMPLE, "/v1/consensus", id="another route"),
    ],
)
def test_a_payment_pays_for_its_own_request_only(shop: Shop, body: Any, path: str) -> None:
    """The same payment for something else is 409."""
    payment = Payer().payment()
    assert shop.buy(payment).status == 200
    reply = shop.buy(payment, body, path)
    assert (reply.status, reply.json()["code"], shop.works) == (409, "payment_reused", 1)


def test_beside_a_key_a_payment_is_left_alone(shop: Shop) -> None:
    """A key with calls left is charged, and the payment may be used later."""
    made = shop.api.request("POST", "/v1/keys", json={"email": "dev@example.com", "name": "test"}).json()
    payment = Payer().payment()
    reply = shop.buy(payment, Authorization=f"Bearer {made['key']}")
    assert (reply.status, shop.facilitator.requests) == (200, [])
    assert "payment-response" not in reply.headers
    assert (shop.buy(payment).status, shop.earned) == (200, 5000)


def test_work_that_fails_is_not_paid_for(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours is 500, nothing moves, and the same payment works afterwards."""
    from screwtape.services.judging import Judging  # noqa: PLC0415 - the module that this test's API has loaded

    payment = Payer().payment()
    with monkeypatch.context() as broken_work:
        broken_work.setattr(Judging, "judge", lambda *_: 1 / 0)
        assert (shop.buy(payment).status, shop.facilitator.requests) == (500, ["/verify"])
    assert (shop.buy(payment).status, shop.earned) == (200, 5000)


def test_an_empty_account_is_refused(shop: Shop) -> None:
    """The facilitator's reason reaches the payer as a published code."""
    payer = Payer()
    shop.facilitator.ledger.set_balance(payer.address, 4999)
    reply = shop.buy(payer.payment())
    assert (reply.status, reply.json()["reason"]) == (402, "invalid_exact_evm_insufficient_balance")


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
    nothing = {"settled": 0, "refused": 0, "waiting": 0, "unknown": 0, "changed": 0, "finished": True}
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


def test_what_stays_unknown_is_counted_for_the_alarm(shop: Shop) -> None:
    """A node that does not answer leaves a payment unknown once its authorization is over."""
    shop.facilitator.interfere("/settle", lost)
    assert shop.buy(Payer().payment()).status == 503
    shop.facilitator.interfere("/rpc", broken, broken)
    assert reconciled(shop, 60)["waiting"] == 1
    assert reconciled(shop, 3600)["unknown"] == 1
