"""The book of payments: one row a payment, and a second one that points to it while its fate is unknown.

Every write names the attempt that it belongs to, so that a late one changes nothing. Writes that would be wrong twice
are single requests; the others are transactions under one token, or may be sent again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from screwtape.adapters.dynamodb import rows
from screwtape.adapters.dynamodb.attributes import Row, Value
from screwtape.adapters.dynamodb.replies import Cancelled, ConditionFailed, ReplyLost, unavailable
from screwtape.adapters.dynamodb.table import OPERATION_SECONDS, Table, Time, connect
from screwtape.core.metering import Day
from screwtape.core.payments import Authorization, Payment, PaymentId, PaymentRecord, Reason

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

    from screwtape.core.payments.record import State

_NEW: Final = (
    "SET #state = :reserved, #by = :by, #lease = :lease, #req = :req, #at = :at, #to = :to, #value = :value,"
    " #after = :after, #before = :before, #sig = :sig, #exp = :exp"
)
_FREE: Final = "attribute_not_exists(#pk) OR (#state = :reserved AND #lease <= :now)"
_RESERVED: Final = "#state = :reserved AND #by = :by"
_SETTLING: Final = "#state = :settling AND #by = :by"
_STATES: Final[dict[str, State]] = {
    rows.RESERVED: "reserved",
    rows.SETTLING: "settling",
    rows.SETTLED: "settled",
    rows.REFUSED: "refused",
}


class DynamoPaymentBook:
    """Fills the port PaymentBook with the DynamoDB table of that name; ``client`` is the process's own by default."""

    def __init__(
        self,
        table: str,
        client: DynamoDBClient | None = None,
        passing: Time | None = None,
        seconds: float = OPERATION_SECONDS,
    ) -> None:
        self._client = client or connect()
        self._name = table
        self._passing = passing or Time()
        self._seconds = seconds

    def within(self, seconds: float) -> DynamoPaymentBook:
        """Give this book for uses that must end in so many seconds."""
        return DynamoPaymentBook(self._name, self._client, self._passing, min(seconds, OPERATION_SECONDS))

    def _table(self) -> Table:
        return Table(self._client, self._name, self._passing, self._seconds)

    def find(self, payment: PaymentId) -> PaymentRecord | None:
        """Give a payment's record as of now."""
        row = self._table().read(rows.payment(payment))
        return None if row is None else _record_of(row)

    def reserve(self, record: PaymentRecord, now: int) -> PaymentRecord:
        """Write a new record where the payment is free, and give the record that stands."""
        signed = record.payment.authorization
        values: dict[str, Value] = {
            ":reserved": rows.RESERVED,
            ":by": record.attempt,
            ":lease": record.lease_until,
            ":req": record.request,
            ":at": record.begun_at,
            ":to": signed.to,
            ":value": str(signed.value),  # numbers of a chain have up to 78 digits, numbers of DynamoDB 38
            ":after": str(signed.valid_after),
            ":before": str(signed.valid_before),
            ":sig": record.payment.signature,
            ":exp": record.expires_at,
            ":now": now,
        }
        table, place = self._table(), rows.payment(record.payment.id)
        row: Row | None
        try:
            row = table.update(place, _NEW, _FREE, values)
        except ConditionFailed as failed:
            row = failed.row
        except ReplyLost:
            row = table.read(place)  # whose it is tells whether it was applied
        if row is None:
            raise unavailable()
        return _record_of(row)

    def release(self, record: PaymentRecord) -> None:
        """Forget a reserved payment whose work failed."""
        table, values = self._table(), _values_of(record, reserved=rows.RESERVED)
        _applied(table, table.delete_in(rows.payment(record.payment.id), _RESERVED, values))

    def begin_settling(self, record: PaymentRecord) -> bool:
        """Note that the facilitator is about to be asked; the row no longer expires."""
        table = self._table()
        values = _values_of(record, reserved=rows.RESERVED, settling=rows.SETTLING)
        place = rows.payment(record.payment.id)
        return _applied(
            table,
            table.update_in(place, "SET #state = :settling REMOVE #exp", _RESERVED, values),
            table.put_in(rows.unknown_payment(record.payment.id)),
        )

    def abandon(self, record: PaymentRecord) -> None:
        """Forget a payment that the facilitator has certainly not heard of."""
        table, values = self._table(), _values_of(record, settling=rows.SETTLING)
        _applied(
            table,
            table.delete_in(rows.payment(record.payment.id), _SETTLING, values),
            table.delete_in(rows.unknown_payment(record.payment.id)),
        )

    def take_over(self, record: PaymentRecord, attempt: str, lease_until: int) -> PaymentRecord | None:
        """Give the record to another attempt if nothing about it changed."""
        values = _values_of(record, settling=rows.SETTLING) | {
            ":lease": record.lease_until,
            ":attempt": attempt,
            ":until": lease_until,
        }
        table, place = self._table(), rows.payment(record.payment.id)
        try:
            row = table.update(place, "SET #by = :attempt, #lease = :until", f"{_SETTLING} AND #lease = :lease", values)
        except ConditionFailed:
            return None
        except ReplyLost:
            seen = table.read(place)
            if seen is None or seen["by"] != attempt:
                return None
            row = seen
        return _record_of(row)

    def let_go(self, record: PaymentRecord) -> None:
        """End the lease on a payment whose fate is unknown."""
        values = _values_of(record, settling=rows.SETTLING) | {":over": 0}
        try:
            self._table().update_again(rows.payment(record.payment.id), "SET #lease = :over", _SETTLING, values)
        except ConditionFailed:
            return

    def settle(self, record: PaymentRecord, transaction: str, answers_left: int, answers_until: int) -> bool:
        """Close a payment as paid."""
        change = "SET #state = :closed, #tx = :tx, #left = :left, #until = :until, #exp = :exp"
        kept_until = max(record.expires_at, answers_until)
        values: dict[str, Value] = {
            ":tx": transaction,
            ":left": answers_left,
            ":until": answers_until,
            ":exp": kept_until,
        }
        return self._close(record, rows.SETTLED, change, values)

    def refuse(self, record: PaymentRecord, reason: Reason) -> bool:
        """Close a payment as certainly not paid."""
        values: dict[str, Value] = {":why": reason, ":exp": record.expires_at}
        return self._close(record, rows.REFUSED, "SET #state = :closed, #why = :why, #exp = :exp", values)

    def _close(self, record: PaymentRecord, state: str, change: str, values: dict[str, Value]) -> bool:
        """Close a payment; its signature is of no more use and goes."""
        table, place = self._table(), rows.payment(record.payment.id)
        values = values | _values_of(record, settling=rows.SETTLING, closed=state)
        return _applied(
            table,
            table.update_in(place, f"{change} REMOVE #sig", _SETTLING, values),
            table.delete_in(rows.unknown_payment(record.payment.id)),
        )

    def take_answer(self, record: PaymentRecord, now: int) -> bool:
        """Count one more answer of a settled payment."""
        values: dict[str, Value] = {
            ":settled": rows.SETTLED,
            ":req": record.request,
            ":one": 1,
            ":none": 0,
            ":now": now,
        }
        condition = "#state = :settled AND #req = :req AND #left > :none AND #until > :now"
        try:
            self._table().update(rows.payment(record.payment.id), "SET #left = #left - :one", condition, values)
        except ConditionFailed:
            return False
        except ReplyLost as error:
            raise unavailable() from error
        return True

    def give_answer_back(self, record: PaymentRecord) -> None:
        """Count an answer back that was not delivered."""
        values: dict[str, Value] = {":settled": rows.SETTLED, ":req": record.request, ":one": 1}
        place = rows.payment(record.payment.id)
        try:
            self._table().update(place, "SET #left = #left + :one", "#state = :settled AND #req = :req", values)
        except ConditionFailed:
            return
        except ReplyLost as error:
            raise unavailable() from error

    def unknown_payments(self) -> list[PaymentId]:
        """Name every payment that is being settled or whose fate is unknown."""
        return [rows.payment_id(rows.text(row, "sk")) for row in self._table().names_in(rows.UNKNOWN_PAYMENTS)]

    def note_told(self, record: PaymentRecord, day: Day) -> bool:
        """Note the day on which a person was told."""
        values = _values_of(record, settling=rows.SETTLING) | {":day": day}
        condition = f"{_SETTLING} AND (attribute_not_exists(#told) OR #told < :day)"
        try:
            self._table().update(rows.payment(record.payment.id), "SET #told = :day", condition, values)
        except ConditionFailed:
            return False
        except ReplyLost as error:
            raise unavailable() from error
        return True


