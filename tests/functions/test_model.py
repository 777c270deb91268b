"""The model engine from request to reply: what each fault of the endpoint becomes, what it costs, what is logged.

``make tables`` prints the faults and their outcomes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from screwtape.api.models import ConsensusResponse, JudgeResponse
from screwtape.api.routes import CONSENSUS_EXAMPLE, JUDGE_EXAMPLE
from tests.model_server import (
    Act,
    ModelServer,
    completion,
    cut,
    drip,
    hang_up,
    reply,
    says,
    silence,
    status,
)

if TYPE_CHECKING:
    from local.client import Answer, Api
    from tests.conftest import MakeApi
    from tests.tables import Tabulate

NOON: Final = 1_790_000_000 // 86_400 * 86_400 * 1_000 + 43_200_000
SECRET: Final = "sk-canary-of-the-operator"
CONTENT: Final = "canary-of-the-endpoint"
EXAMPLES: Final = {"/v1/judge": JUDGE_EXAMPLE, "/v1/consensus": CONSENSUS_EXAMPLE}
SCORED: Final = {
    "/v1/judge": "Scored by the configured LLM.",
    "/v1/consensus": "Scored by the configured LLM. Clusters below are from deterministic overlap.",
}
FAILED: Final = "LLM call failed. Used deterministic checks."
UNUSABLE: Final = "LLM response was unusable. Used deterministic checks."

BOTH: Final = {
    "reasons": [f"{CONTENT} says so."],
    "quotes": [],
    "verdict": "pass",
    "score": 0.91,
    "consensus_answer": "Four.",
    "agreement_score": 0.5,
    "false_consensus_risk": "medium",
}
"""An answer to either question: each reads its own members and ignores the others'."""


def but(**members: object) -> Act:
    """Answer in full, with other values for these members."""
    return says(BOTH | members)


def without(name: str) -> Act:
    """Answer without one member of each question."""
    return says({key: value for key, value in BOTH.items() if key not in {name, f"{name}_score"}})


TEXT: Final = json.dumps(BOTH)
LONG: Final = reply(completion("x" * 5_000_000))

