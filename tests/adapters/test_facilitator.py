"""A facilitator over real sockets: what it is asked, and what each of its answers, and each silence, proves."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import pytest
import x402.schemas

from screwtape.adapters.cdp import UnusableKey
from screwtape.adapters.facilitator import Headers, HttpFacilitator
from screwtape.adapters.outbound import Outbound
from screwtape.core.errors import StoreUnavailable
from screwtape.core.payments import Authorization, Payment, PaymentTerms, Reason, Settlement
from screwtape.ports import FacilitatorFailed
from tests.model_server import Act, ModelServer, cut, drip, hang_up, reply, sends, silence

OURS: Final = "0x" + "aB" * 20
TERMS: Final = PaymentTerms(OURS)
SIGNED: Final = Authorization("0x" + "1f" * 20, OURS.lower(), 5_000, 7, 1_800_014_520, "0x" + "2e" * 32)
PAYMENT: Final = Payment(TERMS.token.network, TERMS.token.asset.lower(), SIGNED, "0x" + "3d" * 65)
HASH: Final = "0x" + "4c" * 32
SECONDS: Final = 30.0
SHORT: Final = 0.3
CANARY: Final = "canary-of-the-facilitator"
PAID: Final = {"success": True, "transaction": HASH, "network": "eip155:8453", "payer": SIGNED.payer}
UNKNOWN: Final = Settlement("unknown")
NOT_ASKED: Final = Settlement("not asked")
DECLINED: Final = Settlement("declined", reason="insufficient_funds")


@contextmanager
def facilitator(*acts: Act, headers: Headers = lambda _: {}, slash: str = "") -> Iterator[tuple[ModelServer, Any]]:
    """Give a server that acts so, and a client of it."""
    outbound = Outbound()
    try:
        with ModelServer(list(acts)) as server:
            yield server, HttpFacilitator(server.base_url + slash, TERMS, outbound, headers)
    finally:
        outbound.close()


def answers(document: object, status: int = 200) -> Act:
    """Answer with JSON."""
    return reply(json.dumps(document).encode(), status)


def verified(*acts: Act, seconds: float = SECONDS) -> Reason | FacilitatorFailed | None:
    """Verify the payment once, and give what came of it, which repeats nothing that was sent or told."""
    came: Reason | FacilitatorFailed | None
    with facilitator(*acts) as (server, client):
        try:
            came = client.verify(PAYMENT, seconds)
        except FacilitatorFailed as error:
            came = error
        assert len(server.received) == 1
    assert not any(text in repr(came) for text in (CANARY, PAYMENT.signature, SIGNED.nonce, SIGNED.payer))
    return came


def settled(*acts: Act, seconds: float = SECONDS) -> Settlement:
    """Settle the payment once, and give what is known afterwards."""
    with facilitator(*acts) as (server, client):
        settlement: Settlement = client.settle(PAYMENT, seconds)
        assert len(server.received) == 1
    return settlement


# What is asked ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slash", ["", "/"], ids=["bare", "slash"])
@pytest.mark.parametrize("endpoint", ["verify", "settle"])
def test_a_facilitator_gets_the_payment_and_our_terms_and_nothing_else(endpoint: str, slash: str) -> None:
    """What the payer accepted is not passed on, nor what the call was about; accounts and times are as signed."""
    with facilitator(answers({"isValid": True, **PAID}), slash=slash) as (server, client):
        getattr(client, endpoint)(PAYMENT, SECONDS)
        (request,) = server.received
    requirement = {
        "scheme": "exact",
        "network": "eip155:8453",
        "amount": "5000",
        "asset": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
        "payTo": OURS,
        "maxTimeoutSeconds": 120,
        "extra": {"name": "USD Coin", "version": "2"},
    }
    authorization = {
        "from": SIGNED.payer,
        "to": OURS.lower(),
        "value": "5000",
        "validAfter": "7",
        "validBefore": "1800014520",
        "nonce": SIGNED.nonce,
    }
    assert request.path == f"/v1/{endpoint}"
    assert request.body == {
        "x402Version": 2,
        "paymentPayload": {
            "x402Version": 2,
            "accepted": requirement,
            "payload": {"signature": PAYMENT.signature, "authorization": authorization},
        },
        "paymentRequirements": requirement,
    }


def test_what_is_sent_is_what_x402_reads() -> None:
    """The package's own request takes it, and its payload is the payment."""
    with facilitator(answers(PAID)) as (server, client):
        client.settle(PAYMENT, SECONDS)
        read = x402.schemas.SettleRequest.model_validate(server.received[0].body)
    assert (read.payment_payload.x402_version, read.payment_payload.resource) == (2, None)
    assert read.payment_payload.accepted == read.payment_requirements


