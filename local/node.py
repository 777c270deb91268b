"""A node's JSON-RPC over the ledger in memory: as much of it as tells what became of an authorization."""

from __future__ import annotations

from typing import Any, Final

from local.ledger import ASSET, CHAIN, Ledger, Transaction

_AUTHORIZATION_STATE: Final = "0xe94a0102"
_WIDEST_BLOCKS: Final = 10_000
_ARGUMENT: Final = 64
_ACCOUNT: Final = 40


class RpcError(Exception):
    """What a node answers instead of a result."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def answer(ledger: Ledger, request: dict[str, Any]) -> dict[str, Any]:
    """Answer a JSON-RPC request (Ethereum JSON-RPC; numbers are hexadecimal)."""
    try:
        told = {"result": _result(ledger, request["method"], request.get("params", []))}
    except RpcError as error:
        told = {"error": {"code": error.code, "message": str(error)}}
    return {"jsonrpc": "2.0", "id": request.get("id"), **told}


def _result(ledger: Ledger, method: str, params: list[Any]) -> Any:
    match method, params:
        case "eth_chainId", _:
            return hex(CHAIN)
        case "eth_blockNumber", _:
            return hex(ledger.block)
        case "eth_getBlockByNumber", [tag, *_]:
            number = ledger.block if tag == "latest" else int(tag, 16)
            return None if number > ledger.block else _block(ledger, number)
        case "eth_call", [call, *_]:
            return _call(ledger, call)
        case "eth_getLogs", [wanted]:
            return _logs(ledger, wanted)
        case "eth_getTransactionReceipt", [transaction]:
            mined = ledger.transactions.get(transaction)
            return mined and _receipt(mined)
        case _:
            raise RpcError(-32601, f"the method {method} does not exist")


def _block(ledger: Ledger, number: int) -> dict[str, Any]:
    return {"number": hex(number), "timestamp": hex(ledger.time_of(number))}


def _call(ledger: Ledger, call: dict[str, Any]) -> str:
    data = call["data"]
    if call["to"].lower() != ASSET.lower() or not data.startswith(_AUTHORIZATION_STATE):
        raise RpcError(3, "execution reverted")
    payer, nonce = data[len(_AUTHORIZATION_STATE) :][:_ARGUMENT], data[-_ARGUMENT:]
    return f"0x{int(ledger.is_spent('0x' + payer[-_ACCOUNT:], bytes.fromhex(nonce))):064x}"


def _logs(ledger: Ledger, wanted: dict[str, Any]) -> list[dict[str, Any]]:
    first, last = int(wanted["fromBlock"], 16), int(wanted["toBlock"], 16)
    if last - first >= _WIDEST_BLOCKS:
        raise RpcError(-32005, f"the range is over {_WIDEST_BLOCKS} blocks")
    return [
        {**log, "transactionHash": mined.hash, "blockNumber": hex(mined.block)}
        for mined, log in ledger.logs(first, last)
        if _fits(log["topics"], wanted["topics"]) and wanted["address"].lower() == ASSET.lower()
    ]


def _fits(topics: list[str], wanted: list[Any]) -> bool:
    """Tell whether a log has the topics of a filter, in which a list stands for any of its members."""
    if len(topics) < len(wanted):
        return False
    return all(
        wish is None or topic in (wish if isinstance(wish, list) else [wish])
        for topic, wish in zip(topics, wanted, strict=False)
    )


def _receipt(mined: Transaction) -> dict[str, Any]:
    return {
        "transactionHash": mined.hash,
        "blockNumber": hex(mined.block),
        "status": "0x1",
        "logs": [{**log, "transactionHash": mined.hash, "blockNumber": hex(mined.block)} for log in mined.logs],
    }
