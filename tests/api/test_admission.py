"""Strict HTTP on the wire: every check, its place in the order, and that what is refused is free."""

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from local.client import Answer, Api
from screwtape.api.routes import CONSENSUS_EXAMPLE, JUDGE_EXAMPLE
from screwtape.core import terms
from screwtape.core.credentials import new_key
from tests.conftest import MakeApi
from tests.payer import Payer, header_of

ROOT = Path(__file__).parents[2]
UNKNOWN_KEY = new_key(bytes(32))
JSON = {"Content-Type": "application/json"}
OLD_PAYMENT = header_of(Payer().payment(validBefore="1700000000"))
JUDGE = json.dumps(JUDGE_EXAMPLE)


class Holder(NamedTuple):
    """Somebody with a key."""

    api: Api
    key: str

    @property
    def bearer(self) -> dict[str, str]:
        """Give the header that shows the key."""
        return {"Authorization": f"Bearer {self.key}"}

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        """Post a JSON value with the key."""
        return self.api.request("POST", path, headers=self.bearer | headers, json=body)

    def used(self) -> int:
        """Give the free calls that the key has used today."""
        used: int = self.api.request("GET", "/v1/keys/me", headers=self.bearer).json()["usage"]["used"]
        return used


@pytest.fixture
def holder(api: Api) -> Holder:
    """Give somebody with a fresh key."""
    reply = api.request("POST", "/v1/keys", json={"email": "dev@example.com", "name": "test"})
    assert reply.status == 201
    return Holder(api, reply.json()["key"])


def problem(reply: Answer) -> tuple[int, str]:
    """Give status and code of a problem, which must be well-formed."""
    body = reply.json()
    assert reply.headers["content-type"] == "application/problem+json"
    assert body["status"] == reply.status
    assert body["type"].endswith(f"/docs#error-{body['code']}")
    assert body["title"] and body["detail"]
    assert body["request_id"] == reply.headers["x-request-id"]
    return reply.status, body["code"]


# The order of checks


@pytest.mark.parametrize(
    ("headers", "content", "expected"),
    [
        pytest.param(
            {"Content-Type": "text/plain"}, "x" * 300_000, (415, "unsupported_content"), id="type-before-size"
        ),
        pytest.param(JSON, "x" * 300_000, (413, "body_too_large"), id="size-before-credential"),
        pytest.param(JSON, "{", (402, "payment_required"), id="keyless-bad-body-is-402"),
        pytest.param({"Authorization": "Bearer x"}, "{", (401, "unknown_key"), id="form-of-the-key-before-body"),
        pytest.param({"PAYMENT-SIGNATURE": "?"}, "{", (400, "invalid_payment"), id="payment-header-before-body"),
        pytest.param(OLD_PAYMENT, "{", (400, "invalid_request"), id="body-before-paying"),
        pytest.param(
            {"Authorization": f"Bearer {UNKNOWN_KEY}"}, "{", (400, "invalid_request"), id="body-before-unknown-key"
        ),
        pytest.param(
            {"Authorization": f"Bearer {UNKNOWN_KEY}", "Idempotency-Key": "é"},
            '{"task":1}',
            (400, "invalid_request"),
            id="model-before-idempotency-key",
        ),
        pytest.param(
            {"Authorization": f"Bearer {UNKNOWN_KEY}", "Idempotency-Key": "x" * 256},
            JUDGE,
            (400, "invalid_idempotency_key"),
            id="idempotency-key-before-charge",
        ),
        pytest.param(
            {"Authorization": f"Bearer {UNKNOWN_KEY}"}, JUDGE, (401, "unknown_key"), id="charge-finds-the-key"
        ),
        pytest.param(
            {"Authorization": "Bearer x", "PAYMENT-SIGNATURE": "?"},
            JUDGE,
            (401, "unknown_key"),
            id="key-before-payment",
        ),
    ],
)
@pytest.mark.parametrize("path", ["/v1/judge", "/v1/consensus"])
def test_the_first_thing_to_mend_is_named(
    api: Api, path: str, headers: Mapping[str, str], content: str, expected: tuple[int, str]
) -> None:
    """With several faults at once, the published order decides which is told."""
    if path == "/v1/consensus" and content == JUDGE:
        content = json.dumps(CONSENSUS_EXAMPLE)
    reply = api.request("POST", path, headers=headers, content=content)
    if expected[0] == 402:
        assert (reply.status, reply.json()["code"]) == expected
    else:
        assert problem(reply) == expected


