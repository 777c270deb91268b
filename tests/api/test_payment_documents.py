"""What we write about payments, read back by x402's own schemas, and what they write read by us."""

from __future__ import annotations

import base64
import json
from typing import Any, Final

import pytest
import x402.schemas

from screwtape.api.payment import SettleResponse, demand, header_of, read_payment, receipt_of
from screwtape.core.payments import TOKENS, PaymentTerms, Receipt, Token

OURS: Final = "0x" + "aB" * 20
PAYER: Final = "0x" + "1f" * 20
NONCE: Final = "0x" + "2e" * 32
SIGNATURE: Final = "0x" + "3d" * 65


def decoded(header: str) -> bytes:
    """Decode a header that must be padded standard base64 in one line of ASCII."""
    return base64.b64decode(header.encode("ascii"), validate=True)


@pytest.mark.parametrize("token", TOKENS, ids=lambda token: token.network)
def test_a_demand_is_what_x402_reads(token: Token) -> None:
    """Its own schema parses the header, and finds our terms in it."""
    made = demand(PaymentTerms(OURS, token), url="https://api.example/v1", description="A verdict.", error="Pay – é.")
    read = x402.schemas.PaymentRequired.model_validate_json(decoded(header_of(made)))
    assert (read.x402_version, read.error, read.extensions) == (2, "Pay – é.", {})
    assert read.resource is not None
    assert (read.resource.url, read.resource.description) == ("https://api.example/v1", "A verdict.")
    (accepts,) = read.accepts
    assert accepts.model_dump(by_alias=True) == {
        "scheme": "exact",
        "network": token.network,
        "asset": token.asset,
        "amount": "5000",
        "payTo": OURS,
        "maxTimeoutSeconds": 120,
        "extra": {"name": token.name, "version": token.version},
    }


def test_without_terms_there_is_no_way_to_pay() -> None:
    """The demand is there all the same, and its list is empty."""
    made = demand(None, url="u", description="d", error="e")
    assert x402.schemas.PaymentRequired.model_validate_json(decoded(header_of(made))).accepts == []


@pytest.mark.parametrize("others", [{}, {"resource": {"url": "https://api.example/v1"}, "extensions": {"x": {}}}])
def test_what_x402_writes_is_read(others: dict[str, Any]) -> None:
    """A payment in its own schema, with optional members and without, is the payment that was signed."""
    signed = {"from": PAYER, "to": OURS, "value": "5000", "validAfter": "0", "validBefore": "9", "nonce": NONCE}
    payload = {"signature": SIGNATURE, "authorization": signed}
    written = x402.schemas.PaymentPayload.model_validate(
        {"x402Version": 2, "accepted": PaymentTerms(OURS).requirement, "payload": payload, **others}
    )
    payment = read_payment(base64.b64encode(written.model_dump_json(by_alias=True).encode()).decode()).payment
    assert (payment.signature, payment.authorization.payer, payment.authorization.nonce) == (SIGNATURE, PAYER, NONCE)
    assert (payment.authorization.value, payment.authorization.valid_before) == (5_000, 9)


def test_a_receipt_is_what_x402_reads() -> None:
    """Success, the transaction, the chain, who paid and how much; nothing about a reason."""
    receipt = receipt_of(Receipt("0x" + "4c" * 32, "eip155:8453", PAYER, 5_000))
    told = decoded(header_of(receipt))
    read = x402.schemas.SettleResponse.model_validate_json(told)
    assert (read.success, read.transaction, read.network) == (True, "0x" + "4c" * 32, "eip155:8453")
    assert (read.payer, read.amount, read.error_reason) == (PAYER, "5000", None)
    assert set(json.loads(told)) == {"success", "transaction", "network", "payer", "amount"}


def test_a_receipt_of_a_failure_is_what_x402_reads() -> None:
    """It names the reason, and neither a transaction nor a sum."""
    refusal = SettleResponse(
        success=False, errorReason="insufficient_funds", transaction="", network="eip155:8453", payer=PAYER
    )
    told = decoded(header_of(refusal))
    read = x402.schemas.SettleResponse.model_validate_json(told)
    assert (read.success, read.error_reason, read.transaction) == (False, "insufficient_funds", "")
    assert "amount" not in json.loads(told)
