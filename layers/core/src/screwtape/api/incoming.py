"""One HTTP request as API Gateway delivers it (HTTP API payload format 2.0), read once and without trust."""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from screwtape.core.errors import BodyTooLarge, Fault, InvalidBody
from screwtape.core.terms import BODY_BYTES


@dataclass(frozen=True, slots=True)
class Incoming:
    """A request: header names in lower case, ``now`` in epoch seconds by the gateway's clock, ``source`` an address."""

    method: str
    path: str
    headers: Mapping[str, str]
    text: str
    is_base64: bool
    source: str
    domain: str
    now: int

    @classmethod
    def from_event(cls, event: Mapping[str, Any]) -> Incoming:
        """Read a gateway event; what a stripped test event leaves out is filled in."""
        context = event.get("requestContext") or {}
        http = context.get("http") or {}
        epoch_ms = context.get("timeEpoch")
        return cls(
            method=str(http.get("method", "GET")).upper(),
            path=event.get("rawPath") or http.get("path") or "/",
            headers={name.lower(): value for name, value in (event.get("headers") or {}).items()},
            text=event.get("body") or "",
            is_base64=event.get("isBase64Encoded") is True,
            source=http.get("sourceIp") or "",
            domain=context.get("domainName") or "localhost",
            now=int(time.time()) if epoch_ms is None else int(epoch_ms) // 1000,
        )

    def header(self, name: str) -> str:
        """Give a header's value without surrounding blanks, or an empty string."""
        return self.headers.get(name, "").strip()

    def body(self, limit: int = BODY_BYTES) -> bytes:
        """Give the body's bytes. Raises BodyTooLarge over ``limit`` bytes, InvalidBody for broken base64."""
        too_large = BodyTooLarge(f"The body is over {limit:,} bytes. Send less text.")
        if not self.is_base64:
            body = self.text.encode("utf-8", errors="surrogatepass")
        else:
            if len(self.text) // 4 * 3 > limit + 3:
                raise too_large
            try:
                body = base64.b64decode(self.text, validate=True)
            except (binascii.Error, ValueError):
                raise InvalidBody([Fault("", "The body is not valid base64.")]) from None
        if len(body) > limit:
            raise too_large
        return body
