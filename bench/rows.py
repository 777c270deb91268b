"""Labelled rows, one JSON object a line, in files named for their set."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

Row = dict[str, Any]


class Labelled(NamedTuple):
    """A row and the set that it is of."""

    name: str
    row: Row

    @property
    def is_consensus(self) -> bool:
        """Whether several answers are to be assessed, and not one output judged."""
        return "answers" in self.row


def read(folder: Path, only: frozenset[str] = frozenset()) -> Iterator[Labelled]:
    """Give every row of the ``*.jsonl`` and ``*.jsonl.gz`` files of a folder, by name; ``only`` narrows the sets."""
    for path in sorted(folder.glob("*.jsonl*")):
        name = path.name.split(".")[0]
        if only and name not in only:
            continue
        content = path.read_bytes()
        text = gzip.decompress(content) if path.suffix == ".gz" else content
        for line in text.decode().splitlines():
            if line.strip():
                yield Labelled(name, json.loads(line))
