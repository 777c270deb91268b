"""Keyed digests: how we recognise an address or a request again without keeping it.

Each kind of thing is digested in a context of its own, so that equal texts of two kinds never share a digest.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from typing import Final, Literal

Context = Literal["email", "source", "idempotency-key", "idempotent-request", "paid-request"]

_IPV6_SITE_BITS: Final = 64
"""One IPv6 subscriber holds a whole /64 (RFC 6177), so an address within it says nothing about who calls."""


def keyed_digest(secret: bytes, context: Context, value: bytes) -> str:
    """Give HMAC-SHA256 of ``value`` in its context, in lower-case hex."""
    if not secret:
        message = "a keyed digest needs a secret"
        raise ValueError(message)
    return hmac.new(secret, context.encode() + b"\0" + value, hashlib.sha256).hexdigest()


def network_of(source: str) -> str:
    """Give what a source address counts as: an IPv4 address itself, an IPv6 address its /64.

    Text that is no address stands for itself: an odd caller then has a limit of its own instead of none.
    """
    try:
        address = ipaddress.ip_address(source.strip())
    except ValueError:
        return source
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), _IPV6_SITE_BITS), strict=False))
