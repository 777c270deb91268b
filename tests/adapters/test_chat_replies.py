"""What a model's endpoint sends back: an answer with what it took, no answer, or hardly HTTP."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.adapters.chat_completions import reply_of
from screwtape.core.terms import MODEL_REPLY_BYTES
from screwtape.ports import ModelFailed, ModelReply, ModelUnusable, ModelUsage
from tests.adapters.asking import ANSWER, QUESTION, SECONDS, endpoint, outcome
from tests.model_server import Act, completion, reply, says, sends


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