def test_numbers_of_any_size_are_sent_whole() -> None:
    """As decimal text, in which no reader rounds them."""
    signed = Authorization(SIGNED.payer, SIGNED.to, 2**256 - 1, 0, 2**256 - 2, SIGNED.nonce)
    with facilitator(answers(PAID)) as (server, client):
        client.settle(Payment(PAYMENT.network, PAYMENT.asset, signed, "0x"), SECONDS)
        sent = server.received[0].body["paymentPayload"]["payload"]["authorization"]
    assert (sent["value"], sent["validBefore"]) == (str(2**256 - 1), str(2**256 - 2))


def test_each_request_asks_for_headers_of_its_own() -> None:
    """They are made for the address that is asked."""
    asked: list[str] = []

    def headers(url: str) -> Mapping[str, str]:
        asked.append(url)
        return {"Authorization": f"Bearer token-{len(asked)}"}

    with facilitator(answers({"isValid": True, **PAID}), headers=headers) as (server, client):
        client.verify(PAYMENT, SECONDS)
        client.settle(PAYMENT, SECONDS)
        assert asked == [f"{server.base_url}/verify", f"{server.base_url}/settle"]
        sent = [request.headers["authorization"] for request in server.received]
    assert sent == ["Bearer token-1", "Bearer token-2"]


@pytest.mark.parametrize("error", [StoreUnavailable("no secret now"), UnusableKey("no key")], ids=["store", "key"])
def test_without_headers_nobody_is_asked(error: Exception) -> None:
    """The fault is ours, and certain."""

    def headers(_: str) -> Mapping[str, str]:
        raise error

    with facilitator(answers({"isValid": True, **PAID}), headers=headers) as (server, client):
        with pytest.raises(FacilitatorFailed) as failure:
            client.verify(PAYMENT, SECONDS)
        assert client.settle(PAYMENT, SECONDS) == NOT_ASKED
        assert server.received == []
    assert failure.value.why == type(error).__name__


def test_where_nobody_listens_nobody_was_asked() -> None:
    """A connection that is refused leaves the payment as it was."""
    with facilitator(silence) as (_, client):
        pass
    outbound = Outbound()
    gone = HttpFacilitator(client._base_url, TERMS, outbound)
    with pytest.raises(FacilitatorFailed) as failure:
        gone.verify(PAYMENT, SECONDS)
    assert gone.settle(PAYMENT, SECONDS) == NOT_ASKED
    outbound.close()
    assert failure.value.why == "ConnectError"


# Verifying ----------------------------------------------------------------------------------------------------------


def test_a_valid_payment_is_valid() -> None:
    """No reason is given against it."""
    assert verified(answers({"isValid": True, "payer": SIGNED.payer})) is None


@pytest.mark.parametrize("status", [200, 400, 402, 412, 422])
@pytest.mark.parametrize(
    ("told", "reason"),
    [
        pytest.param("insufficient_funds", "insufficient_funds", id="a published reason"),
        pytest.param(CANARY, "payment_declined", id="words of its own"),
        pytest.param(None, "payment_declined", id="no reason"),
        pytest.param([CANARY], "payment_declined", id="a list"),
        pytest.param({"insufficient_funds": 1}, "payment_declined", id="an object"),
    ],
)
def test_an_invalid_payment_has_a_listed_reason(status: int, told: object, reason: str) -> None:
    """Facilitators say so with 200 or with a status of the 400s; words that are not published go no further."""
    assert verified(answers({"isValid": False, "invalidReason": told, "invalidMessage": CANARY}, status)) == reason


