"""A node of a chain on loopback: blocks, one token, and the faults and habits of real nodes."""

from __future__ import annotations

import json
import socket
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Self

from screwtape.adapters.chain import AUTHORIZATION_STATE, CANCELED, TRANSFER, USED
from screwtape.core.payments import Payment
from tests.model_server import Act, ModelServer, reply

WIDEST: Final = 5_000
"""How many blocks this node looks through at once."""
Log = dict[str, Any]


def error(code: int = -32_000) -> Act:
    """Answer with an error member, as nodes do with status 200."""
    return reply(json.dumps({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "canary"}}).encode())


def result(value: object) -> Act:
    """Answer with a result."""
    return reply(json.dumps({"jsonrpc": "2.0", "id": 1, "result": value}).encode())


def word(hexadecimal: str) -> str:
    """Give an account or a number as a word of 32 bytes."""
    return "0x" + hexadecimal.removeprefix("0x").rjust(64, "0").lower()


@dataclass
class Node:
    """A chain whose n-th block has the n-th of ``times``; block 0 is the first.

    ``latest`` is the block that it says is the newest. ``faults`` are acts instead of answers, by method. ``asked`` are
    the methods that were called, ``ranges`` the blocks that were looked through for events.
    """

    times: list[int]
    token: str
    latest: int = -1
    widest: int = WIDEST
    faults: dict[str, Act] = field(default_factory=dict)
    logs: list[Log] = field(default_factory=list)
    receipts: dict[str, Any] = field(default_factory=dict)
    ranges: list[tuple[int, int]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    url: str = ""
    chain: int = 8453

    def __enter__(self) -> Self:
        if self.latest < 0:
            self.latest = len(self.times) - 1
        self._server = ModelServer([self._act])
        self.url = self._server.__enter__().base_url
        return self

    def __exit__(self, *_: object) -> None:
        self._server.__exit__()

    # What happens on the chain --------------------------------------------------------------------------------------

    def at(self, moment: int) -> int:
        """Give the first block that is not before a moment."""
        return bisect_left(self.times, moment)

    def include(self, block: int, *logs: Log, status: str = "0x1") -> str:
        """Put a transaction with these logs into a block, and give its hash."""
        name = word(f"{len(self.receipts) + 1:x}ab")
        for log in logs:
            log |= {"transactionHash": name, "blockNumber": hex(block)}
        self.receipts[name] = {"transactionHash": name, "status": status, "logs": list(logs)}
        self.logs += logs
        return name

    def log(self, *topics: str, data: str = "0x", address: str = "") -> Log:
        """Give what the token, or another contract, writes down."""
        return {"address": address or self.token, "topics": list(topics), "data": data}

    def used(self, payment: Payment) -> Log:
        """Give the note that an authorization was used."""
        return self.log(USED, word(payment.authorization.payer), payment.authorization.nonce)

    def canceled(self, payment: Payment) -> Log:
        """Give the note that an authorization was cancelled."""
        return self.log(CANCELED, word(payment.authorization.payer), payment.authorization.nonce)

    def moved(self, payment: Payment, *, to: str = "", value: int = -1, address: str = "") -> Log:
        """Give the note of a transfer: the one that was signed, unless another is named."""
        signed = payment.authorization
        data = word(f"{signed.value if value < 0 else value:x}")
        return self.log(TRANSFER, word(signed.payer), word(to or signed.to), data=data, address=address)

    # What it answers ------------------------------------------------------------------------------------------------

    def _act(self, connection: socket.socket) -> None:
        request = self._server.received[-1].body
        method = request["method"]
        self.asked.append(method)
        answers: dict[str, Callable[..., Act]] = {
            "eth_chainId": lambda: result(hex(self.chain)),
            "eth_getBlockByNumber": self._block,
            "eth_call": self._call,
            "eth_getLogs": self._logs,
            "eth_getTransactionReceipt": lambda name: result(self.receipts.get(name)),
        }
        act = self.faults[method] if method in self.faults else answers[method](*request["params"])
        act(connection)

    def _block(self, number: str, whole: object) -> Act:
        at = self.latest if number == "latest" else int(number, 16)
        if whole is not False or at >= len(self.times):
            return result(None)
        return result({"number": hex(at), "timestamp": hex(self.times[at])})

    def _call(self, call: dict[str, str], number: str) -> Act:
        if call["to"].lower() != self.token.lower() or not call["data"].startswith(AUTHORIZATION_STATE):
            return result("0x")
        arguments = call["data"].removeprefix(AUTHORIZATION_STATE)
        key = ["0x" + arguments[:64], "0x" + arguments[64:]]
        is_used = any(
            set(log["topics"][:1]) & {USED, CANCELED} and log["topics"][1:] == key
            for log in self.logs
            if int(log["blockNumber"], 16) <= int(number, 16)
        )
        return result(word("1" if is_used else "0"))

    def _logs(self, wanted: dict[str, Any]) -> Act:
        begin, end = int(wanted["fromBlock"], 16), int(wanted["toBlock"], 16)
        self.ranges.append((begin, end))
        if end - begin + 1 > self.widest or begin > end or end > self.latest:
            return error(-32_005)
        kinds, *key = wanted["topics"]
        return result(
            [
                log
                for log in self.logs
                if begin <= int(log["blockNumber"], 16) <= end
                and log["address"].lower() == wanted["address"].lower()
                and set(log["topics"][:1]) & set(kinds)
                and log["topics"][1:] == key
            ]
        )
