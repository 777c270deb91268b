"""A client of a model's endpoint on loopback, and what comes of asking it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from screwtape.adapters.chat_completions import ChatCompletions, Endpoint
from screwtape.core.opinion import Question
from screwtape.ports import ModelFailed, ModelReply
from tests.model_server import Act, ModelServer, says

KEY = "sk-canary-of-the-operator"
QUESTION = Question("Judge.", "<<<output 0\nMars\n>>>output 0", "verdict", {"type": "object"})
SECONDS = 30.0
ANSWER = says("yes")


@contextmanager
def endpoint(*acts: Act, models: tuple[str, ...] = ("first", "second"), **other: Any) -> Iterator[tuple[Any, Any]]:
    """Give a server that acts so, and a client of it."""
    with ModelServer(list(acts)) as server:
        client = ChatCompletions(Endpoint(server.base_url, models, **other), lambda: KEY)
        try:
            yield server, client
        finally:
            client.close()


def outcome(client: ChatCompletions, seconds: float = SECONDS) -> ModelReply | ModelFailed:
    """Ask, and give what came of it."""
    came: ModelReply | ModelFailed
    try:
        came = client.ask(QUESTION, seconds)
    except ModelFailed as error:
        came = error
    assert KEY not in repr(came)
    assert "canary-of-the-endpoint" not in repr(came)
    return came
