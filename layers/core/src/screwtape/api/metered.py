"""The charge around the work of a metered call, and what the logs say of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from aws_lambda_powertools import Logger

from screwtape.api.admission import Call
from screwtape.api.replies import Reply, rate_limit_headers
from screwtape.services.metering import Bill, Unsettled


def charged_reply(
    bill: Bill, call: Call[Any], work: Callable[[Call[Any]], Reply], *, said: dict[str, Any], log: Logger
) -> Reply:
    """Charge a call's bill, do the ``work`` of the charged call, and give the reply with its rate limits.

    An error gives the unit back. Whichever way it ends, ``said`` then holds ``charge`` (an Outcome of the metering)
    and, if known, ``key_id``; what is not settled is logged at once, because it must be settled by hand.
    """
    try:
        with bill as charge:
            # Should this process die now, this line is all that tells whose unit is gone: no "request" line follows it.
            log.info("charged", extra={"request_id": call.request_id, "key_id": bill.key_id, "day": charge.day})
            reply = work(replace(call, is_free=charge.was_free))
            limits = rate_limit_headers(charge.allowance, charge.allowance.free, call.now)
            return replace(reply, headers={**reply.headers, **limits})
    finally:
        said["charge"] = bill.outcome
        if bill.key_id is not None:
            said["key_id"] = bill.key_id
        if bill.unsettled is not None:
            _tell(bill.unsettled, call.request_id, log)


def _tell(unsettled: Unsettled, request_id: str, log: Logger) -> None:
    """Log what to settle: loudly where the caller got nothing for a unit that may be gone."""
    named = {"key_digest": unsettled.key} if unsettled.key_id is None else {"key_id": unsettled.key_id}
    write = log.info if unsettled.delivered else log.error
    write(
        "unsettled",
        extra={
            "request_id": request_id,
            "event": unsettled.event,
            "day": unsettled.day,
            "delivered": unsettled.delivered,
            **named,
        },
    )
