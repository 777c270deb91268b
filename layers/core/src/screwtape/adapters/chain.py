"""The chain, asked over Ethereum's JSON-RPC: what became of an authorization.

``authorizationState`` tells that a nonce is used, not what for: its payer may have cancelled it, or spent it on another
payment. So a payment counts as paid only when the transaction that used it moved the right sum to us (ERC-3009 and the
events of USDC's FiatTokenV2; selectors and topics below are the first bytes of keccak-256 of the signatures beside).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from itertools import pairwise
from typing import Any, Final

from screwtape.adapters.outbound import NoAnswer, Outbound, Within
from screwtape.core.errors import StoreUnavailable
from screwtape.core.payments import Payment
from screwtape.core.payments.reasons import AUTHORIZATION_CANCELED, PAID_SOMEBODY_ELSE, VALID_BEFORE
from screwtape.ports import ChainFailed, Fate, Open, Paid, Void

AUTHORIZATION_STATE: Final = "0xe94a0102"
"""``authorizationState(address,bytes32)``"""
USED: Final = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5"
"""``AuthorizationUsed(address,bytes32)``"""
CANCELED: Final = "0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81"
"""``AuthorizationCanceled(address,bytes32)``"""
TRANSFER: Final = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
"""``Transfer(address,address,uint256)``"""

_CLOCKS_APART_SECONDS: Final = 60
"""How far the chain's time may be from ours. An authorization is over when the chain's own time is so far past it."""
_SAMPLE_BLOCKS: Final = 1_000
"""How far back the pace of the chain is measured."""
_WIDEST_BLOCKS: Final = 5_000
"""How many blocks are looked through at once: nodes refuse wider ranges."""
_SLACK_BLOCKS: Final = 100
_GUESSES: Final = 8
_FASTEST_PACE: Final = 0.05
"""Seconds a block at the least: blocks of one second may bear the same time, which is no pace to reckon by."""
_ANSWER_BYTES: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Block:
    number: int
    timestamp: int


class JsonRpcChain:
    """Fills the port Chain with the node at ``url``, which is given when it is needed, since it may hold a secret."""

    def __init__(self, url: Callable[[], str], outbound: Outbound) -> None:
        self._url = url
        self._outbound = outbound
        self._network = ""

    def fate_of(self, payment: Payment, since: int, seconds: float) -> Fate:
        """Tell what became of a payment that first came at ``since`` (epoch seconds)."""
        until = time.monotonic() + seconds
        try:
            node = _Node(self._outbound, self._url(), lambda: until - time.monotonic())
            self._require(payment.network, node)
            return _fate(node, payment, since)
        except StoreUnavailable:
            raise ChainFailed("the node's address cannot be read") from None
        except NoAnswer as error:
            raise ChainFailed(error.why) from None
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
            raise ChainFailed("the node's answer is not what was asked for") from None

    def _require(self, network: str, node: _Node) -> None:
        """Make sure, once, that the node is one of the payment's chain: any other knows of no payment."""
        if not self._network:
            self._network = f"eip155:{int(node.ask('eth_chainId'), 16)}"
        if self._network != network:
            raise ChainFailed("the node is one of another chain")


