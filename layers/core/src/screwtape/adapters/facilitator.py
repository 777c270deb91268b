"""An x402 facilitator over HTTP (version 2): ``POST <base>/verify`` and ``POST <base>/settle``.

It is held to our own terms, whatever the payer says it accepted, and gets nothing of the request but the payment. One
that we took under earlier terms, and whose fate is still unknown, is held to those.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, cast

from screwtape.adapters.cdp import UnusableKey
from screwtape.adapters.outbound import Answer, NoAnswer, NotSent, Outbound, Within
from screwtape.core.errors import StoreUnavailable
from screwtape.core.payments import (
    Payment,
    PaymentTerms,
    Reason,
    Settlement,
    reason_of,
    requirement_of,
    settlement_of,
)
from screwtape.core.payments.settlement import NOT_ASKED, UNKNOWN
from screwtape.ports import FacilitatorFailed

_ANSWER_BYTES: Final = 64 * 1024
_AT_THE_DOOR: Final = frozenset(
    {
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,
        HTTPStatus.METHOD_NOT_ALLOWED,
        HTTPStatus.TOO_MANY_REQUESTS,
    }
)
"""Statuses of a request that was turned away before anybody looked at the payment."""

Headers = Callable[[str], Mapping[str, str]]
"""Gives the headers for a request to a URL. May raise StoreUnavailable or UnusableKey."""


class HttpFacilitator:
    """Fills the port Facilitator. ``headers`` gives what a facilitator with accounts asks for; by default nothing."""

    def __init__(self, base_url: str, terms: PaymentTerms, outbound: Outbound, headers: Headers = lambda _: {}) -> None:
        self._base_url = base_url.rstrip("/")
        self._terms = terms
        self._outbound = outbound
        self._headers = headers

    def verify(self, payment: Payment, seconds: float) -> Reason | None:
        """Give the reason why a payment is not valid, None when it is."""
        try:
            answer = self._ask("verify", payment, seconds)
        except NoAnswer as error:
            raise FacilitatorFailed(error.why) from None
        told = _object_of(answer.body)
        is_valid = None if told is None else told.get("isValid")
        if is_valid is True and answer.status == HTTPStatus.OK:
            return None
        if told is not None and is_valid is False and answer.status < HTTPStatus.INTERNAL_SERVER_ERROR:
            return reason_of(told.get("invalidReason"))
        raise FacilitatorFailed(f"status {answer.status}" if answer.status != HTTPStatus.OK else "no answer in it")

    def settle(self, payment: Payment, seconds: float) -> Settlement:
        """Settle, and tell what is known afterwards."""
        try:
            answer = self._ask("settle", payment, seconds)
        except NotSent:
            return NOT_ASKED
        except NoAnswer:
            return UNKNOWN
        told = _object_of(answer.body)
        if told is None or "success" not in told or answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return NOT_ASKED if answer.status in _AT_THE_DOOR else UNKNOWN
        return settlement_of(
            success=told["success"],
            reason=told.get("errorReason"),
            transaction=told.get("transaction"),
            network=told.get("network"),
            ours=payment.network,
        )

    def _ask(self, endpoint: str, payment: Payment, seconds: float) -> Answer:
        url = f"{self._base_url}/{endpoint}"
        try:
            headers = self._headers(url)
        except (StoreUnavailable, UnusableKey) as error:
            raise NotSent(type(error).__name__) from None
        within = Within(seconds, _ANSWER_BYTES, reads_failures=True)
        return self._outbound.post(url, _request_of(payment, self._terms), within, headers)


def _request_of(payment: Payment, terms: PaymentTerms) -> dict[str, Any]:
    signed = payment.authorization
    requirement = requirement_of(payment, terms)
    return {
        "x402Version": 2,
        "paymentPayload": {
            "x402Version": 2,
            "accepted": requirement,
            "payload": {
                "signature": payment.signature,
                "authorization": {
                    "from": signed.payer,
                    "to": signed.to,
                    "value": str(signed.value),
                    "validAfter": str(signed.valid_after),
                    "validBefore": str(signed.valid_before),
                    "nonce": signed.nonce,
                },
            },
        },
        "paymentRequirements": requirement,
    }


def _object_of(body: bytes) -> dict[str, Any] | None:
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", told) if isinstance(told, dict) else None
