"""The model's endpoint, over real sockets: what each fault becomes, in how many requests, and within what time."""

from __future__ import annotations

import gzip
import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from hypothesis import given
from hypothesis import strategies as st

from screwtape.adapters.chat_completions import ChatCompletions, Endpoint, ResponseFormat, reply_of
from screwtape.core.errors import StoreUnavailable
from screwtape.core.opinion import Question
from screwtape.core.terms import MODEL_REPLY_BYTES
from screwtape.ports import ModelFailed, ModelReply, ModelUnusable, ModelUsage
from tests.model_server import Act, ModelServer, completion, cut, drip, hang_up, reply, says, sends, silence, status

KEY = "sk-canary-of-the-operator"
QUESTION = Question("Judge.", "<<<output 0\nMars\n>>>output 0", "verdict", {"type": "object"})
SECONDS = 30.0
SHORT = 0.3
"""Seconds after which an endpoint that does not answer is given up here."""
ANSWER = says("yes")


@contextmanager
def endpoint(*acts: Act, models: tuple[str, ...] = ("first", "second"), **other: Any) -> Iterator[tuple[Any, Any]]:
    """Give a server that acts so, and a client of it."""
    with ModelServer(list(acts)) as server:
        client = ChatCompletions(Endpoint(server.base_url, models, **other), lambda: KEY)
        try:
            yield server, client
        finally:
            client.close()


def outcome(client: ChatCompletions, seconds: float = SECONDS) -> ModelReply | ModelFailed:
    """Ask, and give what came of it."""
    came: ModelReply | ModelFailed
    try:
        came = client.ask(QUESTION, seconds)
    except ModelFailed as error:
        came = error
    assert KEY not in repr(came)
    assert "canary-of-the-endpoint" not in repr(came)
    return came


def test_a_question_goes_out_as_the_endpoint_documents_it() -> None:
    """Path, bearer key, both messages, no randomness, no streaming, and the schema of the answer."""
    with endpoint(ANSWER) as (server, client):
        client.ask(QUESTION, SECONDS)
        (request,) = server.received
    assert (request.path, request.headers["authorization"]) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert request.headers["content-type"] == "application/json"
    assert request.body == {
        "model": "first",
        "messages": [
            {"role": "system", "content": QUESTION.instructions},
            {"role": "user", "content": QUESTION.material},
        ],
        "temperature": 0,
        "seed": 7,
        "stream": False,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "verdict", "strict": True, "schema": {"type": "object"}},
        },
    }


@pytest.mark.parametrize(
    ("form", "sent"),
    [
        pytest.param("json_object", {"type": "json_object"}, id="any object"),
        pytest.param("none", None, id="nothing at all"),
    ],
)
def test_an_endpoint_is_told_no_more_than_it_can_hold(form: ResponseFormat, sent: object) -> None:
    """Not every endpoint knows schemas, and some refuse what they do not know."""
    with endpoint(ANSWER, response_format=form) as (server, client):
        client.ask(QUESTION, SECONDS)
        assert server.received[0].body.get("response_format") == sent


def test_an_answer_comes_with_what_it_took() -> None:
    """The text unread, the model as the endpoint names it, and its tokens."""
    with endpoint(ANSWER) as (_, client):
        answered = client.ask(QUESTION, SECONDS)
    assert (answered.text, answered.requests) == ("yes", 1)
    usage = answered.usage
    assert (usage.model, usage.prompt_tokens, usage.completion_tokens) == ("stub-model", 321, 45)
    assert usage.latency_ms >= 0


