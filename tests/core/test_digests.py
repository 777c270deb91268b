"""Keyed digests and what a source address counts as."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from screwtape.core.digests import keyed_digest, network_of


def test_a_digest_is_hmac_sha256_in_its_context() -> None:
    """The digest is the HMAC-SHA256 of context, NUL and value."""
    expected = hmac.new(b"secret", b"email\0name@example.com", hashlib.sha256).hexdigest()
    assert keyed_digest(b"secret", "email", b"name@example.com") == expected


def test_equal_texts_of_two_kinds_have_two_digests() -> None:
    """Context and secret both change the digest."""
    digests = {keyed_digest(secret, kind, b"x") for secret in (b"a", b"b") for kind in ("email", "source")}
    assert len(digests) == 4


def test_no_secret_no_digest() -> None:
    """A forgotten HASH_SECRET is an error and not a digest that anybody can compute."""
    with pytest.raises(ValueError, match="needs a secret"):
        keyed_digest(b"", "email", b"x")


@pytest.mark.parametrize(
    ("source", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        (" 203.0.113.9 ", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:0DB8:1:2::1", "2001:db8:1:2::/64"),
        ("::1", "::/64"),
        ("no address", "no address"),
    ],
    ids=["IPv4", "spaces", "IPv4 in IPv6", "IPv6", "IPv6 spelled otherwise", "loopback", "anything else"],
)
def test_an_ipv6_subscriber_counts_once(source: str, network: str) -> None:
    """An IPv4 address stands for itself, an IPv6 address for its /64."""
    assert network_of(source) == network
