"""How the project sets itself up: the Makefile's targets and the lock files."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = sorted([*ROOT.glob("requirements/*.txt"), ROOT / "layers/core/requirements.txt"])
each_lock = pytest.mark.parametrize("path", LOCKS, ids=lambda path: f"{path.parent.name}/{path.stem}")


def pins(path: Path) -> dict[str, str]:
    """Give the version of every package in a lock file."""
    return dict(re.findall(r"^([a-z0-9.-]+)(?:\[[^]]*\])?==(\S+)", path.read_text(), re.MULTILINE))


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make as somebody would who has set nothing."""
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder)}
    command = [shutil.which("make") or "make", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603


def script(path: Path, body: str) -> Path:
    """Write an executable shell script."""
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Just enough of a fresh clone for make to begin."""
    for name in ("Makefile", "requirements/uv.txt", "requirements/dev.txt", "layers/core/pyproject.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


@each_lock
def test_a_lock_file_pins_every_package_by_hash(path: Path) -> None:
    """One exact version and at least one SHA-256 a package."""
    entries = re.split(r"\n(?=\S)", re.sub(r"^\s*#.*\n?", "", path.read_text(), flags=re.MULTILINE).strip())
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+(\[[^]]*\])?==\S+ (; .+ )?\\\n    --hash=sha256:[0-9a-f]{64}", entry), entry


@each_lock
def test_a_lock_file_names_no_registry(path: Path) -> None:
    """Each machine takes packages from the index that it is set up for."""
    assert not re.search(r"://|--(extra-)?index-url|--find-links", path.read_text())


@pytest.mark.parametrize(
    "part", ["requirements/run.txt", "requirements/facilitator.txt", "layers/core/requirements.txt"]
)
def test_what_is_tested_is_what_runs(part: str) -> None:
    """Each package has one version, whether in the tests, in the local API or in the layer."""
    assert pins(ROOT / part).items() <= pins(ROOT / "requirements/dev.txt").items()


def test_the_layer_leaves_to_lambda_what_lambda_brings() -> None:
    """The runtime has boto3; in the layer it would more than double the size."""
    assert not {"boto3", "botocore"} & pins(ROOT / "layers/core/requirements.txt").keys()


@pytest.mark.parametrize(
    ("rewrite", "code", "told"),
    [
        pytest.param(":", 0, "", id="up to date"),
        pytest.param('echo "new==1" >> "$lock"', 1, "+new==1", id="out of date"),
        pytest.param("echo 'No solution found' >&2; exit 1", 1, "No solution found", id="no solution"),
    ],
)
def test_drift_of_a_lock_file_is_told_and_nothing_is_changed(
    tmp_path: Path, rewrite: str, code: int, told: str
) -> None:
    """--check says what making the lock files anew would change, and leaves them alone."""
    before = [path.read_bytes() for path in LOCKS]
    find_lock = 'while [ "$1" != --output-file ]; do shift; done; lock=$2'
    uv = script(tmp_path / "uv", f"{find_lock}\n{rewrite}")
    command = [sys.executable, str(ROOT / "requirements/lock.py"), "--check", "--uv", str(uv)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert (ran.returncode, told in ran.stderr) == (code, True)
    assert [path.read_bytes() for path in LOCKS] == before


def test_help_explains_every_target(checkout: Path) -> None:
    """`make` alone lists each target that there is, with a sentence."""
    (declared,) = re.findall(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    listed = dict(re.findall(r"^  make (\S+) +(\S.+)$", make(checkout).stdout, re.MULTILINE))
    assert set(declared.split()) == listed.keys()


@pytest.mark.parametrize(
    ("body", "line"),
    [
        pytest.param("exit 127", "Python 3.11 or newer is missing", id="a shim that does not start"),
        pytest.param("exit 0", "Python 3.11 or newer is missing", id="an old Python"),
        pytest.param(
            'case "$2" in *ensurepip*) exit 1 ;; *) echo "$0" ;; esac', "apt install python3-venv", id="no venv"
        ),
    ],
)
def test_what_is_missing_is_named_in_one_line(checkout: Path, body: str, line: str) -> None:
    """Without a Python that will do, make ends at once and says what to install."""
    ran = make(checkout, "test", f"PYTHON={script(checkout / 'python', body)}")
    assert ran.returncode != 0
    assert len(ran.stderr.splitlines()) == 1
    assert line in ran.stderr


def test_ci_calls_make_and_nothing_else() -> None:
    """What CI runs, a developer can run."""
    lines = [line for line in (ROOT / ".ci/run").read_text().splitlines() if line and not line.startswith("#")]
    assert lines[0] == "set -euo pipefail"
    assert all(line.startswith("make ") for line in lines[2:])
    assert (ROOT / ".ci/run").stat().st_mode & 0o111