class _Node:
    """A node, for one question: every request ends within what is left of its time."""

    def __init__(self, outbound: Outbound, url: str, seconds_left: Callable[[], float]) -> None:
        self._outbound = outbound
        self._url = url
        self._seconds_left = seconds_left

    def ask(self, method: str, *params: Any) -> Any:
        """Give the result of a call. Raises NoAnswer or ChainFailed."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}
        answer = self._outbound.post(self._url, request, Within(self._seconds_left(), _ANSWER_BYTES))
        if answer.status != HTTPStatus.OK:
            raise ChainFailed(f"status {answer.status}")
        told = json.loads(answer.body)
        if "error" in told:
            raise ChainFailed(f"{method} failed")
        return told["result"]

    def block(self, number: int | None = None) -> _Block:
        """Give a block, the latest by default."""
        found = self.ask("eth_getBlockByNumber", "latest" if number is None else hex(number), False)  # noqa: FBT003
        return _Block(int(found["number"], 16), int(found["timestamp"], 16))


def _fate(node: _Node, payment: Payment, since: int) -> Fate:
    signed = payment.authorization
    latest = node.block()
    call = {"to": payment.asset, "data": AUTHORIZATION_STATE + _word(signed.payer) + signed.nonce[2:]}
    # Of that very block: another node behind the same address may be further behind.
    is_used = int(node.ask("eth_call", call, hex(latest.number)), 16) != 0
    if not is_used:
        is_over = latest.timestamp > signed.valid_before + _CLOCKS_APART_SECONDS
        return Void(VALID_BEFORE) if is_over else Open()
    events = _events(node, payment, latest, since)
    if any(event["topics"][0] == CANCELED for event in events):
        return Void(AUTHORIZATION_CANCELED)
    for event in events:
        receipt = node.ask("eth_getTransactionReceipt", event["transactionHash"])
        if int(receipt["status"], 16) != 1:
            raise ChainFailed("the transaction failed, and the nonce is used")
        return Paid(event["transactionHash"].lower()) if _pays(receipt, payment) else Void(PAID_SOMEBODY_ELSE)
    raise ChainFailed("the nonce is used, and no event tells by what")


def _events(node: _Node, payment: Payment, latest: _Block, since: int) -> list[dict[str, Any]]:
    """Find the events that used the nonce, from when the payment first came."""
    first = _block_at(node, latest, since - _CLOCKS_APART_SECONDS)
    topics = [[USED, CANCELED], "0x" + _word(payment.authorization.payer), payment.authorization.nonce]
    for begin in range(first, latest.number + 1, _WIDEST_BLOCKS):
        end = min(latest.number, begin + _WIDEST_BLOCKS - 1)
        blocks = {"fromBlock": hex(begin), "toBlock": hex(end)}
        found: list[dict[str, Any]] = node.ask("eth_getLogs", {"address": payment.asset, **blocks, "topics": topics})
        if found:
            return found
    return []


def _block_at(node: _Node, latest: _Block, moment: int) -> int:
    """Give a block that is surely not after a moment, and not long before: chains keep their pace, more or less.

    Each guess goes as far back as the pace so far asks for. Where that was not far enough, because the chain was faster
    before, the distance doubles, so that a few guesses reach any block.
    """
    if latest.timestamp <= moment:
        return latest.number
    earlier = node.block(max(0, latest.number - _SAMPLE_BLOCKS))
    for _ in range(_GUESSES):
        distance = latest.number - earlier.number
        pace = max((latest.timestamp - earlier.timestamp) / max(distance, 1), _FASTEST_PACE)
        by_pace = int((latest.timestamp - moment) / pace) + _SLACK_BLOCKS
        number = max(0, latest.number - (by_pace if by_pace > distance else 2 * distance))
        guessed = node.block(number)
        if number == 0 or guessed.timestamp <= moment:
            return number
        earlier = guessed
    raise ChainFailed("the chain does not keep its pace")


def _pays(receipt: dict[str, Any], payment: Payment) -> bool:
    """Tell whether a transaction used this nonce to pay us. Raises ChainFailed when its receipt does not show the use.

    It may hold other transfers; the token writes the transfer of an authorization right after noting its use.
    """
    signed = payment.authorization
    logs = [log for log in receipt["logs"] if log["address"].lower() == payment.asset]
    use = [USED, "0x" + _word(signed.payer), signed.nonce]
    pay = [TRANSFER, "0x" + _word(signed.payer), "0x" + _word(signed.to)]
    for used, moved in pairwise([*logs, None]):
        if _lower(used["topics"]) == use:
            return moved is not None and _lower(moved["topics"]) == pay and int(moved["data"], 16) == signed.value
    raise ChainFailed("the receipt does not show what used the nonce")


def _word(account: str) -> str:
    return account[2:].rjust(64, "0")


def _lower(topics: list[str]) -> list[str]:
    return [topic.lower() for topic in topics]
