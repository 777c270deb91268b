"""What a call costs when something goes wrong, what the log says of it, and what an operator can settle by that."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ReadTimeoutError

from screwtape.core.credentials import digest_of
from screwtape.core.terms import REFUNDS_PER_DAY

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

    from local.client import Answer, Api
    from tests.conftest import MakeApi

NOON = 1_790_000_000 // 86_400 * 86_400 * 1_000 + 43_200_000
"""2026-09-21 12:00 UTC in epoch milliseconds."""
DAY = "2026-09-21"
TASK = "Name the xyzzy crew."
BODY = {"agent_output": "The plugh crew was 4.", "evidence": ["The plugh crew was 4."]}
NAME = "an-idempotency-key-of-the-caller"
LOST = ReadTimeoutError(endpoint_url="http://store.test")

Break = Callable[[], None]
Fail = Callable[..., None]
Log = Callable[["Answer"], dict[str, dict[str, Any]]]


class Caller:
    """Somebody with a key; its calls come at noon."""

    def __init__(self, api: Api) -> None:
        made = api.request("POST", "/v1/keys", json={"email": "dev@example.com", "name": "test"}, at=NOON).json()
        self.secret, self.id = made["key"], made["id"]
        self.digest = digest_of(self.secret)
        self._api = api
        self._headers = {"Authorization": f"Bearer {self.secret}"}

    def judge(self, *, name: str | None = None, task: str = TASK, seconds: int = 0) -> Answer:
        """Have the output judged, so many seconds after noon."""
        headers = self._headers | ({} if name is None else {"Idempotency-Key": name})
        body = BODY | {"task": task}
        return self._api.request("POST", "/v1/judge", headers=headers, json=body, at=NOON + seconds * 1_000)

    def delete(self) -> None:
        """Delete the key."""
        assert self._api.request("DELETE", "/v1/keys/me", headers=self._headers).status == 200

    def used(self) -> int:
        """Give how many units are taken."""
        shown = self._api.request("GET", "/v1/keys/me", headers=self._headers, at=NOON)
        used: int = shown.json()["usage"]["used"]
        return used


@pytest.fixture
def log(capfd: pytest.CaptureFixture[str]) -> Log:
    """Give a reader of what was logged about one call, by message; no line may lack the request id."""

    def read(reply: Answer) -> dict[str, dict[str, Any]]:
        lines = [json.loads(line) for line in capfd.readouterr().out.splitlines() if line.startswith("{")]
        assert all(line["request_id"].startswith("req_") for line in lines)
        return {line["message"]: line for line in lines if line["request_id"] == reply.headers["x-request-id"]}

    return read


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Give what breaks the judging of the API that was called last, until ``monkeypatch`` is undone."""

    def broken(*_: object) -> None:
        raise ValueError

    def break_it() -> None:
        from screwtape.services.judging import Judging  # noqa: PLC0415 - the module that this test's API has loaded

        monkeypatch.setattr(Judging, "judge", broken)

    return break_it


@pytest.fixture
def loses(monkeypatch: pytest.MonkeyPatch) -> Fail:
    """Give what lets the replies of some operations of DynamoDB be lost, after or instead of being applied."""
    from botocore.client import BaseClient  # noqa: PLC0415 - patched where the service is called

    original = BaseClient._make_api_call  # type: ignore[attr-defined]  # botocore has no types

    def lose(*operations: str, applied: bool = False) -> None:
        def send(client: Any, operation: str, parameters: Any) -> Any:
            if operation not in operations:
                return original(client, operation, parameters)
            if applied:
                original(client, operation, parameters)
            raise LOST

        monkeypatch.setattr(BaseClient, "_make_api_call", send)

    return lose


@pytest.mark.parametrize("name", [None, NAME], ids=["plain", "with an Idempotency-Key"])
def test_our_own_fault_gives_the_unit_back_and_leaves_the_name_unused(
    api: Api, breaks: Break, monkeypatch: pytest.MonkeyPatch, log: Log, name: str | None
) -> None:
    """After a 500 nothing is taken, and another request may come by the same Idempotency-Key."""
    caller = Caller(api)
    breaks()
    failed = caller.judge(name=name)
    assert failed.status == 500
    logged = log(failed)
    assert (logged["request"]["charge"], logged["request"]["key_id"]) == ("refunded", caller.id)
    assert "unsettled" not in logged
    assert caller.used() == 0
    monkeypatch.undo()
    assert caller.judge(name=name, task="Another task.").status == 200
    assert caller.used() == 1


