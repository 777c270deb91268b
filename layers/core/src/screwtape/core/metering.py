"""What a key may still spend today: free calls first, then prepaid credits, as plain arithmetic on one row.

A day's allowance is folded into one number when the day begins: ``allow = free + credits``. A call is admitted while
``used < allow``, so the store can authenticate, meter and spend in a single conditional write. Credits are never stored
as such; they are ``allow - max(used, free)``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Literal, NewType

from screwtape.core.credentials import KeyDigest
from screwtape.core.terms import DAY_SECONDS

Day = NewType("Day", str)
"""A UTC date as YYYY-MM-DD, so that text order is time order."""


def day_of(now: int) -> Day:
    """Give the UTC day of a moment in epoch seconds."""
    return Day(datetime.fromtimestamp(now, UTC).date().isoformat())


def seconds_to_midnight(now: int) -> int:
    """Give the seconds from a moment to the next 00:00 UTC, 1 to 86,400."""
    return DAY_SECONDS - now % DAY_SECONDS


def seconds_left(day: Day, now: int) -> int:
    """Give the seconds until ``day`` is over: more than 86,400 when the clock is still behind that day."""
    midnight = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC) + timedelta(days=1)
    return max(1, int(midnight.timestamp()) - now)


@dataclass(frozen=True, slots=True)
class Allowance:
    """One key's day: calls admitted (``used``), calls admissible (``allow``) and how many of those are ``free``."""

    day: Day
    used: int
    allow: int
    free: int

    @property
    def credits(self) -> int:
        """Prepaid calls left."""
        return max(0, self.allow - max(self.used, self.free))

    @property
    def free_used(self) -> int:
        """Free calls spent today."""
        return min(self.used, self.free)

    @property
    def free_left(self) -> int:
        """Free calls left today."""
        return max(0, self.free - self.used)

    @property
    def is_spent(self) -> bool:
        """Whether the next call must be refused."""
        return self.used >= self.allow

    def as_of(self, today: Day, free_per_day: int) -> Allowance:
        """Give the allowance as it stands on ``today``: untouched, or rolled over to a new day.

        Unused free calls expire, credits carry over. A day is never rolled backwards: a clock behind the stored day
        keeps charging the stored day.
        """
        if today <= self.day:
            return self
        return Allowance(day=today, used=0, allow=free_per_day + self.credits, free=free_per_day)

    def after_one_more(self) -> Allowance:
        """Give the allowance once another call is admitted."""
        return replace(self, used=self.used + 1)


@dataclass(frozen=True, slots=True)
class Hold:
    """What one attempt at a call has on an Idempotency-Key.

    ``claim`` is the id of the claim. ``attempt`` is unique, so that an attempt which outlived its lease can tell that
    another one took over.
    """

    claim: str
    attempt: str


Unit = Literal["taken", "replayed", "in doubt"]
"""Whether a unit stands behind a call alone (``taken``), behind this and an earlier delivery (``replayed``), or nobody
knows (``in doubt``): the charge was sent and its reply was lost. Such a call is served, and not counted again."""


@dataclass(frozen=True, slots=True)
class Charge:
    """One unit taken from a key: what the store answered, enough to report the rest and to give the unit back.

    ``allowance`` is how the key stands after this call. ``earlier`` is the allowance the unit came from when it was not
    this call that took it: an attempt that died left it behind. ``hold`` is there while the call runs under an
    Idempotency-Key.
    """

    key: KeyDigest
    key_id: str
    allowance: Allowance
    unit: Unit = "taken"
    earlier: Allowance | None = None
    hold: Hold | None = None

    @property
    def counted(self) -> bool:
        """Whether there is a unit that can be given back."""
        return self.unit == "taken"

    @property
    def day(self) -> Day:
        """The day that the unit was counted on."""
        return (self.earlier or self.allowance).day

    @property
    def was_free(self) -> bool:
        """Whether the unit came from the day's free calls rather than from credits."""
        source = self.earlier or self.allowance
        return source.used <= source.free


@dataclass(frozen=True, slots=True)
class Claim:
    """An Idempotency-Key as the store sees it: two keyed digests and two deadlines in epoch seconds.

    ``id`` names the caller's Idempotency-Key, ``request`` the route and body it came with. Until ``lease_until`` the
    first call is taken to be running; until ``expires_at`` the key is remembered.
    """

    id: str
    request: str
    lease_until: int
    expires_at: int
