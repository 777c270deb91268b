"""API keys: how one looks, how a typo is told without a read, and the digest that is all we store.

A key is ``scrw_``, 32 random base62 characters (190 bits) and the CRC-32 of those 32 characters as six base62
digits. The prefix lets secret scanners find it; the checksum refuses a mistyped key before any request to the store.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from typing import Final, NewType

KeyDigest = NewType("KeyDigest", str)
"""SHA-256 of a key in lower-case hex: what names a key everywhere behind the HTTP layer."""

PREFIX: Final = "scrw_"
RANDOM_BYTES: Final = 32
_ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_RANDOM_CHARS: Final = 32
_CHECK_CHARS: Final = 6
_FORM: Final = re.compile(rf"{PREFIX}([0-9A-Za-z]{{{_RANDOM_CHARS}}})([0-9A-Za-z]{{{_CHECK_CHARS}}})", re.ASCII)


def _base62(number: int, digits: int) -> str:
    characters = []
    for _ in range(digits):
        number, digit = divmod(number, len(_ALPHABET))
        characters.append(_ALPHABET[digit])
    return "".join(reversed(characters))


def _checksum(characters: str) -> str:
    return _base62(zlib.crc32(characters.encode()), _CHECK_CHARS)


def new_key(chance: bytes) -> str:
    """Make a key from ``RANDOM_BYTES`` random bytes.

    256 bits folded into 32 base62 digits (190.5 bits) are uniform but for a bias below 2**-65.
    """
    if len(chance) != RANDOM_BYTES:
        message = f"a key is made from {RANDOM_BYTES} random bytes, not {len(chance)}"
        raise ValueError(message)
    characters = _base62(int.from_bytes(chance, "big"), _RANDOM_CHARS)
    return PREFIX + characters + _checksum(characters)


def digest_of(key: str) -> KeyDigest | None:
    """Give the digest that names this key, or None when it is no key of ours by its form or checksum."""
    match = _FORM.fullmatch(key)
    if match is None or _checksum(match[1]) != match[2]:
        return None
    return digest_of_new(key)


def digest_of_new(key: str) -> KeyDigest:
    """Give the digest that names a key which ``new_key`` made."""
    return KeyDigest(hashlib.sha256(key.encode()).hexdigest())
