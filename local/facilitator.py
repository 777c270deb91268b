"""An x402 facilitator on loopback that settles over a ledger in memory, so that paying can be seen without a chain.

``make run X402=fake`` starts it. What it does with a payment is the business of the ``x402`` package, whose scheme for
EVM chains verifies the signature for real; only the chain is not one.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

from local import node
from local.ledger import ASSET, CHAIN, NETWORK, Ledger, Transfer
from local.recursion import recursion_limit_kept

if TYPE_CHECKING:
    from x402 import x402FacilitatorSync
    from x402.mechanisms.evm.types import TransactionReceipt

FAKE: Final = "fake"
_ADDRESS: Final = "0x" + "fA" * 20

Answer = tuple[int, dict[str, Any]]
Interference = Callable[[Callable[[], Answer]], Answer]
"""Stands between a request and what serves it, which it may call or not."""


class HungUp(Exception):
    """The connection is to be closed without an answer."""


def down(_: Callable[[], Answer]) -> Answer:
    """Hang up, and do nothing."""
    raise HungUp


def lost(serve: Callable[[], Answer]) -> Answer:
    """Do what was asked, and hang up."""
    serve()
    raise HungUp


def broken(_: Callable[[], Answer]) -> Answer:
    """Answer 500, and do nothing."""
    return HTTPStatus.INTERNAL_SERVER_ERROR, {"error": "interference"}


def broken_after(serve: Callable[[], Answer]) -> Answer:
    """Do what was asked, and answer 500."""
    serve()
    return broken(serve)


def undisturbed(serve: Callable[[], Answer]) -> Answer:
    """Do what was asked, and tell."""
    return serve()


def answering(status: int, body: dict[str, Any]) -> Interference:
    """Give an interference that answers so, and does nothing."""
    return lambda _: (status, body)


class Facilitator:
    """The facilitator, from when it is made until it is closed. It serves /verify, /settle, /supported and /rpc.

    ``requests`` collects the paths that were asked and ``authorizations`` what came as Authorization with them.
    """

    def __init__(self, ledger: Ledger | None = None) -> None:
        self.ledger = ledger or Ledger()
        self.requests: list[str] = []
        self.authorizations: list[str] = []
        self.signer = _Signer(self.ledger)
        self._interferences: defaultdict[str, list[Interference]] = defaultdict(list)
        self._scheme = _scheme(self.signer)
        self._server = _Server(("127.0.0.1", 0), type("Endpoint", (_Endpoint,), {"facilitator": self}))
        self.base_url = f"http://127.0.0.1:{self._server.server_port}"
        self._serving = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._serving.start()

    @property
    def rpc_url(self) -> str:
        """Where the ledger is asked as a node is."""
        return f"{self.base_url}/rpc"

    @property
    def settings(self) -> dict[str, str]:
        """Give the settings that make the functions settle here."""
        return {"X402_FACILITATOR_URL": self.base_url, "X402_RPC_URL": self.rpc_url}

    def interfere(self, path: str, *interferences: Interference) -> None:
        """Disturb the next requests to a path, one after the other; later ones are served."""
        self._interferences[path].extend(interferences)

    def close(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._serving.join()
        self._server.server_close()

    def serve(self, path: str, asked: dict[str, Any]) -> Answer:
        """Answer a request. Raises HungUp."""
        self.requests.append(path)
        waiting = self._interferences[path]
        interference = waiting.pop(0) if waiting else undisturbed
        return interference(lambda: self._served(path, asked))

    def _served(self, path: str, asked: dict[str, Any]) -> Answer:
        match path:
            case "/rpc":
                return HTTPStatus.OK, node.answer(self.ledger, asked)
            case "/supported":
                told: Any = self._scheme.get_supported()
            case "/verify" | "/settle":
                told = self._decided(path, asked)
            case _:
                return HTTPStatus.NOT_FOUND, {"error": "no such path"}
        return HTTPStatus.OK, told.model_dump(by_alias=True, exclude_none=True)

    def _decided(self, path: str, asked: dict[str, Any]) -> Any:
        from x402.schemas import PaymentPayload, PaymentRequirements  # noqa: PLC0415 - see _scheme

        payment = PaymentPayload.model_validate(asked["paymentPayload"])
        requirements = PaymentRequirements.model_validate(asked["paymentRequirements"])
        decide = self._scheme.verify if path == "/verify" else self._scheme.settle
        return decide(payment, requirements)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that went away, which they do when the local API ends."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Endpoint(BaseHTTPRequestHandler):
    facilitator: Facilitator
    protocol_version = "HTTP/1.1"  # connections are kept, as a real facilitator keeps them
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Tell what is supported."""
        self._serve({})

    def do_POST(self) -> None:
        """Verify, settle, or answer as a node."""
        self.facilitator.authorizations.append(self.headers.get("Authorization", ""))
        try:
            asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            self._serve(asked)
        except (ValueError, LookupError, TypeError, AttributeError):  # whatever was sent, it is no question
            self._answer(HTTPStatus.BAD_REQUEST, {"error": "this is no request for a facilitator"})

    def log_message(self, *_: object) -> None:
        """Say nothing: the functions' own log lines tell of every call."""

    def _serve(self, asked: dict[str, Any]) -> None:
        try:
            status, told = self.facilitator.serve(self.path, asked)
        except HungUp:
            self.close_connection = True
            return
        self._answer(status, told)

    def _answer(self, status: int, told: dict[str, Any]) -> None:
        content = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _scheme(signer: _Signer) -> x402FacilitatorSync:
    # Imported here, because only who pays on a laptop should wait for it and have it installed.
    with recursion_limit_kept():
        from x402 import x402FacilitatorSync  # noqa: PLC0415
        from x402.mechanisms.evm.exact import ExactEvmFacilitatorScheme  # noqa: PLC0415

    logging.getLogger("x402").addHandler(logging.NullHandler())  # its warnings name payers, and would be printed
    facilitator = x402FacilitatorSync()
    facilitator.register([NETWORK], ExactEvmFacilitatorScheme(signer))
    return facilitator


