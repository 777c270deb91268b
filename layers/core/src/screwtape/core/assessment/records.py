"""Answers that are JSON: the same whatever their white space and order of keys, others by any key or value."""

from __future__ import annotations

import json
import re
from typing import Final

from screwtape.core.judge.records import unfenced

_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"(:?)')


def record(text: str) -> str:
    """Give a JSON object or list in one form of writing, nothing for any other text."""
    begin, end = unfenced(text)
    bare = text[begin:end]
    if bare[:1] not in {"{", "["}:
        return ""
    try:
        return json.dumps(json.loads(bare), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    except (ValueError, RecursionError):
        return ""


def same_record(one: str, other: str) -> bool | None:
    """Whether two records are the same; None where they differ in texts alone, which may say the same."""
    if one == other:
        return True
    return None if _without_texts(one) == _without_texts(other) else False


def _without_texts(text: str) -> str:
    """Give a record with its keys, and its texts emptied."""
    return _STRING.sub(lambda match: match[0] if match[1] else '""', text)
