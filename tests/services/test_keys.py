"""Keys as their owner meets them."""

from __future__ import annotations

import re
from dataclasses import astuple

import pytest

from screwtape.core.credentials import digest_of_new
from screwtape.core.errors import EmailCapReached, InvalidBody, SignupRateReached, UnknownKey
from screwtape.ports import NewKey, SignupLimit
from screwtape.services.keys import Keys, KeyUsage
from tests.fakes import CountingChance, FakeStore
from tests.keymaking import MIDNIGHT, NOON

EMAIL, SOURCE = "Name+tag@Example.com", "203.0.113.9"


class RecordingStore(FakeStore):
    """A store that also keeps what it was asked to add."""

    def __init__(self) -> None:
        super().__init__()
        self.added: list[tuple[NewKey, SignupLimit]] = []

    def add_key(self, key: NewKey, limit: SignupLimit) -> None:
        """Note and store a key."""
        super().add_key(key, limit)
        self.added.append((key, limit))


@pytest.fixture
def store() -> RecordingStore:
    """Give an empty store."""
    return RecordingStore()


class RotatingSecret:
    """A secret that is given for as long as it is the one in use; ``asked`` counts how often."""

    def __init__(self) -> None:
        self.value = b"secret"
        self.asked = 0

    def __call__(self) -> bytes:
        """Give the secret."""
        self.asked += 1
        return self.value


@pytest.fixture
def secret() -> RotatingSecret:
    """Give the secret of the digests."""
    return RotatingSecret()


@pytest.fixture
def keys(store: RecordingStore, secret: RotatingSecret) -> Keys:
    """Give the use cases over the store: ten sign-ups an hour, a hundred free calls a day."""
    return Keys(store, CountingChance(), hash_secret=secret, signups_per_hour=10, free_per_day=100)


def test_a_new_key_works_at_once(keys: Keys, store: RecordingStore) -> None:
    """The secret is shown, its digest is stored, and the day has 100 free calls."""
    created = keys.create(EMAIL, "CI", SOURCE, NOON)
    assert re.fullmatch(r"key_[a-z2-7]{26}", created.id)
    assert (created.name, created.created_at, created.free_per_day) == ("CI", NOON, 100)
    stored = store.read_key(digest_of_new(created.key))
    assert (stored.id, stored.name, stored.allowance.allow) == (created.id, "CI", 100)


def test_neither_secret_nor_addresses_are_stored(keys: Keys, store: RecordingStore) -> None:
    """What the store is given holds no key, no e-mail address and no source address."""
    created = keys.create(EMAIL, "CI", SOURCE, NOON)
    given = repr([(astuple(key), astuple(limit)) for key, limit in store.added]).lower()
    for secret in (created.key.lower(), "example.com", "name+tag", SOURCE):
        assert secret not in given


def test_only_a_sign_up_asks_for_the_secret(keys: Keys, secret: RotatingSecret) -> None:
    """A key is shown and deleted without it, and a bad address is refused before it."""
    key = digest_of_new(keys.create(EMAIL, "CI", SOURCE, NOON).key)
    keys.show(key, NOON)
    keys.delete(key)
    with pytest.raises(InvalidBody):
        keys.create("nobody", "CI", SOURCE, NOON)
    assert secret.asked == 1


def test_a_rotated_secret_is_in_use_at_the_next_sign_up(
    keys: Keys, store: RecordingStore, secret: RotatingSecret
) -> None:
    """The digests of one e-mail and one source address change with the secret."""
    keys.create(EMAIL, "CI", SOURCE, NOON)
    secret.value = b"another"
    keys.create(EMAIL, "CI", SOURCE, NOON)
    (first, first_limit), (second, second_limit) = store.added
    assert first.email != second.email
    assert first_limit.source != second_limit.source


def test_spellings_of_one_address_share_three_keys(keys: Keys) -> None:
    """Case and tag do not make a fourth key."""
    for spelling in (EMAIL, "name@example.com", "NAME+x@example.com"):
        keys.create(spelling, "CI", SOURCE, NOON)
    with pytest.raises(EmailCapReached):
        keys.create("name+y@EXAMPLE.com", "CI", SOURCE, NOON)


def test_one_ipv6_network_is_one_source(keys: Keys) -> None:
    """Ten sign-ups an hour from a /64, whichever of its addresses they come from."""
    for number in range(10):
        keys.create(f"n{number}@example.com", "CI", f"2001:db8:1:2::{number:x}", NOON)
    with pytest.raises(SignupRateReached):
        keys.create("n10@example.com", "CI", "2001:db8:1:2:ffff::1", NOON)
    assert keys.create("n10@example.com", "CI", "2001:db8:1:3::1", NOON).id


def test_what_is_no_address_makes_no_key(keys: Keys, store: RecordingStore) -> None:
    """The address is checked before the store is asked."""
    with pytest.raises(InvalidBody):
        keys.create("nobody", "CI", SOURCE, NOON)
    assert store.calls == []


def test_usage_is_todays_also_before_todays_first_call(keys: Keys, store: RecordingStore) -> None:
    """Used and remaining free calls add up to the limit; credits are apart; a new day shows at once."""
    created = keys.create(EMAIL, "CI", SOURCE, NOON)
    key = digest_of_new(created.key)
    store.grant(key, 5)
    for _ in range(102):
        store.charge(key, NOON, 100)
    about = {"id": created.id, "name": "CI", "created_at": NOON, "limit": 100}
    assert keys.show(key, NOON) == KeyUsage(**about, date="2027-01-15", used=100, remaining=0, credits=3)  # type: ignore[arg-type]
    assert keys.show(key, MIDNIGHT) == KeyUsage(**about, date="2027-01-16", used=0, remaining=100, credits=3)  # type: ignore[arg-type]


def test_a_deleted_key_is_unknown(keys: Keys, store: RecordingStore) -> None:
    """After its deletion a key is shown to nobody, and nothing is left of it."""
    key = digest_of_new(keys.create(EMAIL, "CI", SOURCE, NOON).key)
    keys.delete(key)
    assert store.is_empty()
    with pytest.raises(UnknownKey):
        keys.show(key, NOON)
    with pytest.raises(UnknownKey):
        keys.delete(key)
