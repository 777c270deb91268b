"""What replies carry: CORS, request ids, rate limits, methods that are not there, and pages."""

import json
import re
from typing import Any

import pytest

from local.client import Answer, Api
from screwtape.api.elsewhere import prefers_html
from screwtape.api.replies import rate_limit_headers
from screwtape.core.metering import Allowance, Day
from tests.conftest import MakeApi

OWN = "http://127.0.0.1:3000"
LISTED = "https://screwtape.ai"
FOREIGN = "https://evil.example"

ASKED = {
    "page": ("GET", "/", 200),
    "api": ("GET", "/v1/health", 200),
    "error": ("GET", "/v1/keys/me", 401),
    "demand": ("POST", "/v1/judge", 402),
    "absent": ("GET", "/nowhere", 404),
    "wrong method": ("DELETE", "/v1/judge", 405),
}


def header_list(reply: Answer, name: str) -> set[str]:
    """Give the members of a comma-separated header in lower case."""
    return {member.strip().lower() for member in reply.headers.get(name, "").split(",") if member.strip()}


@pytest.mark.parametrize("kind", ASKED)
@pytest.mark.parametrize("origin", [OWN, LISTED, "https://www.screwtape.ai"])
def test_known_origins_may_read_every_reply(api: Api, kind: str, origin: str) -> None:
    """Success or error, the origin is reflected and the payment, limit and id headers are exposed."""
    method, path, status = ASKED[kind]
    reply = api.request(method, path, headers={"Origin": origin})
    assert reply.status == status
    assert reply.headers["access-control-allow-origin"] == origin
    assert "origin" in header_list(reply, "vary")
    exposed = header_list(reply, "access-control-expose-headers")
    assert {"payment-required", "payment-response", "ratelimit", "ratelimit-policy", "x-request-id"} <= exposed


@pytest.mark.parametrize("kind", ASKED)
@pytest.mark.parametrize("origin", [FOREIGN, "null", "https://screwtape.ai.evil.example", "http://screwtape.ai", ""])
def test_other_origins_get_no_cors_header(api: Api, kind: str, origin: str) -> None:
    """A foreign page is served like anybody, but its browser may not show it the reply."""
    method, path, status = ASKED[kind]
    reply = api.request(method, path, headers={"Origin": origin} if origin else {})
    assert reply.status == status
    assert not [name for name in reply.headers if name.startswith("access-control-")]
    assert "origin" in header_list(reply, "vary")


@pytest.mark.parametrize("origin", [None, FOREIGN, LISTED])
def test_shared_documents_may_be_read_by_any_page(api: Api, origin: str | None) -> None:
    """The OpenAPI document is open to every origin, asked from a page or not, and exposes its entity tag."""
    for method in ("GET", "HEAD", "OPTIONS"):
        reply = api.request(method, "/openapi.json", headers={"Origin": origin} if origin else {})
        assert reply.headers["access-control-allow-origin"] == "*"
        assert header_list(reply, "access-control-expose-headers") == {"etag"}


def test_allowed_origins_are_a_setting(make_api: MakeApi) -> None:
    """An operator's list replaces ours; the deployment's own origin always counts."""
    api = make_api({"ALLOWED_ORIGINS": "https://a.example, https://b.example"})
    allowed = [
        origin
        for origin in ("https://a.example", "https://b.example", LISTED, OWN)
        if "access-control-allow-origin" in api.request("GET", "/v1/health", headers={"Origin": origin}).headers
    ]
    assert allowed == ["https://a.example", "https://b.example", OWN]


def test_a_preflight_needs_no_key(api: Api) -> None:
    """OPTIONS on a known path is 204 with the methods, headers and time that a browser asks for."""
    asked = {
        "Origin": LISTED,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    reply = api.request("OPTIONS", "/v1/judge", headers=asked)
    assert (reply.status, reply.content) == (204, b"")
    assert header_list(reply, "access-control-allow-methods") == {"post", "options"}
    assert header_list(reply, "access-control-allow-headers") == {
        "authorization",
        "content-type",
        "idempotency-key",
        "if-match",
        "if-none-match",
        "payment-signature",
        "mcp-protocol-version",
        "mcp-method",
        "mcp-name",
    }
    assert int(reply.headers["access-control-max-age"]) > 0


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        pytest.param("/v1/judge", {"post", "options"}, id="post-only"),
        pytest.param("/v1/keys", {"post", "options"}, id="keys"),
        pytest.param("/v1/keys/me", {"get", "head", "delete", "options"}, id="several-rows"),
        pytest.param("/v1/health", {"get", "head", "options"}, id="get-brings-head"),
        pytest.param("/openapi.json", {"get", "head", "options"}, id="page"),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(api: Api, path: str, allowed: set[str]) -> None:
    """A known path by another method is 405 with Allow."""
    reply = api.request("PATCH", path)
    assert (reply.status, reply.json()["code"]) == (405, "method_not_allowed")
    assert header_list(reply, "allow") == allowed


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/v1/judge/",
        "/v1",
        "/V1/health",
        "/v1/keys/you",
        "/openapi.json/x",
        "/openapiXjson",
        "/openapi.json%0A",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_unknown_paths_are_404(api: Api, path: str, method: str) -> None:
    """Paths match exactly; a trailing slash is another path."""
    reply = api.request(method, path)
    assert (reply.status, reply.json()["code"]) == (404, "not_found")


def test_a_path_spelled_otherwise_is_another_path(api: Api) -> None:
    """The gateway routes by the path as it was sent, so an escaped letter leads nowhere, and is not told otherwise."""
    reply = api.request("POST", "/v1/%6Audge")
    assert (reply.status, reply.json()["code"]) == (404, "not_found")


def test_browsers_get_a_page_for_a_path_that_is_not_there(api: Api) -> None:
    """A client that prefers HTML gets HTML."""
    reply = api.request("GET", "/nowhere", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert reply.status == 404
    assert reply.headers["content-type"].startswith("text/html")
    assert "<h1>" in reply.text


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        pytest.param("", False, id="none"),
        pytest.param("*/*", False, id="anything"),
        pytest.param("application/json", False, id="json"),
        pytest.param("text/html", True, id="html"),
        pytest.param("text/html;q=0.5, application/json", False, id="json-preferred"),
        pytest.param("application/json;q=0.1, text/html;q=0.9", True, id="html-preferred"),
        pytest.param("text/html;q=0", False, id="html-refused"),
        pytest.param("text/html;q=x", False, id="nonsense"),
        pytest.param("text/html;q=0.5, */*;q=0.9", False, id="anything-ranks-higher"),
        pytest.param("text/*", True, id="any-text"),
        pytest.param("application/*;q=0.2, text/html;q=0.3", True, id="any-application-ranks-lower"),
    ],
)
def test_accept_decides_between_page_and_problem(accept: str, *, expected: bool) -> None:
    """Only a client that ranks HTML above JSON is given HTML."""
    assert prefers_html(accept) is expected


