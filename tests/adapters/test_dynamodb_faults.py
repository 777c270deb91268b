"""DynamoDB fails in every way it can, at every request of every use: nothing is charged twice, nothing is left half."""

from __future__ import annotations

import json
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import pytest
from botocore.awsrequest import AWSResponse
from botocore.compat import HTTPHeaders
from botocore.exceptions import ClientError, EndpointConnectionError, ReadTimeoutError

from screwtape.adapters.dynamodb import DynamoStore, connect
from screwtape.core.credentials import KeyDigest
from screwtape.core.errors import StoreUnavailable, UnknownKey
from screwtape.core.metering import Charge
from screwtape.ports import NewKey
from tests.adapters.conftest import TABLE, Bench, dynamodb_bench
from tests.keymaking import MIDNIGHT, NOON, claim, digest, limit, new_key

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

KEY = digest("first")
FREE = 3
PERSISTENT = 1_000

Subject = TypeVar("Subject")


def service_error(code: str, status: int, **members: Any) -> ClientError:
    """Make an error as botocore raises it for an answer of the service."""
    response: Any = {"Error": {"Code": code}, "ResponseMetadata": {"HTTPStatusCode": status}, **members}
    return ClientError(response, "Operation")


@dataclass(frozen=True)
class Fault:
    """One way to fail: ``instead`` of being applied or ``after``, at all operations unless some are named."""

    name: str
    error: Exception
    moment: Literal["instead", "after"]
    operations: frozenset[str] = frozenset()

    @property
    def is_certain(self) -> bool:
        """Whether the error says that nothing was applied."""
        return self.name in {"throttle", "conflict", "not connected"}


CONFLICT = service_error("TransactionCanceledException", 400, CancellationReasons=[{"Code": "TransactionConflict"}])
LOST = ReadTimeoutError(endpoint_url="http://store.test")
BROKEN = service_error("InternalServerError", 500)
FAULTS = (
    Fault("throttle", service_error("ThrottlingException", 400), "instead"),
    Fault("conflict", CONFLICT, "instead", frozenset({"TransactWriteItems"})),
    Fault("conflict", service_error("TransactionConflictException", 400), "instead", frozenset({"UpdateItem"})),
    Fault("not connected", EndpointConnectionError(endpoint_url="http://store.test"), "instead"),
    Fault("timeout before", LOST, "instead"),
    Fault("timeout after", LOST, "after"),
    Fault("500 before", BROKEN, "instead"),
    Fault("500 after", BROKEN, "after"),
)
EVERY_FAULT = pytest.mark.parametrize(
    "fault", FAULTS, ids=lambda fault: f"{fault.name} {''.join(fault.operations)}".strip()
)
LENGTHS = pytest.mark.parametrize("times", [1, PERSISTENT], ids=["once", "from then on"])


class Line:
    """The line to DynamoDB: counts requests, and lets those from ``first`` on fail ``times`` times."""

    def __init__(self, client: DynamoDBClient) -> None:
        self.requests: Counter[str] = Counter()
        self._fault: Fault | None = None
        self._first = self._times = 0
        self._events = client.meta.events
        self._events.register("before-call.dynamodb", self._before)
        self._events.register("after-call.dynamodb", self._after)

    def close(self) -> None:
        """Stand in the line no more."""
        self._events.unregister("before-call.dynamodb", self._before)
        self._events.unregister("after-call.dynamodb", self._after)

    @property
    def sent(self) -> int:
        """How many requests were sent since the last ``clear``."""
        return self.requests.total()

    def clear(self) -> None:
        """Work again, and count from zero."""
        self.requests.clear()
        self._fault = None

    def fail(self, fault: Fault, first: int, times: int) -> None:
        """Fail the ``first`` request from now (1 is the next) and those after it, ``times`` in all."""
        self.requests.clear()
        self._fault, self._first, self._times = fault, first, times

    def _before(self, model: Any, **_: Any) -> None:
        self.requests[model.name] += 1
        self._fail("instead", model.name)

    def _after(self, model: Any, **_: Any) -> None:
        self._fail("after", model.name)

    def _fail(self, moment: str, operation: str) -> None:
        fault = self._fault
        if fault is None or fault.moment != moment or not self._first <= self.sent < self._first + self._times:
            return
        if not fault.operations or operation in fault.operations:
            raise fault.error


