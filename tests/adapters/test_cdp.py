"""Tokens for CDP's facilitator, checked by what would check them: the public half of the key."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any, Final

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, rsa, utils, x25519
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from screwtape.adapters.cdp import CdpTokens, UnusableKey
from screwtape.core.errors import StoreUnavailable
from tests.fakes import CountingChance
from tests.keymaking import NOON

URL: Final = "https://facilitator.example/platform/v2/x402/settle"
ED25519: Final = ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
P256: Final = ec.derive_private_key(7, ec.SECP256R1())


def raw(key: ed25519.Ed25519PrivateKey) -> str:
    """Give a key as CDP gives it out: seed and public key, in base64."""
    return base64.b64encode(key.private_bytes_raw() + key.public_key().public_bytes_raw()).decode()


def pem(key: Any, form: PrivateFormat = PrivateFormat.PKCS8, password: bytes = b"") -> str:
    """Give a private key as PEM."""
    lock = BestAvailableEncryption(password) if password else NoEncryption()
    return str(key.private_bytes(Encoding.PEM, form, lock).decode())


def tokens(secret: str, clock: Callable[[], float] = lambda: NOON + 0.9) -> CdpTokens:
    """Give a maker of tokens with a key."""
    return CdpTokens("key-1", lambda: secret, CountingChance(), clock)


def parts(headers: dict[str, str]) -> tuple[dict[str, Any], dict[str, Any], bytes, bytes]:
    """Take a token apart: header, claims, what is signed, and the signature."""
    assert list(headers) == ["Authorization"]
    scheme, token = headers["Authorization"].split(" ")
    assert scheme == "Bearer" and "=" not in token
    signed, _, signature = token.rpartition(".")
    header, claims = (json.loads(decoded(part)) for part in signed.split("."))
    return header, claims, signed.encode(), decoded(signature)


def decoded(part: str) -> bytes:
    """Decode a part of a token: URL-safe base64 without padding."""
    return base64.b64decode(part + "=" * (-len(part) % 4), altchars=b"-_", validate=True)


def test_a_token_names_its_key_its_time_and_its_request() -> None:
    """Header and claims are the documented ones, and no others."""
    header, claims, _, _ = parts(tokens(raw(ED25519)).headers(URL))
    assert header == {"alg": "EdDSA", "kid": "key-1", "nonce": "0" * 31 + "1", "typ": "JWT"}
    assert claims == {
        "sub": "key-1",
        "iss": "cdp",
        "nbf": NOON,
        "exp": NOON + 120,
        "uris": ["POST facilitator.example/platform/v2/x402/settle"],
    }


@pytest.mark.parametrize(
    ("url", "uri"),
    [
        ("https://facilitator.example:8443/verify", "POST facilitator.example:8443/verify"),
        ("https://facilitator.example/verify?x=1#y", "POST facilitator.example/verify"),
    ],
    ids=["a port", "a query"],
)
def test_a_token_is_for_one_host_and_path(url: str, uri: str) -> None:
    """Neither the scheme nor a query is part of it."""
    assert parts(tokens(raw(ED25519)).headers(url))[1]["uris"] == [uri]


def test_an_ed25519_token_is_signed_by_the_seed() -> None:
    """The public key verifies it, and no other token has that signature."""
    _, _, signed, signature = parts(tokens(raw(ED25519)).headers(URL))
    ED25519.public_key().verify(signature, signed)
    with pytest.raises(InvalidSignature):
        ED25519.public_key().verify(signature, signed + b"x")


@pytest.mark.parametrize(
    "secret",
    [
        pytest.param(pem(P256), id="PKCS 8"),
        pytest.param(pem(P256, PrivateFormat.TraditionalOpenSSL), id="SEC 1"),
        pytest.param(
            pem(P256, PrivateFormat.TraditionalOpenSSL).replace("\n", "\\n"), id="line ends as two characters"
        ),
        pytest.param("\n" + pem(P256).strip(), id="blank lines around it"),
    ],
)
def test_an_elliptic_token_is_signed_as_es256(secret: str) -> None:
    """Two numbers of 32 bytes side by side, which the public key verifies."""
    header, _, signed, signature = parts(tokens(secret).headers(URL))
    assert (header["alg"], len(signature)) == ("ES256", 64)
    verify(signed, signature)


def verify(signed: bytes, signature: bytes) -> None:
    """Verify an ES256 signature."""
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    P256.public_key().verify(utils.encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))


def test_short_numbers_of_a_signature_keep_their_width() -> None:
    """One signature in 128 has a number that begins with a zero byte; every one of 600 verifies at 64 bytes."""
    making = tokens(pem(P256))
    made = [parts(making.headers(URL)) for _ in range(600)]
    assert {len(signature) for *_, signature in made} == {64}
    for _, _, signed, signature in made:
        verify(signed, signature)


def test_every_request_has_a_token_of_its_own() -> None:
    """No nonce comes twice, and time goes on."""
    times = iter([NOON, NOON, NOON + 1])
    making = tokens(raw(ED25519), lambda: next(times))
    made = [parts(making.headers(URL)) for _ in range(3)]
    assert len({header["nonce"] for header, *_ in made}) == 3
    assert all(len(header["nonce"]) == 32 for header, *_ in made)
    assert [claims["nbf"] for _, claims, *_ in made] == [NOON, NOON, NOON + 1]


def test_a_new_key_is_used_at_once() -> None:
    """The secret is asked for at each use, so that it can be changed while functions run."""
    secrets = iter([raw(ED25519), pem(P256)])
    making = CdpTokens("key-1", lambda: next(secrets), CountingChance(), lambda: NOON)
    assert [parts(making.headers(URL))[0]["alg"] for _ in range(2)] == ["EdDSA", "ES256"]


def test_a_key_may_stand_in_blanks() -> None:
    """Parameter stores keep the line end that an editor put there."""
    assert parts(tokens(f" {raw(ED25519)}\n").headers(URL))[2:] == parts(tokens(raw(ED25519)).headers(URL))[2:]


UNKNOWN_CURVE: Final = base64.b64encode(
    base64.b64decode("".join(pem(P256).splitlines()[1:-1])).replace(
        bytes.fromhex("2a8648ce3d030107"), bytes.fromhex("2a8648ce3d030163")
    )
).decode()
"""A private key that says it lies on a curve of which nobody has heard."""


@pytest.mark.parametrize(
    "secret",
    [
        pytest.param("", id="nothing"),
        pytest.param("canary of the operator", id="no key at all"),
        pytest.param("schlüssel-€-canary", id="letters outside ASCII"),
        pytest.param("\ud800canary", id="half a character"),
        pytest.param(base64.b64encode(bytes(range(32))).decode(), id="the seed alone"),
        pytest.param(base64.b64encode(bytes(range(63))).decode(), id="a byte short"),
        pytest.param(base64.b64encode(bytes(range(65))).decode(), id="a byte long"),
        pytest.param(raw(ED25519).rstrip("="), id="without its padding"),
        pytest.param(pem(ED25519), id="Ed25519 as PEM"),
        pytest.param(pem(ec.derive_private_key(7, ec.SECP384R1())), id="P-384"),
        pytest.param(pem(ec.derive_private_key(7, ec.SECP256K1())), id="secp256k1"),
        pytest.param(pem(rsa.generate_private_key(65_537, 2_048)), id="RSA"),
        pytest.param(pem(ed448.Ed448PrivateKey.generate()), id="Ed448"),
        pytest.param(pem(x25519.X25519PrivateKey.generate()), id="X25519"),
        pytest.param(pem(P256, password=b"canary"), id="locked by a password"),
        pytest.param(
            P256.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode(), id="a public key"
        ),
        pytest.param("-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----", id="PEM of nothing"),
        pytest.param(pem(P256)[:100], id="PEM cut short"),
        pytest.param(
            f"-----BEGIN PRIVATE KEY-----\n{UNKNOWN_CURVE}\n-----END PRIVATE KEY-----", id="a curve nobody knows"
        ),
    ],
)
def test_what_is_no_key_of_cdp_is_one_error_that_does_not_repeat_it(secret: str) -> None:
    """Whatever an operator put there by mistake, the message is always the same."""
    with pytest.raises(UnusableKey) as failure:
        tokens(secret).headers(URL)
    assert failure.value.__cause__ is None
    assert str(failure.value) == (
        "X402_FACILITATOR_KEY_SECRET is no key of CDP's: 64 bytes in base64, or the PEM of a P-256 key"
    )


def test_a_secret_that_cannot_be_read_is_the_stores_fault() -> None:
    """It goes on as it is: the key may be good."""

    def unreadable() -> str:
        raise StoreUnavailable("no secret now")

    with pytest.raises(StoreUnavailable):
        CdpTokens("key-1", unreadable, CountingChance()).headers(URL)


def test_only_who_makes_tokens_loads_the_library_that_signs() -> None:
    """A deployment with another facilitator does not pay for it at each start of a function."""
    program = "import sys, screwtape.adapters.cdp, screwtape.adapters.facilitator; print('cryptography' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "False\n"
