"""Giving a unit back after our own fault: once, within the day's bound, and never to a key that is gone."""

from __future__ import annotations

from dataclasses import dataclass

from screwtape.adapters.dynamodb import rows
from screwtape.adapters.dynamodb.attributes import Row, Value
from screwtape.adapters.dynamodb.charging import ROUNDS
from screwtape.adapters.dynamodb.replies import Cancelled, ConditionFailed, ReplyLost, unavailable
from screwtape.adapters.dynamodb.table import Table
from screwtape.core.metering import Charge
from screwtape.core.terms import REFUNDS_PER_DAY


@dataclass(frozen=True, slots=True)
class _Giving:
    change: str
    condition: str
    values: dict[str, Value]


def refund(table: Table, charge: Charge) -> bool:
    """Give the unit back: to its own day, or as a credit once that day is over if it was a credit.

    False when the key had its refunds of the day. Raises StoreUnavailable, after which the unit may have been given
    back: repeating it could give it twice.
    """
    if not charge.counted:
        return True
    for _ in range(ROUNDS):
        row = table.read(rows.meta(charge.key))
        if row is None or row["st"] != rows.ACTIVE:
            return True
        giving = None if _has_expired(charge, row) else _giving(charge, row)
        if giving is not None and rows.number(row, "back") >= REFUNDS_PER_DAY:
            return False
        try:
            _settle(table, charge, giving)
        except ConditionFailed:
            continue
        except Cancelled as cancelled:
            if _CLAIM in cancelled.failed:
                return True  # another attempt took the call over, and its unit with it
            continue
        except ReplyLost as error:
            raise unavailable() from error
        return True
    raise unavailable()


def _has_expired(charge: Charge, row: Row) -> bool:
    return charge.was_free and row["day"] != charge.day


def _giving(charge: Charge, row: Row) -> _Giving:
    values: dict[str, Value] = {
        ":one": 1,
        ":active": rows.ACTIVE,
        ":day": rows.text(row, "day"),
        ":most": REFUNDS_PER_DAY,
    }
    condition = "attribute_exists(#pk) AND #st = :active AND #day = :day AND #back < :most"
    if row["day"] == charge.day:
        change = "SET #used = #used - :one, #back = #back + :one"
        return _Giving(change, f"{condition} AND #used >= :one", values)
    return _Giving("SET #allow = #allow + :one, #back = #back + :one", condition, values)


_CLAIM = 0
"""The place of the claim's row among the writes of ``_settle``."""


def _settle(table: Table, charge: Charge, giving: _Giving | None) -> None:
    meta = rows.meta(charge.key)
    if charge.hold is None:
        if giving is not None:
            table.update(meta, giving.change, giving.condition, giving.values)
        return
    idem = rows.idem(charge.key, charge.hold.claim)
    freeing = table.delete_in(idem, "#by = :attempt", {":attempt": charge.hold.attempt})
    if giving is None:
        table.transact(freeing)
    else:
        table.transact(freeing, table.update_in(meta, giving.change, giving.condition, giving.values))