# Content


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({}, 200, id="missing-type-is-json"),
        pytest.param({"Content-Type": "application/json; charset=latin-1"}, 200, id="charset-is-ignored"),
        pytest.param({"Content-Type": "Application/JSON"}, 200, id="type-in-any-case"),
        pytest.param({"Content-Encoding": "identity"}, 200, id="identity"),
        pytest.param({"Content-Type": "text/json"}, 415, id="another-type"),
        pytest.param({"Content-Type": "application/x-www-form-urlencoded"}, 415, id="form"),
        pytest.param({"Content-Encoding": "gzip"}, 415, id="gzip"),
    ],
)
def test_content_types(holder: Holder, headers: dict[str, str], status: int) -> None:
    """JSON is read, with or without a declaration; nothing else is."""
    reply = holder.api.request("POST", "/v1/judge", headers=holder.bearer | headers, content=JUDGE)
    assert reply.status == status
    assert holder.used() == (1 if status == 200 else 0)


def test_the_size_limit_counts_bytes(holder: Holder) -> None:
    """A body of exactly 256 KiB is read; one byte more is refused and free."""
    frame = len(json.dumps({"task": "t", "agent_output": "", "evidence": [""]}))
    evidence = ["x" * terms.EVIDENCE_CHARS] * 12
    body = {"task": "t", "agent_output": "", "evidence": evidence}
    body["agent_output"] = "y" * (terms.BODY_BYTES - len(json.dumps(body)))
    assert frame < len(json.dumps(body)) == terms.BODY_BYTES
    assert holder.post("/v1/judge", body).status == 200
    over = holder.api.request("POST", "/v1/judge", headers=holder.bearer, content=json.dumps(body) + " ")
    assert problem(over) == (413, "body_too_large")
    assert holder.used() == 1


def test_base64_bodies_are_decoded_strictly(holder: Holder) -> None:
    """What the gateway marks as base64 is decoded, and junk inside it is refused instead of skipped."""
    event = json.loads((ROOT / "events" / "judge.json").read_text(encoding="utf-8"))
    encoded = base64.b64encode(JUDGE.encode()).decode()
    statuses = [
        holder.api.invoke("JudgeFunction", event | {"headers": holder.bearer, "isBase64Encoded": True, "body": body})[
            "statusCode"
        ]
        for body in (encoded, encoded[:8] + "\n" + encoded[8:], encoded[:8] + "*" + encoded[8:], encoded[:-1])
    ]
    assert statuses == [200, 400, 400, 400]
    assert holder.used() == 1


def test_bytes_that_are_not_utf_8_are_refused(holder: Holder) -> None:
    """Invalid UTF-8 reaches us as base64 and is a 400, not a crash."""
    reply = holder.api.request("POST", "/v1/judge", headers=holder.bearer | JSON, content=b'{"task":"\xff"}')
    assert problem(reply) == (400, "invalid_request")


# The model

LONG = "x" * 100_001


@pytest.mark.parametrize(
    ("change", "pointer", "words"),
    [
        pytest.param({"task": ""}, "/task", "1 or more characters", id="task-empty"),
        pytest.param({"task": "x" * 8_001}, "/task", "at most 8000", id="task-long"),
        pytest.param({"task": None}, "/task", "string", id="required-member-null"),
        pytest.param({"task": 5}, "/task", "string", id="number-for-a-string"),
        pytest.param({"agent_output": LONG}, "/agent_output", "at most 100000", id="output-long"),
        pytest.param({"evidence": "text"}, "/evidence", "array", id="string-for-an-array"),
        pytest.param({"evidence": ["a", 5]}, "/evidence/1", "string", id="item-of-another-type"),
        pytest.param({"evidence": [None]}, "/evidence/0", "string", id="item-null"),
        pytest.param({"evidence": ["x" * 20_001]}, "/evidence/0", "at most 20000", id="evidence-long"),
        pytest.param({"evidence": ["x"] * 65}, "/evidence", "at most 64", id="evidence-many"),
        pytest.param({"criteria": ["x" * 1_001]}, "/criteria/0", "at most 1000", id="criterion-long"),
        pytest.param({"criteria": ["x"] * 33}, "/criteria", "at most 32", id="criteria-many"),
        pytest.param({"retain": "true"}, "/retain", "true or false", id="string-for-a-boolean"),
        pytest.param({"retain": 1}, "/retain", "true or false", id="number-for-a-boolean"),
        pytest.param({"extra": 1}, "/extra", "no such member", id="unknown-member"),
    ],
)
def test_judge_requests_are_read_strictly(holder: Holder, change: dict[str, Any], pointer: str, words: str) -> None:
    """Each limit of the request is enforced, named with its place, and free."""
    reply = holder.post("/v1/judge", JUDGE_EXAMPLE | change)
    assert problem(reply) == (400, "invalid_request")
    (fault,) = reply.json()["errors"]
    assert fault["pointer"] == pointer
    assert words in fault["message"]
    assert holder.used() == 0


