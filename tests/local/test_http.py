"""The running API over real sockets: what goes through whole, what is refused, and that nobody waits for another."""

from __future__ import annotations

import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from local.environment import PAY_TO
from tests.local.raw_http import Connection, ask
from tests.local.running import Running, left, until

MB = 1024 * 1024


def test_a_request_reaches_the_function_as_an_event(sample_api: Running) -> None:
    """Headers, query, cookies and body arrive in the event of a real worker."""
    reply = ask(
        sample_api.port, "POST", "/echo?a=1&a=2", "X-A: 1", "x-a: 2", "Cookie: c=1; d=2", "User-Agent: p", body=b"{}"
    )
    event = reply.json()["event"]
    assert event["headers"]["x-a"] == "1,2"
    assert event["cookies"] == ["c=1", "d=2"]
    assert event["queryStringParameters"] == {"a": "1,2"}
    assert event["body"] == "{}"
    assert event["requestContext"]["http"] == {
        "method": "POST",
        "path": "/echo",
        "protocol": "HTTP/1.1",
        "sourceIp": "127.0.0.1",
        "userAgent": "p",
    }
    assert reply.headers["apigw-requestid"] == event["requestContext"]["requestId"]
    assert 0 < reply.json()["remaining_ms"] <= 20_000


@pytest.mark.parametrize(
    ("method", "path", "route"),
    [
        pytest.param("GET", "/echo", "GET /echo", id="exact"),
        pytest.param("PATCH", "/echo", "ANY /echo", id="any"),
        pytest.param("GET", "/items/a%2Fb", "GET /items/{id}", id="encoded-slash"),
        pytest.param("GET", "/items/a/b", "GET /items/{proxy+}", id="greedy"),
        pytest.param("GET", "/echo/", None, id="trailing-slash"),
        pytest.param("POST", "/items/1", None, id="other-method"),
        pytest.param("OPTIONS", "/slow", None, id="no-preflight-by-the-gateway"),
    ],
)
def test_routes_answer_as_the_template_says(sample_api: Running, method: str, path: str, route: str | None) -> None:
    """A route's function answers; without route and ``$default`` the gateway says 404."""
    reply = ask(sample_api.port, method, path)
    if route is None:
        assert (reply.status, reply.json()) == (404, {"message": "Not Found"})
    else:
        assert reply.json()["event"]["routeKey"] == route


def test_a_worker_sees_only_what_lambda_would_give(sample_api: Running) -> None:
    """The template's variables, the caller's values for them, AWS's own variables, and nothing else of the caller."""
    environment = ask(sample_api.port, "GET", "/echo").json()["environment"]
    assert environment["GREETING"] == "overridden"
    assert environment["STAGE"] == "dev"
    assert environment["AWS_LAMBDA_FUNCTION_NAME"] == "EchoFunction"
    assert environment["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"] == "512"
    assert environment["LAMBDA_TASK_ROOT"].endswith("sample/echo")
    assert environment["AWS_ENDPOINT_URL"].startswith("http://127.0.0.1:")
    assert not {"UNRELATED", "HOME", "LOCAL_GATEWAY_PID", "X402_PAY_TO", "HASH_SECRET"} & environment.keys()
    assert PAY_TO not in environment.values()


def test_binary_goes_both_ways(sample_api: Running) -> None:
    """Bytes that are no text come in as base64 and go out as the function decodes them."""
    returned = {"statusCode": 200, "body": "AP8=", "isBase64Encoded": True, "headers": {"content-type": "image/x"}}
    reply = ask(sample_api.port, "POST", "/reply", "Content-Type: image/x", body=json.dumps(returned).encode())
    assert (reply.body, reply.headers["content-type"]) == (b"\x00\xff", "image/x")


@pytest.mark.parametrize(
    ("returned", "status", "body"),
    [
        pytest.param({"statusCode": 204, "body": "x"}, 204, b"", id="204"),
        pytest.param({"statusCode": 304, "body": "x"}, 304, b"", id="304"),
        pytest.param({"statusCode": 200, "body": "é", "headers": {"x-a": "é"}}, 200, "é".encode(), id="utf-8-header"),
        pytest.param({"made": "up"}, 200, b'{"made": "up"}', id="inferred"),
        pytest.param({"statusCode": 1}, 500, b'{"message":"Internal Server Error"}', id="invalid"),
    ],
)
def test_replies_are_whole_and_the_connection_goes_on(
    sample_api: Running, returned: object, status: int, body: bytes
) -> None:
    """After every kind of reply the same connection answers the next request."""
    with Connection(sample_api.port) as connection:
        reply = connection.ask("POST", "/reply", body=json.dumps(returned).encode())
        assert (reply.status, reply.body) == (status, body)
        assert connection.ask("GET", "/echo").status == 200


