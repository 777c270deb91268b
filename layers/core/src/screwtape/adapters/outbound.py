"""Requests to the services that we depend on: bounded in time and size, whatever the other side does.

httpx's own timeouts bound single reads, so a reply that drips, one byte of a header at a time, would never meet them.
Only cancelling bounds a whole exchange: requests run on an event loop that belongs to this object (decision 0013).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import httpx

CONNECT_SECONDS: Final = 5.0
"""A service that cannot be reached is given up long before the time for an answer is over."""
_HIGHEST_PORT: Final = 65_535
_IDLE_SECONDS: Final = 30.0
"""How long an unused connection is kept: less than servers and the networks between keep theirs."""
_NOT_SENT: Final = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.UnsupportedProtocol,
    httpx.LocalProtocolError,
)


# httpx tells every address at INFO, which is Lambda's level, and the address of a node may hold its key.
for _talkative in ("httpx", "httpcore"):
    logging.getLogger(_talkative).setLevel(logging.WARNING)


class NoAnswer(Exception):
    """No answer came. ``why`` is a word or two for the log and never holds what was sent."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class NotSent(NoAnswer):
    """The request cannot have reached the other side."""


class UnusableAnswer(NoAnswer):
    """Something came that is not read: too long, or compressed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP status and, unread, what came with it."""

    status: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Within:
    """What a request may take: ``seconds`` in all, and ``bytes`` of an answer.

    What comes with another status than 200 is read only where ``reads_failures``.
    """

    seconds: float
    bytes: int
    reads_failures: bool = False


class Outbound:
    """Sends JSON and reads what comes back. Connections are kept; the environment's proxies are used."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)  # the thread's own loop is left alone
        self._client = httpx.AsyncClient(
            headers={"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "screwtape"},
            limits=httpx.Limits(max_connections=2, max_keepalive_connections=2, keepalive_expiry=_IDLE_SECONDS),
        )

    def post(self, url: str, body: Any, within: Within, headers: Mapping[str, str] | None = None) -> Answer:
        """Send ``body`` as JSON and read the answer. Redirects are answers, and not followed.

        Raises NoAnswer, of which NotSent and UnusableAnswer are kinds.
        """
        return self._runner.run(self._post(url, body, within, headers or {}))

    def close(self) -> None:
        """Close the connections; afterwards nothing can be sent. Not to be called inside a running event loop."""
        with self._runner:  # ends what a broken-off reply has left behind on the loop
            self._runner.run(self._client.aclose())

    async def _post(self, url: str, body: Any, within: Within, headers: Mapping[str, str]) -> Answer:
        request = self._request(url, body, headers)
        try:
            async with asyncio.timeout(within.seconds):
                response = await self._client.send(request, stream=True)
                try:
                    is_read = response.status_code == HTTPStatus.OK or within.reads_failures
                    return Answer(response.status_code, await _read(response, within.bytes) if is_read else b"")
                finally:
                    await response.aclose()
        except TimeoutError:
            raise NoAnswer("timeout") from None
        except _NOT_SENT as error:
            raise NotSent(type(error).__name__) from None
        except (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL, OSError, ValueError) as error:
            # Its message may hold the address or a header, so only its kind is told.
            raise NoAnswer(type(error).__name__) from None

    def _request(self, url: str, body: Any, headers: Mapping[str, str]) -> httpx.Request:
        """Make the request apart from sending it: what cannot be made, unlike a redirect to nowhere, was not sent."""
        timeout = httpx.Timeout(None, connect=CONNECT_SECONDS)
        try:
            request = self._client.build_request("POST", url, headers=dict(headers), json=body, timeout=timeout)
        except (httpx.InvalidURL, ValueError) as error:
            raise NotSent(type(error).__name__) from None
        if (request.url.port or 0) > _HIGHEST_PORT:
            raise NotSent("InvalidURL")
        return request


async def _read(response: httpx.Response, most_bytes: int) -> bytes:
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise UnusableAnswer("the reply is compressed, which was not asked for")
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > most_bytes:
            raise UnusableAnswer("the reply is too long")
    return bytes(body)
