"""Four clients that nobody here wrote pay for a call to the API as ``make run X402=fake`` serves it."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from local.facilitator import Facilitator, broken, lost
from local.ledger import FUNDS
from local.recursion import recursion_limit_kept
from tests.conftest import ROOT
from tests.local.running import Running
from tests.payer import PAY_TO, Payer, header_of, of_header

with recursion_limit_kept():
    from eth_account import Account
    from x402 import x402Client, x402ClientSync
    from x402.http.clients.httpx import x402HttpxClient
    from x402.http.clients.requests import x402_requests
    from x402.mechanisms.evm import EthAccountSigner
    from x402.mechanisms.evm.exact import register_exact_evm_client

HERE = Path(__file__).parent
BODY = {"task": "State the crew size.", "agent_output": "It was 5.", "evidence": ["The crew size was 4."]}
SHORT, LASTING = re.findall(r"```python\n(.*?)```", (ROOT / "docs/x402.md").read_text(encoding="utf-8"), re.DOTALL)
"""The programs of the page."""

Bought = dict[str, Any]
"""The ``status`` of a call, its ``verdict`` and its ``receipt``."""


@pytest.fixture(scope="module")
def paid_api() -> Iterator[Running]:
    """Give an API that a stand-in for a facilitator settles for."""
    running = Running.start(ROOT / "template.yaml", env={"X402": "fake"})
    yield running
    running.stop()


def by_x402_httpx(url: str) -> Bought:
    """Pay with the x402 package over httpx."""

    async def buy() -> Bought:
        client = x402Client()
        register_exact_evm_client(client, EthAccountSigner(Account.create()))
        async with x402HttpxClient(client, timeout=60) as paying:
            reply = await paying.post(url, json=BODY)
            await reply.aread()
            return bought(reply)

    return asyncio.run(buy())


def by_x402_requests(url: str) -> Bought:
    """Pay with the x402 package over requests."""
    client = x402ClientSync()
    register_exact_evm_client(client, EthAccountSigner(Account.create()))
    with x402_requests(client) as paying:
        return bought(paying.post(url, json=BODY, timeout=60))


def by_hand(url: str) -> Bought:
    """Read the terms, sign them with eth-account, and ask again."""
    asked = httpx.post(url, json=BODY, timeout=60)
    assert asked.status_code == 402
    (terms,) = of_header(asked.headers["payment-required"])["accepts"]
    return bought(httpx.post(url, json=BODY, headers=header_of(Payer().payment(terms)), timeout=60))


def by_npm(url: str) -> Bought:
    """Pay with the npm packages @x402/fetch, @x402/evm and viem."""
    command = ["node", str(HERE / "x402/pay.mjs"), url, json.dumps(BODY)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)  # noqa: S603 - our own
    assert ran.returncode == 0, ran.stderr
    told: Bought = json.loads(ran.stdout)
    return told


def bought(reply: Any) -> Bought:
    """Give what a reply of either library holds."""
    receipt = reply.headers.get("payment-response")
    return {"status": reply.status_code, "verdict": reply.json().get("verdict"), "receipt": receipt}


@pytest.mark.parametrize("buy", [by_x402_httpx, by_x402_requests, by_hand, by_npm], ids=lambda buy: buy.__name__)
def test_a_client_pays_and_is_served(paid_api: Running, buy: Callable[[str], Bought]) -> None:
    """Each gets 402, signs the terms for real, and has a verdict and a receipt."""
    told = buy(f"{paid_api.base_url}/v1/judge")
    assert (told["status"], told["verdict"]) == (200, "fail")
    receipt = of_header(told["receipt"])
    assert (receipt["success"], receipt["amount"], receipt["network"]) == (True, "5000", "eip155:8453")
    assert re.fullmatch("0x[0-9a-f]{64}", receipt["transaction"])


def test_the_program_of_the_page_pays(paid_api: Running) -> None:
    """docs/x402.md promises ten lines that print a status, a verdict and a receipt."""
    lines = [line for line in SHORT.splitlines() if line.strip()]
    assert len([line for line in lines if not line.startswith(("from ", "import "))]) <= 10
    status, verdict, receipt = told_by(SHORT, paid_api)
    assert (status, verdict, of_header(receipt)["success"]) == ("200", "fail", True)


def test_the_lasting_program_of_the_page_pays_once() -> None:
    """Though the facilitator, and then the chain, break off while it does."""
    facilitator = Facilitator()
    facilitator.interfere("/settle", lost)
    facilitator.interfere("/rpc", broken)
    running = Running.start(ROOT / "template.yaml", env=facilitator.settings)
    try:
        assert told_by(LASTING, running) == ["200", "fail"]
        assert facilitator.ledger.balance_of(PAY_TO) - FUNDS == 5000
        assert len([path for path in facilitator.requests if path == "/settle"]) > 1
    finally:
        running.stop()
        facilitator.close()


def told_by(program: str, api: Running) -> list[str]:
    """Run a program of the page against an API, and give the words that it prints."""
    command = [sys.executable, "-c", program.replace("http://127.0.0.1:3000", api.base_url)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)  # noqa: S603 - the page's own
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()
