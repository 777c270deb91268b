"""What was signed, held against our terms and against the clock."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any, Final

import pytest

from screwtape.core.payments import (
    TOKENS,
    Accepted,
    Authorization,
    Payment,
    PaymentId,
    PaymentTerms,
    objection,
    reasons,
    untimely,
)
from screwtape.core.terms import X402_CLOCK_SECONDS, X402_VALID_SECONDS
from tests.keymaking import NOON

OURS: Final = "0x" + "Ab" * 20
OTHER: Final = "0x" + "cd" * 20
TERMS: Final = PaymentTerms(OURS)
TOKEN: Final = TERMS.token
ACCEPTED: Final = Accepted("exact", TOKEN.network, TERMS.amount_micro, TOKEN.asset, OURS, TOKEN.name, TOKEN.version)
SIGNED: Final = Authorization("0x" + "1f" * 20, OURS.lower(), TERMS.amount_micro, 0, NOON + 120, "0x" + "2e" * 32)
PAYMENT: Final = Payment(TOKEN.network, TOKEN.asset.lower(), SIGNED, "0x" + "3d" * 65)

ACCEPTED_OTHERWISE: Final[list[tuple[dict[str, Any], str]]] = [
    ({"scheme": "upto"}, "unsupported_scheme"),
    ({"scheme": "Exact"}, "unsupported_scheme"),
    ({"network": "eip155:84532"}, "invalid_network"),
    ({"network": "EIP155:8453"}, "invalid_network"),
    ({"asset": OTHER}, "invalid_payment_requirements"),
    ({"name": "USDC"}, "invalid_exact_evm_token_name_mismatch"),
    ({"name": "usd coin"}, "invalid_exact_evm_token_name_mismatch"),
    ({"version": "1"}, "invalid_exact_evm_token_version_mismatch"),
    ({"pay_to": OTHER}, "invalid_exact_evm_payload_recipient_mismatch"),
    ({"amount": TERMS.amount_micro - 1}, "invalid_exact_evm_payload_authorization_value_mismatch"),
    ({"amount": TERMS.amount_micro + 1}, "invalid_exact_evm_payload_authorization_value_mismatch"),
]
SIGNED_OTHERWISE: Final[list[tuple[dict[str, Any], str]]] = [
    ({"to": OTHER}, "invalid_exact_evm_payload_recipient_mismatch"),
    ({"value": TERMS.amount_micro - 1}, "invalid_exact_evm_payload_authorization_value_mismatch"),
    ({"value": TERMS.amount_micro + 1}, "invalid_exact_evm_payload_authorization_value_mismatch"),
]
OTHER_TERMS: Final = [
    (replace(TERMS, pay_to=OTHER), "invalid_exact_evm_payload_recipient_mismatch"),
    (replace(TERMS, amount_micro=TERMS.amount_micro + 1), "invalid_exact_evm_payload_authorization_value_mismatch"),
    (replace(TERMS, token=replace(TOKEN, network="eip155:1")), "invalid_network"),
    (replace(TERMS, token=replace(TOKEN, asset=OTHER)), "invalid_payment_requirements"),
    (replace(TERMS, token=replace(TOKEN, name="USDC")), "invalid_exact_evm_token_name_mismatch"),
    (replace(TERMS, token=replace(TOKEN, version="1")), "invalid_exact_evm_token_version_mismatch"),
]


def signed_otherwise(**change: Any) -> Payment:
    """Give the payment with another thing signed."""
    return replace(PAYMENT, authorization=replace(SIGNED, **change))


def named(case: tuple[Any, str]) -> Any:
    """Give a row of a table the name of what is different in it."""
    change, reason = case
    return pytest.param(change, reason, id=repr(change) if isinstance(change, dict) else reason)


def test_what_was_signed_by_our_terms_meets_no_objection() -> None:
    """A payment of exactly our price, to us, in our token, is not objected to."""
    assert objection(ACCEPTED, PAYMENT, TERMS) is None


@pytest.mark.parametrize("cased", [str.lower, lambda text: "0x" + text[2:].upper()], ids=["lower", "upper"])
def test_the_case_of_hexadecimal_letters_means_nothing(cased: Any) -> None:
    """Addresses are the same in either case, whichever of the three sides writes them so."""
    accepted = replace(ACCEPTED, asset=cased(TOKEN.asset), pay_to=cased(OURS))
    terms = replace(TERMS, pay_to=cased(OURS), token=replace(TOKEN, asset=cased(TOKEN.asset)))
    assert objection(accepted, PAYMENT, TERMS) is None
    assert objection(ACCEPTED, signed_otherwise(to=cased(OURS)), TERMS) is None
    assert objection(ACCEPTED, PAYMENT, terms) is None


@pytest.mark.parametrize(("change", "reason"), [named(case) for case in ACCEPTED_OTHERWISE])
def test_other_terms_accepted_are_named_by_the_published_code(change: dict[str, Any], reason: str) -> None:
    """Each member that a payer says it accepted must be ours, although what it signed is right."""
    assert objection(replace(ACCEPTED, **change), PAYMENT, TERMS) == reason


@pytest.mark.parametrize(("change", "reason"), [named(case) for case in SIGNED_OTHERWISE])
def test_what_was_signed_counts_and_not_what_was_said(change: dict[str, Any], reason: str) -> None:
    """Somebody who accepts our terms and signs others does not pay."""
    assert objection(ACCEPTED, signed_otherwise(**change), TERMS) == reason


@pytest.mark.parametrize(("terms", "reason"), [named(case) for case in OTHER_TERMS])
def test_a_payment_by_terms_that_are_not_ours_is_no_payment(terms: PaymentTerms, reason: str) -> None:
    """That accepted and signed agree with each other is not enough."""
    assert objection(ACCEPTED, PAYMENT, terms) == reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"to": OTHER}, "invalid_exact_evm_payload_recipient_mismatch"),
        ({"value": 1}, "invalid_exact_evm_payload_authorization_value_mismatch"),
    ],
    ids=["recipient", "amount"],
)
def test_the_same_wrong_thing_accepted_and_signed_is_still_wrong(change: dict[str, Any], reason: str) -> None:
    """Two sides that agree with each other do not outvote our terms."""
    names = {"to": "pay_to", "value": "amount"}
    accepted = replace(ACCEPTED, **{names[name]: value for name, value in change.items()})
    assert objection(accepted, signed_otherwise(**change), TERMS) == reason


def test_of_two_faults_one_is_named() -> None:
    """However faults come together, none of them hides the other so that nothing is said."""
    for (first, reason), (second, other) in combinations(ACCEPTED_OTHERWISE, 2):
        assert objection(replace(ACCEPTED, **(second | first)), PAYMENT, TERMS) in {reason, other}


def test_the_test_chain_has_terms_of_its_own() -> None:
    """USDC on Base Sepolia bears another name, and what is signed for it is objected to on Base."""
    terms = PaymentTerms(OURS, TOKENS[1])
    accepted = replace(ACCEPTED, network=terms.token.network, asset=terms.token.asset, name="USDC")
    payment = replace(PAYMENT, network=terms.token.network, asset=terms.token.asset.lower())
    assert objection(accepted, payment, terms) is None
    assert objection(accepted, payment, TERMS) == "invalid_network"


# The clock ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("valid_before", "reason"),
    [
        pytest.param(0, reasons.VALID_BEFORE, id="never"),
        pytest.param(NOON, reasons.VALID_BEFORE, id="over now"),
        pytest.param(NOON + X402_VALID_SECONDS - 1, reasons.VALID_BEFORE, id="a second too soon over"),
        pytest.param(NOON + X402_VALID_SECONDS, None, id="just long enough"),
        pytest.param(2**256 - 1, None, id="for ever"),
    ],
)
def test_an_authorization_must_outlive_the_work(valid_before: int, reason: str | None) -> None:
    """It is settled after the work, so it must be valid for long enough when it arrives."""
    assert untimely(replace(SIGNED, valid_before=valid_before), NOON) == reason


@pytest.mark.parametrize(
    ("valid_after", "reason"),
    [
        pytest.param(0, None, id="always was"),
        pytest.param(NOON, None, id="from now"),
        pytest.param(NOON + X402_CLOCK_SECONDS, None, id="by a clock just as far ahead as is allowed"),
        pytest.param(NOON + X402_CLOCK_SECONDS + 1, reasons.VALID_AFTER, id="a second further ahead"),
        pytest.param(2**256 - 1, reasons.VALID_AFTER, id="never"),
    ],
)
def test_an_authorization_must_have_begun(valid_after: int, reason: str | None) -> None:
    """A payer's clock may be a little ahead of ours, and no more."""
    assert untimely(replace(SIGNED, valid_after=valid_after), NOON) == reason


