"""A shop for tests of paying: the API, a facilitator of the x402 package, and a ledger in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from local.client import Answer, Api
from local.facilitator import Facilitator
from local.ledger import FUNDS
from screwtape.api.routes import CONSENSUS_EXAMPLE, JUDGE_EXAMPLE
from tests.conftest import MakeApi
from tests.payer import PAY_TO, header_of


@pytest.fixture
def facilitator() -> Iterator[Facilitator]:
    """Give a facilitator of the x402 package over a fresh ledger."""
    serving = Facilitator()
    yield serving
    serving.close()


class Shop:
    """The API that is paid at a facilitator, and how often it worked."""

    def __init__(self, api: Api, facilitator: Facilitator) -> None:
        self.api = api
        self.facilitator = facilitator
        self.works = 0

    def buy(
        self, payment: Any, body: Any = None, path: str = "/v1/judge", at: int | None = None, **headers: str
    ) -> Answer:
        """Bring a payment for a call; ``at`` is when, in epoch milliseconds."""
        body = body or (JUDGE_EXAMPLE if path == "/v1/judge" else CONSENSUS_EXAMPLE)
        return self.api.request("POST", path, headers=header_of(payment) | headers, json=body, at=at)

    @property
    def earned(self) -> int:
        """Give what came in, in millionths."""
        return self.facilitator.ledger.balance_of(PAY_TO) - FUNDS


@pytest.fixture
def shop(make_api: MakeApi, facilitator: Facilitator, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """Give an API whose work is counted."""
    opened = Shop(make_api(facilitator.settings), facilitator)
    from screwtape.services.judging import Judging  # noqa: PLC0415 - the module that this test's API has loaded

    for name in ("judge", "agree"):
        work: Callable[..., Any] = getattr(Judging, name)

        def counted(*given: Any, work: Callable[..., Any] = work) -> Any:
            opened.works += 1
            return work(*given)

        monkeypatch.setattr(Judging, name, counted)
    return opened
