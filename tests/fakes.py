"""Stand-ins for what is outside, with the behaviour of the real thing: one contract suite runs over both."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final, Literal

from screwtape.core.credentials import KeyDigest
from screwtape.core.errors import (
    EmailCapReached,
    IdempotencyKeyInProgress,
    IdempotencyKeyReused,
    QuotaSpent,
    SignupRateReached,
    UnknownKey,
)
from screwtape.core.metering import Allowance, Charge, Claim, Day, Hold, day_of, seconds_left
from screwtape.core.opinion import Question
from screwtape.core.terms import DAY_SECONDS, KEY_IDLE_DAYS, KEYS_PER_EMAIL, REFUNDS_PER_DAY
from screwtape.ports import ModelFailed, ModelReply, ModelUsage, NewKey, SignupLimit, StoredKey

_HOUR_SECONDS: Final = 3600

Moment = Literal["before", "after"]


class CountingChance:
    """Chance that a test can foresee: every byte string is new, and the same in every run."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def take(self, count: int) -> bytes:
        """Give ``count`` bytes that were not given before."""
        return next(self._numbers).to_bytes(count, "big")


class ScriptedModel:
    """The port Model, answering every question as it is told to: with a text, an error, or what a function makes.

    ``asked`` holds the questions and the seconds that each was given.
    """

    def __init__(self, answer: str | ModelFailed | Callable[[Question], str]) -> None:
        self.asked: list[tuple[Question, float]] = []
        self._answer = answer

    def ask(self, question: Question, seconds: float) -> ModelReply:
        """Answer as told."""
        self.asked.append((question, seconds))
        if isinstance(self._answer, ModelFailed):
            raise self._answer
        text = self._answer if isinstance(self._answer, str) else self._answer(question)
        return ModelReply(text, 1, ModelUsage("scripted", 10, 5, 7))


@dataclass
class _Note:
    """What is remembered of an Idempotency-Key."""

    claim: Claim
    attempt: str
    taken: Allowance
    delivered: bool = False


@dataclass
class _Kept:
    """A stored key with everything in its partition."""

    key: NewKey
    allowance: Allowance
    refunds: int = 0
    notes: dict[str, _Note] = field(default_factory=dict)


@dataclass
class _Hour:
    """What one source did in one hour."""

    keys: int = 0
    attempts: int = 0


