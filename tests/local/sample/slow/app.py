"""Sleeps for as many seconds as its body says, then names its process."""

import os
import time
from typing import Any


def handler(event: dict[str, Any], _context: Any) -> Any:
    """Answer one event."""
    time.sleep(float(event["body"]))
    return {"statusCode": 200, "body": str(os.getpid())}
