"""The gateway's own replies and limits, and what became of a call."""

from __future__ import annotations

import json

import pytest

from local.events import Reply, Request
from local.gateway import Call, FunctionFault, FunctionTimeout, Gateway, deliver, head_bytes
from local.template import Route

GATEWAY = Gateway([Route("POST", "/a", "fn")])
CALL = Call("fn", b"{}", "id1")
MB = 1024 * 1024


def head_of(size: int) -> Request:
    """Make a request whose line and headers have that many bytes."""
    bare = head_bytes("POST", "/a", [("x", "")])
    return Request("POST", "/a", (("x", "y" * (size - bare)),))


@pytest.mark.parametrize(
    ("request_", "status", "message"),
    [
        pytest.param(Request("GET", "/a"), 404, "Not Found", id="unknown-method"),
        pytest.param(Request("POST", "/b"), 404, "Not Found", id="unknown-path"),
        pytest.param(Request("POST", "/a/"), 404, "Not Found", id="trailing-slash"),
        pytest.param(Request("POST", "/a", body=b"x" * (10 * MB + 1)), 413, "Request Entity Too Large", id="10-mb"),
        pytest.param(Request("POST", "/a", body=b"x" * 6 * MB), 413, "Request Entity Too Large", id="event-6-mb"),
        pytest.param(
            Request("POST", "/a", (("content-type", "image/png"),), b"x" * 5 * MB),
            413,
            "Request Entity Too Large",
            id="5-mb-grow-in-base64",
        ),
        pytest.param(head_of(10_241), 431, "Request Header Fields Too Large", id="head-10241"),
    ],
)
def test_the_gateway_refuses_in_its_own_words(request_: Request, status: int, message: str) -> None:
    """Unknown routes and what is too large never reach a function."""
    reply = GATEWAY.admit(request_)
    assert isinstance(reply, Reply)
    assert (reply.status, json.loads(reply.body)) == (status, {"message": message})
    assert reply.headers == (("content-type", "application/json"),)


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param(Request("POST", "/a", body=b"x" * 5 * MB), id="5-mb-of-text"),
        pytest.param(head_of(10_240), id="head-10240"),
    ],
)
def test_what_just_fits_reaches_the_function(request_: Request) -> None:
    """The limits are inclusive."""
    call = GATEWAY.admit(request_)
    assert isinstance(call, Call)
    assert json.loads(call.event)["requestContext"]["requestId"] == call.request_id


@pytest.mark.parametrize(
    ("returned", "status", "message"),
    [
        pytest.param(FunctionTimeout(), 503, "Service Unavailable", id="timeout"),
        pytest.param(FunctionFault("ValueError"), 500, "Internal Server Error", id="fault"),
        pytest.param(b'{"statusCode": 1000}', 500, "Internal Server Error", id="invalid-reply"),
        pytest.param(b'"' + b"x" * 6 * MB + b'"', 500, "Internal Server Error", id="reply-over-6-mb"),
    ],
)
def test_a_failed_call_is_the_gateways_reply(
    returned: bytes | FunctionFault | FunctionTimeout, status: int, message: str
) -> None:
    """Timeouts are 503, everything else that a function does wrong is 500; both carry the request id."""
    reply = deliver(returned, CALL)
    assert (reply.status, json.loads(reply.body)) == (status, {"message": message})
    assert dict(reply.headers)["apigw-requestid"] == "id1"


def test_a_delivered_reply_carries_the_request_id() -> None:
    """``apigw-requestid`` is added to what the function returned."""
    reply = deliver(b'{"statusCode": 204, "headers": {"x": "y"}}', CALL)
    assert (reply.status, reply.headers) == (204, (("x", "y"), ("apigw-requestid", "id1")))
