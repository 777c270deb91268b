"""Payments by x402 (version 2, scheme "exact"): what a call costs, what was signed, and what became of it.

``price`` our terms · ``authorization`` what a payer signed, held against them · ``record`` what is remembered of a
payment, and what a request that brings it again may expect · ``settlement`` what a facilitator's answer proves.
"""

from screwtape.core.payments.authorization import (
    Accepted,
    Authorization,
    Payment,
    PaymentId,
    objection,
    requirement_of,
    untimely,
)
from screwtape.core.payments.price import SCHEME, TOKENS, PaymentTerms, Token, token_at
from screwtape.core.payments.reasons import Reason, reason_of, sentence_of
from screwtape.core.payments.record import PaymentRecord, Receipt, Standing, standing
from screwtape.core.payments.settlement import Settlement, settlement_of

__all__ = [
    "SCHEME",
    "TOKENS",
    "Accepted",
    "Authorization",
    "Payment",
    "PaymentId",
    "PaymentRecord",
    "PaymentTerms",
    "Reason",
    "Receipt",
    "Settlement",
    "Standing",
    "Token",
    "objection",
    "reason_of",
    "requirement_of",
    "sentence_of",
    "settlement_of",
    "standing",
    "token_at",
    "untimely",
]