@pytest.mark.parametrize("path", ["/", "/openapi.json", "/v1/health"])
def test_head_is_get_without_its_body(api: Api, path: str) -> None:
    """HEAD answers wherever GET does, with the same headers."""
    get, head = api.request("GET", path), api.request("HEAD", path)
    own = {"x-request-id", "apigw-requestid", "content-length"}
    assert (head.status, head.content) == (get.status, b"")
    assert {k: v for k, v in head.headers.items() if k not in own} == {
        k: v for k, v in get.headers.items() if k not in own
    }


@pytest.mark.parametrize("kind", ASKED)
def test_every_reply_has_a_request_id_of_its_own(api: Api, kind: str) -> None:
    """``req_`` and 26 base32 characters, in the header and in every body of the API; no caller's id is taken over."""
    method, path, _ = ASKED[kind]
    replies = [api.request(method, path, headers={"X-Request-Id": "mine"}) for _ in range(2)]
    ids = [reply.headers["x-request-id"] for reply in replies]
    assert ids[0] != ids[1]
    assert all(re.fullmatch(r"req_[a-z2-7]{26}", name) for name in ids)
    if kind != "page":
        assert [reply.json()["request_id"] for reply in replies] == ids


def test_the_user_agent_does_not_matter(api: Api) -> None:
    """No client is turned away for its name or for having none."""
    statuses = {
        api.request("GET", "/v1/health", headers={"User-Agent": agent} if agent else {}).status
        for agent in ("", "Python-urllib/3.11", "curl/8", "GPTBot", "sqlmap")
    }
    assert statuses == {200}


def test_pages_are_revalidated_by_their_entity_tag(api: Api) -> None:
    """A reader with the current page gets 304 and no body, whichever form the tag comes back in."""
    first = api.request("GET", "/openapi.json")
    tag = first.headers["etag"]
    for sent in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = api.request("GET", "/openapi.json", headers={"If-None-Match": sent})
        assert (again.status, again.content, again.headers["etag"]) == (304, b"", tag)
    assert api.request("GET", "/openapi.json", headers={"If-None-Match": '"other"'}).status == 200


def test_every_address_shown_is_the_deployments_own(make_api: MakeApi) -> None:
    """Pages, the OpenAPI document and problems name BASE_URL."""
    api = make_api({"BASE_URL": "https://judge.example/"})
    assert api.request("GET", "/openapi.json").json()["servers"] == [{"url": "https://judge.example"}]
    assert "https://judge.example/v1/keys" in api.request("GET", "/").text
    assert api.request("GET", "/nowhere").json()["type"] == "https://judge.example/docs#error-not_found"


def test_without_base_url_the_gateways_domain_is_used(make_api: MakeApi) -> None:
    """A stack that was not told its address learns it from the gateway."""
    api = make_api({"BASE_URL": ""})
    problem: dict[str, Any] = api.request("GET", "/nowhere").json()
    assert problem["type"].startswith("https://127.0.0.1")


@pytest.mark.parametrize(
    ("used", "at", "expected"),
    [
        pytest.param(1, 0, '"day";r=99;t=86400', id="first-call-at-midnight"),
        pytest.param(63, 86_400 - 5_400, '"day";r=37;t=5400', id="published-example"),
        pytest.param(100, 86_399, '"day";r=0;t=1', id="last-free-call-in-the-last-second"),
        pytest.param(250, 43_200, '"day";r=0;t=43200', id="credits-do-not-count"),
    ],
)
def test_rate_limit_headers(used: int, at: int, expected: str) -> None:
    """Free calls left and the seconds to 00:00 UTC, as the RateLimit draft writes them."""
    headers = rate_limit_headers(Allowance(Day("1970-01-01"), used=used, allow=1_100, free=100), 100, at)
    assert headers == {"RateLimit-Policy": '"day";q=100;w=86400', "RateLimit": expected}


def test_problem_bodies_are_json_for_machines(api: Api) -> None:
    """A problem is one JSON object with the members of RFC 9457 and ours."""
    body = json.loads(api.request("GET", "/nowhere").content)
    assert set(body) == {"type", "title", "status", "detail", "code", "request_id"}
