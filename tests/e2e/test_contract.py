"""The API as it is served, held to its own OpenAPI document by requests that nobody thought of."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.local.running import Running

HERE = Path(__file__).parent
PLENTY = {"FREE_CALLS_PER_DAY": "1000000", "SIGNUPS_PER_HOUR": "1000000"}


@pytest.fixture(scope="module")
def plentiful_api() -> Iterator[Running]:
    """Serve the API with limits that a fuzzer does not reach."""
    running = Running.start(HERE.parents[1] / "template.yaml", env=PLENTY)
    yield running
    running.stop_and_check()


def test_no_request_breaks_the_contract(plentiful_api: Running, tmp_path: Path) -> None:
    """Valid or not, every request gets a documented reply: status, type, headers and body; none a server error.

    DELETE is left out, because it would end the key that the other requests need, and so is ``ignored_auth``, which
    demands 401 where a payable route asks a keyless caller for a payment (402).
    """
    run = subprocess.run(  # noqa: S603 - the fuzzer of this environment
        [
            *(Path(sys.executable).with_name("schemathesis"), "--config-file", HERE / "schemathesis.toml"),
            *("run", f"{plentiful_api.base_url}/openapi.json", "--exclude-method", "DELETE", "--checks", "all"),
            *("--exclude-checks", "ignored_auth"),
            *("--header", f"Authorization: Bearer {plentiful_api.key}", "--max-examples", "60", "--no-color"),
            *(("--generation-deterministic",) if os.environ.get("CI") else ()),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Operations:       5 selected" in run.stdout
