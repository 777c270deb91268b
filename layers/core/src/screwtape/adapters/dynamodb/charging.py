"""Charging a key: authentication, quota, credits and revocation in one conditional write."""

from __future__ import annotations

from typing import Final

from screwtape.adapters.dynamodb import rows
from screwtape.adapters.dynamodb.attributes import Row, Value
from screwtape.adapters.dynamodb.replies import ConditionFailed, ReplyLost, unavailable
from screwtape.adapters.dynamodb.table import Table
from screwtape.core.credentials import KeyDigest
from screwtape.core.errors import QuotaSpent, StoreUnavailable
from screwtape.core.metering import Allowance, Charge, Day, day_of, seconds_left

ROUNDS: Final = 4
"""How often one call may lose the race for a row that others change, before the store counts as unavailable."""

ONE_MORE: Final = "SET #used = #used + :one"
ADMITS: Final = "attribute_exists(#pk) AND #st = :active AND #day = :day AND #used < #allow"
NEW_DAY: Final = "SET #day = :day, #used = :used, #allow = :allow, #free = :free, #back = :none"
UNCHANGED: Final = (
    "attribute_exists(#pk) AND #st = :active AND #day = :old_day AND #used = :old_used"
    " AND #allow = :old_allow AND #free = :old_free"
)


def charge(table: Table, key: KeyDigest, now: int, free_per_day: int) -> Charge:
    """Take one unit: one request as a rule, two for the first call of a day.

    A clock behind the stored day charges the stored day; no day ever comes back.
    """
    try:
        return _charge(table, key, now, free_per_day)
    except ReplyLost:
        return _charge_uncounted(table, key, now, free_per_day)


def _charge(table: Table, key: KeyDigest, now: int, free_per_day: int) -> Charge:
    today = day = day_of(now)
    for _ in range(ROUNDS):
        try:
            return _charged(key, table.update(rows.meta(key), ONE_MORE, ADMITS, charging_values(day)))
        except ConditionFailed as failed:
            before = rows.allowance_of(rows.active(failed.row))
        begun = before.as_of(today, free_per_day)
        if begun.is_spent:
            raise quota_spent(begun, now)
        if begun.day == before.day:
            day = before.day
            continue
        try:
            values = new_day_values(before, begun.after_one_more())
            return _charged(key, table.update(rows.meta(key), NEW_DAY, UNCHANGED, values))
        except ConditionFailed:
            continue
    raise unavailable()


def _charge_uncounted(table: Table, key: KeyDigest, now: int, free_per_day: int) -> Charge:
    """Serve a call whose charge was sent and not answered: it is never sent again, so it counts once at most."""
    try:
        row = table.read(rows.meta(key))
    except StoreUnavailable as error:
        raise unavailable(charge_unknown=True) from error
    standing = rows.allowance_of(rows.active(row)).as_of(day_of(now), free_per_day)
    return Charge(key, rows.text(rows.active(row), "id"), standing, unit="in doubt")


def _charged(key: KeyDigest, row: Row) -> Charge:
    return Charge(key, rows.text(row, "id"), rows.allowance_of(row))


def charging_values(day: Day) -> dict[str, Value]:
    """Give the values of ``ONE_MORE`` and ``ADMITS``."""
    return {":one": 1, ":active": rows.ACTIVE, ":day": day}


def new_day_values(before: Allowance, after: Allowance) -> dict[str, Value]:
    """Give the values of ``NEW_DAY`` and ``UNCHANGED``: the row goes from ``before`` to ``after``."""
    return {
        ":active": rows.ACTIVE,
        ":none": 0,
        ":day": after.day,
        ":used": after.used,
        ":allow": after.allow,
        ":free": after.free,
        ":old_day": before.day,
        ":old_used": before.used,
        ":old_allow": before.allow,
        ":old_free": before.free,
    }


def quota_spent(allowance: Allowance, now: int) -> QuotaSpent:
    """Make the refusal of a call that neither a free call nor a credit covers."""
    sentence = "The free calls of today are spent and no credits are left. Free calls come back at 00:00 UTC."
    return QuotaSpent(sentence, seconds_left(allowance.day, now))
