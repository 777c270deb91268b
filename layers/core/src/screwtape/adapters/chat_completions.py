"""A model behind an OpenAI-compatible endpoint: ``POST <base>/chat/completions``.

404 and 500 or more from the first model try the second one once, within the same time. Nothing else is tried again.

httpx's own timeouts bound single reads, so a reply that drips, one byte of a header at a time, would never meet them.
Only cancelling bounds a whole exchange: requests run on an event loop that belongs to this object (decision 0013).
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, Literal

import httpx

from screwtape.core.errors import StoreUnavailable
from screwtape.core.opinion import Question
from screwtape.core.terms import MODEL_REPLY_BYTES
from screwtape.ports import ModelFailed, ModelReply, ModelUnusable, ModelUsage

ResponseFormat = Literal["json_schema", "json_object", "none"]

CONNECT_SECONDS: Final = 5.0
"""An endpoint that cannot be reached is given up long before the time for an answer is over."""
_IDLE_SECONDS: Final = 30.0
"""How long an unused connection is kept: less than servers and the networks between keep theirs."""
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
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)  # the thread's own loop is left alone
        self._client = httpx.AsyncClient(
            headers={"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "screwtape"},
            limits=httpx.Limits(max_connections=2, max_keepalive_connections=2, keepalive_expiry=_IDLE_SECONDS),
        )

    def ask(self, question: Question, seconds: float) -> ModelReply:
        """Ask, in at most two requests and ``seconds`` in all."""
        until = time.monotonic() + seconds
        try:
            key = self._key()
        except StoreUnavailable:
            raise ModelFailed("the key cannot be read", requests=0) from None
        asking = _Asking(self._client, self._endpoint, key, question)
        return self._runner.run(asking.within(until - time.monotonic()))

    def close(self) -> None:
        """Close the connections; afterwards nothing can be asked. Not to be called inside a running event loop."""
        with self._runner:  # ends what a broken-off reply has left behind on the loop
            self._runner.run(self._client.aclose())


@dataclass
class _Asking:
    """One question on its way."""

    client: httpx.AsyncClient
    endpoint: Endpoint
    key: str
    question: Question
    requests: int = 0

    async def within(self, seconds: float) -> ModelReply:
        started = time.perf_counter()
        try:
            async with asyncio.timeout(seconds):
                body = await self._body()
        except TimeoutError:
            raise ModelFailed("timeout", self.requests) from None
        latency_ms = round((time.perf_counter() - started) * 1_000)
        return reply_of(body, self.endpoint.models[self.requests - 1], self.requests, latency_ms)

    async def _body(self) -> bytes:
        models = self.endpoint.models
        for model in models:
            self.requests += 1
            try:
                async with self._sent(model) as response:
                    if response.status_code == HTTPStatus.OK:
                        return await self._read(response)
                    status = response.status_code
            except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, ValueError) as error:
                # Its message may hold the address or a header, so only its kind is told.
                raise ModelFailed(type(error).__name__, self.requests) from None
            if status != HTTPStatus.NOT_FOUND and status < HTTPStatus.INTERNAL_SERVER_ERROR:
                break
        raise ModelFailed(f"status {status}", self.requests)

    @asynccontextmanager
    async def _sent(self, model: str) -> AsyncIterator[httpx.Response]:
        async with self.client.stream(
            "POST",
            f"{self.endpoint.base_url}/chat/completions",
            headers={"Authorization": f"Bearer {self.key}"},
            json=_request(self.question, model, self.endpoint.response_format),
            timeout=httpx.Timeout(None, connect=CONNECT_SECONDS),
        ) as response:
            yield response

    async def _read(self, response: httpx.Response) -> bytes:
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            raise ModelUnusable("the reply is compressed, which was not asked for", self.requests)
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > MODEL_REPLY_BYTES:
                raise ModelUnusable("the reply is too long", self.requests)
        return bytes(body)


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
