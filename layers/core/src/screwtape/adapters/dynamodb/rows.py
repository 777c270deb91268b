"""The rows of the table: where each lies, and what its short attribute names mean.

    pk              sk           attributes
    KEY#<digest>    META         v, st, id, name, created, em, day, used, allow, free, back
    KEY#<digest>    IDEM#<id>    req, state, by, lease, day, used, allow, free, exp
    KEYID#<id>      KEY          key
    EMAIL#<em>      SLOTS        kids, since
    RL#<src>#<hour> SIGNUPS      n, tries, exp
    MODEL#<day>     CALLS        n, exp
    X4#<payment>    PAYMENT      state, by, lease, req, at, to, value, after, before, sig, tx, left, until, why, told,
                                 exp
    X4UNKNOWN       X4#<payment> (nothing more)

META: ``v`` version of the row's form, ``st`` A (active) or D (being deleted), ``em`` digest of the e-mail address,
``day used allow free`` the allowance, ``back`` units given back on that day.
IDEM: ``req`` digest of the request, ``state`` R (running) or D (delivered), ``by`` the attempt that holds it, ``lease``
until when, ``day used allow free`` the allowance that the unit came from.
KEY: ``key`` the digest that an id stands for. SLOTS: ``kids`` ids of the address's keys,
``since`` the day of its first one. SIGNUPS: ``n`` keys made from one source in one hour, ``tries`` how many were asked
for. CALLS: ``n`` calls to the model on one day, everybody's together.
PAYMENT: <payment> is chain, token, payer and nonce, in lower case and with # between; ``state`` R (reserved),
S (settling), D (settled) or X (refused), ``by`` the attempt that holds it, ``lease`` until when, ``req`` digest of what
it pays for, ``at`` when it first came, ``to value after before sig`` the authorization and its signature, which goes
when the payment is closed; ``tx`` the transaction that settled it, ``left`` how often and ``until`` how long it may
answer again, ``why`` it was refused, ``told`` the day on which a person was last told that nobody knows. X4UNKNOWN
names the payments in state S, which have no ``exp``.
``exp`` is when a row may go, in epoch seconds. DynamoDB deletes it days later, so every reading looks at the clock.
"""

from __future__ import annotations

from typing import Final

from screwtape.adapters.dynamodb.attributes import Row
from screwtape.core.credentials import KeyDigest
from screwtape.core.errors import UnknownKey
from screwtape.core.metering import Allowance, Day
from screwtape.core.payments import PaymentId
from screwtape.ports import NewKey

FORM: Final = 1
ACTIVE: Final = "A"
DELETED: Final = "D"
RUNNING: Final = "R"
DELIVERED: Final = "D"
RESERVED: Final = "R"
SETTLING: Final = "S"
SETTLED: Final = "D"
REFUSED: Final = "X"
PAYMENT: Final = "PAYMENT"
UNKNOWN_PAYMENTS: Final = "X4UNKNOWN"


def partition(key: KeyDigest) -> str:
    """Name the partition that holds everything of a key."""
    return f"KEY#{key}"


def meta(key: KeyDigest) -> Row:
    """Locate the row of a key itself."""
    return {"pk": partition(key), "sk": "META"}


def idem(key: KeyDigest, claim: str) -> Row:
    """Locate the row of an Idempotency-Key."""
    return {"pk": partition(key), "sk": f"IDEM#{claim}"}


def pointer(key_id: str) -> Row:
    """Locate the row that leads from a key's id to its digest."""
    return {"pk": f"KEYID#{key_id}", "sk": "KEY"}


def slots(email: str) -> Row:
    """Locate the row that holds the ids of an e-mail address's keys."""
    return {"pk": f"EMAIL#{email}", "sk": "SLOTS"}


def signups(source: str, hour: int) -> Row:
    """Locate the row that counts the keys made from one source in one hour."""
    return {"pk": f"RL#{source}#{hour}", "sk": "SIGNUPS"}


def model_calls(day: Day) -> Row:
    """Locate the row that counts the calls to the model on one day."""
    return {"pk": f"MODEL#{day}", "sk": "CALLS"}


def payment(payment: PaymentId) -> Row:
    """Locate the row of a payment."""
    return {"pk": _payment_partition(payment), "sk": PAYMENT}


def unknown_payment(payment: PaymentId) -> Row:
    """Locate the row that names a payment whose fate is unknown."""
    return {"pk": UNKNOWN_PAYMENTS, "sk": _payment_partition(payment)}


def _payment_partition(payment: PaymentId) -> str:
    return f"X4#{payment.network}#{payment.asset}#{payment.payer}#{payment.nonce}"


def payment_id(partition: str) -> PaymentId:
    """Read what a payment is remembered by from the partition that it lies in."""
    _, network, asset, payer, nonce = partition.split("#")
    return PaymentId(network, asset, payer, nonce)


def meta_of(key: NewKey) -> Row:
    """Write a new key down."""
    return {
        **meta(key.digest),
        "v": FORM,
        "st": ACTIVE,
        "id": key.id,
        "name": key.name,
        "created": key.created_at,
        "em": key.email,
        "day": key.allowance.day,
        "used": key.allowance.used,
        "allow": key.allowance.allow,
        "free": key.allowance.free,
        "back": 0,
    }


def active(row: Row | None) -> Row:
    """Give the row of a key when the key is active. Raises UnknownKey."""
    if row is None or row["st"] != ACTIVE:
        raise unknown_key()
    return row


def unknown_key() -> UnknownKey:
    """Make the one refusal of keys that were never issued, are deleted or are being deleted."""
    return UnknownKey()


def allowance_of(row: Row) -> Allowance:
    """Read the allowance on the row of a key."""
    return Allowance(
        day=Day(text(row, "day")), used=number(row, "used"), allow=number(row, "allow"), free=number(row, "free")
    )


def text(row: Row, name: str) -> str:
    """Read an attribute that is text."""
    value = row[name]
    if not isinstance(value, str):
        message = f"{name} is not text"
        raise TypeError(message)
    return value


def number(row: Row, name: str) -> int:
    """Read an attribute that is a whole number."""
    value = row[name]
    if not isinstance(value, int):
        message = f"{name} is not a whole number"
        raise TypeError(message)
    return value


def texts(row: Row, name: str) -> frozenset[str]:
    """Read an attribute that is a set of texts; DynamoDB has no empty set, so a missing one is empty."""
    value = row.get(name, frozenset())
    if not isinstance(value, frozenset):
        message = f"{name} is not a set"
        raise TypeError(message)
    return value
