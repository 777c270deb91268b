"""Somebody who pays by x402: payments signed for real, and made wrong in one place where a test wants that."""

from __future__ import annotations

import base64
import json
import secrets
import time
from collections.abc import Mapping
from typing import Any, Final

from local.recursion import recursion_limit_kept

with recursion_limit_kept():
    from eth_account import Account
    from eth_account.messages import encode_typed_data

PAY_TO: Final = "0x028Bb9A57B8C27c22f6B39dd00e7eFF1FB60344B"
TERMS: Final[dict[str, Any]] = {
    "scheme": "exact",
    "network": "eip155:8453",
    "amount": "5000",
    "asset": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    "payTo": PAY_TO,
    "maxTimeoutSeconds": 120,
    "extra": {"name": "USD Coin", "version": "2"},
}
_TYPES: Final = {
    "TransferWithAuthorization": [
        {"name": "from", "type": "address"},
        {"name": "to", "type": "address"},
        {"name": "value", "type": "uint256"},
        {"name": "validAfter", "type": "uint256"},
        {"name": "validBefore", "type": "uint256"},
        {"name": "nonce", "type": "bytes32"},
    ],
}


class Payer:
    """An account with a key of its own."""

    def __init__(self) -> None:
        self._account = Account.create()
        self.address: str = self._account.address

    def payment(self, accepted: Mapping[str, Any] = TERMS, /, **signed: str) -> dict[str, Any]:
        """Sign the terms, our own by default; ``signed`` replaces members of the authorization before it is signed."""
        now = int(time.time())
        authorization = {
            "from": self.address,
            "to": accepted["payTo"],
            "value": accepted["amount"],
            "validAfter": "0",
            "validBefore": str(now + accepted["maxTimeoutSeconds"]),
            "nonce": "0x" + secrets.token_hex(32),
        } | signed
        domain = {
            **accepted["extra"],
            "chainId": int(accepted["network"].partition(":")[2]),
            "verifyingContract": accepted["asset"],
        }
        numbers = {name: int(authorization[name]) for name in ("value", "validAfter", "validBefore")}
        message = {**authorization, **numbers, "nonce": bytes.fromhex(authorization["nonce"][2:])}
        signature = self._account.sign_message(encode_typed_data(domain, _TYPES, message)).signature
        payload = {"signature": "0x" + signature.hex().removeprefix("0x"), "authorization": authorization}
        return {"x402Version": 2, "accepted": accepted, "payload": payload}


def header_of(payment: Any) -> dict[str, str]:
    """Give the header that carries a payment."""
    return {"PAYMENT-SIGNATURE": base64.b64encode(json.dumps(payment).encode()).decode()}


def of_header(value: str) -> dict[str, Any]:
    """Read a header that carries a demand or a receipt."""
    read: dict[str, Any] = json.loads(base64.b64decode(value, validate=True))
    return read
