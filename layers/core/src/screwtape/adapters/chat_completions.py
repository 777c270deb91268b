"""A model behind an OpenAI-compatible endpoint: ``POST <base>/chat/completions``.

404 and 500 or more from the first model try the second one once, within the same time. Nothing else is tried again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, Literal

from screwtape.adapters.outbound import NoAnswer, Outbound, UnusableAnswer, Within
from screwtape.core.errors import StoreUnavailable
from screwtape.core.opinion import Question
from screwtape.core.terms import MODEL_REPLY_BYTES
from screwtape.ports import ModelFailed, ModelReply, ModelUnusable, ModelUsage

ResponseFormat = Literal["json_schema", "json_object", "none"]

_SEED: Final = 7
"""The same question is to get the same answer, as far as the endpoint can do that."""
_LONGEST_NAME: Final = 200
_MOST_TOKENS: Final = 10**9


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where and what to ask: the models in order, at most two. ``response_format`` is what the endpoint can hold."""

    base_url: str
    models: tuple[str, ...]
    response_format: ResponseFormat = "json_schema"


class ChatCompletions:
    """Fills the port Model. ``key`` gives the secret at each use; connections are kept between questions."""

    def __init__(self, endpoint: Endpoint, key: Callable[[], str]) -> None:
        self._endpoint = endpoint
        self._key = key
        self._outbound = Outbound()

    def ask(self, question: Question, seconds: float) -> ModelReply:
        """Ask, in at most two requests and ``seconds`` in all."""
        until = time.monotonic() + seconds
        try:
            key = self._key()
        except StoreUnavailable:
            raise ModelFailed("the key cannot be read", requests=0) from None
        started, status = time.perf_counter(), 0
        for requests, model in enumerate(self._endpoint.models, start=1):
            try:
                answer = self._outbound.post(
                    f"{self._endpoint.base_url}/chat/completions",
                    _request(question, model, self._endpoint.response_format),
                    Within(until - time.monotonic(), MODEL_REPLY_BYTES),
                    {"Authorization": f"Bearer {key}"},
                )
            except UnusableAnswer as error:
                raise ModelUnusable(error.why, requests) from None
            except NoAnswer as error:
                raise ModelFailed(error.why, requests) from None
            status = answer.status
            if status == HTTPStatus.OK:
                latency_ms = round((time.perf_counter() - started) * 1_000)
                return reply_of(answer.body, model, requests, latency_ms)
            if status != HTTPStatus.NOT_FOUND and status < HTTPStatus.INTERNAL_SERVER_ERROR:
                break
        raise ModelFailed(f"status {status}", requests)

    def close(self) -> None:
        """Close the connections; afterwards nothing can be asked. Not to be called inside a running event loop."""
        self._outbound.close()


def reply_of(body: bytes, asked: str, requests: int, latency_ms: int) -> ModelReply:
    """Read the body of a reply to a question that the model ``asked`` got. Raises ModelUnusable."""
    try:
        told = json.loads(body)
        text = told["choices"][0]["message"]["content"]
    except (ValueError, RecursionError, LookupError, TypeError):
        raise ModelUnusable("the reply holds no message", requests) from None
    if not isinstance(text, str):
        raise ModelUnusable("the message holds no text", requests)
    return ModelReply(text, requests, _usage(told, asked, latency_ms))


def _request(question: Question, model: str, response_format: ResponseFormat) -> dict[str, Any]:
    request: dict[str, Any] = {
        "model": model,
        "messages": [
            {"role": "system", "content": question.instructions},
            {"role": "user", "content": question.material},
        ],
        "temperature": 0,
        "seed": _SEED,
        "stream": False,
    }
    if response_format == "json_schema":
        schema = {"name": question.name, "strict": True, "schema": question.schema}
        request["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif response_format == "json_object":
        request["response_format"] = {"type": "json_object"}
    return request


def _usage(told: dict[str, Any], asked: str, latency_ms: int) -> ModelUsage | None:
    """Read what the endpoint counted; what is no count is left out rather than passed on."""
    counted = told.get("usage")
    if not isinstance(counted, dict):
        return None
    prompt, completion = _count(counted.get("prompt_tokens")), _count(counted.get("completion_tokens"))
    if prompt is None or completion is None:
        return None
    named = told.get("model")
    model = named if isinstance(named, str) and named.isprintable() and 0 < len(named) <= _LONGEST_NAME else asked
    return ModelUsage(model, prompt, completion, latency_ms)


def _count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value <= _MOST_TOKENS else None