@pytest.mark.parametrize(
    ("told", "usage"),
    [
        pytest.param({"usage": None}, None, id="none"),
        pytest.param({"usage": []}, None, id="no object"),
        pytest.param({"usage": {"prompt_tokens": 3}}, None, id="half"),
        pytest.param({"usage": {"prompt_tokens": -1, "completion_tokens": 1}}, None, id="negative"),
        pytest.param({"usage": {"prompt_tokens": True, "completion_tokens": 1}}, None, id="a truth value"),
        pytest.param({"usage": {"prompt_tokens": 1.5, "completion_tokens": 1}}, None, id="a fraction"),
        pytest.param({"usage": {"prompt_tokens": 10**30, "completion_tokens": 1}}, None, id="beyond all bounds"),
        pytest.param({"model": 5}, "first", id="a model without a name"),
        pytest.param({"model": "x" * 201}, "first", id="a model with a long name"),
        pytest.param({"model": "a\nb"}, "first", id="a model with a line in its name"),
    ],
)
def test_what_is_no_count_is_left_out(told: dict[str, object], usage: str | None) -> None:
    """Usage is passed on only as far as it makes sense; an unnamed model is the one that was asked."""
    with endpoint(says("yes", **told)) as (_, client):
        answered = client.ask(QUESTION, SECONDS)
    assert (answered.usage and answered.usage.model) == usage


FIRST_ONLY = ["first"]
BOTH = ["first", "second"]


@pytest.mark.parametrize(
    ("acts", "asked", "why"),
    [
        *(
            pytest.param([status(code)], FIRST_ONLY, f"status {code}", id=f"{code} is not tried again")
            for code in (204, 302, 400, 401, 403, 408, 409, 422, 429)
        ),
        *(
            pytest.param([status(code)], BOTH, f"status {code}", id=f"{code} from both")
            for code in (404, 500, 502, 503, 529)
        ),
        pytest.param([status(500), status(429)], BOTH, "status 429", id="the second is busy"),
        pytest.param([status(404), hang_up], BOTH, "RemoteProtocolError", id="the second hangs up"),
        pytest.param([hang_up], FIRST_ONLY, "RemoteProtocolError", id="the first hangs up"),
        pytest.param([cut(completion("yes"), 40)], FIRST_ONLY, "RemoteProtocolError", id="cut short"),
    ],
)
def test_only_an_unknown_or_broken_model_is_replaced_once(acts: list[Act], asked: list[str], why: str) -> None:
    """404 and 500 or more try the second model; every other end of the first request is the end."""
    with endpoint(*acts) as (server, client):
        failure = outcome(client)
        assert [request.model for request in server.received] == asked
    assert type(failure) is ModelFailed
    assert (failure.why, failure.requests) == (why, len(asked))


@pytest.mark.parametrize("code", [404, 500, 503])
def test_the_second_model_answers_for_the_first(code: int) -> None:
    """Its answer counts like any other, under its own name."""
    with endpoint(status(code), says("yes", model=None)) as (server, client):
        answered = client.ask(QUESTION, SECONDS)
        assert [request.model for request in server.received] == BOTH
    assert (answered.text, answered.requests, answered.usage.model) == ("yes", 2, "second")


def test_a_single_model_is_asked_once() -> None:
    """Where the second model is the first one, there is nobody to turn to."""
    with endpoint(status(500), models=("only",)) as (server, client):
        failure = outcome(client)
        assert len(server.received) == 1
    assert isinstance(failure, ModelFailed)


LONG = b'{"choices": [{"message": {"content": "' + b"x" * 5_000_000 + b'"}}]}'


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(reply(b""), id="empty"),
        pytest.param(reply(b"<html>"), id="no JSON"),
        pytest.param(reply(b"\xff\xfe"), id="no text"),
        pytest.param(reply(b"[" * 60_000), id="nested without end"),
        pytest.param(reply(b"[]"), id="a list"),
        pytest.param(reply(b'{"error": {"message": "canary-of-the-endpoint"}}'), id="an error with status 200"),
        pytest.param(reply(b'{"choices": []}'), id="empty choices"),
        pytest.param(reply(b'{"choices": {}}'), id="choices that are no list"),
        pytest.param(reply(b'{"choices": [{"message": {"content": null}}]}'), id="no content"),
        pytest.param(
            reply(b'{"choices": [{"message": {"content": null, "refusal": "I cannot"}}]}'), id="a refusal by the book"
        ),
        pytest.param(reply(b'{"choices": [{"message": {"content": [{"text": "yes"}]}}]}'), id="content in parts"),
        pytest.param(reply(LONG), id="five megabytes"),
        pytest.param(reply(gzip.compress(LONG), headers={"Content-Encoding": "gzip"}), id="five megabytes in gzip"),
    ],
)
def test_what_is_no_answer_is_unusable_and_not_asked_again(act: Act) -> None:
    """A 200 that holds no message ends the question: the model was reached, and would say the same again."""
    with endpoint(act) as (server, client):
        failure = outcome(client)
        assert len(server.received) == 1
    assert type(failure) is ModelUnusable


