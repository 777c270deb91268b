"""What one call costs by x402 (version 2, scheme "exact"): our own terms, as configured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from screwtape.core import terms


@dataclass(frozen=True, slots=True)
class Token:
    """A token that payments are made in: its CAIP-2 chain id, its contract, and its name and version for EIP-712.

    A payment signed under another name or version is worthless, so these belong to the contract and are no settings.
    """

    network: str
    asset: str
    name: str
    version: str


TOKENS: Final = (
    Token(terms.X402_NETWORK, terms.X402_ASSET, name="USD Coin", version="2"),
    Token("eip155:84532", "0x036CbD53842c5426634e7929541eC2318f3dCF7e", name="USDC", version="2"),
)
"""USDC on Base, and on Base Sepolia, where it bears another name."""


def token_at(network: str, asset: str) -> Token | None:
    """Give the known token of a chain and a contract address, whose case does not matter."""
    return next((t for t in TOKENS if (t.network, t.asset.lower()) == (network, asset.lower())), None)


@dataclass(frozen=True, slots=True)
class PaymentTerms:
    """The price of a call. ``amount_micro`` counts millionths of the token."""

    pay_to: str
    token: Token = TOKENS[0]
    amount_micro: int = terms.X402_AMOUNT_MICRO_USDC