GARBAGE: Final = [
    pytest.param(b"", id="nothing"),
    pytest.param(b"<html>canary-of-the-facilitator</html>", id="a page"),
    pytest.param(b"\xff\xfe\x00", id="no text"),
    pytest.param(b"null", id="null"),
    pytest.param(b"true", id="true"),
    pytest.param(b'["isValid", "success"]', id="an array"),
    pytest.param(b'"isValid success"', id="a text"),
    pytest.param(b"{}", id="an empty object"),
    pytest.param(b'{"isValid": true, "success": true', id="cut short"),
    pytest.param(b'{"isValid": "true", "success": "true"}', id="true as text"),
    pytest.param(b'{"isValid": 1, "success": 1}', id="one"),
    pytest.param(b'{"isValid": null, "success": null}', id="neither"),
    pytest.param(b"[" * 60_000, id="arrays without end"),
    pytest.param(b'{"isValid": true, "success": true, "x": ' + b"9" * 5_000 + b"}", id="digits without end"),
    pytest.param(b'{"isValid": true, "success": true, "x": "' + b"x" * 65_536 + b'"}', id="too long"),
]
SILENCES: Final = [
    pytest.param(silence, id="silence"),
    pytest.param(drip(b"HTTP/1.1 200 OK\r\nX-Slow: "), id="a head that drips"),
    pytest.param(drip(b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{"), id="a body that drips"),
]
BROKEN: Final = [
    pytest.param(hang_up, id="hangs up"),
    pytest.param(sends(b"HTTP/1.1 200 OK\r\n"), id="half a head"),
    pytest.param(cut(json.dumps({"isValid": True, **PAID}).encode(), 60), id="half a body"),
    pytest.param(reply(b"x", headers={"Content-Encoding": "gzip"}), id="compressed"),
    pytest.param(sends(b"HTTP/1.1 302 X\r\nLocation: http:settle\r\nContent-Length: 0\r\n\r\n"), id="sent nowhere"),
]


@pytest.mark.parametrize("body", GARBAGE)
def test_an_answer_that_is_none_verifies_nothing(body: bytes) -> None:
    """Neither valid nor invalid: it failed."""
    assert isinstance(verified(reply(body)), FacilitatorFailed)


@pytest.mark.parametrize("status", [201, 204, 301, 307, 400, 401, 403, 404, 429, 500, 502, 503])
def test_only_200_says_that_a_payment_is_valid(status: int) -> None:
    """Whatever stands in the body, which may come from something in between."""
    came = verified(answers({"isValid": True}, status) if status != 204 else reply(b"", 204))
    assert isinstance(came, FacilitatorFailed)
    assert came.why == f"status {status}"


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_broken_facilitator_refuses_nobody(status: int) -> None:
    """An invalid payment from 500 on is its own fault, not the payer's."""
    came = verified(answers({"isValid": False, "invalidReason": "insufficient_funds"}, status))
    assert isinstance(came, FacilitatorFailed)


@pytest.mark.parametrize("act", SILENCES)
def test_a_facilitator_that_does_not_answer_in_time_verifies_nothing(act: Act) -> None:
    """It is waited for as long as was said."""
    came = verified(act, seconds=SHORT)
    assert isinstance(came, FacilitatorFailed)
    assert came.why == "timeout"


@pytest.mark.parametrize("act", BROKEN)
def test_a_facilitator_that_breaks_off_verifies_nothing(act: Act) -> None:
    """Half an answer is none."""
    assert isinstance(verified(act), FacilitatorFailed)


# Settling -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "settlement"),
    [
        pytest.param(PAID, Settlement("settled", HASH), id="paid"),
        pytest.param(PAID | {"network": "eip155:84532"}, UNKNOWN, id="paid on another network"),
        pytest.param({"success": True}, UNKNOWN, id="paid without a transaction"),
        pytest.param({"success": False, "errorReason": "insufficient_funds"}, DECLINED, id="certainly not paid"),
        pytest.param({"success": False, "errorReason": CANARY}, UNKNOWN, id="words of its own"),
        pytest.param({"success": False}, UNKNOWN, id="no reason"),
        pytest.param({"success": False, "errorReason": ["insufficient_funds"]}, UNKNOWN, id="a list of reasons"),
        pytest.param({"success": False, "errorReason": {"code": CANARY}}, UNKNOWN, id="a reason in an object"),
        pytest.param(
            {"success": False, "errorReason": "insufficient_funds", "transaction": HASH}, UNKNOWN, id="but sent"
        ),
        pytest.param(
            {"success": False, "errorReason": "settlement_pending", "transaction": HASH},
            Settlement("pending"),
            id="on its way",
        ),
    ],
)
@pytest.mark.parametrize("status", [200, 400, 402])
def test_settling_is_known_where_the_answer_proves_it(
    status: int, answer: dict[str, Any], settlement: Settlement
) -> None:
    """Facilitators tell of failures with 200 or with a status of the 400s; both are read alike."""
    assert settled(answers(answer, status)) == settlement


@pytest.mark.parametrize("status", [401, 403, 404, 405, 429])
@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"[]", b'{"error": "unauthorized"}'], ids=["nothing", "a page", "an array", "an object"]
)
def test_who_is_turned_away_at_the_door_was_not_asked(status: int, body: bytes) -> None:
    """No facilitator's answer came with these, so nobody has looked at the payment."""
    assert settled(reply(body, status)) == NOT_ASKED


