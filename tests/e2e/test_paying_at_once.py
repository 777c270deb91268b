"""One payment brought by many at once, and a function that dies while it is settled: processes of the real runtime."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from local.facilitator import Answer, Facilitator, Interference
from local.ledger import FUNDS
from local.workers import WORKERS_PER_FUNCTION
from tests.conftest import ROOT
from tests.local.running import PATIENCE_S, Running, until
from tests.payer import PAY_TO, Payer, header_of

BODY: Final = {"task": "State the crew size.", "agent_output": "It was 5.", "evidence": ["The crew size was 4."]}
COPIES: Final = 10


class Shop:
    """The API in processes of its own, and the facilitator and the ledger in this one."""

    def __init__(self) -> None:
        self.facilitator = Facilitator()
        self.running = Running.start(ROOT / "template.yaml", env=self.facilitator.settings)

    def buy(self, payment: Any) -> httpx.Response:
        """Bring a payment for a call."""
        return httpx.post(
            f"{self.running.base_url}/v1/judge", json=BODY, headers=header_of(payment), timeout=PATIENCE_S
        )

    def buy_at_once(self, payment: Any, copies: int) -> list[httpx.Response]:
        """Bring one payment so many times, all at once."""
        with ThreadPoolExecutor(copies) as pool:
            return list(pool.map(lambda _: self.buy(payment), range(copies)))

    @property
    def earned(self) -> int:
        """Give what came in, in millionths."""
        return self.facilitator.ledger.balance_of(PAY_TO) - FUNDS

    def charges(self, calls: int) -> list[str]:
        """Give what each of the paid calls cost by the functions' own log lines, as soon as so many are there."""

        def paid() -> list[str]:
            lines = [line.partition("] ")[2] for line in self.running.errors]
            records = [json.loads(line) for line in lines if line.startswith("{")]
            return sorted(line["charge"] for line in records if line.get("route") == "/v1/judge" and "payment" in line)

        until(lambda: len(paid()) == calls)
        return paid()

    def close(self) -> None:
        """End both."""
        self.running.stop()
        self.facilitator.close()


@pytest.fixture
def shop() -> Iterator[Shop]:
    """Open a shop without customers."""
    opened = Shop()
    yield opened
    opened.close()


def after(step: Callable[[], object]) -> Interference:
    """Give an interference that takes a step first, which may wait, and then does what was asked."""

    def interfere(serve: Callable[[], Answer]) -> Answer:
        step()
        return serve()

    return interfere


def test_ten_copies_at_once_are_one_settlement(shop: Shop) -> None:
    """As many as may run are verified side by side; one of them is settled, and each other is told what is going on."""
    meeting = threading.Barrier(WORKERS_PER_FUNCTION)
    shop.facilitator.interfere("/verify", *[after(lambda: meeting.wait(PATIENCE_S))] * WORKERS_PER_FUNCTION)
    replies = shop.buy_at_once(Payer().payment(), COPIES)
    assert shop.earned == 5000
    assert shop.facilitator.requests.count("/settle") == 1
    codes = [reply.json().get("code", "judged") for reply in replies]
    assert set(codes) <= {"judged", "payment_in_progress", "payment_replayed"}
    assert 1 <= codes.count("judged") <= 4
    assert codes.count("payment_in_progress") >= 1
    assert len({reply.headers["payment-response"] for reply in replies if reply.status_code == 200}) == 1
    charges = shop.charges(COPIES)
    assert charges.count("payment") == 1
    assert charges.count("payment_replay") == codes.count("judged") - 1
    assert charges.count("none") == COPIES - codes.count("judged")


def test_a_twin_that_verifies_after_its_sibling_settled_is_answered_too(shop: Shop) -> None:
    """To the facilitator its nonce is used by then; to us it is the payment that was settled."""
    meeting = threading.Barrier(2)
    told: list[Answer] = []

    def after_the_sibling(serve: Callable[[], Answer]) -> Answer:
        meeting.wait(PATIENCE_S)
        shop.charges(1)
        told.append(serve())
        return told[0]

    shop.facilitator.interfere("/verify", after(lambda: meeting.wait(PATIENCE_S)), after_the_sibling)
    first, second = shop.buy_at_once(Payer().payment(), 2)
    assert told[0][1]["isValid"] is False
    assert (first.status_code, second.status_code, shop.earned) == (200, 200, 5000)
    assert shop.charges(2) == ["payment", "payment_replay"]


def test_a_function_that_dies_after_the_money_moved_leaves_a_payment_that_can_be_found(shop: Shop) -> None:
    """While its lease runs the payment is in progress; then it is delivered, and the chain says that it was paid."""

    def and_die(serve: Callable[[], Answer]) -> Answer:
        told = serve()
        for process in judging(shop.running):
            os.kill(process, signal.SIGKILL)
        return told

    payment = Payer().payment()
    shop.facilitator.interfere("/settle", and_die)
    died = shop.buy(payment)
    assert (died.status_code, shop.earned) == (500, 5000)
    assert "payment-required" not in died.headers
    early = shop.buy(payment)
    assert (early.status_code, early.json()["code"]) == (409, "payment_in_progress")
    assert early.headers["retry-after"]
    until(lambda: shop.buy(payment).status_code == 200)
    assert (shop.earned, shop.facilitator.requests.count("/settle")) == (5000, 1)


def judging(running: Running) -> list[int]:
    """List the processes of the judge function (Linux)."""
    name = b"AWS_LAMBDA_FUNCTION_NAME=JudgeFunction"
    return [child for child in running.children() if name in Path(f"/proc/{child}/environ").read_bytes().split(b"\0")]
