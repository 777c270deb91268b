"""What every book of payments promises, whichever it is: the same suite over the fake and over DynamoDB."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from screwtape.adapters.dynamodb.payments import DynamoPaymentBook
from screwtape.api.payment import read_payment
from screwtape.core.metering import Day
from screwtape.core.payments import PaymentRecord
from screwtape.core.payments.record import State
from screwtape.core.terms import DAY_SECONDS
from screwtape.ports import PaymentBook
from tests.adapters.conftest import STANDING, TABLE
from tests.keymaking import NOON
from tests.payment_book import HELD, REASON, STATES, TRANSACTION, UNTIL, FakePaymentBook, bring, found, unknown
from tests.payments import LARGEST, TERMS, a_payment, a_record


@pytest.fixture(params=["fake", "dynamodb"])
def book(request: pytest.FixtureRequest) -> PaymentBook:
    """Give every book there is, one after the other."""
    if request.param == "fake":
        return FakePaymentBook()
    return DynamoPaymentBook(TABLE, request.getfixturevalue("dynamodb"), STANDING)


class TestReserving:
    """A payment is worked on by one attempt at a time."""

    def test_a_reservation_is_found_as_it_was_written(self, book: PaymentBook) -> None:
        """Before it nothing is found, afterwards every member of the record."""
        record = a_record()
        assert book.find(record.payment.id) is None
        assert book.reserve(record, NOON) == record == book.find(record.payment.id)

    def test_the_numbers_of_a_chain_survive(self, book: PaymentBook) -> None:
        """Value and times may be as large as 256 bits allow."""
        signed = {"value": LARGEST, "valid_after": LARGEST - 2, "valid_before": LARGEST - 1}
        record = a_record(payment=a_payment(**signed))
        assert book.reserve(record, NOON) == record == book.find(record.payment.id)

    @pytest.mark.parametrize("state", STATES)
    def test_a_payment_that_is_not_free_stays_as_it_is(self, book: PaymentBook, state: State) -> None:
        """Who comes second is given the record that stands, and changes nothing."""
        held = bring(book, state, a_record())
        assert book.reserve(a_record(attempt="another", lease_until=NOON + 99, request="other"), NOON) == held
        assert found(book, held) == held

    @pytest.mark.parametrize(
        ("after", "is_free"), [(-1, False), (0, True)], ids=["a second before its end", "when it ends"]
    )
    def test_a_reservation_is_free_when_its_lease_is_over(
        self, book: PaymentBook, after: int, *, is_free: bool
    ) -> None:
        """Nothing was asked of the facilitator, so whoever comes next takes it, with a request of its own."""
        first = bring(book, "reserved", a_record())
        second = a_record(attempt="another", lease_until=NOON + 99, request="other", begun_at=NOON + 34)
        expected = second if is_free else first
        assert book.reserve(second, first.lease_until + after) == expected == found(book, first)

    def test_a_free_reservation_is_taken_once(self, book: PaymentBook) -> None:
        """Of two that come after its lease the first has it."""
        over = bring(book, "reserved", a_record()).lease_until
        second, third = (a_record(attempt=name, lease_until=over + 30) for name in ("second", "third"))
        assert book.reserve(second, over) == book.reserve(third, over) == second

    @pytest.mark.parametrize("state", ["settling", "settled", "refused"])
    def test_a_payment_that_was_begun_to_settle_is_never_free_again(self, book: PaymentBook, state: State) -> None:
        """However long ago its lease ended."""
        held = bring(book, state, a_record())
        later = NOON + 400 * DAY_SECONDS
        assert book.reserve(a_record(attempt="another", lease_until=later + 30), later) == held

    @pytest.mark.parametrize(
        "other", [a_record(2), a_record(payment=a_payment(payer="0x" + "c2" * 20))], ids=["nonce", "payer"]
    )
    def test_payments_do_not_touch_each_other(self, book: PaymentBook, other: PaymentRecord) -> None:
        """Another nonce, or another payer with the same nonce, is another payment."""
        held = bring(book, "settling", a_record())
        bring(book, "refused", other)
        assert found(book, held) == held == unknown(book)[0]

    def test_the_case_of_letters_makes_no_other_payment(self, book: PaymentBook) -> None:
        """Sent in upper case and in lower case, a payment is one and the same."""
        lower, upper = (read_payment(header(case)).payment for case in (str.lower, shouted))
        record = a_record(payment=lower)
        assert book.reserve(record, NOON) == record
        assert book.find(upper.id) == record
        assert book.reserve(a_record(payment=upper, attempt="another"), NOON) == record


def shouted(hexadecimal: str) -> str:
    """Give a number in upper case, but for its prefix."""
    return "0x" + hexadecimal[2:].upper()


def header(case: Callable[[str], str]) -> str:
    """Give a payment as a caller sends it, its hexadecimal digits in that case."""
    payment = a_payment(0xABCDEF)
    signed, terms = payment.authorization, TERMS.requirement
    authorization = {
        "from": case(signed.payer),
        "to": case(signed.to),
        "value": str(signed.value),
        "validAfter": str(signed.valid_after),
        "validBefore": str(signed.valid_before),
        "nonce": case(signed.nonce),
    }
    payload = {"signature": case(payment.signature), "authorization": authorization}
    sent = {"x402Version": 2, "accepted": {**terms, "asset": case(terms["asset"])}, "payload": payload}
    return base64.b64encode(json.dumps(sent).encode()).decode()


class TestHolding:
    """Every step belongs to the attempt that holds the payment, and to one state."""

    @pytest.mark.parametrize("state", STATES)
    @pytest.mark.parametrize("step", HELD)
    def test_a_step_is_taken_in_one_state_only(self, book: PaymentBook, state: State, step: str) -> None:
        """In any other it says so, where it gives a truth value, and changes nothing."""
        held = bring(book, state, a_record())
        before, (begins, act) = unknown(book), HELD[step]
        result = act(book, held)
        if state == begins:
            assert result is not False
            assert book.find(held.payment.id) != held
        else:
            assert not result
            assert found(book, held) == held
            assert unknown(book) == before

    @pytest.mark.parametrize("step", HELD)
    def test_a_late_attempt_changes_nothing(self, book: PaymentBook, step: str) -> None:
        """Once another attempt holds the payment, whoever held it before can do nothing to it."""
        state, act = HELD[step]
        first = bring(book, state, a_record())
        if state == "reserved":
            second = book.reserve(a_record(attempt="second", lease_until=NOON + 99), first.lease_until)
        else:
            second = book.take_over(first, "second", NOON + 99) or first
        assert second.attempt == "second"
        before = unknown(book)
        assert not act(book, first)
        assert found(book, first) == second
        assert unknown(book) == before

    @pytest.mark.parametrize("step", HELD)
    def test_a_payment_that_nobody_knows_stays_unknown(self, book: PaymentBook, step: str) -> None:
        """No step on it is taken, and none leaves a trace."""
        assert not HELD[step][1](book, a_record())
        assert book.find(a_record().payment.id) is None
        assert unknown(book) == []

    @pytest.mark.parametrize(
        ("step", "state"), [("release", "reserved"), ("abandon", "settling")], ids=["release", "abandon"]
    )
    def test_a_forgotten_payment_is_free(self, book: PaymentBook, step: str, state: State) -> None:
        """Nothing of it is left, and another request may bring it."""
        HELD[step][1](book, bring(book, state, a_record()))
        assert book.find(a_record().payment.id) is None
        assert unknown(book) == []
        assert bring(book, "settling", a_record(request="other")).request == "other"


class TestSettling:
    """From the first question to the facilitator on, until somebody has told."""

    def test_only_what_is_being_settled_is_of_unknown_fate(self, book: PaymentBook) -> None:
        """Of four payments in four states, the listing names one, as it is."""
        held = [bring(book, state, a_record(nonce)) for nonce, state in enumerate(STATES)]
        assert unknown(book) == [record for record in held if record.state == "settling"]
        assert unknown(book)[0].payment == a_payment(1)

    def test_every_unknown_payment_is_listed(self, book: PaymentBook) -> None:
        """Several at once, each with the signature that finding out needs."""
        held = [bring(book, "settling", a_record(nonce)) for nonce in range(5)]
        assert unknown(book) == held
        assert [record.payment for record in unknown(book)] == [a_payment(nonce) for nonce in range(5)]

    def test_a_person_is_told_once_a_day(self, book: PaymentBook) -> None:
        """And never of what is closed, or of another attempt's."""
        held = bring(book, "settling", a_record())
        assert [book.note_told(held, Day(day)) for day in ("2027-01-15", "2027-01-15", "2027-01-16")] == [
            True, False, True,
        ]  # fmt: skip
        assert found(book, held) == replace(held, told_on="2027-01-16")
        assert not book.note_told(replace(held, attempt="another"), Day("2027-01-17"))
        assert book.refuse(held, REASON)
        assert not book.note_told(held, Day("2027-01-18"))

    def test_a_settled_payment_keeps_a_receipt_and_no_signature(self, book: PaymentBook) -> None:
        """It is of unknown fate no more."""
        held = bring(book, "settling", a_record())
        assert book.settle(held, TRANSACTION, 3, UNTIL)
        settled = replace(held, state="settled", transaction=TRANSACTION, answers_left=3, answers_until=UNTIL)
        assert found(book, held) == replace(settled, payment=replace(held.payment, signature=""))
        assert unknown(book) == []

    def test_a_refused_payment_keeps_a_reason_and_no_signature(self, book: PaymentBook) -> None:
        """It is of unknown fate no more."""
        held = bring(book, "settling", a_record())
        assert book.refuse(held, REASON)
        refused = replace(held, state="refused", reason=REASON, payment=replace(held.payment, signature=""))
        assert found(book, held) == refused
        assert unknown(book) == []

    def test_a_payment_is_taken_over_whole(self, book: PaymentBook) -> None:
        """Attempt and lease change and nothing else; its fate stays unknown."""
        held = bring(book, "settling", a_record())
        taken = replace(held, attempt="another", lease_until=NOON + 99)
        assert book.take_over(held, "another", NOON + 99) == taken == found(book, held)
        assert unknown(book) == [taken]

    def test_a_payment_is_taken_over_once(self, book: PaymentBook) -> None:
        """Who saw the same record, but comes second, is refused; so is who saw it before its lease ended."""
        seen = bring(book, "settling", a_record())
        book.let_go(seen)
        assert book.take_over(seen, "late", NOON + 99) is None
        let_go = found(book, seen)
        assert book.take_over(let_go, "first", NOON + 99)
        assert book.take_over(let_go, "second", NOON + 99) is None
        assert found(book, seen).attempt == "first"

    def test_who_took_over_may_close(self, book: PaymentBook) -> None:
        """The record that it was given is the one to settle by."""
        taken = book.take_over(bring(book, "settling", a_record()), "another", NOON + 99)
        assert taken is not None
        assert book.settle(taken, TRANSACTION, 3, UNTIL)
        assert found(book, taken).attempt == "another"

    def test_a_payment_let_go_has_no_lease(self, book: PaymentBook) -> None:
        """Its fate stays unknown, and whoever comes next may find it out."""
        held = bring(book, "settling", a_record())
        book.let_go(held)
        assert found(book, held) == replace(held, lease_until=0)
        assert unknown(book) == [replace(held, lease_until=0)]


