"""The payment header, read strictly: what is a payment, what is none, and that neither is an error of ours."""

from __future__ import annotations

import base64
import copy
import json
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.api.payment import Offer, demand, offer_of, read_payment
from screwtape.core.errors import InvalidPayment, PaymentRefused
from screwtape.core.payments import (
    Accepted,
    Authorization,
    Payment,
    PaymentTerms,
    objection,
    reasons,
)
from screwtape.core.terms import JSON_DEPTH, X402_AMOUNT_MICRO_USDC, X402_HEADER_BYTES

OURS: Final = "0x" + "aB" * 20
PAYER: Final = "0x" + "1F" * 20
NONCE: Final = "0x" + "2E" * 32
SIGNATURE: Final = "0x" + "3D" * 65
TERMS: Final = PaymentTerms(OURS)
SENT: Final[dict[str, Any]] = {
    "x402Version": 2,
    "accepted": TERMS.requirement,
    "payload": {
        "signature": SIGNATURE,
        "authorization": {
            "from": PAYER,
            "to": OURS,
            "value": "5000",
            "validAfter": "0",
            "validBefore": "1800014520",
            "nonce": NONCE,
        },
    },
}
VERSION_1: Final = {"x402Version": 1, "scheme": "exact", "network": "base", "payload": SENT["payload"]}
WRITTEN: Final = json.dumps(SENT)
MISSING: Final = object()


def encoded(document: object) -> str:
    """Give a header: text as it stands, anything else as JSON."""
    text = document if isinstance(document, str) else json.dumps(document)
    return base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()


def otherwise(place: str, value: object) -> dict[str, Any]:
    """Give the payment with another value at a place such as "payload/signature", or without what is there."""
    changed = copy.deepcopy(SENT)
    *steps, last = place.split("/")
    inside = changed
    for step in steps:
        inside = inside[step]
    if value is MISSING:
        del inside[last]
    else:
        inside[last] = value
    return changed


def padded(document: dict[str, Any], length: int) -> str:
    """Give a header of that many characters, by a foreign member."""
    document["extensions"] = ""
    document["extensions"] = "x" * (length * 3 // 4 - len(json.dumps(document)))
    return encoded(document)


# What is read -------------------------------------------------------------------------------------------------------


def test_a_payment_is_read_whole() -> None:
    """Every member lands in its place; accounts, nonce and signature in lower case, numbers as numbers."""
    signed = Authorization(PAYER.lower(), OURS.lower(), 5_000, 0, 1_800_014_520, NONCE.lower())
    token = TERMS.token
    assert read_payment(encoded(SENT)) == Offer(
        Accepted("exact", token.network, X402_AMOUNT_MICRO_USDC, token.asset, OURS, token.name, token.version),
        Payment(token.network, token.asset.lower(), signed, SIGNATURE.lower()),
    )


def test_what_is_demanded_can_be_paid() -> None:
    """Whoever copies the terms of a demand and signs them meets no objection."""
    (accepts,) = demand(TERMS, url="u", description="d", error="e").accepts
    offer = read_payment(encoded(otherwise("accepted", accepts.model_dump())))
    assert objection(offer.accepted, offer.payment, TERMS) is None


@pytest.mark.parametrize("blanks", ["", " ", "  "], ids=["two thirds over", "one third over", "even"])
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode], ids=["standard", "URL-safe"])
@pytest.mark.parametrize("padding", [True, False], ids=["padded", "bare"])
def test_either_alphabet_is_read(*, blanks: str, encode: Callable[[bytes], bytes], padding: bool) -> None:
    """With padding and without, whatever length; ``>`` and ``?`` make the letters in which the alphabets differ."""
    text = json.dumps(SENT | {"extensions": "???>>>~~~" * 3}) + blanks
    header = encode(text.encode()).decode()
    assert ("/" in header) != ("_" in header)
    assert read_payment(header if padding else header.rstrip("=")) == read_payment(encoded(SENT))


def test_a_header_may_be_as_long_as_we_say() -> None:
    """The limit itself is allowed, and one character more is refused with the limit in the message."""
    longest = padded(copy.deepcopy(SENT), X402_HEADER_BYTES)
    assert len(longest) == X402_HEADER_BYTES == 8_192
    assert read_payment(longest) == read_payment(encoded(SENT))
    with pytest.raises(InvalidPayment, match="over 8,192 bytes"):
        read_payment(longest + "=")


