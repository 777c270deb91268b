"""Fails in the way that its body names."""

import os
from typing import Any


def handler(event: dict[str, Any], _context: Any) -> Any:
    """Answer one event."""
    if event["body"] == "exit":
        os._exit(3)
    if event["body"] == "print":
        print("a line of the function")  # noqa: T201 (what Lambda logs)
        return {"statusCode": 204}
    if event["body"] == "unserialisable":
        return {"statusCode": 200, "body": {1, 2}}
    raise RuntimeError("failed on purpose")
