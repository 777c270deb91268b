"""The stand-in for a model: it answers both questions so that the answer is heard, and cannot be put out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from local.client import Api
from local.scripted_model import ScriptedModel
from screwtape.api.routes import CONSENSUS_EXAMPLE, JUDGE_EXAMPLE
from tests.conftest import ROOT, MakeApi
from tests.local.running import Running

EXAMPLES = {"/v1/judge": JUDGE_EXAMPLE, "/v1/consensus": CONSENSUS_EXAMPLE}
WRONG = {"task": "How big was the crew?", "agent_output": "It was 5.", "evidence": ["The crew was 4."]}


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    """Give the endpoint."""
    scripted = ScriptedModel()
    yield scripted
    scripted.close()


def call(api: Api, path: str, body: Any) -> dict[str, Any]:
    """Make a call under a key of its own."""
    made = api.request("POST", "/v1/keys", json={"email": "dev@example.com", "name": "test"}).json()
    reply: dict[str, Any] = api.request(
        "POST", path, headers={"Authorization": f"Bearer {made['key']}"}, json=body
    ).json()
    return reply


@pytest.mark.parametrize(
    ("path", "body"), [*EXAMPLES.items(), ("/v1/judge", WRONG)], ids=["judge", "consensus", "wrong"]
)
def test_it_agrees_with_the_rules(make_api: MakeApi, model: ScriptedModel, path: str, body: Any) -> None:
    """The engine is the model; verdict, score and agreement are those of the rules."""
    scored, ruled = call(make_api(model.settings), path, body), call(make_api(), path, body)
    assert (scored["engine"], ruled["engine"]) == ("llm", "deterministic")
    assert scored["model_usage"]["model"] == "scripted"
    changed = {"engine", "reasons", "request_id", "model_usage"}
    assert {name: value for name, value in scored.items() if name not in changed} == {
        name: value for name, value in ruled.items() if name not in changed
    }
    assert scored["reasons"][0].startswith("The scripted model agrees: ")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"[]", id="no object"),
        pytest.param(b'{"messages": []}', id="no message"),
        pytest.param(b'{"messages": [{"content": 5}]}', id="no text"),
        pytest.param(b'{"messages": [{"content": "<<<checks 1\\nx\\n>>>checks 1"}]}', id="no JSON in the frame"),
        pytest.param(b'{"messages": [{"content": "<<<checks 1\\n{}\\n>>>checks 1"}]}', id="no findings in the frame"),
    ],
)
def test_what_is_no_question_is_refused(model: ScriptedModel, body: bytes) -> None:
    """It goes on answering afterwards."""
    with httpx.Client() as client:
        assert client.post(f"{model.base_url}/chat/completions", content=body).status_code == 400
        assert client.get(f"{model.base_url}/models").json()["data"][0]["id"] == "scripted"


def test_the_local_api_asks_it_whatever_else_is_configured() -> None:
    """``make run MODEL=scripted`` means the stand-in, also where a real endpoint is configured in the environment."""
    real = {"MODEL_API_KEY": "sk-real", "MODEL_BASE_URL": "http://127.0.0.1:9/v1"}
    running = Running.start(ROOT / "template.yaml", env={"MODEL": "scripted", **real})
    try:
        assert any(line.startswith("model http://127.0.0.1:") and "stand-in" in line for line in running.output)
        reply = httpx.post(
            f"{running.base_url}/v1/judge", headers={"Authorization": f"Bearer {running.key}"}, json=WRONG, timeout=60
        )
        assert (reply.json()["engine"], reply.json()["verdict"]) == ("llm", "fail")
    finally:
        running.stop_and_check()


def test_a_real_endpoint_is_named_at_the_start() -> None:
    """Whoever configures one sees that it is asked; its key is not shown."""
    address = "http://127.0.0.1:9/v1"
    running = Running.start(ROOT / "template.yaml", env={"MODEL_API_KEY": "sk-real", "MODEL_BASE_URL": address})
    running.stop_and_check()
    assert f"model {address}" in running.output
    assert not any("sk-real" in line for line in running.output + running.errors)


def test_an_unknown_stand_in_is_named() -> None:
    """One line, and exit code 1."""
    running = Running.launch(ROOT / "template.yaml", env={"MODEL": "gpt"})
    assert running.wait() == 1
    assert running.errors == ["screwtape: MODEL is 'gpt'. Leave it out, or say MODEL=scripted"]
