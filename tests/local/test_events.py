"""HTTP requests as payload 2.0 events, and returned values as replies, line by line of the service's rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from local.events import InvalidReply, Request, event_for, reply_from
from local.router import Match
from local.template import Route

AT = 1_700_000_000_123  # 2023-11-14 22:13:20.123 UTC


def event(
    method: str = "POST",
    target: str = "/a",
    headers: tuple[tuple[str, str], ...] = (),
    body: bytes = b"",
    parameters: dict[str, str] | None = None,
) -> dict[str, Any]:
    """Build the event of a request to the route ``POST /a``."""
    match = Match(Route("POST", "/a", "fn"), parameters or {})
    return event_for(Request(method, target, headers, body, "203.0.113.9"), match, at=AT, request_id="id1")


def test_an_event_has_the_members_of_payload_2() -> None:
    """Version, route key, path, query, context and times are where functions look for them."""
    made = event("POST", "/a%20b?x=1", (("Host", "api.example.com:3000"), ("User-Agent", "probe/1")))
    assert (made["version"], made["routeKey"], made["rawPath"], made["rawQueryString"]) == (
        "2.0",
        "POST /a",
        "/a b",
        "x=1",
    )
    assert made["requestContext"] == {
        "accountId": "123456789012",
        "apiId": "local",
        "domainName": "api.example.com",
        "domainPrefix": "api",
        "http": {
            "method": "POST",
            "path": "/a b",
            "protocol": "HTTP/1.1",
            "sourceIp": "203.0.113.9",
            "userAgent": "probe/1",
        },
        "requestId": "id1",
        "routeKey": "POST /a",
        "stage": "$default",
        "time": "14/Nov/2023:22:13:20 +0000",
        "timeEpoch": AT,
    }


@pytest.mark.parametrize(
    ("sent", "seen"),
    [
        pytest.param([("X-Custom", "A")], {"x-custom": "A"}, id="lower-case-names"),
        pytest.param([("X-A", "1"), ("x-a", "2")], {"x-a": "1,2"}, id="duplicates-joined-by-comma"),
        pytest.param([("Cookie", "a=1; b=2")], {"cookie": None}, id="cookies-are-not-headers"),
        pytest.param([("Connection", "keep-alive, x-hop"), ("X-Hop", "1")], {"x-hop": None}, id="nominated-hop"),
        pytest.param(
            [("TE", "trailers"), ("Transfer-Encoding", "chunked"), ("Upgrade", "h2c"), ("Keep-Alive", "5")],
            {"te": None, "transfer-encoding": None, "upgrade": None, "keep-alive": None},
            id="hop-by-hop",
        ),
        pytest.param([], {"content-length": "0"}, id="length-added"),
        pytest.param([("Host", "h:3000")], {"x-forwarded-port": "3000", "x-forwarded-proto": "http"}, id="forwarded"),
        pytest.param([], {"x-forwarded-for": "203.0.113.9"}, id="source-address"),
        pytest.param([("X-Forwarded-For", "10.0.0.1")], {"x-forwarded-for": "10.0.0.1,203.0.113.9"}, id="proxied"),
    ],
)
def test_headers_arrive_as_the_gateway_sends_them(sent: list[tuple[str, str]], seen: dict[str, str | None]) -> None:
    """Names in lower case, repetitions joined, cookies and hop-by-hop headers taken out, forwarding added."""
    headers = event(headers=tuple(sent))["headers"]
    assert {name: headers.get(name) for name in seen} == seen


def test_cookies_are_split_out() -> None:
    """Each cookie is one entry of ``cookies``, over all Cookie headers, quotes kept."""
    made = event(headers=(("cookie", 'a=1; b="2"'), ("Cookie", "c=3")))
    assert made["cookies"] == ["a=1", 'b="2"', "c=3"]
    assert "cookies" not in event()


@pytest.mark.parametrize(
    ("query", "parameters"),
    [
        pytest.param("?a=1&a=2&b=3", {"a": "1,2", "b": "3"}, id="duplicates-joined"),
        pytest.param("?a=&b", {"a": "", "b": ""}, id="empty-values-kept"),
        pytest.param("?a=%2F+x", {"a": "/ x"}, id="decoded"),
        pytest.param("?", None, id="empty-query"),
        pytest.param("", None, id="no-query"),
    ],
)
def test_the_query_is_decoded_and_joined(query: str, parameters: dict[str, str] | None) -> None:
    """``queryStringParameters`` is decoded, ``rawQueryString`` is not; neither parameters nor query: no member."""
    made = event(target=f"/a{query}")
    assert made.get("queryStringParameters") == parameters
    assert made["rawQueryString"] == query.removeprefix("?")


def test_path_variables_are_a_member_only_when_there_are_some() -> None:
    """``pathParameters`` is absent on a route without variables."""
    assert event(parameters={"id": "7"})["pathParameters"] == {"id": "7"}
    assert "pathParameters" not in event()


@pytest.mark.parametrize(
    ("content_type", "body", "seen", "encoded"),
    [
        pytest.param("application/json", b"{}", "{}", False, id="json"),
        pytest.param("application/json; charset=utf-8", b"{}", "{}", False, id="json-with-charset"),
        pytest.param("application/problem+json", b"{}", "{}", False, id="json-suffix"),
        pytest.param("Text/Plain", "é".encode(), "é", False, id="text-utf-8"),
        pytest.param("", b"{}", "{}", False, id="no-type"),
        pytest.param("text/plain", b"\xff", "/w==", True, id="text-that-is-no-utf-8"),
        pytest.param("application/json", b"\xff\xfe", "//4=", True, id="json-that-is-no-utf-8"),
        pytest.param("application/octet-stream", b"abc", "YWJj", True, id="binary-type"),
        pytest.param("application/x-www-form-urlencoded", b"a=1", "YT0x", True, id="form"),
        pytest.param("application/jsonp", b"abc", "YWJj", True, id="a-type-that-only-starts-like-json"),
    ],
)
def test_a_body_is_text_or_base64(content_type: str, body: bytes, seen: str, *, encoded: bool) -> None:
    """Text types that are UTF-8 come as text, everything else in base64."""
    headers = (("content-type", content_type),) if content_type else ()
    made = event(headers=headers, body=body)
    assert (made["body"], made["isBase64Encoded"]) == (seen, encoded)


def test_no_body_is_no_member() -> None:
    """Without a body there is no ``body`` member."""
    assert "body" not in event()


@pytest.mark.parametrize(
    ("returned", "status", "headers", "body"),
    [
        pytest.param({"statusCode": 201, "headers": {"X-A": "1"}}, 201, {"x-a": "1"}, b"", id="headers-lower-case"),
        pytest.param(
            {"statusCode": 200, "headers": {"a": 1, "b": True}}, 200, {"a": "1", "b": "true"}, b"", id="typed"
        ),
        pytest.param({"statusCode": "404"}, 404, {}, b"", id="status-as-text"),
        pytest.param(
            {"statusCode": 200, "body": "é"}, 200, {"content-type": "text/plain;charset=UTF-8"}, "é".encode(), id="text"
        ),
        pytest.param(
            {"statusCode": 200, "body": "/w==", "isBase64Encoded": True, "headers": {"content-type": "image/x"}},
            200,
            {"content-type": "image/x"},
            b"\xff",
            id="binary",
        ),
        pytest.param({"statusCode": 200, "cookies": ["a=1"]}, 200, {"set-cookie": "a=1"}, b"", id="cookies"),
        pytest.param({"statusCode": 200, "headers": {"Connection": "close"}}, 200, {}, b"", id="hop-by-hop"),
        pytest.param({"statusCode": 200, "headers": {"Content-Length": "9"}}, 200, {}, b"", id="length-is-ours"),
        pytest.param({"statusCode": 200, "headers": None, "body": None}, 200, {}, b"", id="nulls"),
        pytest.param({"a": 1}, 200, {"content-type": "application/json"}, b'{"a": 1}', id="inferred-object"),
        pytest.param("hi", 200, {"content-type": "application/json"}, b"hi", id="inferred-text"),
        pytest.param([1], 200, {"content-type": "application/json"}, b"[1]", id="inferred-list"),
        pytest.param(None, 200, {"content-type": "application/json"}, b"null", id="inferred-null"),
    ],
)
def test_what_a_function_returns_is_read_as_payload_2(
    returned: object, status: int, headers: dict[str, str], body: bytes
) -> None:
    """Status, headers, cookies and body by the rules of payload 2.0, inferred when there is no status."""
    reply = reply_from(json.dumps(returned).encode())
    assert (reply.status, dict(reply.headers), reply.body) == (status, headers, body)


def test_repeated_cookies_stay_apart() -> None:
    """Each cookie is a Set-Cookie header of its own."""
    reply = reply_from(b'{"statusCode": 200, "cookies": ["a=1", "b=2"]}')
    assert list(reply.headers) == [("set-cookie", "a=1"), ("set-cookie", "b=2")]


@pytest.mark.parametrize(
    "returned",
    [
        pytest.param(b"{", id="no-json"),
        pytest.param(b'{"statusCode": "ok"}', id="status-no-number"),
        pytest.param(b'{"statusCode": null}', id="status-null"),
        pytest.param(b'{"statusCode": 99}', id="status-too-small"),
        pytest.param(b'{"statusCode": 600}', id="status-too-large"),
        pytest.param(b'{"statusCode": 200, "body": {}}', id="body-no-string"),
        pytest.param(b'{"statusCode": 200, "body": "*", "isBase64Encoded": true}', id="body-no-base64"),
        pytest.param(b'{"statusCode": 200, "body": "\\ud800"}', id="body-lone-surrogate"),
        pytest.param(b'{"statusCode": 200, "headers": [1]}', id="headers-no-object"),
        pytest.param(b'{"statusCode": 200, "headers": {"a": "b\\r\\nc: d"}}', id="header-with-line-break"),
        pytest.param(b'{"statusCode": 200, "headers": {"a b": "c"}}', id="header-name-with-space"),
        pytest.param(b'{"statusCode": 200, "headers": {"a": "\\ud800"}}', id="header-lone-surrogate"),
        pytest.param(b'{"statusCode": 200, "cookies": "a=1"}', id="cookies-no-list"),
        pytest.param(b'"\\ud800"', id="inferred-lone-surrogate"),
    ],
)
def test_what_is_no_reply_is_refused(returned: bytes) -> None:
    """A value that the gateway cannot send is an error of the function."""
    with pytest.raises(InvalidReply):
        reply_from(returned)
