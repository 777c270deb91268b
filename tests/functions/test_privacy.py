"""Nothing that a caller sent reaches a log line, whatever goes wrong, and nothing of a payment stays but its name."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from mypy_boto3_dynamodb import DynamoDBClient

from local.client import Api
from local.facilitator import Interference, answering, broken, lost, undisturbed
from screwtape.adapters.dynamodb import rows
from screwtape.api.routes import CONSENSUS_EXAMPLE
from tests.conftest import MakeApi
from tests.functions.shop import Shop
from tests.payer import Payer, header_of

CANARY = "xyzzy-plugh-canary"
BODY = {"task": CANARY, "agent_output": CANARY, "evidence": [CANARY], "criteria": [CANARY]}
PAYMENT = base64.b64encode(
    json.dumps({"x402Version": 2, "accepted": {"note": CANARY}, "payload": {"signature": CANARY}}).encode()
).decode()


def sign_up(api: Api) -> dict[str, str]:
    """Make a key for an address with the canary in it; give its header."""
    made = api.request("POST", "/v1/keys", json={"email": f"{CANARY}@example.com", "name": CANARY})
    return {"Authorization": f"Bearer {made.json()['key']}"}


Send = Callable[[Api, dict[str, str]], Any]

SENDS: dict[str, Send] = {
    "judged": lambda api, key: api.request("POST", "/v1/judge", headers=key, json=BODY),
    "consensus": lambda api, key: api.request(
        "POST",
        "/v1/consensus",
        headers=key,
        json={"task": CANARY, "answers": [{"output": CANARY, "agent_id": CANARY}] * 2},
    ),
    "idempotent": lambda api, key: api.request(
        "POST", "/v1/judge", headers=key | {"Idempotency-Key": CANARY}, json=BODY
    ),
    "reused name": lambda api, key: [
        api.request(
            "POST", "/v1/judge", headers=key | {"Idempotency-Key": CANARY}, json=BODY | {"task": f"{n}{CANARY}"}
        )
        for n in range(2)
    ],
    "unknown member": lambda api, key: api.request("POST", "/v1/judge", headers=key, json=BODY | {CANARY: CANARY}),
    "wrong type": lambda api, key: api.request("POST", "/v1/judge", headers=key, json=BODY | {"task": [CANARY]}),
    "broken json": lambda api, key: api.request("POST", "/v1/judge", headers=key, content=f'{{"task":"{CANARY}'),
    "wrong media type": lambda api, key: api.request(
        "POST", "/v1/judge", headers=key | {"Content-Type": f"text/{CANARY}"}, content=CANARY
    ),
    "too large": lambda api, key: api.request("POST", "/v1/judge", headers=key, content=CANARY * 20_000),
    "unknown key": lambda api, _: api.request("GET", "/v1/keys/me", headers={"Authorization": f"Bearer {CANARY}"}),
    "keyless": lambda api, _: api.request("POST", "/v1/judge", json=BODY),
    "payment": lambda api, _: api.request("POST", "/v1/judge", headers={"PAYMENT-SIGNATURE": PAYMENT}, json=BODY),
    "bad payment": lambda api, _: api.request("POST", "/v1/judge", headers={"PAYMENT-SIGNATURE": CANARY}, json=BODY),
    "bad address": lambda api, _: api.request("POST", "/v1/keys", json={"email": CANARY, "name": CANARY}),
    "unknown path": lambda api, key: api.request("GET", f"/{CANARY}?{CANARY}={CANARY}", headers=key),
    "odd headers": lambda api, key: api.request(
        "GET", "/v1/health", headers=key | {"X-Request-Id": CANARY, "User-Agent": CANARY, "Origin": f"https://{CANARY}"}
    ),
    "shown": lambda api, key: api.request("GET", "/v1/keys/me", headers=key),
    "deleted": lambda api, key: api.request("DELETE", "/v1/keys/me", headers=key),
}


@pytest.mark.parametrize("path", SENDS)
def test_no_log_line_repeats_what_was_sent(api: Api, capfd: pytest.CaptureFixture[str], path: str) -> None:
    """Texts, names, addresses, keys, payments and headers stay out of every log line, on good and bad paths alike."""
    key = sign_up(api)
    signed_up = "".join(capfd.readouterr())
    SENDS[path](api, key)
    logged = "".join(capfd.readouterr())
    assert '"message":"request"' in logged
    for sent in (CANARY, PAYMENT, key["Authorization"].removeprefix("Bearer ")):
        assert sent not in signed_up + logged


@pytest.mark.parametrize("function", ["judge", "consensus"])
def test_an_unforeseen_error_tells_its_kind_only(
    api: Api, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    """Whatever breaks inside: 500 without detail, the unit given back, and a log line with type and place only."""
    key = sign_up(api)
    from screwtape.services.judging import Judging  # noqa: PLC0415 - the module that this test's API has loaded

    def broken(*_: object) -> None:
        raise ValueError(CANARY)

    monkeypatch.setattr(Judging, "judge", broken)
    monkeypatch.setattr(Judging, "agree", broken)
    body = BODY if function == "judge" else CONSENSUS_EXAMPLE
    reply = api.request("POST", f"/v1/{function}", headers=key, json=body)
    logged = "".join(capfd.readouterr())
    assert (reply.status, reply.json()["code"]) == (500, "internal_error")
    assert CANARY not in reply.text + logged
    assert '"error_type":"ValueError"' in logged
    assert '"charge":"refunded"' in logged
    assert api.request("GET", "/v1/keys/me", headers=key).json()["usage"]["used"] == 0


def test_a_store_that_is_down_is_a_503_without_a_charge(
    make_api: MakeApi, locked_dynamodb: DynamoDBClient, capfd: pytest.CaptureFixture[str]
) -> None:
    """Without its table the API says when to come back, and says nothing about what was sent."""
    api = make_api()
    key = sign_up(api)
    (table,) = locked_dynamodb.list_tables()["TableNames"]
    locked_dynamodb.delete_table(TableName=table)
    reply = api.request("POST", "/v1/judge", headers=key, json=BODY)
    assert (reply.status, reply.json()["code"]) == (503, "store_unavailable")
    assert int(reply.headers["retry-after"]) > 0
    assert CANARY not in "".join(capfd.readouterr())


def test_a_log_line_says_what_an_operator_needs(api: Api, capfd: pytest.CaptureFixture[str]) -> None:
    """One line a call: request id, route, status, latency, engine and what was charged to which key."""
    key = sign_up(api)
    capfd.readouterr()
    reply = api.request("POST", "/v1/judge", headers=key, json=BODY)
    (line,) = (json.loads(text) for text in capfd.readouterr().out.splitlines() if '"message":"request"' in text)
    assert line["request_id"] == reply.headers["x-request-id"]
    assert (line["method"], line["route"], line["status"]) == ("POST", "/v1/judge", 200)
    assert (line["engine"], line["charge"]) == ("deterministic", "free")
    assert line["key_id"].startswith("key_")
    assert line["latency_ms"] >= 0


@pytest.mark.parametrize("interference", [undisturbed, broken, lost, answering(200, {"success": False})])
def test_a_payment_is_named_in_no_log_line_and_its_signature_goes_with_its_last_doubt(
    shop: Shop, locked_dynamodb: DynamoDBClient, capfd: pytest.CaptureFixture[str], interference: Interference
) -> None:
    """Who pays is nobody's business but the facilitator's, and what was paid for is nobody's at all."""
    payer = Payer()
    payment = payer.payment()
    signed = payment["payload"]["authorization"]
    shop.facilitator.interfere("/settle", interference)
    assert shop.buy(payment, BODY).status in {200, 402, 503}
    shop.buy(payment, BODY)
    logged = "".join(capfd.readouterr())
    assert logged.count('"message":"request"') == 2
    signature = payment["payload"]["signature"]
    for sent in (CANARY, header_of(payment)["PAYMENT-SIGNATURE"], signature, signed["nonce"], payer.address):
        assert sent.removeprefix("0x").lower() not in logged.lower()
    (table,) = locked_dynamodb.list_tables()["TableNames"]
    (row,) = (row for row in locked_dynamodb.scan(TableName=table)["Items"] if row["sk"]["S"] == rows.PAYMENT)
    assert signature.removeprefix("0x") not in repr(row)
    assert CANARY not in repr(row)