def test_a_call_is_in_progress_until_its_lease_ends(api: Api, loses: Fail, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call whose end was not noted counts as running: 409 for its deadline of 29 seconds, then served uncharged."""
    caller = Caller(api)
    loses("UpdateItem")
    first = caller.judge(name=NAME)
    monkeypatch.undo()
    again = caller.judge(name=NAME, seconds=28)
    assert (first.status, again.status, again.json()["code"]) == (200, 409, "idempotency_key_in_progress")
    assert again.headers["retry-after"] == "1"
    assert caller.judge(name=NAME, seconds=30).status == 200
    assert caller.used() == 1


def test_an_end_that_was_not_noted_is_told_to_the_books(api: Api, loses: Fail, log: Log) -> None:
    """Delivered and charged, as the log line says; beside it stands what is left to settle."""
    caller = Caller(api)
    loses("UpdateItem")
    reply = caller.judge(name=NAME)
    logged = log(reply)
    assert (logged["request"]["status"], logged["request"]["charge"]) == (200, "free")
    told = logged["unsettled"]
    assert (told["event"], told["delivered"], told["level"]) == ("completion_failed", True, "INFO")
    assert (told["key_id"], told["day"]) == (caller.id, DAY)


def test_a_refund_beyond_the_bound_is_told_to_the_books(
    api: Api, breaks: Break, locked_dynamodb: DynamoDBClient, log: Log
) -> None:
    """A key that had its refunds of the day pays for our fault, and an operator can see which key, when and why."""
    caller = Caller(api)
    breaks()
    (table,) = locked_dynamodb.list_tables()["TableNames"]
    locked_dynamodb.update_item(
        TableName=table,
        Key={"pk": {"S": f"KEY#{caller.digest}"}, "sk": {"S": "META"}},
        UpdateExpression="SET #back = :most",
        ExpressionAttributeNames={"#back": "back"},
        ExpressionAttributeValues={":most": {"N": str(REFUNDS_PER_DAY)}},
    )
    failed = caller.judge()
    logged = log(failed)
    told = logged["unsettled"]
    assert (failed.status, logged["request"]["charge"]) == (500, "refund_refused")
    assert (told["event"], told["key_id"], told["day"], told["level"]) == ("refund_refused", caller.id, DAY, "ERROR")
    assert caller.used() == 1


def test_a_refund_that_failed_is_told_to_the_books(api: Api, breaks: Break, loses: Fail, log: Log) -> None:
    """The log line claims no refund that nobody confirmed."""
    caller = Caller(api)
    breaks()
    loses("GetItem")
    failed = caller.judge()
    logged = log(failed)
    assert (failed.status, logged["request"]["charge"]) == (500, "refund_failed")
    assert (logged["unsettled"]["event"], logged["unsettled"]["key_id"]) == ("refund_failed", caller.id)


@pytest.mark.parametrize("applied", [True, False], ids=["applied", "not applied"])
def test_a_charge_without_an_answer_is_told_to_the_books(api: Api, loses: Fail, log: Log, *, applied: bool) -> None:
    """When the store does not even tell who called, the unit may be gone: the digest of the key names the row."""
    caller = Caller(api)
    loses("UpdateItem", "GetItem", applied=applied)
    failed = caller.judge()
    logged = log(failed)
    told = logged["unsettled"]
    assert (failed.status, failed.json()["code"], logged["request"]["charge"]) == (503, "store_unavailable", "unknown")
    assert (told["event"], told["key_digest"], told["day"]) == ("charge_unknown", caller.digest, DAY)
    assert (told["level"], told["delivered"]) == ("ERROR", False)


@pytest.mark.parametrize("applied", [True, False], ids=["applied", "not applied"])
def test_a_call_whose_charge_got_no_answer_is_served_and_told_to_the_books(
    api: Api, loses: Fail, log: Log, *, applied: bool
) -> None:
    """The charge is not sent again; the log says that the unit is in doubt, quietly, for the caller has its verdict."""
    caller = Caller(api)
    loses("UpdateItem", applied=applied)
    reply = caller.judge()
    logged = log(reply)
    told = logged["unsettled"]
    assert (reply.status, logged["request"]["charge"]) == (200, "unknown")
    assert (told["event"], told["key_id"], told["level"]) == ("charge_unknown", caller.id, "INFO")
    assert caller.used() == applied


@pytest.mark.parametrize("applied", [True, False], ids=["applied", "not applied"])
def test_a_failed_call_whose_charge_got_no_answer_gains_nobody_a_unit(
    api: Api, breaks: Break, loses: Fail, log: Log, *, applied: bool
) -> None:
    """Nothing is given back for a unit that may never have been taken; an operator is told of it."""
    caller = Caller(api)
    breaks()
    loses("UpdateItem", applied=applied)
    logged = log(caller.judge())
    assert (logged["request"]["status"], logged["request"]["charge"]) == (500, "unknown")
    assert (logged["unsettled"]["event"], logged["unsettled"]["level"]) == ("charge_unknown", "ERROR")
    assert caller.used() == applied


def test_the_log_tells_units_replays_and_refusals_apart(make_api: MakeApi, log: Log) -> None:
    """The first call is free, its replay costs nothing; what is refused costs nothing and leaves nothing to settle."""
    caller = Caller(make_api({"FREE_CALLS_PER_DAY": "1"}))
    stranger = Caller(make_api())
    stranger.delete()

    def charged(reply: Answer) -> tuple[str, str]:
        logged = log(reply)
        assert "unsettled" not in logged
        return logged["request"].get("error", "-"), logged["request"]["charge"]

    assert charged(caller.judge(name=NAME)) == ("-", "free")
    assert charged(caller.judge(name=NAME)) == ("-", "replay")
    assert charged(caller.judge(name=NAME, task="Another.")) == ("idempotency_key_reused", "none")
    assert charged(caller.judge()) == ("daily_quota", "none")
    assert charged(caller.judge(task="")) == ("invalid_request", "none")
    assert charged(stranger.judge()) == ("unknown_key", "none")


def test_the_table_never_holds_what_was_sent(
    api: Api, locked_dynamodb: DynamoDBClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a call is delivered, replayed or breaks: no word of it is stored, nor its Idempotency-Key or its key."""
    caller = Caller(api)
    (table,) = locked_dynamodb.list_tables()["TableNames"]
    assert [caller.judge(name=NAME).status for _ in range(2)] == [200, 200]
    from screwtape.services.judging import Judging  # noqa: PLC0415 - the module that this test's API has loaded

    seen: list[str] = []

    def broken(*_: object) -> None:
        seen.append(repr(locked_dynamodb.scan(TableName=table)["Items"]))
        raise ValueError

    monkeypatch.setattr(Judging, "judge", broken)
    assert caller.judge(name=f"{NAME}-2").status == 500
    seen.append(repr(locked_dynamodb.scan(TableName=table)["Items"]))
    assert seen[0].count("IDEM#") > seen[1].count("IDEM#")
    for stored in seen:
        assert not [word for word in ("xyzzy", "plugh", NAME, caller.secret) if word in stored]


ODD_EVENTS: dict[str, object] = {
    "nothing": None,
    "a list": [],
    "empty": {},
    "no context": {"version": "2.0", "rawPath": "/v1/judge"},
    "context of text": {"requestContext": "xyzzy"},
    "headers of numbers": {"headers": {"origin": 5}, "requestContext": {"http": {"method": "POST"}}},
    "time of text": {"requestContext": {"timeEpoch": "xyzzy", "http": {"method": "POST", "path": "/v1/judge"}}},
}


@pytest.mark.parametrize("function", ["Judge", "Keys", "Site", "Health"])
@pytest.mark.parametrize("event", ODD_EVENTS.values(), ids=ODD_EVENTS)
def test_no_event_makes_a_function_raise(
    api: Api, capfd: pytest.CaptureFixture[str], function: str, event: object
) -> None:
    """What is no event of the gateway is answered and logged like everything else, and repeated nowhere."""
    answer = api.invoke(f"{function}Function", event)
    assert 400 <= answer["statusCode"] <= 500
    problem = json.loads(answer["body"])
    logged = [json.loads(line) for line in capfd.readouterr().out.splitlines() if '"message":"request"' in line]
    assert [(line["request_id"], line["status"]) for line in logged] == [(problem["request_id"], answer["statusCode"])]
    assert "xyzzy" not in repr((answer, logged))