@pytest.mark.parametrize(
    ("answers", "pointer"),
    [
        pytest.param([{"output": "a"}], "/answers", id="one-answer"),
        pytest.param([{"output": "a"}] * 17, "/answers", id="seventeen-answers"),
        pytest.param([{"output": "a"}, {"output": ""}], "/answers/1/output", id="empty-output"),
        pytest.param([{"output": "a"}, {"output": "x" * 32_001}], "/answers/1/output", id="long-output"),
        pytest.param([{"output": "a"}, {"output": "b", "agent_id": "x" * 129}], "/answers/1/agent_id", id="long-id"),
        pytest.param([{"output": "a"}, {}], "/answers/1/output", id="no-output"),
        pytest.param([{"output": "a"}, "b"], "/answers/1", id="string-for-an-answer"),
        pytest.param([{"output": "a"}, {"output": "b", "id": "x"}], "/answers/1/id", id="unknown-member"),
    ],
)
def test_consensus_requests_are_read_strictly(holder: Holder, answers: list[Any], pointer: str) -> None:
    """Each limit of the request is enforced, named with its place, and free."""
    reply = holder.post("/v1/consensus", {"task": "t", "answers": answers})
    assert problem(reply) == (400, "invalid_request")
    assert [fault["pointer"] for fault in reply.json()["errors"]] == [pointer]
    assert holder.used() == 0


def test_null_for_an_optional_member_is_absence(holder: Holder) -> None:
    """An optional member may be null, at the top and inside."""
    nulls = {"evidence": None, "criteria": None, "retain": None}
    assert holder.post("/v1/judge", JUDGE_EXAMPLE | nulls).status == 200
    answers = [{"output": "a", "agent_id": None}, {"output": "b"}]
    reply = holder.post("/v1/consensus", {"task": "t", "answers": answers, "evidence": None, "retain": None})
    assert [cluster["agent_ids"] for cluster in reply.json()["clusters"]] == [["answer-1"], ["answer-2"]]


def test_lengths_count_code_points(holder: Holder) -> None:
    """A limit in characters is one in code points, not in bytes or UTF-16 units."""
    assert holder.post("/v1/judge", {"task": "𝒳" * 8_000, "agent_output": "é"}).status == 200
    assert holder.post("/v1/judge", {"task": "𝒳" * 8_001, "agent_output": "é"}).status == 400


def test_a_reply_names_a_bounded_number_of_faults(holder: Holder) -> None:
    """However many members are wrong, the reply stays small."""
    reply = holder.post("/v1/judge", JUDGE_EXAMPLE | {f"extra{number}": 1 for number in range(1_000)})
    assert problem(reply) == (400, "invalid_request")
    assert len(reply.json()["errors"]) == 20


# Credentials


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [("POST", "/v1/judge", (402, "payment_required")), ("GET", "/v1/keys/me", (401, "api_key_required"))],
)
@pytest.mark.parametrize("authorization", ["Basic ZGV2OmRldg==", UNKNOWN_KEY, "Bearerx y"])
def test_another_scheme_is_no_key(
    api: Api, method: str, path: str, expected: tuple[int, str], authorization: str
) -> None:
    """A proxy may have put it there, so who has no key still hears how to pay, or how to send one."""
    content = JUDGE if method == "POST" else b""
    reply = api.request(method, path, headers={"Authorization": authorization}, content=content)
    assert (reply.status, reply.json()["code"]) == expected
    assert "Authorization: Bearer" in reply.text


