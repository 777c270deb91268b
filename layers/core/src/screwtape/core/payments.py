"""What one call costs by x402 (version 2, scheme "exact"): our own terms, as configured."""

from __future__ import annotations

from dataclasses import dataclass

from screwtape.core import terms


@dataclass(frozen=True, slots=True)
class PaymentTerms:
    """The price of a call. ``amount_micro`` counts millionths of the token; ``network`` is a CAIP-2 chain id."""

    pay_to: str
    network: str = terms.X402_NETWORK
    asset: str = terms.X402_ASSET
    amount_micro: int = terms.X402_AMOUNT_MICRO_USDC