@pytest.mark.parametrize(
    "members",
    [
        pytest.param({"resource": {"url": "https://api.example/v1", "description": "d"}}, id="resource"),
        pytest.param({"resource": None, "extensions": {"bazaar": {"info": 1e999}}}, id="extensions"),
        pytest.param({"resource": "\ud800", "extensions": ["\x00"]}, id="texts that are no texts"),
        pytest.param({"something": "else"}, id="a member nobody knows"),
    ],
)
def test_what_nothing_depends_on_may_be_there(members: dict[str, Any]) -> None:
    """A payment says more than we read, and others define what."""
    assert read_payment(encoded(SENT | members)) == read_payment(encoded(SENT))


def test_members_of_the_terms_that_are_not_held_against_anything_may_be_there() -> None:
    """The time limit and other extras of the terms change nothing."""
    accepted = {**TERMS.requirement, "maxTimeoutSeconds": "soon", "extra": {**TERMS.requirement["extra"], "x": 1}}
    assert read_payment(encoded(otherwise("accepted", accepted))) == read_payment(encoded(SENT))


def test_terms_without_a_token_name_are_read_and_objected_to() -> None:
    """The payer hears what is wrong by its published code."""
    for document in (otherwise("accepted/extra", MISSING), otherwise("accepted/extra", {"version": "2"})):
        offer = read_payment(encoded(document))
        assert objection(offer.accepted, offer.payment, TERMS) == reasons.TOKEN_NAME_MISMATCH


@pytest.mark.parametrize("octets", [65, 66, 97, 640, 1_500])
def test_a_smart_wallet_may_sign_at_length(octets: int) -> None:
    """ERC-1271 and ERC-6492 signatures are longer than the 65 bytes of an account's."""
    signature = "0x" + "9a" * octets
    assert read_payment(encoded(otherwise("payload/signature", signature))).payment.signature == signature


@pytest.mark.parametrize("cased", [str.lower, lambda text: "0x" + text[2:].upper()], ids=["lower", "upper"])
def test_a_payment_is_the_same_in_either_case(cased: Callable[[str], str]) -> None:
    """It could be spent twice otherwise: what it is remembered by is one and the same."""
    document = otherwise("accepted/asset", cased(TERMS.token.asset))
    for name in ("from", "to", "nonce"):
        document["payload"]["authorization"][name] = cased(SENT["payload"]["authorization"][name])
    document["payload"]["signature"] = cased(SIGNATURE)
    again, first = read_payment(encoded(document)), read_payment(encoded(SENT))
    assert again.payment == first.payment
    assert again.payment.id == first.payment.id


def test_the_largest_numbers_of_the_chain_are_read() -> None:
    """Times and sums are uint256 there, and "for ever" is a usual time."""
    document = otherwise("payload/authorization/validBefore", str(2**256 - 1))
    assert read_payment(encoded(document)).payment.authorization.valid_before == 2**256 - 1


# What is not read ---------------------------------------------------------------------------------------------------

SIGNED: Final = "payload/authorization"
NUMBERS: Final = ["accepted/amount", f"{SIGNED}/value", f"{SIGNED}/validAfter", f"{SIGNED}/validBefore"]
ACCOUNTS: Final = [f"{SIGNED}/from", f"{SIGNED}/to"]
PLACES: Final = [
    *(f"accepted/{name}" for name in ("scheme", "network", "amount", "asset", "payTo")),
    *(f"{SIGNED}/{name}" for name in ("from", "to", "value", "validAfter", "validBefore", "nonce")),
    *("x402Version", "accepted", "payload", "payload/signature", SIGNED),
]


NO_BASE64: Final = "is no base64"
NO_JSON: Final = "holds no JSON object, or one that is not read here: a member twice, a NaN"


