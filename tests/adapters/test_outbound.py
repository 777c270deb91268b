"""Requests to what we depend on, over real sockets: what each way of not answering is called."""

from __future__ import annotations

import gzip
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from screwtape.adapters.outbound import Answer, NoAnswer, NotSent, Outbound, UnusableAnswer, Within
from tests.model_server import Act, ModelServer, cut, drip, hang_up, reply, sends, silence

SECRET: Final = "canary-of-the-operator"
HEADERS: Final = {"Authorization": f"Bearer {SECRET}"}
BODY: Final = {"payment": SECRET}
PLENTY: Final = Within(30, 1_000, reads_failures=True)
SHORT: Final = 0.3
"""Seconds after which nothing more is waited for here."""


@pytest.fixture
def outbound() -> Iterator[Outbound]:
    """Give something to send with, closed at the end."""
    made = Outbound()
    yield made
    made.close()


def failure(outbound: Outbound, url: str, within: Within = PLENTY, headers: Mapping[str, str] = HEADERS) -> NoAnswer:
    """Send, and give the failure, which must tell nothing of what was sent and where to."""
    with pytest.raises(NoAnswer) as raised:
        outbound.post(url, BODY, within, headers)
    told = f"{raised.value!r} {raised.value.why}"
    assert SECRET not in told and "127.0.0.1" not in told and "://" not in told
    assert raised.value.__cause__ is None
    assert raised.value.__context__ is None or raised.value.__suppress_context__
    return raised.value


