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
from screwtape.core.terms import HOUR_SECONDS, KEY_IDLE_DAYS, KEYS_PER_EMAIL
from screwtape.ports import NewKey, SignupLimit, StoredKey

_BATCH: Final = 25
"""Rows that DynamoDB deletes at once."""
_SIGNUPS, _META, _POINTER, _SLOTS = range(4)
"""The places of the writes of a sign-up; what concerns the slots of the address comes last."""


def add_key(table: Table, key: NewKey, limit: SignupLimit) -> None:
    """Write the key, its pointer, its slot of the e-mail address and its place in the hour, or nothing.

    The source's hour is looked at first: who has used it up costs one refused write. A full address gives away the slot
    of a key that nobody used for ``KEY_IDLE_DAYS``, in the same step as the new key takes it.
    """
    _count_attempt(table, key, limit)
    slot = [_free_slot(table, key)]
    for _ in range(ROUNDS):
        try:
            table.transact(*_sign_up(table, key, limit), *slot)
        except Cancelled as cancelled:
            if cancelled.failed & {_META, _POINTER} and _is_stored(table, key):
                return  # this very sign-up was applied, and only its reply was lost
            if _SIGNUPS in cancelled.failed:
                raise _too_many(key, limit) from None
            if max(cancelled.failed) < _SLOTS:
                raise unavailable() from None
            slot = _slot_of_an_idle_key(table, key) or [_free_slot(table, key)]
        except ReplyLost as error:
            if _is_stored(table, key):
                return
            raise unavailable() from error
        else:
            return
    raise unavailable()


def _count_attempt(table: Table, key: NewKey, limit: SignupLimit) -> None:
    """Count a sign-up before anything else is done for it. Raises SignupRateReached."""
    if limit.per_hour < 1:
        raise _too_many(key, limit)
    try:
        table.update_again(
            rows.signups(limit.source, limit.hour),
            "SET #exp = :exp, #n = if_not_exists(#n, :none) ADD #tries :one",
            "attribute_not_exists(#pk) OR (#n < :most AND #tries < :most_tries)",
            {
                ":none": 0,
                ":one": 1,
                ":most": limit.per_hour,
                ":most_tries": limit.attempts_per_hour,
                # A minute more than the hour, for clocks that are behind.
                ":exp": (limit.hour + 1) * HOUR_SECONDS + 60,
            },
        )
    except ConditionFailed:
        raise _too_many(key, limit) from None


def _too_many(key: NewKey, limit: SignupLimit) -> SignupRateReached:
    seconds = (limit.hour + 1) * HOUR_SECONDS - key.created_at
    return SignupRateReached("Too many keys were asked for from this address in this hour.", max(1, seconds))


def _sign_up(table: Table, key: NewKey, limit: SignupLimit) -> list[dict[str, Any]]:
    signups = rows.signups(limit.source, limit.hour)
    place = table.update_in(signups, "ADD #n :one", "#n < :most", {":one": 1, ":most": limit.per_hour})
    new = "attribute_not_exists(#pk)"
    pointer: Row = {**rows.pointer(key.id), "key": key.digest}
    return [place, table.put_in(rows.meta_of(key), new), table.put_in(pointer, new)]


def _free_slot(table: Table, key: NewKey) -> dict[str, Any]:
    return table.update_in(
        rows.slots(key.email),
        "ADD #kids :kid SET #since = if_not_exists(#since, :day)",
        "attribute_not_exists(#kids) OR size(#kids) < :most",
        {":kid": frozenset({key.id}), ":most": KEYS_PER_EMAIL, ":day": key.allowance.day},
    )


def _is_stored(table: Table, key: NewKey) -> bool:
    row = table.read(rows.meta(key.digest))
    return row is not None and row["id"] == key.id


def _slot_of_an_idle_key(table: Table, key: NewKey) -> list[dict[str, Any]]:
    """Describe how the key takes an idle key's slot; nothing if a slot is free by now. Raises EmailCapReached."""
    slots = rows.slots(key.email)
    address = table.read(slots)
    kids = rows.texts(address or {}, "kids")
    if address is None or len(kids) < KEYS_PER_EMAIL:
        return []  # keys were deleted meanwhile
    latest = _idle_since(day_of(key.created_at))
    # An address younger than that cannot have an idle key, so as a rule this one reading is all.
    for kid in kids if rows.text(address, "since") <= latest else ():
        pointer = table.read(rows.pointer(kid))
        meta = None if pointer is None else table.read(rows.meta(KeyDigest(rows.text(pointer, "key"))))
        if meta is None or rows.text(meta, "day") > latest:
            continue
        after = kids - {kid} | {key.id}
        taking = table.update_in(slots, "SET #kids = :after", "#kids = :kids", {":kids": kids, ":after": after})
        return [taking, table.check_in(_place(meta), "#day = :day", {":day": meta["day"]})]
    sentence = f"This e-mail address holds {KEYS_PER_EMAIL} active keys. Delete one of them first."
    raise EmailCapReached(sentence, None)


def _idle_since(today: Day) -> str:
    return (date.fromisoformat(today) - timedelta(days=KEY_IDLE_DAYS)).isoformat()


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
