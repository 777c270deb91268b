"""The sample API, running."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.local.running import Running

SAMPLE = Path(__file__).parent / "sample"


@pytest.fixture(scope="module")
def sample_api() -> Iterator[Running]:
    """Give the sample API with real workers; at the end nothing of it may be left."""
    running = Running.start(SAMPLE / "template.yaml", env={"GREETING": "overridden", "UNRELATED": "caller's own"})
    yield running
    running.stop_and_check()


@pytest.fixture
def sample_copy(tmp_path: Path) -> Path:
    """Give a copy of the sample's folder that a test may edit."""
    return Path(shutil.copytree(SAMPLE, tmp_path / "sample", ignore=shutil.ignore_patterns("__pycache__")))
