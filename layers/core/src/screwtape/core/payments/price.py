"""What one call costs: our own terms, as configured, and as x402 version 2 writes them down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from screwtape.core import terms

SCHEME: Final = "exact"
"""The one x402 scheme that is sold by: exactly this amount, by an authorization that the payer signed (EIP-3009)."""


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

    @property
    def requirement(self) -> dict[str, Any]:
        """These terms as a PaymentRequirements object: what callers are told, and what a facilitator is held to."""
        return {
            "scheme": SCHEME,
            "network": self.token.network,
            "amount": str(self.amount_micro),
            "asset": self.token.asset,
            "payTo": self.pay_to,
            "maxTimeoutSeconds": terms.X402_TIMEOUT_SECONDS,
            "extra": {"name": self.token.name, "version": self.token.version},
        }
