"""docs/x402.md says what the code does: every variable, error and number."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from screwtape.api.routes import ROUTES
from screwtape.core import terms
from screwtape.settings import Settings


@pytest.fixture
def page(root: Path) -> str:
    """Give the page."""
    return (root / "docs" / "x402.md").read_text(encoding="utf-8")


def test_every_variable_stands_there_with_its_parameter(page: str, template: dict[str, Any]) -> None:
    """None is left out, and each parameter exists."""
    table = page[page.index("## Take payments") :]
    assert set(re.findall(r"`(X402_\w+)`", table)) == {
        name.upper() for name in Settings.model_fields if name.startswith("x402_")
    }
    named = dict(re.findall(r"^\| `(X402_\w+)` \| `(\w+)` \|", table, re.MULTILINE))
    assert named == {name: "".join(word.capitalize() for word in name.split("_")) for name in named}
    assert set(named.values()) <= template["Parameters"].keys()


def test_every_error_of_a_payment_stands_there(page: str) -> None:
    """With its code, under the status that it has."""
    (judge,) = (route for route in ROUTES if route.name == "judge")
    codes = {kind.code for kind in judge.errors if "payment" in kind.code}
    assert set(re.findall(r"^\| \d+ `(\w+)`", page, re.MULTILINE)) == codes


def test_its_numbers_are_the_terms(page: str) -> None:
    """Seconds, answers and price come from one place."""
    assert (terms.X402_REPLAYS, terms.X402_REPLAY_SECONDS) == (3, 600)
    assert "within ten minutes, up to three times" in page
    assert f"after a crash it takes up to {terms.FUNCTION_SECONDS + terms.X402_LEASE_SECONDS + 1}" in page
    assert f"at least {terms.X402_VALID_SECONDS} seconds of validity" in page
    assert f"| `X402Amount` | {terms.X402_AMOUNT_MICRO_USDC} |" in page