@pytest.fixture
def table(dynamodb: DynamoDBClient) -> Bench:
    """Give a store over DynamoDB."""
    return dynamodb_bench(dynamodb)


@pytest.fixture
def line(dynamodb: DynamoDBClient) -> Iterator[Line]:
    """Give the line between the store and DynamoDB."""
    line = Line(dynamodb)
    yield line
    line.close()


def keep(bench: Bench, name: str, *, used: int = 0) -> KeyDigest:
    """Store a key of its own address."""
    bench.store.add_key(new_key(name, email=name, free=FREE, used=used, credits_=2), limit())
    return digest(name)


def used(bench: Bench, key: KeyDigest) -> int:
    """Give how many units of a key are taken today."""
    return bench.store.read_key(key).allowance.used


def everywhere(
    line: Line, fault: Fault, times: int, prepare: Callable[[str], Subject], act: Callable[[Subject], object]
) -> Iterator[tuple[Subject, object]]:
    """Let the first, the second, … request of ``act`` fail, each on a fresh subject, until there is none left to fail.

    Gives each subject with what came of it: a result, or the StoreUnavailable that was raised.
    """
    for place in range(1, 20):
        subject = prepare(f"at request {place}")
        line.fail(fault, place, times)
        try:
            outcome: object = act(subject)
        except StoreUnavailable as error:
            outcome = error
        reached = line.sent >= place
        line.clear()
        yield subject, outcome
        if not reached:
            return
    pytest.fail("the act sends requests without end")


class TestRequests:
    """What a call costs in requests."""

    def test_an_ordinary_charge_is_one_request(self, table: Bench, line: Line) -> None:
        """Authentication, quota, credits and revocation cost one UpdateItem, for free calls and for paid ones."""
        key = keep(table, "key")
        line.clear()
        for calls in range(1, 6):
            table.store.charge(key, NOON, FREE)
            assert line.requests == {"UpdateItem": calls}

    def test_a_refused_charge_is_one_request(self, table: Bench, line: Line) -> None:
        """The failed condition brings the row along, so the reason costs no reading."""
        with pytest.raises(UnknownKey):
            table.store.charge(digest("nobody"), NOON, FREE)
        assert line.requests == {"UpdateItem": 1}

    def test_the_first_charge_of_a_day_is_two_requests(self, table: Bench, line: Line) -> None:
        """The failed condition brings the row along, and the new day is written if that row is unchanged."""
        key = keep(table, "key")
        line.clear()
        table.store.charge(key, MIDNIGHT, FREE)
        assert line.requests == {"UpdateItem": 2}