@pytest.mark.parametrize(
    "authorization",
    [
        pytest.param("Bearer", id="no-token"),
        pytest.param("Bearer scrw_short", id="short"),
        pytest.param(f"Bearer {UNKNOWN_KEY}", id="never-issued"),
        pytest.param(f"Bearer {UNKNOWN_KEY[:-1]}1", id="wrong-checksum"),
        pytest.param(f"Bearer {UNKNOWN_KEY}, Bearer {UNKNOWN_KEY}", id="two-headers-joined"),
        pytest.param("Bearer schl\u00fcssel", id="not-ascii"),
    ],
)
@pytest.mark.parametrize(("method", "path"), [("POST", "/v1/judge"), ("GET", "/v1/keys/me"), ("DELETE", "/v1/keys/me")])
def test_bad_keys_cannot_be_told_apart(api: Api, authorization: str, method: str, path: str) -> None:
    """Whatever is wrong with a key, the reply says the same."""
    reply = api.request(
        method, path, headers={"Authorization": authorization}, content=JUDGE if method == "POST" else b""
    )
    assert problem(reply) == (401, "unknown_key")
    assert reply.headers["www-authenticate"] == "Bearer"
    assert (
        reply.json()["detail"]
        == "This API key is not known here. Send one as Authorization: Bearer; POST /v1/keys makes one."
    )


def test_the_scheme_of_a_key_is_case_insensitive(holder: Holder) -> None:
    """RFC 9110 §11.1: an authentication scheme is matched without case."""
    reply = holder.api.request("GET", "/v1/keys/me", headers={"Authorization": f"bEARER  {holder.key} "})
    assert reply.status == 200


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE"])
def test_routes_for_keys_ask_for_one(api: Api, method: str) -> None:
    """Where only a key will do, its absence is 401 with the scheme to use."""
    reply = api.request(method, "/v1/keys/me")
    assert (reply.status, reply.headers["www-authenticate"]) == (401, "Bearer")
    assert method == "HEAD" or reply.json()["code"] == "api_key_required"


# Idempotency-Key


def test_the_same_call_is_charged_once(holder: Holder) -> None:
    """Key and body again: no second charge, the same answer, and the figures as they stand."""
    first = holder.post("/v1/judge", JUDGE_EXAMPLE, **{"Idempotency-Key": "order 66"})
    second = holder.post("/v1/judge", JUDGE_EXAMPLE, **{"Idempotency-Key": "order 66"})
    assert (first.status, second.status) == (200, 200)
    assert first.json()["score"] == second.json()["score"]
    assert first.json()["request_id"] != second.json()["request_id"]
    assert first.headers["ratelimit"].startswith('"day";r=99;')
    assert second.headers["ratelimit"].startswith('"day";r=99;')
    assert holder.used() == 1


def test_another_body_under_the_same_name_is_refused(holder: Holder) -> None:
    """One changed byte, or another route, is another call."""
    name = {"Idempotency-Key": "order 66"}
    assert holder.post("/v1/judge", JUDGE_EXAMPLE, **name).status == 200
    assert problem(holder.post("/v1/judge", JUDGE_EXAMPLE | {"task": "Other."}, **name)) == (
        422,
        "idempotency_key_reused",
    )
    assert problem(holder.post("/v1/consensus", CONSENSUS_EXAMPLE, **name)) == (422, "idempotency_key_reused")
    assert holder.used() == 1


def test_a_refused_call_leaves_the_name_unused(holder: Holder) -> None:
    """A 400 does not spend the name: the mended request may use it."""
    name = {"Idempotency-Key": "again"}
    assert holder.post("/v1/judge", {"task": ""}, **name).status == 400
    assert holder.post("/v1/judge", JUDGE_EXAMPLE, **name).status == 200


def test_a_payment_is_its_own_idempotency_key(make_api: MakeApi) -> None:
    """Beside a payment the header says nothing, not even that it is wrong."""
    reply = make_api({"X402_FACILITATOR_URL": "http://127.0.0.1:9"}).request(
        "POST", "/v1/judge", headers={**header_of(Payer().payment()), "Idempotency-Key": "\t"}, content=JUDGE
    )
    assert problem(reply) == (503, "payments_unavailable")


@pytest.mark.parametrize("name", ["", "x" * 256, "caf\u00e9", "tab\tinside"])
def test_bad_idempotency_keys_are_refused(holder: Holder, name: str) -> None:
    """A name is 1 to 255 printable ASCII characters."""
    reply = holder.post("/v1/judge", JUDGE_EXAMPLE, **{"Idempotency-Key": name})
    assert problem(reply) == (400, "invalid_idempotency_key")
    assert holder.used() == 0
