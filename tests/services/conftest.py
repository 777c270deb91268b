"""What tests of the services may ask for."""

from __future__ import annotations

import pytest

from tests.payments import Shop


@pytest.fixture(params=[True, False], ids=["with a chain", "without a chain"])
def shop(request: pytest.FixtureRequest) -> Shop:
    """Give a shop that has a chain to ask, and one that has none."""
    return Shop(has_chain=request.param)
