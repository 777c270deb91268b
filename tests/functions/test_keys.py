"""Keys over HTTP: made, shown, spent, refused and deleted."""

import re
from typing import Any

import pytest
from mypy_boto3_dynamodb import DynamoDBClient

from local.client import Answer, Api
from screwtape.api.routes import CONSENSUS_EXAMPLE
from screwtape.core.credentials import digest_of
from tests.conftest import MakeApi

MIDNIGHT = 1_790_000_000 // 86_400 * 86_400 * 1_000
"""A 00:00 UTC in epoch milliseconds: 2026-09-21."""
NOON = MIDNIGHT + 43_200_000


def sign_up(api: Api, email: str = "dev@example.com", *, at: int = NOON, source: str = "192.0.2.1") -> Answer:
    """Ask for a key."""
    return api.request("POST", "/v1/keys", json={"email": email, "name": "test"}, at=at, source_ip=source)


def bearer(reply: Answer) -> dict[str, str]:
    """Give the header that shows the key just made."""
    return {"Authorization": f"Bearer {reply.json()['key']}"}


def spend(api: Api, key: dict[str, str], *, at: int = NOON) -> Answer:
    """Make one metered call."""
    return api.request("POST", "/v1/consensus", headers=key, json=CONSENSUS_EXAMPLE, at=at)


def shown(api: Api, key: dict[str, str], *, at: int = NOON) -> dict[str, Any]:
    """Show the key."""
    reply = api.request("GET", "/v1/keys/me", headers=key, at=at)
    assert reply.status == 200
    body: dict[str, Any] = reply.json()
    return body


def rows(client: DynamoDBClient) -> list[dict[str, Any]]:
    """Give everything stored."""
    (name,) = client.list_tables()["TableNames"]
    return client.scan(TableName=name)["Items"]


def test_a_key_is_shown_once_and_works(api: Api) -> None:
    """The reply of a sign-up has the secret, what comes with it and when; the key then opens its own route."""
    reply = sign_up(api)
    body = reply.json()
    assert reply.status == 201
    assert re.fullmatch(r"scrw_[0-9A-Za-z]{38}", body["key"])
    assert (body["name"], body["limits"], body["created_at"]) == ("test", {"free_per_day": 100}, "2026-09-21T12:00:00Z")
    assert shown(api, bearer(reply)) | {"request_id": ""} == {
        "id": body["id"],
        "name": "test",
        "created_at": "2026-09-21T12:00:00Z",
        "usage": {"date": "2026-09-21", "used": 0, "limit": 100, "remaining": 100},
        "credits": 0,
        "request_id": "",
    }


def test_neither_key_nor_address_is_stored(api: Api, locked_dynamodb: DynamoDBClient) -> None:
    """The store holds digests only, of the key, the e-mail address and the source address."""
    reply = sign_up(api, "Some.Body+tag@Example.com")
    stored = repr(rows(locked_dynamodb)).lower()
    for secret in (reply.json()["key"], "some.body", "example.com", "192.0.2.1"):
        assert secret.lower() not in stored
    assert str(digest_of(reply.json()["key"])) in stored


@pytest.mark.parametrize(
    "email",
    ["", "dev", "dev@", "@nobody.org", "dev@@example.com", "dev@localhost", "d\u00e9v@example.com", "a b@example.com",
     "dev@example.com\n", "dev@ex\u0000ample.com", "x" * 65 + "@example.com"],
)  # fmt: skip
def test_bad_addresses_are_refused(api: Api, email: str) -> None:
    """What is no address is a 400 that names the member and never repeats it."""
    reply = sign_up(api, email)
    assert reply.status == 400
    assert [fault["pointer"] for fault in reply.json()["errors"]] == ["/email"]
    assert len(email) < 4 or email not in reply.text


def test_three_keys_an_address_whatever_its_spelling(api: Api) -> None:
    """Case and ``+tag`` make no new address; deleting a key frees its slot."""
    made = [sign_up(api, email) for email in ("a@example.com", "A@EXAMPLE.com", "a+x@example.com")]
    assert [reply.status for reply in made] == [201, 201, 201]
    fourth = sign_up(api, "a+y@Example.com")
    assert (fourth.status, fourth.json()["code"]) == (429, "email_cap")
    assert api.request("DELETE", "/v1/keys/me", headers=bearer(made[1])).status == 200
    assert sign_up(api, "a@example.com").status == 201


def test_sign_ups_are_limited_by_address_and_hour(make_api: MakeApi) -> None:
    """The limit counts one source address in one clock hour and says how long to wait."""
    api = make_api({"SIGNUPS_PER_HOUR": "2"})
    at = NOON + 3_540_000  # one minute before 13:00
    assert [sign_up(api, f"u{n}@example.com", at=at).status for n in range(2)] == [201, 201]
    refused = sign_up(api, "u3@example.com", at=at)
    assert (refused.status, refused.json()["code"], refused.headers["retry-after"]) == (429, "signup_rate", "60")
    assert sign_up(api, "u3@example.com", at=at, source="192.0.2.2").status == 201
    assert sign_up(api, "u4@example.com", at=at + 60_000).status == 201


