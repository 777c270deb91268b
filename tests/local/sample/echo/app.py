"""Shows a caller the event, the environment and the process that its request reached."""

import json
import os
from typing import Any


def handler(event: dict[str, Any], context: Any) -> Any:
    """Answer one event."""
    shown = {"event": event, "environment": dict(os.environ), "pid": os.getpid()}
    shown["remaining_ms"] = context.get_remaining_time_in_millis()
    return {"statusCode": 200, "headers": {"content-type": "application/json"}, "body": json.dumps(shown)}
