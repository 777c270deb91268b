"""Keys, claims and moments that tests of the store begin with."""

from __future__ import annotations

import hashlib
from typing import Final

from screwtape.core.credentials import KeyDigest
from screwtape.core.metering import Allowance, Claim, day_of
from screwtape.ports import NewKey, SignupLimit

NOON: Final = 1_800_014_400
"""2027-01-15 12:00 UTC."""
MIDNIGHT: Final = NOON + 12 * 3600
DAY: Final = 86_400
PLENTY: Final = 1_000_000


def digest(name: str) -> KeyDigest:
    """Give a digest such as keys are known by."""
    return KeyDigest(hashlib.sha256(name.encode()).hexdigest())


def new_key(  # noqa: PLR0913 (each test names the one or two that matter to it)
    name: str = "first", *, email: str = "mailbox", free: int = 3, used: int = 0, credits_: int = 0, now: int = NOON
) -> NewKey:
    """Give a key to store: ``used`` of its ``free`` calls of the day are spent, ``credits_`` are prepaid."""
    allowance = Allowance(day_of(now), used=used, allow=free + credits_, free=free)
    return NewKey(digest(name), f"key_{name}", name, email, now, allowance)


def limit(per_hour: int = PLENTY, *, source: str = "source", now: int = NOON) -> SignupLimit:
    """Give a sign-up limit for the hour of ``now``."""
    return SignupLimit(source, now // 3600, per_hour)


def claim(name: str = "once", *, request: str = "request", now: int = NOON, lease: int = 30) -> Claim:
    """Give the claim of an Idempotency-Key."""
    return Claim(id=name, request=request, lease_until=now + lease, expires_at=now + DAY)