@EVERY_FAULT
@LENGTHS
class TestEveryFault:
    """Any request of any use fails, once or from then on."""

    @pytest.mark.parametrize("now", [NOON, MIDNIGHT], ids=["same day", "new day"])
    def test_a_charge_counts_once_at_most(self, table: Bench, line: Line, fault: Fault, times: int, now: int) -> None:
        """A counted charge took one unit, an error without doubt none, and an error with doubt says so."""

        def act(key: KeyDigest) -> Charge:
            return table.store.charge(key, now, FREE)

        for key, outcome in everywhere(line, fault, times, lambda name: keep(table, name), act):
            taken = used(table, key)
            match outcome:
                case Charge(counted=True):
                    assert taken == 1
                case Charge(counted=False):
                    assert taken in {0, 1} and not fault.is_certain
                case StoreUnavailable(charge_unknown=unknown):
                    assert taken == 0 or unknown
                    assert times == PERSISTENT

    def test_a_lost_charge_is_never_sent_again(self, table: Bench, line: Line, fault: Fault, times: int) -> None:
        """Unless the store said that nothing was applied, one call sends one UpdateItem."""
        key = keep(table, "key")
        line.fail(fault, 1, times)
        with suppress(StoreUnavailable):
            table.store.charge(key, NOON, FREE)
        assert line.requests["UpdateItem"] == 1 or fault.is_certain
        assert line.requests["UpdateItem"] <= 3

    def test_a_claimed_charge_counts_once_however_often_it_comes(
        self, table: Bench, line: Line, fault: Fault, times: int
    ) -> None:
        """After any failure the same call, sent again after the lease, is served, and one unit is taken in all."""

        def act(key: KeyDigest) -> Charge:
            charge = table.store.charge_once(key, NOON, FREE, claim())
            table.store.complete(charge)
            return charge

        for key, outcome in everywhere(line, fault, times, lambda name: keep(table, name), act):
            taken = used(table, key)
            assert taken == 1 or isinstance(outcome, StoreUnavailable)
            again = table.store.charge_once(key, NOON + 60, FREE, claim(now=NOON + 60))
            assert used(table, key) == 1
            assert again.counted == isinstance(outcome, StoreUnavailable) or again.earlier is not None

    def test_a_refund_gives_back_once_at_most(self, table: Bench, line: Line, fault: Fault, times: int) -> None:
        """The unit is back when the store says so, and after an error it is back once or not at all."""

        def prepare(name: str) -> Charge:
            keep(table, name, used=1)
            return table.store.charge(digest(name), NOON, FREE)

        for charge, outcome in everywhere(line, fault, times, prepare, table.store.refund):
            assert used(table, charge.key) == 1 or (
                isinstance(outcome, StoreUnavailable) and used(table, charge.key) == 2
            )

    def test_a_claimed_refund_goes_with_its_claim(self, table: Bench, line: Line, fault: Fault, times: int) -> None:
        """Unit and Idempotency-Key come back together: whatever failed, the next attempt ends with one unit taken."""

        def prepare(name: str) -> Charge:
            keep(table, name)
            return table.store.charge_once(digest(name), NOON, FREE, claim())

        for charge, outcome in everywhere(line, fault, times, prepare, table.store.refund):
            assert used(table, charge.key) == 0 or isinstance(outcome, StoreUnavailable)
            table.store.charge_once(charge.key, NOON + 60, FREE, claim(now=NOON + 60))
            assert used(table, charge.key) == 1

    def test_a_key_is_made_whole_or_not_at_all(self, table: Bench, line: Line, fault: Fault, times: int) -> None:
        """A sign-up that failed left nothing or a whole key: with both kinds, deleting what is there leaves nothing."""

        def act(key: NewKey) -> NewKey:
            table.store.add_key(key, limit())
            return key

        for key, outcome in everywhere(line, fault, times, lambda name: new_key(name, email=name), act):
            try:
                table.store.delete_key(key.digest)
            except UnknownKey:
                assert isinstance(outcome, StoreUnavailable)
            assert table.is_empty()

    def test_a_deletion_can_be_repeated_from_anywhere(self, table: Bench, line: Line, fault: Fault, times: int) -> None:
        """A deletion cut short at any request has revoked the key or done nothing, and the next one ends it."""

        def prepare(name: str) -> KeyDigest:
            key = keep(table, name)
            table.store.charge_once(key, NOON, FREE, claim())
            return key

        for key, outcome in everywhere(line, fault, times, prepare, table.store.delete_key):
            if isinstance(outcome, StoreUnavailable):
                with suppress(UnknownKey):
                    table.store.delete_key(key)
            assert table.is_empty()
            with pytest.raises(UnknownKey):
                table.store.charge(key, NOON, FREE)

    def test_a_reading_changes_nothing(self, table: Bench, line: Line, fault: Fault, times: int) -> None:
        """A key is read as it is, or the store is unavailable; one failure alone is got over."""
        key = keep(table, "key", used=1)
        line.fail(fault, 1, times)
        try:
            assert table.store.read_key(key).allowance.used == 1
        except StoreUnavailable:
            assert times == PERSISTENT


