"""Tokens for Coinbase's facilitator (CDP): one short-lived JWT for each request.

Form: header ``alg kid typ nonce``, claims ``sub iss nbf exp uris``, signed with the key that CDP gives out: 64 bytes of
Ed25519 in base64 (seed, then public key), or a PEM of an elliptic curve's private key for ES256. (CDP, "API key
authentication"; RFC 7519, RFC 8037, RFC 7518 §3.4.) That key opens an account with CDP and signs no payment.
"""

from __future__ import annotations

import base64
import binascii
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from screwtape.ports import Chance

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LIFETIME_SECONDS: Final = 120
_NONCE_BYTES: Final = 16
_SEED_BYTES: Final = 32
_ED25519_BYTES: Final = 64
_COORDINATE_BYTES: Final = 32


class UnusableKey(Exception):
    """The secret is no key of CDP's; the message does not repeat it."""


class CdpTokens:
    """Makes tokens. ``secret`` gives the key at each use and may raise StoreUnavailable; ``clock`` epoch seconds."""

    def __init__(
        self, key_id: str, secret: Callable[[], str], chance: Chance, clock: Callable[[], float] = time.time
    ) -> None:
        self._key_id = key_id
        self._secret = secret
        self._chance = chance
        self._clock = clock

    def headers(self, url: str) -> dict[str, str]:
        """Give the Authorization header for a POST to ``url``. Raises UnusableKey or StoreUnavailable."""
        key = _key_of(self._secret())
        now, at = int(self._clock()), urlsplit(url)
        header = {
            "alg": key.algorithm,
            "kid": self._key_id,
            "nonce": self._chance.take(_NONCE_BYTES).hex(),
            "typ": "JWT",
        }
        claims = {
            "sub": self._key_id,
            "iss": "cdp",
            "nbf": now,
            "exp": now + LIFETIME_SECONDS,
            "uris": [f"POST {at.netloc}{at.path}"],
        }
        signed = f"{_encoded(json.dumps(header).encode())}.{_encoded(json.dumps(claims).encode())}"
        return {"Authorization": f"Bearer {signed}.{_encoded(key.sign(signed.encode()))}"}


class _Ed25519:
    algorithm = "EdDSA"

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)


class _Ecdsa:
    algorithm = "ES256"

    def __init__(self, key: EllipticCurvePrivateKey) -> None:
        self._key = key

    def sign(self, message: bytes) -> bytes:
        """Sign as RFC 7518 wants it: the two numbers side by side, not in DER."""
        from cryptography.hazmat.primitives import hashes  # noqa: PLC0415 - see _key_of
        from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: PLC0415

        r, s = utils.decode_dss_signature(self._key.sign(message, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(_COORDINATE_BYTES, "big") + s.to_bytes(_COORDINATE_BYTES, "big")


def _key_of(secret: str) -> _Ed25519 | _Ecdsa:
    # Imported here, because only a deployment that settles through CDP should pay for it.
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

    key: Any
    try:
        if "-----BEGIN" in secret:
            key = load_pem_private_key(secret.replace("\\n", "\n").encode(), password=None)
            if isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1):
                return _Ecdsa(key)
        else:
            raw = base64.b64decode(secret.strip(), validate=True)
            if len(raw) == _ED25519_BYTES:
                return _Ed25519(ed25519.Ed25519PrivateKey.from_private_bytes(raw[:_SEED_BYTES]))
    except (UnsupportedAlgorithm, binascii.Error, ValueError, TypeError):
        pass
    raise UnusableKey("X402_FACILITATOR_KEY_SECRET is no key of CDP's: 64 bytes in base64, or the PEM of a P-256 key")


def _encoded(part: bytes) -> str:
    return base64.urlsafe_b64encode(part).rstrip(b"=").decode()