def assert_unreadable(header: str, place: str = "") -> None:
    """Be refused with a sentence that says what is wrong, and where, and repeats nothing of the header."""
    with pytest.raises(InvalidPayment) as refusal:
        read_payment(header)
    found = re.fullmatch(
        "The PAYMENT-SIGNATURE header (.+). Send the base64 of an x402 version 2 payment by EIP-3009.",
        str(refusal.value),
    )
    assert found is not None
    places = {f"is wrong at {known.replace('/', '.')}" for known in PLACES}
    assert found[1] in ({f"is wrong at {place.replace('/', '.')}"} if place else {NO_BASE64, NO_JSON} | places)
    assert refusal.value.__cause__ is None and refusal.value.__suppress_context__


@pytest.mark.parametrize(
    "header",
    [
        pytest.param("", id="nothing"),
        pytest.param("====", id="padding only"),
        pytest.param("canary!", id="no base64"),
        pytest.param("A", id="base64 of a quarter of a byte"),
        pytest.param(encoded(SENT)[:40] + "\n" + encoded(SENT)[40:], id="base64 in lines"),
        pytest.param(" " + encoded(SENT), id="a blank before"),
        pytest.param(encoded(SENT).replace("=", "") + "==A", id="something after the padding"),
        pytest.param("é" + encoded(SENT), id="a letter outside ASCII"),
        pytest.param("٤" * 8, id="digits of another script"),
        pytest.param("\ud800", id="half a character"),
        pytest.param(WRITTEN, id="JSON without base64"),
        pytest.param(encoded(""), id="base64 of nothing"),
        pytest.param(encoded("canary"), id="base64 of no JSON"),
        pytest.param(base64.b64encode(b"\xff\xfe{}").decode(), id="base64 of no UTF-8"),
        pytest.param(base64.b64encode(WRITTEN.encode("utf-16")).decode(), id="base64 of UTF-16"),
        pytest.param(encoded(encoded(SENT)), id="base64 twice"),
        pytest.param(encoded([SENT]), id="an array"),
        pytest.param(encoded("null"), id="null"),
        pytest.param(encoded({}), id="an empty object"),
        pytest.param(encoded(WRITTEN[:-1]), id="cut short"),
        pytest.param(encoded(WRITTEN + "{}"), id="two documents"),
        pytest.param(encoded(WRITTEN[:-1] + ', "x402Version": 2}'), id="a member twice"),
        pytest.param(encoded(WRITTEN.replace('"value"', '"value": "1", "value"')), id="a sum twice"),
        pytest.param(encoded(WRITTEN[:-1] + ', "x": NaN}'), id="NaN"),
        pytest.param(encoded(WRITTEN[:-1] + ', "x": 1e999}'), id="beyond a double"),
        pytest.param(encoded(WRITTEN[:-1] + ', "x": ' + "9" * 5_000 + "}"), id="five thousand digits"),
        pytest.param(encoded(WRITTEN[:-1] + ', "x": "\\ud800"}'), id="a lone surrogate"),
        pytest.param(encoded(WRITTEN[:-1] + ', "x": "\ud800"}'), id="a lone surrogate in bytes"),
        pytest.param(encoded(WRITTEN[:-1] + ', "x": "\\u0000"}'), id="NUL"),
        pytest.param(encoded("[" * 6_000), id="arrays without end"),
        pytest.param(encoded('{"a":' * 1_200), id="objects without end"),
        pytest.param(
            encoded(SENT | {"extensions": json.loads("[" * JSON_DEPTH + "]" * JSON_DEPTH)}), id="a deep foreign member"
        ),
        pytest.param(encoded(SENT | {"x402Version": 1}), id="version 1"),
        pytest.param(encoded(SENT | {"x402Version": "2"}), id="the version as text"),
        pytest.param(encoded(VERSION_1), id="all of version 1"),
    ],
)
def test_what_is_no_payment_is_refused(header: str) -> None:
    """Whatever it is instead."""
    assert_unreadable(header)


@pytest.mark.parametrize(
    "value", [MISSING, None, 7, True, [], {}], ids=["missing", "null", "number", "true", "[]", "{}"]
)
@pytest.mark.parametrize("place", PLACES)
def test_every_member_must_be_there_and_of_its_kind(place: str, value: object) -> None:
    """Nothing is guessed at and nothing is converted; the message says where to look."""
    inside = {"accepted": "accepted/scheme", "payload": "payload/signature", SIGNED: f"{SIGNED}/from"}
    told = inside.get(place, place) if value == {} else place
    assert_unreadable(encoded(otherwise(place, value)), told)


