"""The store in DynamoDB: one table, no scan, no index.

``rows`` tells what lies where, ``table`` how a request can end; ``charging``, ``idempotency``, ``refunds`` and ``keys``
are the writes themselves.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from screwtape.adapters.dynamodb import charging, idempotency, keys, refunds
from screwtape.adapters.dynamodb.table import Table, connect
from screwtape.core.credentials import KeyDigest
from screwtape.core.metering import Charge, Claim
from screwtape.ports import NewKey, SignupLimit, StoredKey

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

__all__ = ["DynamoStore", "connect"]


class DynamoStore:
    """Fills the port Store with the DynamoDB table of that name.

    ``client`` is the process's own unless one is given; ``pause`` waits a number of seconds between attempts.
    """

    def __init__(
        self, table: str, client: DynamoDBClient | None = None, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self._table = Table(client or connect(), table, pause)

    def add_key(self, key: NewKey, limit: SignupLimit) -> None:
        """Store a new key, its slot and its place in the hour."""
        keys.add_key(self._table, key, limit)

    def read_key(self, key: KeyDigest) -> StoredKey:
        """Read an active key as of now."""
        return keys.read_key(self._table, key)

    def delete_key(self, key: KeyDigest) -> None:
        """Delete a key and everything in its name."""
        keys.delete_key(self._table, key)

    def charge(self, key: KeyDigest, now: int, free_per_day: int) -> Charge:
        """Take one unit."""
        return charging.charge(self._table, key, now, free_per_day)

    def charge_once(self, key: KeyDigest, now: int, free_per_day: int, claim: Claim) -> Charge:
        """Take one unit for the first call under an Idempotency-Key."""
        return idempotency.charge_once(self._table, key, now, free_per_day, claim)

    def complete(self, charge: Charge) -> None:
        """Note that a call under an Idempotency-Key was delivered."""
        idempotency.complete(self._table, charge)

    def refund(self, charge: Charge) -> bool:
        """Give the unit of an undelivered call back."""
        return refunds.refund(self._table, charge)
