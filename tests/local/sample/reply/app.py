"""Returns the JSON that it is sent, whatever that is; with X-Repeat, a body of that many letters."""

import base64
import json
from typing import Any


def handler(event: dict[str, Any], _context: Any) -> Any:
    """Answer one event."""
    if repeat := event["headers"].get("x-repeat"):
        return {"statusCode": 200, "body": "x" * int(repeat)}
    if "body" not in event:
        return {"statusCode": 200, "body": "seven b"}
    body = event["body"]
    return json.loads(base64.b64decode(body) if event["isBase64Encoded"] else body)
