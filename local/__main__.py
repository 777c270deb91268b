"""``python -m local``: the API on this machine, as ``make run`` starts it.

Exit codes: 1 when it cannot start, with one line on stderr that says why; 0 after Ctrl-C or SIGTERM, which is how it is
meant to end.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the options and serve."""
    parser = argparse.ArgumentParser(prog="python -m local", description="Serve template.yaml on 127.0.0.1.")
    parser.add_argument("--port", default=os.environ.get("PORT") or "3000", help="0 takes a free one (PORT, or 3000)")
    parser.add_argument("--template", type=Path, default=Path("template.yaml"), help="the SAM template to serve")
    parser.add_argument("--quiet", action="store_true", help="hide what the functions print")
    parser.add_argument("--in-process", action="store_true", help="run handlers in this process, for breakpoints")
    parser.add_argument(
        "--model", default=os.environ.get("MODEL") or "", help="scripted: a stand-in for a model (MODEL)"
    )
    parser.add_argument(
        "--x402", default=os.environ.get("X402") or "", help="fake: a stand-in for a facilitator and its chain (X402)"
    )
    given = parser.parse_args(arguments)

    import asyncio  # noqa: PLC0415 (after the options, so that Ctrl-C is quiet while the rest is imported)

    from local.failure import LocalFailure  # noqa: PLC0415
    from local.serve import Options, serve  # noqa: PLC0415

    try:
        return asyncio.run(serve(Options(**vars(given))))
    except LocalFailure as failure:
        print(f"screwtape: {failure}", file=sys.stderr, flush=True)
        return 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(0)
