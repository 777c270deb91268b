"""The API without sockets: HTTP request, event, handler and reply in one process, wired by the template."""

from __future__ import annotations

import json as json_text
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from local.environment import local_defaults
from local.events import Reply, Request
from local.gateway import FunctionFault, Gateway, deliver
from local.in_process import InProcessRunner
from local.template import Template


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply as a client reads it; header names are lower case, and a repeated header keeps its last value."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.content.decode()

    def json(self) -> Any:
        """Give the body as JSON."""
        return json_text.loads(self.content)


class Api:
    """One deployment in this process. ``environment`` replaces values that the template gives, as a caller's would."""

    def __init__(
        self,
        template: Template,
        environment: Mapping[str, str] | None = None,
        *,
        base_url: str = "http://127.0.0.1:3000",
    ) -> None:
        environment = environment or {}
        unknown = environment.keys() - {name for fn in template.functions.values() for name in fn.environment}
        if unknown:
            raise ValueError(f"the template passes these to no function: {', '.join(sorted(unknown))}")
        self.base_url = base_url
        self._gateway = Gateway(template.routes)
        self._runner = InProcessRunner(
            template.functions.values(), defaults=local_defaults(base_url), caller=environment
        )

    def request(  # noqa: PLR0913 (an HTTP request has these parts)
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        json: Any = None,
        content: bytes | str | None = None,
        at: int | None = None,
        source_ip: str = "127.0.0.1",
    ) -> Answer:
        """Send one request. ``json`` or ``content`` is the body; ``at`` is the time it arrives, in epoch ms."""
        body = content.encode() if isinstance(content, str) else content or b""
        given = {"host": self.base_url.partition("//")[2], **{name.lower(): v for name, v in (headers or {}).items()}}
        if json is not None:
            body = json_text.dumps(json).encode()
            given.setdefault("content-type", "application/json")
        request = Request(method, path, tuple(given.items()), body, source_ip)
        return _answer(self._reply(request, at), bodiless=method == "HEAD")

    def invoke(self, function: str, event: Any) -> Any:
        """Invoke a function by its logical id, past the gateway, as a schedule would. Raises FunctionFault."""
        return json_text.loads(self._runner.run(function, json_text.dumps(event).encode()))

    def close(self) -> None:
        """Close what the functions hold open; nothing is to be asked of them afterwards."""
        self._runner.end()

    def _reply(self, request: Request, at: int | None) -> Reply:
        call = self._gateway.admit(request, at=at)
        if isinstance(call, Reply):
            return call
        returned: bytes | FunctionFault
        try:
            returned = self._runner.run(call.function, call.event)
        except FunctionFault as fault:
            returned = fault
        return deliver(returned, call)


def _answer(reply: Reply, *, bodiless: bool) -> Answer:
    return Answer(reply.status, dict(reply.headers), b"" if bodiless else reply.body)