def test_the_times_are_not_confused() -> None:
    """The codes are the published ones."""
    assert reasons.VALID_BEFORE == "invalid_exact_evm_payload_authorization_valid_before"
    assert reasons.VALID_AFTER == "invalid_exact_evm_payload_authorization_valid_after"


# Names --------------------------------------------------------------------------------------------------------------


def test_a_payment_is_remembered_by_what_the_token_takes_once() -> None:
    """Chain, token, account and nonce; another signature or sum under the same nonce is the same payment."""
    assert PAYMENT.id == PaymentId(TOKEN.network, TOKEN.asset.lower(), SIGNED.payer, SIGNED.nonce)
    assert replace(signed_otherwise(value=1, to=OTHER), signature="0x").id == PAYMENT.id


def test_the_name_of_a_payment_never_changes() -> None:
    """Log lines of years can be put together by it."""
    known = PaymentId("eip155:8453", "0x" + "0" * 40, "0x" + "1" * 40, "0x" + "2" * 64)
    assert known.name == "pay_26gfr2xz3l2caaycmuuso4p5b2"


def test_the_name_of_a_payment_tells_neither_payer_nor_nonce() -> None:
    """It is short and holds no four characters of either in a row."""
    name = PAYMENT.id.name.removeprefix("pay_")
    assert len(name) == 26 and name.isalnum() and name == name.lower()
    told = (SIGNED.payer[2:], SIGNED.nonce[2:], TOKEN.asset[2:].lower())
    assert not any(text[at : at + 4] in name for text in told for at in range(len(text) - 3))


@pytest.mark.parametrize("member", ["network", "asset", "payer", "nonce"])
def test_payments_that_differ_have_different_names(member: str) -> None:
    """Each member of the identity makes the name another one."""
    other: dict[str, Any] = {member: getattr(PAYMENT.id, member)[:-1] + "9"}
    assert replace(PAYMENT.id, **other).name != PAYMENT.id.name


def test_a_payment_that_is_printed_does_not_show_its_signature() -> None:
    """Whoever holds the signature can move the money, so no traceback and no log line may hold it."""
    assert PAYMENT.signature[2:] not in repr(PAYMENT)
    assert "signature" not in repr(PAYMENT)
    assert SIGNED.nonce in repr(PAYMENT)
