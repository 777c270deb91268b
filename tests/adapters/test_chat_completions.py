"""The model's endpoint, over real sockets: what each fault becomes, in how many requests, and within what time."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from screwtape.adapters.chat_completions import ChatCompletions, Endpoint, ResponseFormat
from screwtape.core.errors import StoreUnavailable
from screwtape.ports import ModelFailed, ModelReply
from tests.adapters.asking import ANSWER, KEY, QUESTION, SECONDS, endpoint, outcome
from tests.model_server import Act, ModelServer, completion, cut, drip, hang_up, says, silence, status

SHORT = 0.3
"""Seconds after which an endpoint that does not answer is given up here."""


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
