"""HTTP requests as payload 2.0 events, and what a function returns as HTTP replies.

Source of the rules: "Create AWS Lambda proxy integrations for HTTP APIs", payload format version 2.0.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, unquote

from local.intrinsics import ACCOUNT
from local.router import Match

Headers = Sequence[tuple[str, str]]

_HOP_BY_HOP: Final = frozenset(
    {
        "connection",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
_TEXT_TYPE: Final = re.compile(
    r"text/|application/(?:json|xml|javascript|[\w.+-]+\+(?:json|xml))\s*(?:;|$)", re.IGNORECASE
)
_HEADER_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE: Final = re.compile(r"[^\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]*")
_STATUS: Final = range(200, 600)
_JSON: Final = ("content-type", "application/json")


@dataclass(frozen=True, slots=True)
class Request:
    """An HTTP request as it came: ``target`` undecoded with its query, ``headers`` in order and with repetitions."""

    method: str
    target: str
    headers: Headers = ()
    body: bytes = b""
    source_ip: str = "127.0.0.1"
    protocol: str = "HTTP/1.1"

    @property
    def raw_path(self) -> str:
        """The undecoded path."""
        return self.target.partition("?")[0]


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP reply; header names are lower case."""

    status: int
    headers: Headers
    body: bytes

    @classmethod
    def of_gateway(cls, status: int, message: str) -> Reply:
        """Give a reply that the gateway itself makes, in its own form."""
        return cls(status, (_JSON,), json.dumps({"message": message}, separators=(",", ":")).encode())


class InvalidReply(Exception):
    """A function returned something that is no HTTP reply."""


def event_for(
    request: Request, match: Match, *, at: int | None = None, request_id: str | None = None
) -> dict[str, Any]:
    """Build the event that API Gateway would send. ``at`` is epoch milliseconds, now when not given."""
    at = int(time.time() * 1000) if at is None else at
    raw_path, _, query = request.target.partition("?")
    headers, cookies = _split_headers(request)
    host = headers.setdefault("host", "127.0.0.1")
    headers |= {
        "x-amzn-trace-id": f"Root=1-{at // 1000:08x}-{uuid.uuid4().hex[:24]}",
        "x-forwarded-for": ",".join(filter(None, (headers.get("x-forwarded-for"), request.source_ip))),
        "x-forwarded-port": host.rpartition(":")[2] if ":" in host else "80",
        "x-forwarded-proto": "http",
    }
    path = unquote(raw_path)
    event: dict[str, Any] = {
        "version": "2.0",
        "routeKey": match.route.key,
        "rawPath": path,
        "rawQueryString": query,
        "headers": headers,
        "requestContext": {
            "accountId": ACCOUNT,
            "apiId": "local",
            "domainName": host.partition(":")[0],
            "domainPrefix": host.partition(":")[0].partition(".")[0],
            "http": {
                "method": request.method,
                "path": path,
                "protocol": request.protocol,
                "sourceIp": request.source_ip,
                "userAgent": headers.get("user-agent", ""),
            },
            "requestId": request_id or uuid.uuid4().hex[:16],
            "routeKey": match.route.key,
            "stage": "$default",
            "time": time.strftime("%d/%b/%Y:%H:%M:%S +0000", time.gmtime(at / 1000)),
            "timeEpoch": at,
        },
        "isBase64Encoded": False,
    }
    if cookies:
        event["cookies"] = cookies
    if query:
        event["queryStringParameters"] = _joined(parse_qsl(query, keep_blank_values=True))
    if match.parameters:
        event["pathParameters"] = dict(match.parameters)
    if request.body:
        event["body"], event["isBase64Encoded"] = _encoded_body(request.body, headers.get("content-type", ""))
    return event


def reply_from(returned: bytes) -> Reply:
    """Read what a function returned, JSON text, as a reply. Raises InvalidReply.

    Without a ``statusCode`` the whole value is the body of a 200 in JSON. No header is renamed: the remapping of
    ``WWW-Authenticate`` and others is documented for REST APIs only.
    """
    try:
        value = json.loads(returned)
    except ValueError:
        raise InvalidReply("not JSON") from None
    if not isinstance(value, dict) or "statusCode" not in value:
        return Reply(200, (_JSON,), _decoded_body(value, encoded=False) if isinstance(value, str) else returned)
    try:
        status = int(value["statusCode"])
    except (TypeError, ValueError):
        raise InvalidReply("statusCode is no number") from None
    if status not in _STATUS:
        raise InvalidReply("statusCode is out of range")
    body = _decoded_body(value.get("body"), encoded=value.get("isBase64Encoded") is True)
    headers = _reply_headers(value.get("headers"), value.get("cookies"))
    if body and all(name != "content-type" for name, _ in headers):
        headers.append(("content-type", "text/plain;charset=UTF-8"))
    return Reply(status, tuple(headers), body)


def _split_headers(request: Request) -> tuple[dict[str, str], list[str]]:
    """Separate the cookies from the other headers, which come lower-case and joined by commas."""
    pairs = [(name.lower(), value) for name, value in request.headers]
    cookies = [part.strip() for name, value in pairs if name == "cookie" for part in value.split(";") if part.strip()]
    nominated = {part.strip().lower() for name, value in pairs if name == "connection" for part in value.split(",")}
    dropped = _HOP_BY_HOP | nominated | {"cookie"}
    headers = _joined((name, value) for name, value in pairs if name not in dropped)
    headers.setdefault("content-length", str(len(request.body)))
    return headers, cookies


def _joined(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    joined: dict[str, str] = {}
    for name, value in pairs:
        joined[name] = f"{joined[name]},{value}" if name in joined else value
    return joined


def _encoded_body(body: bytes, content_type: str) -> tuple[str, bool]:
    """Give the body as text where its type and its bytes say text, else in base64."""
    if not content_type or _TEXT_TYPE.match(content_type):
        try:
            return body.decode(), False
        except UnicodeDecodeError:
            pass
    return base64.b64encode(body).decode(), True


def _decoded_body(body: object, *, encoded: bool) -> bytes:
    if body is None:
        return b""
    if not isinstance(body, str):
        raise InvalidReply("body is no string")
    try:
        return base64.b64decode(body, validate=True) if encoded else body.encode()
    except (binascii.Error, UnicodeEncodeError):
        raise InvalidReply("body cannot be decoded") from None


def _reply_headers(headers: object, cookies: object) -> list[tuple[str, str]]:
    if not isinstance(headers or {}, Mapping) or not isinstance(cookies or [], list):
        raise InvalidReply("headers or cookies have the wrong shape")
    given: Mapping[str, object] = headers or {}  # type: ignore[assignment]
    pairs = [(str(name).lower(), _header_text(value)) for name, value in given.items()]
    pairs += [("set-cookie", str(cookie)) for cookie in cookies or []]  # type: ignore[attr-defined]
    if not all(_HEADER_NAME.fullmatch(name) and _HEADER_VALUE.fullmatch(value) for name, value in pairs):
        raise InvalidReply("a header cannot be written")
    return [(name, value) for name, value in pairs if name not in _HOP_BY_HOP and name != "content-length"]


def _header_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value).strip(" \t")
