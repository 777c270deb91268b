"""Keys in the table: made, read and deleted, each with what is stored about it outside its partition."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

from screwtape.adapters.dynamodb import rows
from screwtape.adapters.dynamodb.attributes import Row, Value
from screwtape.adapters.dynamodb.charging import ROUNDS
from screwtape.adapters.dynamodb.replies import Cancelled, ConditionFailed, ReplyLost, unavailable
from screwtape.adapters.dynamodb.table import Table
from screwtape.core.credentials import KeyDigest
from screwtape.core.errors import EmailCapReached, SignupRateReached
from screwtape.core.metering import Day, day_of
from screwtape.core.terms import KEY_IDLE_DAYS, KEYS_PER_EMAIL
from screwtape.ports import NewKey, SignupLimit, StoredKey

_HOUR_SECONDS: Final = 3600
_BATCH: Final = 25
"""Rows that DynamoDB deletes at once."""
_SLOTS, _SIGNUPS, _META, _POINTER = range(4)
"""The places of the four writes of a sign-up."""


def add_key(table: Table, key: NewKey, limit: SignupLimit) -> None:
    """Write the key, its pointer, its slot of the e-mail address and its place in the hour, or nothing.

    A full address gives the slot of a key that nobody used for ``KEY_IDLE_DAYS`` away.
    """
    for _ in range(ROUNDS):
        try:
            table.transact(*_sign_up(table, key, limit))
        except Cancelled as cancelled:
            if cancelled.failed & {_META, _POINTER} and _is_stored(table, key):
                return  # this very sign-up was applied, and only its reply was lost
            if _SLOTS in cancelled.failed:
                _free_idle_slot(table, key.email, day_of(key.created_at))
                continue
            if _SIGNUPS in cancelled.failed:
                seconds = (limit.hour + 1) * _HOUR_SECONDS - key.created_at
                sentence = "Too many keys were made from this address in this hour."
                raise SignupRateReached(sentence, max(1, seconds)) from None
            raise unavailable() from None
        except ReplyLost as error:
            if _is_stored(table, key):
                return
            raise unavailable() from error
        else:
            return
    raise unavailable()


def _sign_up(table: Table, key: NewKey, limit: SignupLimit) -> list[dict[str, Any]]:
    slot = table.update_in(
        rows.slots(key.email),
        "ADD #kids :kid SET #since = if_not_exists(#since, :day)",
        "attribute_not_exists(#kids) OR size(#kids) < :most",
        {":kid": frozenset({key.id}), ":most": KEYS_PER_EMAIL, ":day": key.allowance.day},
    )
    place = table.update_in(
        rows.signups(limit.source, limit.hour),
        "ADD #n :one SET #exp = :exp",
        "attribute_not_exists(#n) OR #n < :most",
        # A minute more than the hour, for clocks that are behind.
        {":one": 1, ":most": limit.per_hour, ":exp": (limit.hour + 1) * _HOUR_SECONDS + 60},
    )
    new = "attribute_not_exists(#pk)"
    pointer: Row = {**rows.pointer(key.id), "key": key.digest}
    return [slot, place, table.put_in(rows.meta_of(key), new), table.put_in(pointer, new)]


def _is_stored(table: Table, key: NewKey) -> bool:
    row = table.read(rows.meta(key.digest))
    return row is not None and row["id"] == key.id


def _free_idle_slot(table: Table, email: str, today: Day) -> None:
    """Take an idle key out of its slot, if the address is full and has one. Raises EmailCapReached if it has none."""
    latest = (date.fromisoformat(today) - timedelta(days=KEY_IDLE_DAYS)).isoformat()
    slots = rows.slots(email)
    address = table.read(slots)
    if address is None:
        return  # all its keys were deleted meanwhile
    # An address younger than that cannot have an idle key, so as a rule this one reading is all.
    kids = rows.texts(address, "kids") if rows.text(address, "since") <= latest else frozenset()
    for kid in kids:
        pointer = table.read(rows.pointer(kid))
        meta = None if pointer is None else table.read(rows.meta(KeyDigest(rows.text(pointer, "key"))))
        if meta is None or rows.text(meta, "day") > latest:
            continue
        freeing = table.update_in(
            slots,
            "DELETE #kids :kid",
            "contains(#kids, :id) AND size(#kids) >= :most",
            {":kid": frozenset({kid}), ":id": kid, ":most": KEYS_PER_EMAIL},
        )
        still_idle = table.check_in(_place(meta), "#day = :day", {":day": meta["day"]})
        try:
            table.transact(freeing, still_idle)
        except Cancelled:
            return  # somebody was faster; the next round sees what is left
        except ReplyLost as error:
            raise unavailable() from error
        return
    sentence = f"This e-mail address holds {KEYS_PER_EMAIL} active keys. Delete one of them first."
    raise EmailCapReached(sentence, None)


def read_key(table: Table, key: KeyDigest) -> StoredKey:
    """Read an active key as of now."""
    row = rows.active(table.read(rows.meta(key)))
    return StoredKey(
        digest=key,
        id=rows.text(row, "id"),
        name=rows.text(row, "name"),
        created_at=rows.number(row, "created"),
        allowance=rows.allowance_of(row),
    )


def delete_key(table: Table, key: KeyDigest) -> None:
    """Revoke the key, then clear its partition, then delete what names it. Cut short anywhere, it can be repeated.

    From the first step on the key opens nothing but this deletion, and whoever writes into the partition does so on
    the condition that the key is active: what is cleared stays clear.
    """
    try:
        row = table.update_again(
            rows.meta(key), "SET #st = :deleted", "attribute_exists(#pk)", {":deleted": rows.DELETED}
        )
    except ConditionFailed:
        raise rows.unknown_key() from None
    while contents := [name for name in table.names_in(rows.partition(key)) if name != rows.meta(key)]:
        for start in range(0, len(contents), _BATCH):
            table.drop(contents[start : start + _BATCH])
    for _ in range(ROUNDS):
        try:
            table.transact(*_last_writes(table, row))
        except Cancelled:
            continue  # another key of the address came or went meanwhile
        except ReplyLost as error:
            raise unavailable() from error
        return
    raise unavailable()


def _last_writes(table: Table, row: Row) -> list[dict[str, Any]]:
    kid = rows.text(row, "id")
    slots = rows.slots(rows.text(row, "em"))
    kids = rows.texts(table.read(slots) or {}, "kids")
    writes = [table.delete_in(_place(row)), table.delete_in(rows.pointer(kid))]
    # The address may be forgotten with its last key, so whether this is the last one has to hold to the end.
    if kids == {kid}:
        writes.append(table.delete_in(slots, "#kids = :kids", {":kids": kids}))
    elif kid in kids:
        values: dict[str, Value] = {":kid": frozenset({kid}), ":kids": kids}
        writes.append(table.update_in(slots, "DELETE #kids :kid", "#kids = :kids", values))
    return writes


def _place(row: Row) -> Row:
    return {"pk": row["pk"], "sk": row["sk"]}
