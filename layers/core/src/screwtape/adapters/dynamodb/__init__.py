"""The store in DynamoDB: one table, no scan, no index.

``rows`` tells what lies where, ``table`` how a request can end; ``charging``, ``idempotency``, ``refunds``, ``keys``
and ``model_calls`` are the writes themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from screwtape.adapters.dynamodb import charging, idempotency, keys, model_calls, refunds
from screwtape.adapters.dynamodb.table import OPERATION_SECONDS, Table, Time, connect
from screwtape.core.credentials import KeyDigest
from screwtape.core.metering import Charge, Claim, Day
from screwtape.ports import NewKey, SignupLimit, StoredKey

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

__all__ = ["DELETION_SECONDS", "OPERATION_SECONDS", "DynamoStore", "Time", "connect"]

DELETION_SECONDS: Final = 20.0
"""Well below the 29 seconds of a function; a deletion that was cut short can be repeated."""


class DynamoStore:
    """Fills the port Store with the DynamoDB table of that name.

    ``client`` is the process's own unless one is given. Each use ends within ``OPERATION_SECONDS``, but for a deletion,
    which may have much to delete and takes up to ``DELETION_SECONDS``.
    """

    def __init__(self, table: str, client: DynamoDBClient | None = None, passing: Time | None = None) -> None:
        self._client = client or connect()
        self._name = table
        self._passing = passing or Time()

    def _table(self, seconds: float = OPERATION_SECONDS) -> Table:
        return Table(self._client, self._name, self._passing, seconds)

    def add_key(self, key: NewKey, limit: SignupLimit) -> None:
        """Store a new key, its slot and its place in the hour."""
        keys.add_key(self._table(), key, limit)

    def read_key(self, key: KeyDigest) -> StoredKey:
        """Read an active key as of now."""
        return keys.read_key(self._table(), key)

    def delete_key(self, key: KeyDigest) -> None:
        """Delete a key and everything in its name."""
        keys.delete_key(self._table(DELETION_SECONDS), key)

    def charge(self, key: KeyDigest, now: int, free_per_day: int) -> Charge:
        """Take one unit."""
        return charging.charge(self._table(), key, now, free_per_day)

    def charge_once(self, key: KeyDigest, now: int, free_per_day: int, claim: Claim) -> Charge:
        """Take one unit for the first call under an Idempotency-Key."""
        return idempotency.charge_once(self._table(), key, now, free_per_day, claim)

    def complete(self, charge: Charge) -> None:
        """Note that a call under an Idempotency-Key was delivered."""
        idempotency.complete(self._table(), charge)

    def refund(self, charge: Charge) -> bool:
        """Give the unit of an undelivered call back."""
        return refunds.refund(self._table(), charge)

    def take_model_call(self, day: Day, most: int) -> bool:
        """Count one call to the model."""
        return model_calls.take(self._table(), day, most)