@dataclass(slots=True)
class _Signer:
    """The facilitator's own account at the chain (x402's FacilitatorEvmSigner), of which the ledger takes no gas.

    So many of the next ``lost_receipts`` and ``failed_writes`` are told as a node in trouble tells them.
    """

    ledger: Ledger
    lost_receipts: int = 0
    failed_writes: int = 0

    def get_addresses(self) -> list[str]:
        return [_ADDRESS]

    def get_chain_id(self) -> int:
        return CHAIN

    def get_balance(self, address: str, token_address: str) -> int:
        return self.ledger.balance_of(address) if token_address.lower() == ASSET.lower() else 0

    def get_code(self, address: str) -> bytes:
        return b"\x60\x80" if address.lower() == ASSET.lower() else b""

    def verify_typed_data(self, *_: Any) -> bool:
        raise NotImplementedError("x402 recovers signers itself")

    def read_contract(self, address: str, _: list[dict[str, Any]], function_name: str, *args: Any) -> Any:
        """Simulate a transfer; x402 reads the rest only to explain a failure that has no reason."""
        if address.lower() != ASSET.lower() or function_name != "transferWithAuthorization":
            raise RuntimeError(f"execution reverted: {function_name}")
        self.ledger.check(Transfer(*args[:6]))

    def write_contract(self, *called: Any, data_suffix: str | None = None) -> str:  # noqa: ARG002 - the package's own
        """Send a transfer; before its arguments stand the contract, its ABI and the function's name."""
        if self.failed_writes:
            self.failed_writes -= 1
            raise RuntimeError("the node cannot be reached")
        return self.ledger.transfer(Transfer(*called[3:9]))

    def send_transaction(self, to: str, data: bytes) -> str:
        raise NotImplementedError("no wallet is deployed here")

    def wait_for_transaction_receipt(self, tx_hash: str) -> TransactionReceipt:
        """Give the receipt."""
        from x402.mechanisms.evm.types import TransactionReceipt  # noqa: PLC0415 - see _scheme

        if self.lost_receipts:
            self.lost_receipts -= 1
            raise TimeoutError("no receipt came")
        mined = self.ledger.transactions[tx_hash]
        return TransactionReceipt(status=1, block_number=mined.block, tx_hash=tx_hash, logs=list(mined.logs))
