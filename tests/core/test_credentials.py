"""API keys: their form, their checksum, their digest."""

from __future__ import annotations

import hashlib
import string
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.core.credentials import RANDOM_BYTES, digest_of, digest_of_new, new_key

BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
KEY = new_key(bytes(range(RANDOM_BYTES)))
CHANCE = st.binary(min_size=RANDOM_BYTES, max_size=RANDOM_BYTES)


@given(CHANCE)
def test_a_new_key_has_the_published_form(chance: bytes) -> None:
    """A key is ``scrw_`` and 38 base62 characters, and is known by its SHA-256."""
    key = new_key(chance)
    assert key.startswith("scrw_") and len(key) == 43 and set(key[5:]) <= set(BASE62)
    assert digest_of(key) == digest_of_new(key) == hashlib.sha256(key.encode()).hexdigest()


def test_the_checksum_is_the_crc_of_the_random_characters() -> None:
    """The last six base62 digits of a key are the CRC-32 of the 32 characters before them."""
    key = new_key(bytes(RANDOM_BYTES))
    number = 0
    for character in key[-6:]:
        number = number * 62 + BASE62.index(character)
    assert key[5:-6] == "0" * 32
    assert number == zlib.crc32(b"0" * 32)


@given(st.integers(5, 42), st.sampled_from(BASE62))
def test_one_mistyped_character_is_told_without_a_read(place: int, character: str) -> None:
    """CRC-32 finds every change of one character, so no typo of this kind reaches the store."""
    typo = KEY[:place] + character + KEY[place + 1 :]
    assert (digest_of(typo) is None) == (typo != KEY)


@given(st.integers(5, 41))
def test_two_characters_swapped_are_told_without_a_read(place: int) -> None:
    """CRC-32 finds every swap of neighbours."""
    typo = KEY[:place] + KEY[place + 1] + KEY[place] + KEY[place + 2 :]
    assert (digest_of(typo) is None) == (typo != KEY)


@pytest.mark.parametrize(
    "text",
    ["", "scrw_", KEY[:-1], KEY + "0", KEY + "\n", " " + KEY, KEY.upper(), KEY.replace("scrw_", "sk_"), "é" * 43],
    ids=["empty", "prefix", "short", "long", "newline", "space", "upper case", "other prefix", "not ASCII"],
)
def test_what_is_no_key_has_no_digest(text: str) -> None:
    """Text of another form is no key of ours."""
    assert digest_of(text) is None


@given(st.text(max_size=60))
def test_any_text_is_a_key_or_none(text: str) -> None:
    """No text makes the check fail."""
    assert digest_of(text) is None


@pytest.mark.parametrize("count", [0, RANDOM_BYTES - 1, RANDOM_BYTES + 1])
def test_a_key_needs_all_its_chance(count: int) -> None:
    """Fewer or more random bytes are a mistake of ours, and say so."""
    with pytest.raises(ValueError, match="32 random bytes"):
        new_key(bytes(count))
