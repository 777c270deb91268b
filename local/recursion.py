"""What a library that is imported may not change for everybody else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def recursion_limit_kept() -> Iterator[None]:
    """Keep Python's limit of recursion.

    ``py_ecc``, which comes with eth-account, raises it to 100,000 when it is imported: more than the stack of a thread
    can hold, so that a deeply nested document, which is else an error, would end the process.
    """
    limit = sys.getrecursionlimit()
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