def test_a_day_has_so_many_free_calls_and_not_one_more(make_api: MakeApi) -> None:
    """Each call counts down; the next one after the last is 429 with the seconds to 00:00 UTC."""
    api = make_api({"FREE_CALLS_PER_DAY": "3"})
    key = bearer(sign_up(api))
    replies = [spend(api, key) for _ in range(4)]
    assert [reply.status for reply in replies] == [200, 200, 200, 429]
    assert [reply.headers["ratelimit"] for reply in replies] == [f'"day";r={left};t=43200' for left in (2, 1, 0, 0)]
    assert {reply.headers["ratelimit-policy"] for reply in replies} == {'"day";q=3;w=86400'}
    assert (replies[3].json()["code"], replies[3].headers["retry-after"]) == ("daily_quota", "43200")
    assert shown(api, key)["usage"] == {"date": "2026-09-21", "used": 3, "limit": 3, "remaining": 0}


def test_a_new_day_begins_at_midnight_utc(make_api: MakeApi) -> None:
    """One millisecond before midnight the quota is spent, at midnight it is whole, also before the first call."""
    api = make_api({"FREE_CALLS_PER_DAY": "1"})
    key = bearer(sign_up(api))
    assert spend(api, key).status == 200
    assert spend(api, key, at=MIDNIGHT + 86_399_999).status == 429
    tomorrow = MIDNIGHT + 86_400_000
    assert shown(api, key, at=tomorrow)["usage"] == {"date": "2026-09-22", "used": 0, "limit": 1, "remaining": 1}
    assert spend(api, key, at=tomorrow).headers["ratelimit"] == '"day";r=0;t=86400'
    assert spend(api, key, at=tomorrow).status == 429


def test_credits_follow_the_free_calls_and_outlive_the_day(make_api: MakeApi, locked_dynamodb: DynamoDBClient) -> None:
    """With two credits bought, two paid calls follow the free one, and what is left of them is there tomorrow."""
    api = make_api({"FREE_CALLS_PER_DAY": "1"})
    made = sign_up(api)
    key = bearer(made)
    (table,) = locked_dynamodb.list_tables()["TableNames"]
    locked_dynamodb.update_item(
        TableName=table,
        Key={"pk": {"S": f"KEY#{digest_of(made.json()['key'])}"}, "sk": {"S": "META"}},
        UpdateExpression="ADD allow :pack",
        ExpressionAttributeValues={":pack": {"N": "2"}},
    )
    assert [spend(api, key).status for _ in range(2)] == [200, 200]
    assert shown(api, key)["credits"] == 1
    tomorrow = MIDNIGHT + 86_400_000
    assert shown(api, key, at=tomorrow)["credits"] == 1
    assert [spend(api, key, at=tomorrow).status for _ in range(3)] == [200, 200, 429]


def test_a_key_is_shown_spent_and_deleted_without_its_secret_store(make_api: MakeApi) -> None:
    """When the secret of the digests cannot be read, only sign-ups wait."""
    key = bearer(sign_up(make_api()))
    api = make_api({"HASH_SECRET": "ssm:/nowhere"})
    refused = sign_up(api)
    assert (refused.status, refused.json()["code"]) == (503, "store_unavailable")
    assert spend(api, key).status == 200
    assert shown(api, key)["usage"]["used"] == 1
    assert api.request("DELETE", "/v1/keys/me", headers=key).status == 200


def test_a_deleted_key_is_gone_at_once(api: Api, locked_dynamodb: DynamoDBClient) -> None:
    """After its deletion nothing of a key is stored, and the very next call is 401."""
    key = bearer(sign_up(api))
    assert spend(api, key).status == 200
    reply = api.request("DELETE", "/v1/keys/me", headers=key)
    assert (reply.status, reply.json()["deleted"]) == (200, True)
    assert spend(api, key).json()["code"] == "unknown_key"
    assert api.request("DELETE", "/v1/keys/me", headers=key).status == 401
    assert [row["sk"]["S"] for row in rows(locked_dynamodb) if not row["pk"]["S"].startswith("RL#")] == []


def test_a_judged_call_makes_exactly_one_request_to_the_store(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """Authentication, quota and payment of a call are one write and no read."""
    key = bearer(sign_up(api))
    assert spend(api, key).status == 200
    asked: list[str] = []
    from botocore.client import BaseClient  # noqa: PLC0415 - patched where the service is called

    original = BaseClient._make_api_call  # type: ignore[attr-defined]  # botocore has no types

    def counted(client: Any, operation: str, parameters: Any) -> Any:
        asked.append(operation)
        return original(client, operation, parameters)

    monkeypatch.setattr(BaseClient, "_make_api_call", counted)
    assert spend(api, key).status == 200
    assert asked == ["UpdateItem"]
