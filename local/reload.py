"""Noticing that source files changed, cheaply enough to look before every request."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

_SKIPPED: Final = frozenset({"__pycache__", "build", "dist"})

Fingerprint = Mapping[str, tuple[int, int]]
"""Modification time in nanoseconds and size in bytes, by path."""


def fingerprint(sources: Iterable[Path]) -> Fingerprint:
    """Look at every file among and under ``sources``, hidden files, bytecode and build results left out."""
    seen: dict[str, tuple[int, int]] = {}
    pending = [os.fspath(source) for source in sources]
    while pending:
        folder = pending.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.startswith(".") or entry.name in _SKIPPED or entry.name.endswith(".egg-info"):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                        continue
                    found = entry.stat()
                    seen[entry.path] = (found.st_mtime_ns, found.st_size)
        except NotADirectoryError:
            found = os.stat(folder)  # noqa: PTH116 (strings, for speed: this runs before every request)
            seen[folder] = (found.st_mtime_ns, found.st_size)
        except FileNotFoundError:
            continue  # an editor is just replacing it; the next look sees the new file
    return seen


def forget_bytecode(before: Fingerprint, after: Fingerprint) -> None:
    """Delete the compiled form of every changed file.

    Python trusts bytecode whose source agrees in size and in the *second* of its modification: a second edit within
    a second would run the first one's code.
    """
    for path in before.keys() | after.keys():
        if path.endswith(".py") and before.get(path) != after.get(path):
            Path(importlib.util.cache_from_source(path)).unlink(missing_ok=True)
