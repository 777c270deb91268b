"""API keys: made, shown and deleted by their owner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from screwtape.core.credentials import RANDOM_BYTES, KeyDigest, digest_of_new, new_key
from screwtape.core.digests import keyed_digest, network_of
from screwtape.core.identifiers import RANDOM_BYTES as ID_BYTES
from screwtape.core.identifiers import new_id
from screwtape.core.mailbox import normal_form
from screwtape.core.metering import Allowance, Day, day_of
from screwtape.core.terms import HOUR_SECONDS
from screwtape.ports import Chance, NewKey, SignupLimit, Store


@dataclass(frozen=True, slots=True)
class CreatedKey:
    """A new key with its secret, which nobody can show again. ``created_at`` is in epoch seconds."""

    key: str
    id: str
    name: str
    created_at: int
    free_per_day: int


@dataclass(frozen=True, slots=True)
class KeyUsage:
    """A key as its owner sees it on ``date`` (UTC).

    ``used`` and ``remaining`` are free calls and add up to ``limit``; ``credits`` are prepaid calls left.
    """

    id: str
    name: str
    created_at: int
    date: Day
    used: int
    limit: int
    remaining: int
    credits: int


class Keys:
    """Makes, shows and deletes the keys of ``store``.

    ``hash_secret`` gives what keys the digests that stand for e-mail and source addresses, which are never stored
    themselves. It is asked at each sign-up and at nothing else, and may raise StoreUnavailable.
    """

    def __init__(
        self,
        store: Store,
        chance: Chance,
        *,
        hash_secret: Callable[[], bytes],
        signups_per_hour: int,
        free_per_day: int,
    ) -> None:
        self._store = store
        self._chance = chance
        self._hash_secret = hash_secret
        self._signups_per_hour = signups_per_hour
        self._free_per_day = free_per_day

    def create(self, email: str, name: str, source: str, now: int) -> CreatedKey:
        """Make a key for an e-mail address; ``source`` is the network address that asks, ``now`` epoch seconds.

        Raises InvalidBody, EmailCapReached or SignupRateReached.
        """
        mailbox = normal_form(email)
        hash_secret = self._hash_secret()
        secret = new_key(self._chance.take(RANDOM_BYTES))
        key = NewKey(
            digest=digest_of_new(secret),
            id=new_id("key", self._chance.take(ID_BYTES)),
            name=name,
            email=keyed_digest(hash_secret, "email", mailbox.encode()),
            created_at=now,
            allowance=Allowance(day_of(now), used=0, allow=self._free_per_day, free=self._free_per_day),
        )
        limit = SignupLimit(
            source=keyed_digest(hash_secret, "source", network_of(source).encode()),
            hour=now // HOUR_SECONDS,
            per_hour=self._signups_per_hour,
        )
        self._store.add_key(key, limit)
        return CreatedKey(secret, key.id, name, now, self._free_per_day)

    def show(self, digest: KeyDigest, now: int) -> KeyUsage:
        """Give today's figures, also before today's first call. Raises UnknownKey."""
        key = self._store.read_key(digest)
        today = key.allowance.as_of(day_of(now), self._free_per_day)
        return KeyUsage(
            id=key.id,
            name=key.name,
            created_at=key.created_at,
            date=today.day,
            used=today.free_used,
            limit=today.free,
            remaining=today.free_left,
            credits=today.credits,
        )

    def delete(self, digest: KeyDigest) -> None:
        """Delete the key and everything stored in its name. Raises UnknownKey."""
        self._store.delete_key(digest)
