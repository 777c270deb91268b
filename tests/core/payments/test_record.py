"""What is remembered of a payment, and what it means for a request that brings it again."""

from __future__ import annotations

from typing import Any, Final

import pytest

from screwtape.core.payments import Authorization, Payment, PaymentRecord, Receipt, standing
from tests.keymaking import DAY, NOON

SIGNED: Final = Authorization("0x" + "1f" * 20, "0x" + "ab" * 20, 5_000, 0, NOON + 120, "0x" + "2e" * 32)
PAYMENT: Final = Payment("eip155:8453", "0x" + "0a" * 20, SIGNED, "0x" + "3d" * 65)
OVER, RUNNING = NOON, NOON + 1
"""A lease that ends now is over; one that ends a second later still runs."""


def record(state: Any, lease_until: int, **other: Any) -> PaymentRecord:
    """Give what the book holds of a payment for the request "this"."""
    given: dict[str, Any] = {"request": "this", "begun_at": NOON - 60, **other}
    return PaymentRecord(PAYMENT, state, "attempt", lease_until, **given)


@pytest.mark.parametrize("request_", ["this", "another"])
def test_a_payment_that_nobody_knows_is_free(request_: str) -> None:
    """Whatever it is to pay for."""
    assert standing(None, request_, NOON) == "free"


@pytest.mark.parametrize(
    ("state", "lease_until", "same", "another"),
    [
        pytest.param("reserved", RUNNING, "in progress", "of another request", id="reserved, running"),
        pytest.param("reserved", OVER, "free", "free", id="reserved, over"),
        pytest.param("reserved", 0, "free", "free", id="reserved, let go"),
        pytest.param("settling", RUNNING, "in progress", "of another request", id="settling, running"),
        pytest.param("settling", OVER, "to be found out", "of another request", id="settling, over"),
        pytest.param("settling", 0, "to be found out", "of another request", id="settling, let go"),
        pytest.param("refused", RUNNING, "refused", "refused", id="refused, running"),
        pytest.param("refused", OVER, "refused", "refused", id="refused, over"),
    ],
)
def test_an_open_payment_stands_by_its_state_and_lease(state: str, lease_until: int, same: str, another: str) -> None:
    """A reservation whose lease is over is anybody's; a settlement in doubt is only for the request it pays for."""
    held = record(state, lease_until)
    assert standing(held, "this", NOON) == same
    assert standing(held, "another", NOON) == another


@pytest.mark.parametrize("lease_until", [OVER, RUNNING], ids=["lease over", "lease running"])
@pytest.mark.parametrize(
    ("answers_left", "answers_until", "expected"),
    [
        pytest.param(3, NOON + 600, "paid", id="answers and time left"),
        pytest.param(1, NOON + 1, "paid", id="the last answer in the last second"),
        pytest.param(0, NOON + 1, "used up", id="no answer left"),
        pytest.param(1, NOON, "used up", id="time over this second"),
        pytest.param(3, NOON - 1, "used up", id="time over"),
        pytest.param(0, 0, "used up", id="nothing left"),
    ],
)
def test_a_settled_payment_answers_a_few_times_for_a_while(
    *, lease_until: int, answers_left: int, answers_until: int, expected: str
) -> None:
    """Only the request that it paid for, whatever its lease says."""
    held = record("settled", lease_until, answers_left=answers_left, answers_until=answers_until)
    assert standing(held, "this", NOON) == expected
    assert standing(held, "another", NOON) == "of another request"


@pytest.mark.parametrize("state", ["settling", "settled", "refused"])
def test_what_was_brought_to_the_facilitator_is_never_free_again(state: str) -> None:
    """However long ago, and for whatever request."""
    for lease_until in (0, OVER, RUNNING):
        for request in ("this", "another"):
            assert standing(record(state, lease_until), request, NOON + 400 * DAY) != "free"


@pytest.mark.parametrize(
    ("valid_before", "expires_at"),
    [
        pytest.param(NOON + 120, NOON + 120 + DAY, id="a day after its end"),
        pytest.param(0, DAY, id="it was over before"),
        pytest.param(NOON + 30 * DAY - 1, NOON + 31 * DAY - 1, id="a second less than a month"),
        pytest.param(NOON + 30 * DAY, NOON + 31 * DAY, id="a month"),
        pytest.param(NOON + 30 * DAY + 1, NOON + 31 * DAY, id="a second more than a month"),
        pytest.param(2**256 - 1, NOON + 31 * DAY, id="for ever"),
    ],
)
def test_a_closed_payment_is_forgotten_when_the_chain_refuses_it_anyway(valid_before: int, expires_at: int) -> None:
    """A day after the authorization ends, and a month and a day after it came at the latest."""
    signed = Authorization(SIGNED.payer, SIGNED.to, 5_000, 0, valid_before, SIGNED.nonce)
    payment = Payment(PAYMENT.network, PAYMENT.asset, signed, "")
    assert PaymentRecord(payment, "settled", "attempt", 0, "this", begun_at=NOON).expires_at == expires_at


def test_a_receipt_tells_what_was_signed_and_what_paid() -> None:
    """The transaction, the chain, who paid and how much."""
    held = record("settled", OVER, transaction="0x" + "4c" * 32)
    assert held.receipt == Receipt("0x" + "4c" * 32, "eip155:8453", SIGNED.payer, 5_000)


def test_a_record_that_is_printed_does_not_show_the_signature() -> None:
    """Records reach tracebacks as payments do."""
    assert PAYMENT.signature[2:] not in repr(record("settling", RUNNING))