@pytest.mark.parametrize("place", NUMBERS)
@pytest.mark.parametrize(
    "number",
    [
        "",
        "-1",
        "+1",
        "05000",
        "00",
        "5000.0",
        "5e3",
        "0x1388",
        "5_000",
        "5,000",
        " 5000",
        "5000\n",
        "٥",
        "1" + "0" * 78,
    ],
    ids=repr,
)
def test_a_number_has_one_spelling(place: str, number: str) -> None:
    """Decimal digits of ASCII without a sign or a leading zero, and no more of them than the chain can hold."""
    assert_unreadable(encoded(otherwise(place, number)))


@pytest.mark.parametrize(
    ("places", "digits"), [(ACCOUNTS, 40), ([f"{SIGNED}/nonce"], 64)], ids=["an account", "the nonce"]
)
@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda text: text[:-1], id="a digit short"),
        pytest.param(lambda text: text + "0", id="a digit long"),
        pytest.param(lambda text: text[2:], id="without 0x"),
        pytest.param(lambda text: "0X" + text[2:], id="with 0X"),
        pytest.param(lambda text: text[:-1] + "g", id="no hexadecimal"),
        pytest.param(lambda text: text[:-1] + "٤", id="a digit of another script"),
        pytest.param(lambda text: text + "\n", id="a line after"),
        pytest.param(lambda text: "\n" + text, id="a line before"),
    ],
)
def test_accounts_and_nonces_have_one_length(places: list[str], digits: int, spoil: Callable[[str], str]) -> None:
    """Hexadecimal letters of either case behind 0x, and nothing else."""
    for place in places:
        assert_unreadable(encoded(otherwise(place, spoil("0x" + "1" * digits))))


@pytest.mark.parametrize(
    "signature",
    ["", "0x", "0x" + "9a" * 64, "0x" + "9a" * 64 + "9", "0x" + "9a" * 65 + "9", "9a" * 66, "0x" + "zz" * 65],
    ids=["empty", "0x", "64 bytes", "half a byte short", "half a byte over", "without 0x", "no hexadecimal"],
)
def test_a_signature_is_whole_bytes_and_enough_of_them(signature: str) -> None:
    """Anything shorter than an account's 65 bytes signs nothing."""
    assert_unreadable(encoded(otherwise("payload/signature", signature)))


@pytest.mark.parametrize("also", [{}, SENT["payload"]], ids=["alone", "beside an authorization"])
def test_another_method_of_payment_is_refused_by_its_code(also: dict[str, Any]) -> None:
    """Permit2 is read so far that its payer hears what to sign instead; nothing of it is repeated."""
    payload = {**also, "signature": SIGNATURE, "permit2Authorization": {"from": PAYER, "nonce": "canary"}}
    with pytest.raises(PaymentRefused) as refusal:
        read_payment(encoded(otherwise("payload", payload)))
    assert refusal.value.reason == "invalid_payload"
    assert "EIP-3009" in str(refusal.value)
    assert not any(text in str(refusal.value) for text in (PAYER, SIGNATURE, "canary"))
    assert refusal.value.payer == ""


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda octets: base64.b64encode(octets).decode()))
def test_no_header_is_an_error_of_ours(header: str) -> None:
    """Whatever is sent, it is a payment that cannot be read."""
    assert_unreadable(header)


JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([NONCE, PAYER, "5000", 2]),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from([*PLACES, "accepted/extra", "accepted/extra/name", "resource", "extensions", "else"]), JSON)
def test_no_document_is_an_error_of_ours(place: str, value: Any) -> None:
    """A payment with anything at all in any place is read, or refused as one that cannot be."""
    try:
        offer = read_payment(encoded(otherwise(place, value)))
    except InvalidPayment:
        return
    assert offer.payment.network == offer.accepted.network
    assert len(offer.payment.authorization.nonce) == 66


@given(st.dictionaries(st.sampled_from(["x402Version", "accepted", "payload", "else"]), JSON))
def test_no_object_is_an_error_of_ours(document: dict[str, Any]) -> None:
    """Objects that are no payments are refused by that one error."""
    with pytest.raises(InvalidPayment):
        offer_of(document)