ODD_HTTP = {
    "no HTTP": b"hello",
    "a broken chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n0\r\n\r\n",
    "two lengths": b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    "a negative length": b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nabcdef",
    "half a head": b"HTTP/1.1 200 O",
    "a head without end": b"HTTP/1.1 200 OK\r\nX: " + b"a" * 200_000,
    "another protocol": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    "a status beyond all": b"HTTP/1.1 99999 X\r\n\r\n",
    "letters of no text": b"HTTP/1.1 200 OK\r\nX: \xff\xfe\r\nContent-Length: 2\r\n\r\n{}",
}


@pytest.mark.parametrize("octets", ODD_HTTP.values(), ids=ODD_HTTP)
def test_what_is_hardly_http_is_a_failure_like_any_other(octets: bytes) -> None:
    """One attempt, one of our two errors, and the next question is asked on a fresh connection."""
    with endpoint(sends(octets), ANSWER) as (server, client):
        assert isinstance(outcome(client), ModelFailed)
        assert isinstance(outcome(client), ModelReply)
        assert [request.connection for request in server.received] == [1, 2]


def test_reading_stops_at_64_kib() -> None:
    """An answer of exactly that length is read; one byte more is not."""
    frame = len(completion(""))
    with endpoint(says("x" * (MODEL_REPLY_BYTES - frame)), says("x" * (MODEL_REPLY_BYTES - frame + 1))) as (_, client):
        assert isinstance(outcome(client), ModelReply)
        assert type(outcome(client)) is ModelUnusable


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("acts", "requests"),
    [
        pytest.param([silence], 1, id="silence"),
        pytest.param([drip(b"HTTP/1.1 200 OK\r\nX-Slow: ")], 1, id="a head that drips"),
        pytest.param([drip(HEAD + b"Content-Length: 9999\r\n\r\n{")], 1, id="a body that drips"),
        pytest.param([status(503), silence], 2, id="silence of the second model"),
    ],
)
def test_the_time_is_one_for_everything(acts: list[Act], requests: int) -> None:
    """However an answer fails to come, and from whom, the question ends when its time is over."""
    with endpoint(*acts) as (server, client):
        started = time.monotonic()
        failure = outcome(client, SHORT)
        assert len(server.received) == requests
    assert isinstance(failure, ModelFailed)
    assert (failure.why, failure.requests) == ("timeout", requests)
    assert time.monotonic() - started >= SHORT


def test_an_endpoint_that_is_not_there_fails_at_once() -> None:
    """Nobody listens: no second model is asked, for it would not be there either."""
    with ModelServer([ANSWER]) as server:
        gone = server.base_url
    client = ChatCompletions(Endpoint(gone, ("first", "second")), lambda: KEY)
    failure = outcome(client)
    client.close()
    assert isinstance(failure, ModelFailed)
    assert (failure.why, failure.requests) == ("ConnectError", 1)


@pytest.mark.parametrize("speaks_tls", [True, False], ids=["a certificate of nobody", "no TLS at all"])
def test_an_endpoint_that_cannot_prove_itself_is_told_nothing(tmp_path: Path, *, speaks_tls: bool) -> None:
    """Neither the key nor the question goes to a server whose certificate nobody vouches for."""
    with ModelServer([ANSWER], tls=self_signed(tmp_path) if speaks_tls else None) as server:
        address = server.base_url.replace("http://", "https://")
        client = ChatCompletions(Endpoint(address, ("first", "second")), lambda: KEY)
        failure = outcome(client)
        client.close()
        assert server.received == []
    assert isinstance(failure, ModelFailed)
    assert (failure.why, failure.requests) == ("ConnectError", 1)