def test_head_has_the_headers_but_no_body(sample_api: Running) -> None:
    """HEAD says how long the body would be and does not send it; the connection goes on."""
    with Connection(sample_api.port) as connection:
        reply = connection.ask("HEAD", "/reply")
        assert (reply.status, reply.headers["content-length"], reply.body) == (200, "7", b"")
        assert connection.ask("GET", "/echo").status == 200


def test_two_cookies_are_two_headers(sample_api: Running) -> None:
    """Set-Cookie headers are never joined."""
    with Connection(sample_api.port) as connection:
        body = json.dumps({"statusCode": 200, "cookies": ["a=1", "b=2"]}).encode()
        connection.send(b"POST /reply HTTP/1.1\r\nHost: h\r\nConnection: close\r\n")
        connection.send(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        assert connection.read_all().count(b"set-cookie: ") == 2


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param("raise", 500, id="raises"),
        pytest.param("exit", 500, id="process-ends"),
        pytest.param("unserialisable", 500, id="returns-no-json"),
    ],
)
def test_a_failing_function_is_500_and_answers_again(sample_api: Running, body: str, status: int) -> None:
    """The gateway hides why; the next call finds a worker."""
    reply = ask(sample_api.port, "POST", "/fault", body=body.encode())
    assert (reply.status, reply.json()) == (status, {"message": "Internal Server Error"})
    assert ask(sample_api.port, "POST", "/fault", body=b"print").status == 204


def test_what_a_function_prints_reaches_the_terminal(sample_api: Running) -> None:
    """Lines of a function come on stderr under its name."""
    ask(sample_api.port, "POST", "/fault", body=b"print")
    until(lambda: "[FaultFunction] a line of the function" in sample_api.errors)
    assert sample_api.output == [f"ready {sample_api.base_url}"]


def test_an_overrunning_worker_is_killed_and_replaced(sample_api: Running) -> None:
    """After its timeout a function is 503; its process ends, so that it can never answer late."""
    first = int(ask(sample_api.port, "POST", "/slow", body=b"0").body)
    reply = ask(sample_api.port, "POST", "/slow", body=b"60")
    assert (reply.status, reply.json()) == (503, {"message": "Service Unavailable"})
    until(lambda: not left([first]))
    assert int(ask(sample_api.port, "POST", "/slow", body=b"0").body) != first


def test_workers_that_die_while_they_start_keep_nobody_waiting(sample_copy: Path) -> None:
    """Each costs one call, which is a 500; the others are served by whoever starts next, not given up after a while."""
    app = sample_copy / "slow/app.py"
    counted = (
        "import os\n"
        "with open('.starts', 'a+') as starts:\n"
        "    number = starts.tell()\n"
        "    starts.write('.')\n"
        "if 0 < number < 6:\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    app.write_text(app.read_text().replace("import os\n", counted))
    running = Running.start(sample_copy / "template.yaml")
    try:
        first = int(ask(running.port, "POST", "/slow", body=b"0").body)
        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(ask, running.port, "POST", "/slow", body=b"0.3") for _ in range(8)]
            os.kill(first, signal.SIGKILL)
            statuses = [call.result().status for call in asked]
        assert set(statuses) == {200, 500}
        assert any("ended by signal 9" in line for line in running.errors)
    finally:
        running.stop_and_check()


@pytest.mark.parametrize(
    ("size", "headers", "status"),
    [
        pytest.param(10 * MB + 1, (), 413, id="over-10-mb"),
        pytest.param(6 * MB, (), 413, id="event-over-6-mb"),
        pytest.param(5 * MB, ("Content-Type: image/x",), 413, id="5-mb-in-base64"),
        pytest.param(5 * MB, (), 200, id="5-mb"),
    ],
)
def test_a_large_body_is_refused_in_order(
    sample_api: Running, size: int, headers: tuple[str, ...], status: int
) -> None:
    """A refused body is read to its end, so that the client sees the refusal and may go on."""
    with Connection(sample_api.port) as connection:
        body = json.dumps({"statusCode": 200, "a": ""}).encode()
        body = body[:-2] + b"x" * (size - len(body)) + body[-2:]
        reply = connection.ask("POST", "/reply", *headers, body=body)
        assert reply.status == status
        if status == 413:
            assert reply.json() == {"message": "Request Entity Too Large"}
        assert connection.ask("GET", "/echo").status == 200


