"""402: a call without a key is told how to pay for it."""

import base64
import json
from typing import Any

import pytest

from local.client import Api
from tests.conftest import MakeApi
from tests.payer import TERMS


@pytest.mark.parametrize("path", ["/v1/judge", "/v1/consensus"])
def test_the_terms_stand_in_header_and_body(api: Api, path: str) -> None:
    """PAYMENT-REQUIRED is standard base64 of the terms; the body has the same members, our code and the request id."""
    reply = api.request("POST", path, content="{}")
    body: dict[str, Any] = reply.json()
    assert reply.status == 402
    assert reply.headers["content-type"] == "application/json"
    assert reply.headers["cache-control"] == "no-store"
    header = json.loads(base64.b64decode(reply.headers["payment-required"], validate=True))
    assert body == header | {"code": "payment_required", "request_id": reply.headers["x-request-id"]}
    assert header["x402Version"] == 2
    assert header["resource"]["url"] == f"http://127.0.0.1:3000{path}"
    assert header["accepts"] == [TERMS]


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param({"X402_PAY_TO": ""}, id="no-payee"),
        pytest.param({"X402_FACILITATOR_URL": ""}, id="no-facilitator"),
    ],
)
def test_a_stack_that_takes_no_payments_says_so(make_api: MakeApi, environment: dict[str, str]) -> None:
    """Without a payee or a facilitator nothing is accepted, and the body says what to do instead."""
    reply = make_api(environment).request("POST", "/v1/judge", content="{}")
    assert reply.status == 402
    assert reply.json()["accepts"] == []
    assert "not configured" in reply.json()["error"]


def test_terms_are_settings(make_api: MakeApi) -> None:
    """Price, payee, network and token come from the environment; the token's name for EIP-712 follows from it."""
    environment = {
        "X402_PAY_TO": "0x" + "1" * 40,
        "X402_NETWORK": "eip155:84532",
        "X402_ASSET": "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
        "X402_AMOUNT": "7",
    }
    (terms,) = make_api(environment).request("POST", "/v1/judge", content="{}").json()["accepts"]
    assert (terms["payTo"], terms["network"], terms["amount"]) == ("0x" + "1" * 40, "eip155:84532", "7")
    assert (terms["asset"], terms["extra"]) == (
        "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
        {"name": "USDC", "version": "2"},
    )