def test_a_revoked_key_opens_only_its_deletion(table: Bench, line: Line) -> None:
    """After a deletion that was cut short every use of the key is refused, and nothing is written in its name."""
    key = keep(table, "key")
    charge = table.store.charge(key, NOON, FREE)
    line.fail(FAULTS[0], 2, PERSISTENT)
    with pytest.raises(StoreUnavailable):
        table.store.delete_key(key)
    line.clear()
    for use in (
        lambda: table.store.charge(key, NOON, FREE),
        lambda: table.store.charge_once(key, NOON, FREE, claim()),
        lambda: table.store.read_key(key),
    ):
        with pytest.raises(UnknownKey):
            use()
    assert table.store.refund(charge)
    table.store.delete_key(key)
    assert table.is_empty()


def test_rows_that_were_not_deleted_are_deleted_again(table: Bench, dynamodb: DynamoDBClient) -> None:
    """What BatchWriteItem returns as unprocessed is sent again, until nothing is left."""
    key = keep(table, "key")
    table.store.charge_once(key, NOON, FREE, claim())
    refused: list[str] = []

    def refuse_once(params: Any, model: Any, **_: Any) -> Any:
        if model.name != "BatchWriteItem" or refused:
            return None
        refused.append(model.name)
        body = json.loads(params["body"])
        return AWSResponse("http://store.test", 200, HTTPHeaders(), None), {"UnprocessedItems": body["RequestItems"]}

    dynamodb.meta.events.register("before-call.dynamodb", refuse_once)
    table.store.delete_key(key)
    dynamodb.meta.events.unregister("before-call.dynamodb", refuse_once)
    assert refused
    assert table.is_empty()


def test_the_waits_of_a_busy_store_are_short(dynamodb: DynamoDBClient, line: Line) -> None:
    """A throttled charge waits twice, at random, less than half a second in all, and then gives up uncharged."""
    waits: list[float] = []
    bench = dynamodb_bench(dynamodb)
    key = keep(bench, "key")
    line.fail(FAULTS[0], 1, PERSISTENT)
    with pytest.raises(StoreUnavailable) as error:
        DynamoStore(TABLE, dynamodb, pause=waits.append).charge(key, NOON, FREE)
    assert not error.value.charge_unknown
    assert len(waits) == 2
    assert sum(waits) <= 0.5
    line.clear()
    assert used(bench, key) == 0


class TestTheWire:
    """What the network does, as botocore really reports it."""

    @pytest.fixture(autouse=True)
    def credentials(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Give botocore something to sign with."""
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")

    def charge(self, port: int) -> StoreUnavailable:
        """Charge a key at a store behind ``port`` that never answers well."""
        client = connect("us-east-1", f"http://127.0.0.1:{port}")
        try:
            with pytest.raises(StoreUnavailable) as error:
                DynamoStore(TABLE, client, pause=lambda _: None).charge(KEY, NOON, FREE)
        finally:
            client.close()
        return error.value

    def test_nobody_listens(self) -> None:
        """A refused connection took nothing: no doubt remains."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        assert not self.charge(port).charge_unknown

    @pytest.mark.parametrize(
        "answer",
        [
            b"",
            b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{",
            b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            b"HTTP/1.1 502 Oh\r\nContent-Length: 6\r\n\r\n<html>",
        ],
        ids=["closed without an answer", "empty 500", "cut short", "empty 200", "502 of something between"],
    )
    def test_the_answer_is_lost(self, answer: bytes) -> None:
        """A request that was sent and not answered leaves a doubt, and is not sent again."""
        with listening(answer) as (port, operations):
            assert self.charge(port).charge_unknown
        assert operations.count("updateitem") == 1


@contextmanager
def listening(answer: bytes) -> Iterator[tuple[int, list[str]]]:
    """Listen on a port, note the operation of each request, answer it with these bytes and hang up."""
    operations: list[str] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as stream:
                headers = dict(line.lower().partition(b": ")[::2] for line in iter(stream.readline, b"\r\n"))
                stream.read(int(headers[b"content-length"]))
                operations.append(headers[b"x-amz-target"].strip().rpartition(b".")[2].decode())
                connection.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1], operations
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()
