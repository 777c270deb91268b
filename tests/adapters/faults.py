"""A line to DynamoDB that fails in every way it can, at any request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

import pytest
from botocore.exceptions import ClientError, EndpointConnectionError, ReadTimeoutError

from screwtape.core.errors import StoreUnavailable

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

PERSISTENT: Final = 1_000
LENGTHS: Final = pytest.mark.parametrize("times", [1, PERSISTENT], ids=["once", "from then on"])

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

    def meets(self, *operations: str) -> bool:
        """Tell whether one of these operations can fail so."""
        return not self.operations or not self.operations.isdisjoint(operations)

    def __str__(self) -> str:
        """Name the fault for a test's id."""
        return f"{self.name} {''.join(self.operations)}".strip()


CONFLICT: Final = service_error(
    "TransactionCanceledException", 400, CancellationReasons=[{"Code": "TransactionConflict"}]
)
LOST: Final = ReadTimeoutError(endpoint_url="http://store.test")
BROKEN: Final = service_error("InternalServerError", 500)
THROTTLE: Final = Fault("throttle", service_error("ThrottlingException", 400), "instead")
NOT_CONNECTED: Final = Fault("not connected", EndpointConnectionError(endpoint_url="http://store.test"), "instead")
LOST_BEFORE: Final = Fault("timeout before", LOST, "instead")
LOST_AFTER: Final = Fault("timeout after", LOST, "after")
FAULTS: Final = (
    THROTTLE,
    Fault("conflict", CONFLICT, "instead", frozenset({"TransactWriteItems"})),
    Fault("conflict", service_error("TransactionConflictException", 400), "instead", frozenset({"UpdateItem"})),
    NOT_CONNECTED,
    LOST_BEFORE,
    LOST_AFTER,
    Fault("500 before", BROKEN, "instead"),
    Fault("500 after", BROKEN, "after"),
)


def every_fault_of(*operations: str) -> pytest.MarkDecorator:
    """Run a test once for each fault that a use which sends these operations can meet."""
    met = [fault for fault in FAULTS if fault.meets(*operations)]
    return pytest.mark.parametrize("fault", met, ids=str)


class Line:
    """The line to DynamoDB: counts requests, and lets those from ``first`` on fail ``times`` times.

    ``fired`` counts the failures since it was made. ``on_failure`` is done at each, such as letting time pass.
    """

    def __init__(self, client: DynamoDBClient) -> None:
        self.requests: Counter[str] = Counter()
        self.fired = 0
        self.on_failure: Callable[[], None] = lambda: None
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
        if fault.meets(operation):
            self.fired += 1
            self.on_failure()
            raise fault.error


def everywhere(
    line: Line, fault: Fault, times: int, prepare: Callable[[str], Subject], act: Callable[[Subject], object]
) -> Iterator[tuple[Subject, object]]:
    """Let the first, the second, … request of ``act`` fail, each on a fresh subject, until there is none left to fail.

    Gives each subject with what came of it: a result, or the StoreUnavailable that was raised. A fault that fits no
    request at all fails the test, which would prove nothing.
    """
    fired = line.fired
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
            assert line.fired > fired, f"{fault} fits no request of this use"
            return
    pytest.fail("the act sends requests without end")
