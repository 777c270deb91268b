"""Payments, signed for real, that the x402 package settles over a ledger in memory, and what is wrong with others."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from local.facilitator import Facilitator
from screwtape.api.routes import CONSENSUS_EXAMPLE, JUDGE_EXAMPLE
from tests.conftest import MakeApi
from tests.functions.shop import Shop
from tests.payer import TERMS, Payer, header_of, of_header
from tests.tables import Tabulate


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


def test_a_key_without_calls_left_pays_with_the_payment_beside_it(make_api: MakeApi, facilitator: Facilitator) -> None:
    """Until then the payment is left alone, and a key alone is told that its day is over."""
    api = make_api({**facilitator.settings, "FREE_CALLS_PER_DAY": "1"})
    made = api.request("POST", "/v1/keys", json={"email": "dev@example.com", "name": "test"}).json()
    key = {"Authorization": f"Bearer {made['key']}"}
    payment = header_of(Payer().payment())
    statuses = [
        api.request("POST", "/v1/judge", headers=headers, json=JUDGE_EXAMPLE).status
        for headers in (key | payment, key, key | payment)
    ]
    assert statuses == [200, 429, 200]
    assert facilitator.requests == ["/verify", "/settle"]


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