class FakeStore:
    """The port Store in memory, one method at a time.

    ``calls`` names the methods as they were called. ``fail_next`` lets the next call of a method raise, before or after
    it had its effect.
    """

    def __init__(self) -> None:
        self.calls: list[str] = []
        self._lock = threading.RLock()
        self._kept: dict[KeyDigest, _Kept] = {}
        self._slots: dict[str, set[str]] = {}
        self._hours: dict[tuple[str, int], _Hour] = {}
        self._model_calls: dict[Day, int] = {}
        self._attempts = count(1)
        self._failures: dict[str, tuple[BaseException, Moment]] = {}

    # For tests ------------------------------------------------------------------------------------------------------

    def fail_next(self, method: str, error: BaseException, moment: Moment = "before") -> None:
        """Let the next call of ``method`` raise ``error``, ``before`` or ``after`` it had its effect."""
        self._failures[method] = (error, moment)

    def grant(self, key: KeyDigest, credits_: int) -> None:
        """Give a key prepaid calls."""
        with self._lock:
            kept = self._kept[key]
            kept.allowance = replace(kept.allowance, allow=kept.allowance.allow + credits_)

    def is_empty(self) -> bool:
        """Tell whether nothing at all is stored, but for the counts of sign-ups."""
        return not self._kept and not self._slots

    @contextmanager
    def _call(self, method: str) -> Iterator[None]:
        with self._lock:
            self.calls.append(method)
            error, moment = self._failures.pop(method, (None, "before"))
            if error is not None and moment == "before":
                raise error
            yield
            if error is not None:
                raise error

    # The port -------------------------------------------------------------------------------------------------------

    def add_key(self, key: NewKey, limit: SignupLimit) -> None:
        """Store a new key, its slot and its place in the hour."""
        with self._call("add_key"):
            hour = self._hours.setdefault((limit.source, limit.hour), _Hour())
            if hour.keys >= limit.per_hour or hour.attempts >= limit.attempts_per_hour:
                raise SignupRateReached("too many", (limit.hour + 1) * _HOUR_SECONDS - key.created_at)
            hour.attempts += 1
            kids = self._slots.get(key.email, set())
            if len(kids) >= KEYS_PER_EMAIL:
                kids = kids - self._one_idle(kids, key.created_at)
            if len(kids) >= KEYS_PER_EMAIL:
                raise EmailCapReached("full", None)
            self._slots[key.email] = kids | {key.id}
            hour.keys += 1
            self._kept[key.digest] = _Kept(key, key.allowance)

    def _one_idle(self, kids: set[str], now: int) -> set[str]:
        latest = day_of(now - KEY_IDLE_DAYS * DAY_SECONDS)
        idle = [kept.key.id for kept in self._kept.values() if kept.key.id in kids and kept.allowance.day <= latest]
        return set(idle[:1])

    def read_key(self, key: KeyDigest) -> StoredKey:
        """Read a key as of now."""
        with self._call("read_key"):
            kept = self._find(key)
            return StoredKey(key, kept.key.id, kept.key.name, kept.key.created_at, kept.allowance)

    def delete_key(self, key: KeyDigest) -> None:
        """Delete a key and everything in its name."""
        with self._call("delete_key"):
            kept = self._find(key)
            del self._kept[key]
            kids = self._slots.get(kept.key.email, set()) - {kept.key.id}  # its slot may have been given away
            if kids:
                self._slots[kept.key.email] = kids
            else:
                self._slots.pop(kept.key.email, None)

    def charge(self, key: KeyDigest, now: int, free_per_day: int) -> Charge:
        """Take one unit."""
        with self._call("charge"):
            return self._take(self._find(key), now, free_per_day)

    def charge_once(self, key: KeyDigest, now: int, free_per_day: int, claim: Claim) -> Charge:
        """Take one unit for the first call under an Idempotency-Key."""
        with self._call("charge_once"):
            kept = self._find(key)
            hold = Hold(claim.id, f"attempt-{next(self._attempts)}")
            note = kept.notes.get(claim.id)
            if note is None or note.claim.expires_at <= now:
                charge = replace(self._take(kept, now, free_per_day), hold=hold)
                kept.notes[claim.id] = _Note(claim, hold.attempt, charge.allowance)
                return charge
            if note.claim.request != claim.request:
                raise IdempotencyKeyReused("reused")
            standing = kept.allowance.as_of(day_of(now), free_per_day)
            if note.delivered:
                return Charge(key, kept.key.id, standing, unit="replayed", earlier=note.taken)
            if note.claim.lease_until > now:
                raise IdempotencyKeyInProgress("running")
            note.attempt = hold.attempt
            note.claim = replace(note.claim, lease_until=claim.lease_until)
            return Charge(key, kept.key.id, standing, earlier=note.taken, hold=hold)

    def complete(self, charge: Charge) -> None:
        """Note that a call under an Idempotency-Key was delivered."""
        with self._call("complete"):
            note = self._held(charge)
            if note is not None:
                note.delivered = True

    def refund(self, charge: Charge) -> bool:
        """Give the unit of an undelivered call back."""
        with self._call("refund"):
            kept = self._kept.get(charge.key)
            if kept is None or not charge.counted or (charge.hold is not None and self._held(charge) is None):
                return True
            same_day = kept.allowance.day == charge.day
            if same_day or not charge.was_free:
                if kept.refunds >= REFUNDS_PER_DAY:
                    return False
                kept.refunds += 1
                allowance = kept.allowance
                if same_day:
                    kept.allowance = replace(allowance, used=allowance.used - 1)
                else:
                    kept.allowance = replace(allowance, allow=allowance.allow + 1)
            if charge.hold is not None:
                del kept.notes[charge.hold.claim]
            return True

    def take_model_call(self, day: Day, most: int) -> bool:
        """Count one call to the model."""
        with self._call("take_model_call"):
            made = self._model_calls.get(day, 0)
            if made >= most:
                return False
            self._model_calls[day] = made + 1
            return True

    # ----------------------------------------------------------------------------------------------------------------

    def _find(self, key: KeyDigest) -> _Kept:
        if key not in self._kept:
            raise UnknownKey
        return self._kept[key]

    def _take(self, kept: _Kept, now: int, free_per_day: int) -> Charge:
        begun = kept.allowance.as_of(day_of(now), free_per_day)
        if begun.is_spent:
            raise QuotaSpent("spent", seconds_left(begun.day, now))
        if begun.day != kept.allowance.day:
            kept.refunds = 0
        kept.allowance = begun.after_one_more()
        return Charge(kept.key.digest, kept.key.id, kept.allowance)

    def _held(self, charge: Charge) -> _Note | None:
        kept = self._kept.get(charge.key)
        if kept is None or charge.hold is None:
            return None
        note = kept.notes.get(charge.hold.claim)
        return note if note is not None and note.attempt == charge.hold.attempt else None