def test_a_client_that_asks_first_need_not_send(sample_api: Running) -> None:
    """With Expect: 100-continue a too large body is refused before it is sent, a small one is invited."""
    with Connection(sample_api.port) as connection:
        connection.send(f"POST /reply HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: {11 * MB}\r\n\r\n")
        assert connection.read().status == 413
    with Connection(sample_api.port) as connection:
        connection.send("POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        assert connection.read().status == 100
        connection.send("{}")
        assert connection.read().status == 200


def test_a_large_reply_passes_up_to_6_mb(sample_api: Running) -> None:
    """5 MB come whole; over 6 MB is the function's error."""
    assert len(ask(sample_api.port, "GET", "/reply", f"X-Repeat: {5 * MB}").body) == 5 * MB
    assert ask(sample_api.port, "GET", "/reply", f"X-Repeat: {6 * MB}").status == 500


@pytest.mark.parametrize("size", [pytest.param(10_240, id="20-kb"), pytest.param(200_000, id="200-kb")])
def test_a_large_head_is_refused_in_order(sample_api: Running, size: int) -> None:
    """Request line and headers over 10,240 bytes are 431, and the connection goes on."""
    with Connection(sample_api.port) as connection:
        reply = connection.ask("GET", "/echo", f"X-A: {'x' * size}")
        assert (reply.status, reply.json()) == (431, {"message": "Request Header Fields Too Large"})
        assert connection.ask("GET", "/echo").status == 200


def test_a_head_without_end_ends_the_connection(sample_api: Running) -> None:
    """A head of more than a megabyte is not read to its end."""
    with Connection(sample_api.port) as connection:
        connection.send("GET /echo HTTP/1.1\r\nX-A: " + "x" * (MB + 1))
        assert connection.read().status == 431
        assert connection.ended()


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param("nonsense\r\n\r\n", id="no-http"),
        pytest.param("GET /echo HTTP/1.1\r\n\r\n", id="no-host"),
        pytest.param("GET /echo HTTP/1.1\r\nHost: h\r\nA b: c\r\n\r\n", id="bad-header-name"),
        pytest.param("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n", id="bad-length"),
        pytest.param("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", id="lengths"),
        pytest.param("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n", id="bad-chunk"),
        pytest.param(
            "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\naX\r\n0\r\n\r\n",
            id="chunk-longer-than-said",
        ),
    ],
)
def test_what_is_no_http_is_refused_and_closed(sample_api: Running, sent: str) -> None:
    """Broken framing is 400 in the gateway's form, and nothing after it is trusted."""
    with Connection(sample_api.port) as connection:
        connection.send(sent)
        reply = connection.read()
        assert (reply.status, reply.json()) == (400, {"message": "Bad Request"})
        assert connection.ended()


def test_a_chunked_body_arrives_whole(sample_api: Running) -> None:
    """Chunks are joined; the event says how long the body is."""
    with Connection(sample_api.port) as connection:
        connection.send(
            "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"
        )
        event = connection.read().json()["event"]
        assert (event["body"], event["headers"]["content-length"]) == ("{}", "2")
        assert "transfer-encoding" not in event["headers"]


def test_pipelined_requests_are_answered_in_order(sample_api: Running) -> None:
    """Two requests sent at once get two replies, first come first."""
    with Connection(sample_api.port) as connection:
        connection.send("GET /items/1 HTTP/1.1\r\nHost: h\r\n\r\nGET /items/2 HTTP/1.1\r\nHost: h\r\n\r\n")
        asked = [connection.read().json()["event"]["pathParameters"]["id"] for _ in range(2)]
        assert asked == ["1", "2"]


def test_a_slow_sender_blocks_nobody(sample_api: Running) -> None:
    """While one client has sent half of its body, others are answered; then it is answered too."""
    with Connection(sample_api.port) as slow:
        slow.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{")
        assert ask(sample_api.port, "GET", "/echo").status == 200
        slow.send("}")
        assert slow.read().json()["event"]["body"] == "{}"


def test_a_client_that_leaves_harms_nobody(sample_api: Running) -> None:
    """A connection that ends in the middle of a body is forgotten."""
    with Connection(sample_api.port) as leaving:
        leaving.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{")
    assert ask(sample_api.port, "GET", "/echo").status == 200


def test_concurrent_callers_get_their_own_answers(sample_api: Running) -> None:
    """Eight callers at once: every reply belongs to its request, and at most four workers serve them."""

    def call(number: int) -> tuple[str, int]:
        shown = ask(sample_api.port, "GET", f"/items/{number}").json()
        return shown["event"]["pathParameters"]["id"], shown["pid"]

    with ThreadPoolExecutor(8) as callers:
        answers = list(callers.map(call, range(200)))
    assert [answered for answered, _ in answers] == [str(number) for number in range(200)]
    assert 1 <= len({pid for _, pid in answers}) <= 4
    assert os.getpid() not in {pid for _, pid in answers}
