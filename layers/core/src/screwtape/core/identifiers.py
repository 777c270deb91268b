"""Public names of things: a prefix that tells the kind, then 26 lower-case base32 characters (RFC 4648, no padding)."""

from __future__ import annotations

import base64
from typing import Final

RANDOM_BYTES: Final = 16


def new_id(prefix: str, chance: bytes) -> str:
    """Make an identifier such as ``req_…`` or ``key_…`` from ``RANDOM_BYTES`` random bytes; ``prefix`` has no dash."""
    if len(chance) != RANDOM_BYTES:
        message = f"an identifier is made from {RANDOM_BYTES} random bytes, not {len(chance)}"
        raise ValueError(message)
    return f"{prefix}_{base64.b32encode(chance).decode().rstrip('=').lower()}"