@pytest.mark.parametrize("status", [401, 403, 404, 405, 429])
@pytest.mark.parametrize(
    ("answer", "settlement"),
    [
        pytest.param({"success": False, "errorReason": "insufficient_funds"}, DECLINED, id="certain"),
        pytest.param({"success": False, "errorReason": "settlement_pending"}, Settlement("pending"), id="pending"),
        pytest.param({"success": False, "errorReason": CANARY}, UNKNOWN, id="foreign"),
        pytest.param({"success": None}, UNKNOWN, id="neither"),
        pytest.param(PAID, Settlement("settled", HASH), id="paid"),
    ],
)
def test_a_facilitators_own_answer_counts_whatever_its_status(
    status: int, answer: dict[str, Any], settlement: Settlement
) -> None:
    """Somebody did look at the payment then, and it is not free to be sold again for the status alone."""
    assert settled(answers(answer, status)) == settlement


@pytest.mark.parametrize("status", [500, 502, 503, 504])
@pytest.mark.parametrize(
    "body",
    [b"", b'{"success": false, "errorReason": "insufficient_funds"}', json.dumps(PAID).encode()],
    ids=["nothing", "a failure", "a success"],
)
def test_a_facilitator_that_breaks_leaves_doubt(status: int, body: bytes) -> None:
    """It may have sent the transfer before."""
    assert settled(reply(body, status)) == UNKNOWN


@pytest.mark.parametrize("status", [201, 202, 204, 301, 302, 307, 400, 402, 408, 409, 410, 418, 422])
def test_any_other_status_without_an_answer_leaves_doubt(status: int) -> None:
    """Only those that turn away at the door prove that nobody looked."""
    assert settled(reply(b"", status)) == UNKNOWN


@pytest.mark.parametrize("body", GARBAGE)
def test_an_answer_that_is_none_leaves_doubt(body: bytes) -> None:
    """Nothing can be read from it, least of all a failure."""
    assert settled(reply(body)) == UNKNOWN


@pytest.mark.parametrize("act", SILENCES)
def test_a_facilitator_that_does_not_answer_in_time_leaves_doubt(act: Act) -> None:
    """It had the payment."""
    assert settled(act, seconds=SHORT) == UNKNOWN


@pytest.mark.parametrize("act", BROKEN)
def test_a_facilitator_that_breaks_off_leaves_doubt(act: Act) -> None:
    """It had the payment, and may still settle it."""
    assert settled(act) == UNKNOWN
