"""Idempotency keys: how a caller's own name for a call becomes a claim that tells the store nothing.

The digests are keyed with the caller's API key, which we do not keep: whoever reads the store can neither guess an
Idempotency-Key nor test what text was judged.
"""

from __future__ import annotations

import re
from typing import Final

from screwtape.core import terms
from screwtape.core.digests import keyed_digest
from screwtape.core.errors import InvalidIdempotencyKey
from screwtape.core.metering import Claim

_FORM: Final = re.compile(rf"[\x20-\x7e]{{1,{terms.IDEMPOTENCY_KEY_CHARS}}}")
_SECONDS_KEPT: Final = terms.IDEMPOTENCY_HOURS * terms.HOUR_SECONDS


def claim_of(name: str, *, secret: str, request: bytes, now: int, lease_seconds: int) -> Claim:
    """Make the claim for a caller's Idempotency-Key ``name`` on one request (route and body as bytes).

    ``secret`` is the API key. Raises InvalidIdempotencyKey unless the name is 1 to 255 printable ASCII characters.
    """
    if not _FORM.fullmatch(name):
        message = f"Idempotency-Key must be 1 to {terms.IDEMPOTENCY_KEY_CHARS} printable ASCII characters."
        raise InvalidIdempotencyKey(message)
    return Claim(
        id=keyed_digest(secret.encode(), "idempotency-key", name.encode()),
        request=keyed_digest(secret.encode(), "idempotent-request", request),
        lease_until=now + lease_seconds,
        expires_at=now + _SECONDS_KEPT,
    )