def _values_of(record: PaymentRecord, **states: str) -> dict[str, Value]:
    return {":by": record.attempt, **{f":{name}": value for name, value in states.items()}}


def _applied(table: Table, *writes: dict[str, Any]) -> bool:
    """Apply all writes or none; tell whether the conditions held."""
    try:
        table.transact(*writes)
    except Cancelled:
        return False
    except ReplyLost as error:
        raise unavailable() from error
    return True


def _record_of(row: Row) -> PaymentRecord:
    name = rows.payment_id(rows.text(row, "pk"))
    signed = Authorization(
        payer=name.payer,
        to=rows.text(row, "to"),
        value=int(rows.text(row, "value")),
        valid_after=int(rows.text(row, "after")),
        valid_before=int(rows.text(row, "before")),
        nonce=name.nonce,
    )
    return PaymentRecord(
        payment=Payment(name.network, name.asset, signed, signature=str(row.get("sig", ""))),
        state=_STATES[rows.text(row, "state")],
        attempt=rows.text(row, "by"),
        lease_until=rows.number(row, "lease"),
        request=rows.text(row, "req"),
        begun_at=rows.number(row, "at"),
        transaction=str(row.get("tx", "")),
        answers_left=rows.number(row, "left") if "left" in row else 0,
        answers_until=rows.number(row, "until") if "until" in row else 0,
        reason=str(row.get("why", "")),
        told_on=str(row.get("told", "")),
    )
