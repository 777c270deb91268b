"""Write the lock files from the declared dependencies, or with --check tell whether they are up to date.

Every lock file pins each package to one version and to the hashes of its files. Versions stay as they are locked until
a declaration excludes them or uv is asked to move them: other arguments, such as --upgrade, are passed on to it.
"""

from __future__ import annotations

import argparse
import difflib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
LAYER: Final = "layers/core/pyproject.toml"
DEV: Final = "requirements/dev.txt"

LOCKS: Final = {
    "requirements/uv.txt": ("--group", "uv"),
    "requirements/sam.txt": ("--group", "sam"),
    "requirements/bench.txt": ("--group", "bench"),
    DEV: (LAYER, "--group", "dev"),
    "requirements/run.txt": (LAYER, "--group", "run", "--constraint", DEV),
    "requirements/facilitator.txt": (LAYER, "--group", "facilitator", "--constraint", DEV),
    "layers/core/requirements.txt": (LAYER, "--constraint", DEV),
}
"""Lock file by what it is made from, in the order of making: what is tested is what runs and what is deployed."""

OLDEST_PYTHON: Final = "3.11"


def compile_locks(tree: Path, uv: Path, extra: Sequence[str], *, offline: bool = False) -> None:
    """Let uv write every lock file of ``tree``. Raises CalledProcessError, whose stderr holds uv's own words."""
    for lock, sources in LOCKS.items():
        command = [
            *(str(uv), "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST_PYTHON),
            *("--generate-hashes", "--annotation-style", "line", "--custom-compile-command", "make lock"),
            *sources,
            *("--output-file", lock),
            *extra,
        ]
        environment = os.environ | {"UV_OFFLINE": "true"} if offline else None
        subprocess.run(command, cwd=tree, env=environment, check=True, text=True, stderr=subprocess.PIPE)  # noqa: S603


def changes(uv: Path) -> str:
    """Tell as a diff what making the lock files anew would change; empty when they are up to date."""
    with tempfile.TemporaryDirectory() as made:
        tree = Path(made)
        for name in ("pyproject.toml", LAYER, *LOCKS):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tree / name)
        try:
            # What uv remembers is enough as a rule, and asks no registry.
            compile_locks(tree, uv, (), offline=True)
        except subprocess.CalledProcessError:
            compile_locks(tree, uv, ())
        return "".join(
            line
            for name in LOCKS
            for line in difflib.unified_diff(
                (ROOT / name).read_text().splitlines(keepends=True),
                (tree / name).read_text().splitlines(keepends=True),
                name,
                "made anew",
            )
        )


def main() -> int:
    """Run from the command line; 1 when a lock file is out of date or cannot be made."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--uv", type=Path, required=True, help="the uv to call")
    parser.add_argument("--check", action="store_true", help="change nothing, fail when something would change")
    options, extra = parser.parse_known_args()
    uv = options.uv.resolve()
    try:
        if not options.check:
            compile_locks(ROOT, uv, extra)
            return 0
        difference = changes(uv)
    except subprocess.CalledProcessError as failure:
        sys.stderr.write(failure.stderr)
        return 1
    if difference:
        sys.stderr.write(f"{difference}The lock files do not follow from the declared dependencies. Run: make lock\n")
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main())
