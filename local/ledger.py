"""USDC on Base in memory: accounts, authorizations that move money once, blocks every two seconds, and their events.

It keeps the rules of ERC-3009 and reverts in the words of USDC's contract, FiatTokenV2. Signatures are not its matter:
whoever hands it an authorization has looked at them.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

CHAIN: Final = 8453
NETWORK: Final = f"eip155:{CHAIN}"
ASSET: Final = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
NAME: Final = "USD Coin"
VERSION: Final = "2"
FUNDS: Final = 1_000_000_000
"""What every account holds until something moves: 1,000 USDC."""

USED: Final = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5"
CANCELED: Final = "0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81"
TRANSFER: Final = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
_GENESIS: Final = 1_686_789_347
_BLOCK_SECONDS: Final = 2


class Reverted(Exception):
    """The contract refused: a node tells its reason behind "execution reverted"."""

    def __init__(self, why: str) -> None:
        super().__init__(f"execution reverted: {why}")


@dataclass(frozen=True, slots=True)
class Transfer:
    """An authorization as ``transferWithAuthorization`` takes it, without its signature."""

    payer: str
    to: str
    value: int
    valid_after: int
    valid_before: int
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Transaction:
    """What was mined: its hash, its block, and its events in their order."""

    hash: str
    block: int
    logs: tuple[dict[str, Any], ...]


class Ledger:
    """The token's state. Accounts are compared without regard to the case of their letters."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.transactions: dict[str, Transaction] = {}
        self._clock = clock
        self._balances: dict[str, int] = {}
        self._spent: set[tuple[str, bytes]] = set()
        self._lock = threading.RLock()

    @property
    def block(self) -> int:
        """The number of the latest block."""
        return (int(self._clock()) - _GENESIS) // _BLOCK_SECONDS

    @staticmethod
    def time_of(block: int) -> int:
        """Give a block's time, in epoch seconds."""
        return _GENESIS + block * _BLOCK_SECONDS

    def balance_of(self, account: str) -> int:
        """Give what an account holds, in millionths."""
        return self._balances.get(account.lower(), FUNDS)

    def set_balance(self, account: str, amount: int) -> None:
        """Make an account hold so much."""
        self._balances[account.lower()] = amount

    def is_spent(self, payer: str, nonce: bytes) -> bool:
        """Tell what the contract calls ``authorizationState``: used or cancelled."""
        return (payer.lower(), nonce) in self._spent

    def check(self, transfer: Transfer) -> None:
        """Raise Reverted if a transfer would be refused now."""
        now = int(self._clock())
        if not now > transfer.valid_after:
            raise Reverted("FiatTokenV2: authorization is not yet valid")
        if not now < transfer.valid_before:
            raise Reverted("FiatTokenV2: authorization is expired")
        if self.is_spent(transfer.payer, transfer.nonce):
            raise Reverted("FiatTokenV2: authorization is used or canceled")
        if self.balance_of(transfer.payer) < transfer.value:
            raise Reverted("ERC20: transfer amount exceeds balance")

    def transfer(self, transfer: Transfer) -> str:
        """Move the money and give the transaction's hash. Raises Reverted."""
        with self._lock:
            self.check(transfer)
            self._spent.add((transfer.payer.lower(), transfer.nonce))
            self.set_balance(transfer.payer, self.balance_of(transfer.payer) - transfer.value)
            self.set_balance(transfer.to, self.balance_of(transfer.to) + transfer.value)
            used = _log([USED, _word(transfer.payer), "0x" + transfer.nonce.hex()])
            moved = _log([TRANSFER, _word(transfer.payer), _word(transfer.to)], data=f"0x{transfer.value:064x}")
            return self._mine(used, moved)

    def cancel(self, payer: str, nonce: bytes) -> str:
        """Take an authorization back, as its payer may, and give the transaction's hash. Raises Reverted."""
        with self._lock:
            if self.is_spent(payer, nonce):
                raise Reverted("FiatTokenV2: authorization is used or canceled")
            self._spent.add((payer.lower(), nonce))
            return self._mine(_log([CANCELED, _word(payer), "0x" + nonce.hex()]))

    def logs(self, first: int, last: int) -> Iterator[tuple[Transaction, dict[str, Any]]]:
        """Give the events of some blocks, the last one included, each with its transaction."""
        for mined in tuple(self.transactions.values()):
            if first <= mined.block <= last:
                yield from ((mined, log) for log in mined.logs)

    def _mine(self, *logs: dict[str, Any]) -> str:
        mined = Transaction(f"0x{secrets.token_hex(32)}", self.block, logs)
        self.transactions[mined.hash] = mined
        return mined.hash


def _log(topics: list[str], data: str = "0x") -> dict[str, Any]:
    return {"address": ASSET, "topics": topics, "data": data}


def _word(account: str) -> str:
    return "0x" + account.lower().removeprefix("0x").rjust(64, "0")
