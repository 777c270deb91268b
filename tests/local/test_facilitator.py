"""The stand-in for a facilitator: ``make run X402=fake`` can be paid, and what it is no match for is refused."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import httpx
import pytest

from local.facilitator import Facilitator, broken_after, down
from local.ledger import FUNDS, Ledger, Reverted, Transfer
from screwtape.api.routes import JUDGE_EXAMPLE
from tests.conftest import ROOT
from tests.local.running import Running
from tests.payer import PAY_TO, TERMS, Payer, header_of, of_header

NONCE = bytes(32)
A, B = "0x" + "a" * 40, "0x" + "b" * 40


@pytest.fixture
def facilitator() -> Iterator[Facilitator]:
    """Give the facilitator."""
    serving = Facilitator()
    yield serving
    serving.close()


def asked(payment: object) -> dict[str, object]:
    """Give the body of a request about a payment."""
    return {"x402Version": 2, "paymentPayload": payment, "paymentRequirements": TERMS}


def test_it_supports_what_we_sell_by(facilitator: Facilitator) -> None:
    """One scheme on one chain, as the x402 package tells it."""
    (kind,) = httpx.get(f"{facilitator.base_url}/supported").json()["kinds"]
    assert (kind["x402Version"], kind["scheme"], kind["network"]) == (2, "exact", "eip155:8453")


def test_it_settles_a_payment_once(facilitator: Facilitator) -> None:
    """The money moves, and the node tells so."""
    payment = Payer().payment()
    first, second = (httpx.post(f"{facilitator.base_url}/settle", json=asked(payment)).json() for _ in range(2))
    assert (first["success"], second["success"]) == (True, False)
    assert facilitator.ledger.balance_of(PAY_TO) == FUNDS + 5000
    question = {"jsonrpc": "2.0", "id": 7, "method": "eth_getTransactionReceipt", "params": [first["transaction"]]}
    told = httpx.post(facilitator.rpc_url, json=question).json()
    assert (told["id"], told["result"]["status"], len(told["result"]["logs"])) == (7, "0x1", 2)


def test_it_can_be_disturbed(facilitator: Facilitator) -> None:
    """One request each; the next is served."""
    facilitator.interfere("/verify", down, broken_after)
    payment = Payer().payment()
    with pytest.raises(httpx.RemoteProtocolError):
        httpx.post(f"{facilitator.base_url}/verify", json=asked(payment))
    statuses = [httpx.post(f"{facilitator.base_url}/verify", json=asked(payment)).status_code for _ in range(2)]
    assert statuses == [500, 200]


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"paymentPayload": {}, "paymentRequirements": {}}'])
def test_what_is_no_request_is_refused(facilitator: Facilitator, body: bytes) -> None:
    """It goes on answering afterwards."""
    assert httpx.post(f"{facilitator.base_url}/settle", content=body).status_code == 400
    assert httpx.get(f"{facilitator.base_url}/supported").status_code == 200


@pytest.mark.parametrize(
    ("transfer", "why"),
    [
        pytest.param(Transfer(A, B, 1, 1000, 2000, NONCE), "not yet valid", id="at its beginning"),
        pytest.param(Transfer(A, B, 1, 0, 1000, NONCE), "expired", id="at its end"),
        pytest.param(Transfer(A, B, FUNDS + 1, 0, 2000, NONCE), "exceeds balance", id="too much"),
    ],
)
def test_the_ledger_refuses_as_the_contract_does(transfer: Transfer, why: str) -> None:
    """The bounds of time are not part of it (ERC-3009), and nobody owes."""
    ledger = Ledger(lambda: 1000)
    with pytest.raises(Reverted, match=f"execution reverted: .*{why}"):
        ledger.transfer(transfer)
    assert ledger.transactions == {}


def test_an_authorization_moves_money_once_or_never() -> None:
    """Used or cancelled, it is over."""
    ledger = Ledger(lambda: 1000)
    ledger.transfer(Transfer(A, B, 7, 0, 2000, NONCE))
    with pytest.raises(Reverted, match="used or canceled"):
        ledger.transfer(Transfer(A.upper().replace("X", "x"), B, 7, 0, 2000, NONCE))
    ledger.cancel(B, NONCE)
    with pytest.raises(Reverted, match="used or canceled"):
        ledger.transfer(Transfer(B, A, 7, 0, 2000, NONCE))
    assert (ledger.balance_of(A), ledger.balance_of(B)) == (FUNDS - 7, FUNDS + 7)


def test_the_local_api_is_paid_there() -> None:
    """``make run X402=fake`` takes payments from any account, in the processes that Lambda would start."""
    running = Running.start(ROOT / "template.yaml", env={"X402": "fake"})
    try:
        assert any(line.startswith("x402  http://127.0.0.1:") and "no worth" in line for line in running.output)
        reply = httpx.post(
            f"{running.base_url}/v1/judge", headers=header_of(Payer().payment()), json=JUDGE_EXAMPLE, timeout=60
        )
        assert reply.status_code == 200
        assert of_header(reply.headers["payment-response"])["success"]
    finally:
        running.stop()


@pytest.mark.parametrize(
    ("env", "says"),
    [
        pytest.param({"X402": "real"}, "X402 is 'real'", id="another word than fake"),
        pytest.param(
            {"X402": "fake", "X402_NETWORK": "eip155:84532"}, "settles on eip155:8453 only", id="another chain"
        ),
    ],
)
def test_what_cannot_be_paid_there_is_refused(env: dict[str, str], says: str) -> None:
    """At the start, and not by declining every payment."""
    running = Running.launch(ROOT / "template.yaml", env=env)
    assert running.wait() == 1
    assert any(says in line for line in running.errors)


@pytest.mark.parametrize(("error", "is_told"), [(ConnectionResetError, False), (RuntimeError, True)])
def test_clients_that_go_away_are_no_news(
    facilitator: Facilitator, capfd: pytest.CaptureFixture[str], error: type[Exception], *, is_told: bool
) -> None:
    """They break off when the local API ends; anything else that goes wrong is told."""
    try:
        raise error  # noqa: TRY301 - it is handled here on purpose
    except error:
        facilitator._server.handle_error(None, ("127.0.0.1", 1))
    assert ("Traceback" in capfd.readouterr().err) == is_told


def test_the_limit_of_recursion_is_as_it_was(facilitator: Facilitator) -> None:
    """What signs and verifies raises it beyond what a stack can hold."""
    assert httpx.get(f"{facilitator.base_url}/supported").status_code == 200
    assert sys.getrecursionlimit() < 10_000
