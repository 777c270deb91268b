"""Charging under an Idempotency-Key: the unit and the note that it was taken are written in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from screwtape.adapters.dynamodb import charging, rows
from screwtape.adapters.dynamodb.attributes import Row, Value
from screwtape.adapters.dynamodb.replies import Cancelled, ConditionFailed, ReplyLost, unavailable
from screwtape.adapters.dynamodb.table import Table
from screwtape.core.credentials import KeyDigest
from screwtape.core.errors import IdempotencyKeyInProgress, IdempotencyKeyReused, StoreUnavailable
from screwtape.core.metering import Charge, Claim, Hold, day_of


def charge_once(table: Table, key: KeyDigest, now: int, free_per_day: int, claim: Claim) -> Charge:
    """Take one unit for the first call under the claim, none for the calls after it.

    Each round reads the key and the claim's note, then writes on the condition that both are still as read. Whether a
    write whose reply was lost was applied shows in the next round: the note names the attempt that wrote it.
    """
    attempt = _Attempt(table, key, now, claim, Hold(claim.id, uuid4().hex))
    may_be_charged = False
    for _ in range(charging.ROUNDS):
        try:
            meta = rows.active(table.read(rows.meta(key)))
            note = table.read(rows.idem(key, claim.id))
            if note is None or rows.number(note, "exp") <= now:
                return attempt.first(meta, free_per_day)
            return attempt.repeated(meta, free_per_day, note)
        except (Cancelled, ConditionFailed):
            continue
        except ReplyLost:
            may_be_charged = True
        except StoreUnavailable as error:
            raise unavailable(charge_unknown=may_be_charged) from error
    raise unavailable(charge_unknown=may_be_charged)


def complete(table: Table, charge: Charge) -> None:
    """Note that the call was delivered, unless another attempt holds the claim by now."""
    if charge.hold is None:
        return
    note = rows.idem(charge.key, charge.hold.claim)
    values: dict[str, Value] = {":delivered": rows.DELIVERED, ":attempt": charge.hold.attempt}
    try:
        table.update_again(note, "SET #state = :delivered", "#by = :attempt", values)
    except ConditionFailed:
        return


@dataclass(frozen=True, slots=True)
class _Attempt:
    table: Table
    key: KeyDigest
    now: int
    claim: Claim
    hold: Hold

    def first(self, meta: Row, free_per_day: int) -> Charge:
        """Take a unit and note it, if the key's row is as read and no note is there."""
        before = rows.allowance_of(meta)
        begun = before.as_of(day_of(self.now), free_per_day)
        if begun.is_spent:
            raise charging.quota_spent(begun, self.now)
        after = begun.after_one_more()
        place = rows.meta(self.key)
        if begun.day == before.day:
            # Which kind of unit it is must be known beforehand: a transaction does not tell what it wrote.
            kind = "#used < #free" if begun.used < begun.free else "#used >= #free"
            values = charging.charging_values(begun.day)
            taking = self.table.update_in(place, charging.ONE_MORE, f"{charging.ADMITS} AND {kind}", values)
        else:
            values = charging.new_day_values(before, after)
            taking = self.table.update_in(place, charging.NEW_DAY, charging.UNCHANGED, values)
        note: Row = {
            **rows.idem(self.key, self.claim.id),
            "req": self.claim.request,
            "state": rows.RUNNING,
            "by": self.hold.attempt,
            "lease": self.claim.lease_until,
            "day": after.day,
            "used": after.used,
            "allow": after.allow,
            "free": after.free,
            "exp": self.claim.expires_at,
        }
        absent = "attribute_not_exists(#pk) OR #exp <= :now"
        self.table.transact(taking, self.table.put_in(note, absent, {":now": self.now}))
        return Charge(self.key, rows.text(meta, "id"), after, hold=self.hold)

    def repeated(self, meta: Row, free_per_day: int, note: Row) -> Charge:
        """Take nothing: the unit of the first call stands behind this one. Take over what an attempt left behind."""
        if note["req"] != self.claim.request:
            raise IdempotencyKeyReused("This Idempotency-Key came before with another request. Send a new one.")
        key_id = rows.text(meta, "id")
        standing = rows.allowance_of(meta).as_of(day_of(self.now), free_per_day)
        taken = rows.allowance_of(note)
        if note["state"] == rows.DELIVERED:
            return Charge(self.key, key_id, standing, unit="replayed", earlier=taken)
        if note["by"] != self.hold.attempt:
            self._take_over(note)
        return Charge(self.key, key_id, standing, earlier=taken, hold=self.hold)

    def _take_over(self, note: Row) -> None:
        if rows.number(note, "lease") > self.now:
            raise IdempotencyKeyInProgress(
                "The first call with this Idempotency-Key still runs. Send it again shortly."
            )
        self.table.update(
            rows.idem(self.key, self.claim.id),
            "SET #by = :attempt, #lease = :lease",
            "#by = :gone AND #state = :running AND #exp > :now",
            {
                ":attempt": self.hold.attempt,
                ":lease": self.claim.lease_until,
                ":gone": rows.text(note, "by"),
                ":running": rows.RUNNING,
                ":now": self.now,
            },
        )