def self_signed(folder: Path) -> ssl.SSLContext:
    """Make a certificate that nobody trusts, and a context that shows it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    file = folder / "server.pem"
    file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


@pytest.mark.parametrize(
    "key", [pytest.param("sk\nX: y", id="a line"), pytest.param("schlüssel-€", id="letters that no header holds")]
)
def test_a_key_that_cannot_be_sent_is_a_failed_call(key: str) -> None:
    """A mistyped secret costs the opinion, not the verdict."""
    with ModelServer([ANSWER]) as server:
        client = ChatCompletions(Endpoint(server.base_url, ("first",)), lambda: key)
        failure = outcome(client)
        client.close()
        assert server.received == []
    assert type(failure) is ModelFailed


def test_a_key_that_cannot_be_read_is_a_failed_call() -> None:
    """The secret store's fault is not the caller's."""

    def unreadable() -> str:
        raise StoreUnavailable("no secret now")

    client = ChatCompletions(Endpoint("http://127.0.0.1:9/v1", ("first",)), unreadable)
    failure = outcome(client)
    client.close()
    assert isinstance(failure, ModelFailed)
    assert failure.requests == 0


def test_reading_the_key_takes_of_the_same_time() -> None:
    """A secret store that is slow leaves the endpoint less; one that takes it all leaves nothing to ask in."""
    given = threading.Event()

    def slowly() -> str:
        given.wait(SHORT)
        return KEY

    with ModelServer([ANSWER]) as server:
        client = ChatCompletions(Endpoint(server.base_url, ("first",)), slowly)
        failure = outcome(client, SHORT / 2)
        given.set()
        assert isinstance(outcome(client), ModelReply)
        client.close()
        assert len(server.received) <= 2
    assert isinstance(failure, ModelFailed)
    assert failure.why == "timeout"


def test_connections_are_kept_between_questions() -> None:
    """Four questions and one connection; one that the endpoint closed in between is opened anew."""
    gone = threading.Event()

    def answer_and_leave(connection: socket.socket) -> None:
        ANSWER(connection)
        hang_up(connection)
        gone.set()

    with endpoint(ANSWER, ANSWER, ANSWER, answer_and_leave, ANSWER) as (server, client):
        for _ in range(4):
            assert isinstance(outcome(client), ModelReply)
        assert gone.wait(SECONDS)
        assert isinstance(outcome(client), ModelReply)
        assert [request.connection for request in server.received] == [1, 1, 1, 1, 2]


def test_questions_may_come_from_several_threads_one_after_the_other() -> None:
    """They share the connection all the same."""
    with endpoint(ANSWER) as (server, client):
        answers: list[object] = []
        for _ in range(2):
            asking = threading.Thread(target=lambda: answers.append(outcome(client)))
            asking.start()
            asking.join()
        assert [type(answer) for answer in answers] == [ModelReply, ModelReply]
        assert {request.connection for request in server.received} == {1}


def test_a_question_that_was_given_up_does_not_answer_the_next_one() -> None:
    """After a timeout the connection is gone, with whatever still comes on it."""
    with endpoint(silence, says("second answer")) as (server, client):
        assert isinstance(outcome(client, SHORT), ModelFailed)
        answered = outcome(client)
        assert [request.connection for request in server.received] == [1, 2]
    assert isinstance(answered, ModelReply)
    assert answered.text == "second answer"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["choices", "message", "content", "usage", "model", "x"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(body=st.binary(max_size=200) | JSON.map(lambda told: json.dumps(told).encode()))
def test_no_body_is_more_than_unusable(body: bytes) -> None:
    """Whatever stands in a reply with status 200: it is an answer with text, or unusable."""
    try:
        answered = reply_of(body, "asked", 1, 5)
    except ModelUnusable:
        return
    assert isinstance(answered.text, str)
    assert answered.usage is None or isinstance(answered.usage, ModelUsage)
