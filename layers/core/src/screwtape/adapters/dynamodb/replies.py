"""How a request to DynamoDB can end, other than well.

ConditionFailed   the condition did not hold; nothing was written; the row as it stands
Cancelled         likewise for a transaction; the places of the conditions that did not hold
Busy              refused for now; nothing was written
ReplyLost         sent, and nobody knows whether it was applied
StoreUnavailable  nothing was written, and asking again would not help
"""

from __future__ import annotations

from typing import Any, Final, cast

from botocore.exceptions import ClientError

from screwtape.adapters.dynamodb.attributes import Row, row_of
from screwtape.core.errors import StoreUnavailable

_BUSY: Final = frozenset(
    {
        "ProvisionedThroughputExceeded",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "ThrottlingError",
        "ThrottlingException",
        "TransactionConflict",
        "TransactionConflictException",
    },
)
_STILL_RUNNING: Final = "TransactionInProgressException"
_SERVER_FAULT: Final = 500


class ConditionFailed(Exception):
    """The condition of a write did not hold. ``row`` is the row as it stands, None when there is none."""

    def __init__(self, row: Row | None) -> None:
        super().__init__("the condition did not hold")
        self.row = row


class Cancelled(Exception):
    """A transaction was cancelled because conditions did not hold: ``failed`` are the positions of their writes."""

    def __init__(self, failed: frozenset[int]) -> None:
        super().__init__("a condition of the transaction did not hold")
        self.failed = failed


class ReplyLost(Exception):
    """A request was sent and no usable reply came: it may have been applied."""


class Busy(Exception):
    """The store refused a request for now: it was not applied."""


def end_of(error: ClientError) -> Exception:
    """Tell how a request ended that the service answered with an error."""
    code = error.response["Error"]["Code"]
    if code == "ConditionalCheckFailedException":
        item = cast("dict[str, Any]", error.response).get("Item")
        return ConditionFailed(None if item is None else row_of(item))
    if code == "TransactionCanceledException":
        codes = [reason.get("Code") for reason in cast("dict[str, Any]", error.response)["CancellationReasons"]]
        failed = frozenset(place for place, reason in enumerate(codes) if reason == "ConditionalCheckFailed")
        if failed:
            return Cancelled(failed)
        return Busy() if _BUSY.intersection(codes) else unavailable()
    if code in _BUSY:
        return Busy()
    if code == _STILL_RUNNING or error.response["ResponseMetadata"]["HTTPStatusCode"] >= _SERVER_FAULT:
        return ReplyLost()
    return unavailable()


def unavailable(*, charge_unknown: bool = False) -> StoreUnavailable:
    """Make the error that callers see when the store does not answer."""
    return StoreUnavailable("The store does not answer now. Try again shortly.", charge_unknown=charge_unknown)