def free_port() -> int:
    """Give a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def test_json_goes_out_with_the_headers_that_were_given(outbound: Outbound) -> None:
    """And nothing but: no cookie, no compression asked for, and our name."""
    with ModelServer([reply(b"{}")]) as server:
        assert outbound.post(f"{server.base_url}/x?y=1", BODY, PLENTY, HEADERS) == Answer(200, b"{}")
        (request,) = server.received
    assert (request.path, request.body) == ("/v1/x?y=1", BODY)
    assert {name: value for name, value in request.headers.items() if name not in {"host", "connection"}} == {
        "authorization": f"Bearer {SECRET}",
        "accept": "application/json",
        "accept-encoding": "identity",
        "content-length": str(len('{"payment":""}') + len(SECRET)),
        "content-type": "application/json",
        "user-agent": "screwtape",
    }


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("", id="nothing"),
        pytest.param("127.0.0.1/settle", id="no scheme"),
        pytest.param("/settle", id="a path"),
        pytest.param("ftp://127.0.0.1/settle", id="another protocol"),
        pytest.param("http://", id="no host"),
        pytest.param("http://[127.0.0.1/settle", id="half a bracket"),
        pytest.param("http://127.0.0.1:99999/settle", id="no such port"),
        pytest.param("http://127.0.0.1:port/settle", id="a port in words"),
        pytest.param("http://127.0.0.1/set\ntle", id="a line"),
    ],
)
def test_what_is_no_address_is_not_sent_to(outbound: Outbound, url: str) -> None:
    """A mistyped setting is certain: nobody was asked."""
    assert isinstance(failure(outbound, url), NotSent)


def test_where_nobody_listens_nothing_is_sent(outbound: Outbound) -> None:
    """A refused connection is certain, too."""
    refused = failure(outbound, f"http://127.0.0.1:{free_port()}/settle")
    assert isinstance(refused, NotSent)
    assert refused.why == "ConnectError"


def test_who_speaks_no_tls_is_sent_nothing(outbound: Outbound) -> None:
    """The request would have come after the greeting."""
    with ModelServer([reply(b"{}")]) as server:
        assert isinstance(failure(outbound, server.base_url.replace("http:", "https:")), NotSent)
        assert server.received == []


@pytest.mark.parametrize("value", ["a\nX-Other: b", "a\r\n\r\n", "schlüssel", "\ud800"], ids=ascii)
def test_a_header_that_cannot_be_sent_is_not_sent(outbound: Outbound, value: str) -> None:
    """Nothing of the request goes out, nor a header smuggled in by a line."""
    with ModelServer([reply(b"{}")]) as server:
        failure(outbound, server.base_url, headers={"Authorization": value})
        assert server.received == []


HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(silence, id="silence"),
        pytest.param(drip(b"HTTP/1.1 "), id="a status that drips"),
        pytest.param(drip(b"HTTP/1.1 200 OK\r\nX-Slow: "), id="a head that drips"),
        pytest.param(drip(HEAD + b"Content-Length: 999\r\n\r\n{"), id="a body that drips"),
        pytest.param(drip(b"HTTP/1.1 500 X\r\nContent-Length: 999\r\n\r\n{"), id="a failure that drips"),
    ],
)
def test_time_is_one_for_everything(outbound: Outbound, act: Act) -> None:
    """However an answer fails to come, it is given up; the request may have been read, so it counts as sent."""
    with ModelServer([act]) as server:
        late = failure(outbound, f"{server.base_url}/settle", Within(SHORT, 1_000, reads_failures=True))
        assert len(server.received) == 1
    assert (type(late), late.why) == (NoAnswer, "timeout")


@pytest.mark.parametrize("seconds", [0, -1])
def test_without_time_nothing_is_waited_for(outbound: Outbound, seconds: float) -> None:
    """No time left is a timeout like another."""
    with ModelServer([silence]) as server:
        late = failure(outbound, server.base_url, Within(seconds, 1_000))
    assert (type(late), late.why) == (NoAnswer, "timeout")


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(hang_up, id="nothing"),
        pytest.param(sends(b"HTTP/1.1 200 OK\r\nConte"), id="half a head"),
        pytest.param(cut(b'{"success": true}', 5), id="half a body"),
        pytest.param(sends(b"SSH-2.0-x\r\n"), id="another protocol"),
        pytest.param(sends(b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{}"), id="no length"),
        pytest.param(sends(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), id="no chunk"),
        pytest.param(sends(b"HTTP/1.1 200 OK\r\n" + b"X-Y: z\r\n" * 20_000 + b"\r\n"), id="a head without end"),
    ],
)
def test_half_an_answer_is_none(outbound: Outbound, act: Act) -> None:
    """The other side had the request and left, or spoke something else: what it did nobody knows."""
    with ModelServer([act]) as server:
        assert type(failure(outbound, f"{server.base_url}/settle")) is NoAnswer
        assert len(server.received) == 1


@pytest.mark.parametrize("status", [200, 400, 500])
@pytest.mark.parametrize(
    ("length", "is_read"), [(1_000, True), (1_001, False)], ids=["exactly as long", "a byte too long"]
)
@pytest.mark.parametrize("chunked", [False, True], ids=["whole", "chunked"])
def test_an_answer_may_be_so_long_and_no_longer(
    outbound: Outbound, *, status: int, length: int, is_read: bool, chunked: bool
) -> None:
    """Whatever its status and whether or not its length is told before."""
    body = b"x" * length
    pieces = b"%x\r\n%b\r\n0\r\n\r\n" % (length, body)
    head = b"HTTP/1.1 %d X\r\nTransfer-Encoding: chunked\r\n\r\n" % status
    with ModelServer([sends(head + pieces) if chunked else reply(body, status)]) as server:
        if is_read:
            assert outbound.post(server.base_url, BODY, PLENTY) == Answer(status, body)
        else:
            long = failure(outbound, server.base_url)
            assert (type(long), long.why) == (UnusableAnswer, "the reply is too long")


@pytest.mark.parametrize("encoding", ["gzip", "br", "Deflate", "identity, gzip"])
def test_a_compressed_answer_is_not_unpacked(outbound: Outbound, encoding: str) -> None:
    """It was not asked for, and a small one may be as large as it likes inside."""
    with ModelServer([reply(gzip.compress(b"{}"), headers={"Content-Encoding": encoding})]) as server:
        assert type(failure(outbound, server.base_url)) is UnusableAnswer


def test_an_answer_that_says_it_is_not_compressed_is_read(outbound: Outbound) -> None:
    """In whatever case it says so."""
    with ModelServer([reply(b"{}", headers={"Content-Encoding": "Identity"})]) as server:
        assert outbound.post(server.base_url, BODY, PLENTY).body == b"{}"


@pytest.mark.parametrize("status", [201, 204, 400, 404, 429, 500, 599])
@pytest.mark.parametrize("reads_failures", [True, False], ids=["read", "not read"])
def test_what_comes_with_a_failure_is_read_only_where_it_matters(
    outbound: Outbound, *, status: int, reads_failures: bool
) -> None:
    """The status comes in any case."""
    body = b"" if status == 204 else b"why"
    with ModelServer([reply(body, status)]) as server:
        answer = outbound.post(server.base_url, BODY, Within(30, 1_000, reads_failures=reads_failures))
    assert answer == Answer(status, body if reads_failures else b"")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_an_answer_and_not_followed(outbound: Outbound, status: int) -> None:
    """A payment does not go to whom the other side names."""
    with ModelServer([reply(b"{}")]) as other:
        elsewhere = {"Location": f"{other.base_url}/settle"}
        with ModelServer([reply(b"there", status, elsewhere)]) as server:
            assert outbound.post(server.base_url, BODY, PLENTY, HEADERS) == Answer(status, b"there")
            assert len(server.received) == 1
        assert other.received == []


@pytest.mark.parametrize(
    "location",
    ["http:settle", "https:/settle", "http:http:", "//[", "http://127.0.0.1:99999/", "//xn--", "\t", "ftp://x", ""],
    ids=repr,
)
def test_a_redirect_to_nowhere_is_not_taken_for_a_request_that_was_not_sent(outbound: Outbound, location: str) -> None:
    """The other side had the request, whatever it says then: only doubt or an answer may come of it."""
    came: Answer | NoAnswer
    with ModelServer([reply(b"{}", 302, {"Location": location})]) as server:
        try:
            came = outbound.post(server.base_url, BODY, PLENTY, HEADERS)
        except NoAnswer as error:
            came = error
        assert len(server.received) == 1
    assert not isinstance(came, NotSent)


def test_connections_are_kept(outbound: Outbound) -> None:
    """Answers, failures whose body was read, and failures without one leave it usable."""
    acts = [reply(b"{}"), reply(b"why", 500), reply(b"", 401), reply(b"{}")]
    with ModelServer(acts) as server:
        assert [outbound.post(server.base_url, BODY, PLENTY).status for _ in acts] == [200, 500, 401, 200]
        assert [request.connection for request in server.received] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("act", "within"),
    [
        pytest.param(silence, Within(SHORT, 1_000), id="given up"),
        pytest.param(reply(b"x" * 5_000), Within(30, 10), id="too long"),
        pytest.param(hang_up, PLENTY, id="hung up"),
    ],
)
def test_after_a_failure_the_next_request_is_answered(outbound: Outbound, act: Act, within: Within) -> None:
    """On another connection, so that nothing left over is taken for its answer."""
    with ModelServer([act, reply(b"second")]) as server:
        failure(outbound, server.base_url, within)
        assert outbound.post(server.base_url, BODY, PLENTY) == Answer(200, b"second")
        assert [request.connection for request in server.received] == [1, 2]


def test_two_services_do_not_share_headers(outbound: Outbound) -> None:
    """What was sent to one is not sent to the next."""
    with ModelServer([reply(b"{}")]) as first, ModelServer([reply(b"{}")]) as second:
        outbound.post(first.base_url, BODY, PLENTY, HEADERS)
        outbound.post(second.base_url, BODY, PLENTY)
        assert "authorization" in first.received[0].headers
        assert "authorization" not in second.received[0].headers


@pytest.mark.skipif(sys.platform != "linux", reason="the runtime client is for Linux")
def test_no_address_reaches_the_log_of_lambda() -> None:
    """With JSON logs the runtime lets every library speak at INFO, and the address of a node may hold its key."""
    program = f"""
import sys
from awslambdaric.bootstrap import _setup_logging
from awslambdaric.lambda_runtime_log_utils import LogFormat
from awslambdaric.bootstrap import StandardLogSink
_setup_logging(LogFormat.JSON, "INFO", StandardLogSink())
import logging
from screwtape.adapters.outbound import Outbound, Within
outbound = Outbound()
print(outbound.post(sys.argv[1] + "/{SECRET}", {{}}, Within(30, 1000)).status)
outbound.close()
logging.getLogger("another").info("heard")
"""
    with ModelServer([reply(b"{}")]) as server:
        command = [sys.executable, "-c", program, server.base_url]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - the program above
        assert len(server.received) == 1
    assert "200" in ran.stdout and "heard" in ran.stdout
    assert SECRET not in ran.stdout + ran.stderr