class TestAnswering:
    """A settled payment answers its request again, a few times, for a while."""

    def test_answers_count_down_to_none(self, book: PaymentBook) -> None:
        """Three are there, and no fourth."""
        held = bring(book, "settled", a_record())
        assert [book.take_answer(held, NOON) for _ in range(5)] == [True, True, True, False, False]
        assert found(book, held) == replace(held, answers_left=0)

    def test_no_answer_is_given_when_its_time_is_over(self, book: PaymentBook) -> None:
        """In the last second there is one, afterwards none, and none is counted."""
        held = bring(book, "settled", a_record())
        assert book.take_answer(held, UNTIL - 1)
        assert not book.take_answer(held, UNTIL)
        assert found(book, held).answers_left == 2

    def test_an_answer_comes_back(self, book: PaymentBook) -> None:
        """After the last one came back there is exactly one more."""
        held = bring(book, "settled", a_record())
        for _ in range(3):
            book.take_answer(held, NOON)
        book.give_answer_back(held)
        assert [book.take_answer(held, NOON) for _ in range(2)] == [True, False]

    def test_answers_belong_to_the_request_that_was_paid_for(self, book: PaymentBook) -> None:
        """Another request takes none and gives none back."""
        held = bring(book, "settled", a_record())
        other = replace(held, request="other")
        assert not book.take_answer(other, NOON)
        book.give_answer_back(other)
        assert found(book, held).answers_left == 3

    @pytest.mark.parametrize("state", ["reserved", "settling", "refused"])
    def test_only_a_settled_payment_answers(self, book: PaymentBook, state: State) -> None:
        """In any other state no answer is taken or given back."""
        held = bring(book, state, a_record())
        assert not book.take_answer(held, NOON)
        book.give_answer_back(held)
        assert found(book, held) == held

    def test_a_payment_that_nobody_knows_answers_nothing(self, book: PaymentBook) -> None:
        """Neither does it leave a trace."""
        assert not book.take_answer(a_record(), NOON)
        book.give_answer_back(a_record())
        assert book.find(a_record().payment.id) is None

    def test_answers_may_be_taken_by_any_attempt(self, book: PaymentBook) -> None:
        """Whoever brings the payment again is another attempt than the one that settled it."""
        held = bring(book, "settled", a_record())
        assert book.take_answer(replace(held, attempt="another"), NOON)
        book.give_answer_back(replace(held, attempt="another"))
        assert found(book, held) == held
