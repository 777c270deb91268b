"""A payment around the work of a metered call, its receipt, and what the logs say of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from aws_lambda_powertools import Logger

from screwtape.api.admission import Call
from screwtape.api.payment import RESPONSE_HEADER, Offer, header_of, receipt_of
from screwtape.api.replies import Reply
from screwtape.api.routes import Route
from screwtape.core.digests import keyed_digest
from screwtape.core.payments import PaymentTerms, objection
from screwtape.services.paying import Order, Paying, Sale


@dataclass(frozen=True, slots=True)
class Purchase:
    """What somebody wants to pay for, with what, and what it costs."""

    route: Route
    call: Call[Any]
    offer: Offer
    terms: PaymentTerms

    @property
    def order(self) -> Order:
        """The order, bound to this route and body: a payment pays for nothing else.

        The digest is keyed with the signature, which whoever sends the payment has and the store keeps no longer than
        it must; so nothing stored tells what was asked.
        """
        request = self.route.name.encode() + b"\n" + self.call.raw
        return Order(
            payment=self.offer.payment,
            request=keyed_digest(self.offer.payment.signature.encode(), "paid-request", request),
            now=self.call.now,
            seconds_left=self.call.seconds_left,
            objection=objection(self.offer.accepted, self.offer.payment, self.terms),
        )


def paid_reply(
    purchase: Purchase,
    paying: Callable[[], Paying],
    work: Callable[[Call[Any]], Reply],
    *,
    said: dict[str, Any],
    log: Logger,
) -> Reply:
    """Do the ``work`` of a call and have it paid; give the reply with the receipt.

    Whichever way it ends, ``said`` then holds ``charge`` (an Outcome of paying) and the name of the payment.
    """
    order = purchase.order
    said["payment"] = order.payment.id.name
    sale = paying().open(order)
    try:
        reply, receipt = sale.deliver(lambda: work(replace(purchase.call, is_free=False, is_paid_singly=True)))
        return replace(reply, headers={**reply.headers, RESPONSE_HEADER: header_of(receipt_of(receipt))})
    finally:
        said["charge"] = sale.outcome
        if sale.fault:
            said["payment_fault"] = sale.fault
        if sale.event is not None:
            _tell(sale, order.payment.id.name, purchase.call.request_id, log)


def _tell(sale: Sale, payment: str, request_id: str, log: Logger) -> None:
    """Log what is left to find out; the reconciling function looks after it, and calls a person if it cannot."""
    found = {"transaction": sale.transaction} if sale.transaction else {}
    log.info("unsettled", extra={"request_id": request_id, "event": sale.event, "payment": payment, **found})