FAULTS: Final[dict[str, tuple[list[Act], str, int]]] = {
    # name: what the endpoint does, the reason that is appended, requests
    "200 usable": ([says(BOTH)], "scored", 1),
    "200 in a fence": ([says(f"```json\n{TEXT}\n```")], "scored", 1),
    "200 with more members": ([but(engine="x", claims=[])], "scored", 1),
    "200 without reasons": ([without("reasons")], UNUSABLE, 1),
    "200 without a score": ([says({"verdict": "pass", "consensus_answer": "x", "reasons": []})], UNUSABLE, 1),
    "200 with text for a number": ([but(score="0.9", agreement_score="0.9")], UNUSABLE, 1),
    "200 out of range": ([but(score=1.2, agreement_score=-1)], UNUSABLE, 1),
    "200 with NaN": ([but(score=float("nan"), agreement_score=float("nan"))], UNUSABLE, 1),
    "200 with Infinity": ([but(score=float("inf"), agreement_score=float("inf"))], UNUSABLE, 1),
    "200 with an unknown verdict": ([but(verdict="ok", false_consensus_risk="none")], UNUSABLE, 1),
    "200 with half a letter": ([but(reasons=["\ud800"])], UNUSABLE, 1),
    "200 with empty choices": ([reply(b'{"choices": []}')], UNUSABLE, 1),
    "200 with a refusal": ([says("I cannot help with that.")], UNUSABLE, 1),
    "200 with two objects": ([says(TEXT + TEXT)], UNUSABLE, 1),
    "200 with words around": ([says(f"Sure! {TEXT}")], UNUSABLE, 1),
    "200 with a cut object": ([says(TEXT[:60])], UNUSABLE, 1),
    "200 and no JSON": ([reply(b"<html>")], UNUSABLE, 1),
    "200 and empty": ([reply(b"")], UNUSABLE, 1),
    "200 of five megabytes": ([LONG], UNUSABLE, 1),
    "200 cut on the way": ([cut(completion(TEXT), 60)], FAILED, 1),
    "200 that drips": ([drip(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{")], FAILED, 1),
    **{f"{code}": ([status(code)], FAILED, 1) for code in (302, 400, 401, 403, 408, 409, 413, 422, 429)},
    **{f"{code} from both": ([status(code)], FAILED, 2) for code in (404, 500, 502, 503)},
    "404, the fallback answers": ([status(404), says(BOTH)], "scored", 2),
    "500, the fallback answers": ([status(500), says(BOTH)], "scored", 2),
    "503, the fallback is unusable": ([status(503), says("no")], UNUSABLE, 2),
    "503, the fallback is busy": ([status(503), status(429)], FAILED, 2),
    "the connection ends": ([hang_up], FAILED, 1),
    "no answer in time": ([silence], FAILED, 1),
    "503, no answer in time": ([status(503), silence], FAILED, 2),
}
HEADING: Final = "Faults of the model's endpoint"
SLOW: Final = {"200 that drips", "no answer in time", "503, no answer in time"}


class Caller:
    """Somebody with a key."""

    def __init__(self, api: Api) -> None:
        made = api.request("POST", "/v1/keys", json={"email": "dev@example.com", "name": "test"}, at=NOON).json()
        self._headers = {"Authorization": f"Bearer {made['key']}"}
        self._api = api

    def send(self, path: str, *, at: int = NOON) -> Answer:
        """Send a route's own example."""
        return self._api.request("POST", path, headers=self._headers, json=EXAMPLES[path], at=at)

    def used(self) -> int:
        """Give how many units are taken."""
        shown = self._api.request("GET", "/v1/keys/me", headers=self._headers, at=NOON).json()
        used: int = shown["usage"]["used"]
        return used


def pointed_at(base_url: str, **other: str) -> dict[str, str]:
    """Give the settings that point at an endpoint."""
    return {"MODEL_API_KEY": SECRET, "MODEL_BASE_URL": base_url, **other}


def last_line(capfd: pytest.CaptureFixture[str]) -> tuple[dict[str, Any], str]:
    """Give the log line of the last call, and everything that was logged."""
    printed = capfd.readouterr().out
    lines = [json.loads(line) for line in printed.splitlines() if '"message":"request"' in line]
    return lines[-1], printed


@pytest.mark.parametrize("path", EXAMPLES)
@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_ends_in_a_delivered_and_charged_result(
    make_api: MakeApi,
    capfd: pytest.CaptureFixture[str],
    tabulate: Tabulate,
    name: str,
    path: str,
) -> None:
    """200 with the published reason, one unit, at most two requests, and no word of the endpoint's in the log."""
    acts, reason, requests = FAULTS[name]
    with ModelServer(acts) as server:
        caller = Caller(make_api(pointed_at(server.base_url, MODEL_TIMEOUT_S="0.3" if name in SLOW else "20")))
        plain = Caller(make_api()).send(path).json()
        answer = caller.send(path)
        assert len(server.received) == requests
    logged, printed = last_line(capfd)
    body = answer.json()
    scored = reason == "scored"
    assert (answer.status, caller.used()) == (200, 1)
    assert (body["engine"], body["reasons"][-1]) == (("llm", SCORED[path]) if scored else ("deterministic", reason))
    if not scored:
        ours = {"request_id", "reasons", "model_usage"}
        assert {key: value for key, value in body.items() if key not in ours} == {
            key: value for key, value in plain.items() if key not in ours
        }
        assert body["reasons"] == [*plain["reasons"], reason]
    assert (logged["engine"], logged["model_requests"], logged["charge"]) == (body["engine"], requests, "free")
    assert ("model_fault" in logged) is not scored
    assert SECRET not in printed
    assert CONTENT not in printed
    tabulate(HEADING, [*FAULTS].index(name), _row(name, answer, logged))


def _row(name: str, answer: Answer, logged: dict[str, Any]) -> dict[str, object]:
    body = answer.json()
    return {
        "the model's endpoint": name,
        "requests": logged["model_requests"],
        "status": answer.status,
        "engine": body["engine"],
        "last reason": body["reasons"][-1].partition(" Clusters")[0],
        "charge": logged["charge"],
    }


OTHER_FAULTS: Final = {
    "nobody listens": {},
    "a server without TLS": {},
    "primary = fallback, 500": {"MODEL_NAME": "one", "MODEL_FALLBACK_NAME": "one"},
    "primary = fallback, 404": {"MODEL_NAME": "one", "MODEL_FALLBACK_NAME": "one"},
}


@pytest.mark.parametrize("path", EXAMPLES)
@pytest.mark.parametrize("name", OTHER_FAULTS)
def test_faults_of_the_way_and_of_the_settings(
    make_api: MakeApi,
    capfd: pytest.CaptureFixture[str],
    tabulate: Tabulate,
    name: str,
    path: str,
) -> None:
    """No connection, no TLS, and one model for both parts: one attempt, and the rules' result."""
    with ModelServer([status(404 if "404" in name else 500)]) as server:
        address = server.base_url
        if "TLS" in name:
            address = address.replace("http:", "https:")
        if "listens" in name:
            address = "http://127.0.0.1:9/v1"  # the port of discard, where nobody listens any more
        caller = Caller(make_api(pointed_at(address, **OTHER_FAULTS[name])))
        answer = caller.send(path)
        assert len(server.received) == ("=" in name)
    logged, _ = last_line(capfd)
    body = answer.json()
    assert (answer.status, body["engine"], body["reasons"][-1]) == (200, "deterministic", FAILED)
    assert (logged["model_requests"], caller.used()) == (1, 1)
    tabulate(HEADING, len(FAULTS) + [*OTHER_FAULTS].index(name), _row(name, answer, logged))


MEMBERS = st.fixed_dictionaries(
    {},
    optional={
        "verdict": st.sampled_from(["pass", "fail", "retry", "PASS", 1]),
        "score": st.floats(-0.5, 1.5) | st.sampled_from([float("nan"), float("inf"), 10**400, "1", None, True]),
        "reasons": st.lists(st.text(st.characters(), max_size=10), max_size=3) | st.none(),
        "quotes": st.lists(st.sampled_from([*JUDGE_EXAMPLE["evidence"], "x", "\ud800"]), max_size=3),
        "consensus_answer": st.text(st.characters(), max_size=10) | st.integers(),
        "agreement_score": st.floats(0, 1) | st.booleans(),
        "false_consensus_risk": st.sampled_from(["low", "medium", "high", "none"]),
    },
)
REPLIES = (
    st.binary(max_size=60)
    | MEMBERS.map(lambda members: completion(json.dumps(members)))
    | MEMBERS.map(lambda members: completion(json.dumps(BOTH | members)))
    | st.text(max_size=40).map(completion)
)


@pytest.mark.parametrize("path", EXAMPLES)
def test_no_reply_however_shaped_makes_a_fault(make_api: MakeApi, path: str) -> None:
    """Over real sockets: 200, the members that the contract promises, and a verdict that its score agrees with."""
    responses: dict[str, type[BaseModel]] = {"/v1/judge": JudgeResponse, "/v1/consensus": ConsensusResponse}
    with ModelServer([]) as server:
        caller = Caller(make_api(pointed_at(server.base_url, FREE_CALLS_PER_DAY="1000000")))

        @given(code=st.sampled_from([200, 200, 200, 404, 500]), body=REPLIES)
        def check(code: int, body: bytes) -> None:
            server.acts[:] = [reply(body, code)]
            answer = caller.send(path)
            assert answer.status == 200
            told = answer.json()
            responses[path].model_validate(told)
            assert told["reasons"][-1] in {SCORED[path], FAILED, UNUSABLE}
            if path == "/v1/judge":
                assert (told["verdict"] == "pass") == (told["score"] >= 0.7)
                assert (told["retry_hint"] is not None) == (told["verdict"] == "retry")

        check()


def test_the_members_of_a_scored_reply(make_api: MakeApi) -> None:
    """The model's fields replace the rules', beside what it took; claims, findings and clusters are the rules'."""
    with ModelServer([says(BOTH)]) as server:
        caller = Caller(make_api(pointed_at(server.base_url)))
        judged, agreed = caller.send("/v1/judge").json(), caller.send("/v1/consensus").json()
        asked = [request.model for request in server.received]
    plain = Caller(make_api())
    rules_judged, rules_agreed = plain.send("/v1/judge").json(), plain.send("/v1/consensus").json()
    assert asked == ["openai/gpt-oss-120b"] * 2
    usage = judged.pop("model_usage")
    assert usage.pop("latency_ms") >= 0
    assert usage == {"model": "stub-model", "prompt_tokens": 321, "completion_tokens": 45}
    assert agreed.pop("model_usage")["model"] == "stub-model"
    assert judged | {"request_id": ""} == rules_judged | {
        "request_id": "",
        "score": 0.91,
        "reasons": [f"{CONTENT} says so.", SCORED["/v1/judge"]],
        "engine": "llm",
    }
    assert agreed | {"request_id": ""} == rules_agreed | {
        "request_id": "",
        "consensus_answer": "Four.",
        "agreement_score": 0.5,
        "false_consensus_risk": "medium",
        "reasons": [f"{CONTENT} says so.", SCORED["/v1/consensus"]],
        "engine": "llm",
    }


def test_a_slash_at_the_end_of_the_address_changes_nothing(make_api: MakeApi) -> None:
    """Addresses are copied from documentation, with a slash or without."""
    with ModelServer([says(BOTH)]) as server:
        assert Caller(make_api(pointed_at(f"{server.base_url}/"))).send("/v1/judge").json()["engine"] == "llm"
        assert server.received[0].path == "/v1/chat/completions"


def test_the_bound_of_a_day_holds_across_functions(make_api: MakeApi, capfd: pytest.CaptureFixture[str]) -> None:
    """Judge and consensus share one count; past it rules decide, say so and are charged as ever."""
    with ModelServer([says(BOTH)]) as server:
        caller = Caller(make_api(pointed_at(server.base_url, MODEL_CALLS_PER_DAY="2")))
        replies = [caller.send(path).json() for path in ("/v1/judge", "/v1/consensus", "/v1/judge")]
        tomorrow = caller.send("/v1/judge", at=NOON + 86_400_000).json()
        assert len(server.received) == 3
    assert [reply_["engine"] for reply_ in replies] == ["llm", "llm", "deterministic"]
    assert replies[-1]["reasons"][-1] == "The LLM calls of today are spent. Used deterministic checks."
    assert tomorrow["engine"] == "llm"
    assert last_line(capfd)[0]["model_requests"] == 1


def test_free_calls_may_be_kept_from_the_model(make_api: MakeApi) -> None:
    """The first unit is free and judged by rules; the model is not even asked."""
    with ModelServer([says(BOTH)]) as server:
        body = Caller(make_api(pointed_at(server.base_url, MODEL_FOR_FREE_CALLS="false"))).send("/v1/judge").json()
        assert server.received == []
    assert body["reasons"][-1] == "The LLM is not used for free calls here. Used deterministic checks."


def test_calls_of_one_process_share_a_connection(make_api: MakeApi) -> None:
    """Five calls, one connection."""
    with ModelServer([says(BOTH)]) as server:
        caller = Caller(make_api(pointed_at(server.base_url)))
        for _ in range(5):
            assert caller.send("/v1/judge").json()["engine"] == "llm"
        assert {request.connection for request in server.received} == {1}


LOADED: Final = """
import sys
from screwtape import wiring
wiring.judging()
print(*sorted({"httpx", "asyncio"} & sys.modules.keys()))
"""


@pytest.mark.parametrize(("key", "loaded"), [("", ""), (SECRET, "asyncio httpx")], ids=["no model", "a model"])
def test_only_a_model_loads_an_http_client(key: str, loaded: str) -> None:
    """It would cost every cold start of those who have none."""
    environment = {"MODEL_API_KEY": key, "TABLE_NAME": "t", "AWS_DEFAULT_REGION": "us-east-1"}
    ran = subprocess.run([sys.executable, "-c", LOADED], env=environment, check=True, capture_output=True, text=True)  # noqa: S603
    assert ran.stdout.strip() == loaded
