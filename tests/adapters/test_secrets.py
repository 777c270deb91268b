"""Secrets by value or by name, and chance."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from moto import mock_aws

from screwtape.adapters import secrets
from screwtape.adapters.chance import SystemChance
from screwtape.core.errors import StoreUnavailable


@pytest.fixture
def parameters(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give an embedded SSM that holds one SecureString."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    with mock_aws():
        boto3.client("ssm").put_parameter(Name="/app/hash-secret", Value="pepper", Type="SecureString")
        secrets._provider.cache_clear()
        yield
    secrets._provider.cache_clear()


@pytest.mark.parametrize("setting", ["", "plain", "a:b", "SSM:/x"])
def test_a_plain_value_is_itself(setting: str) -> None:
    """What does not begin with ``ssm:`` is the secret."""
    assert secrets.reveal(setting) == setting


@pytest.mark.usefixtures("parameters")
def test_a_name_is_read_decrypted_and_kept_for_a_while() -> None:
    """The SecureString's value is given, and given again from memory after it changed."""
    assert secrets.reveal("ssm:/app/hash-secret") == "pepper"
    boto3.client("ssm").put_parameter(Name="/app/hash-secret", Value="salt", Type="SecureString", Overwrite=True)
    assert secrets.reveal("ssm:/app/hash-secret") == "pepper"


@pytest.mark.usefixtures("parameters")
def test_a_rotated_secret_is_read_when_the_old_one_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the remembered value's time is over, the next asking reads the new one."""
    monkeypatch.setattr(secrets, "MAX_AGE_SECONDS", 0)
    assert secrets.reveal("ssm:/app/hash-secret") == "pepper"
    boto3.client("ssm").put_parameter(Name="/app/hash-secret", Value="salt", Type="SecureString", Overwrite=True)
    assert secrets.reveal("ssm:/app/hash-secret") == "salt"


@pytest.mark.usefixtures("parameters")
def test_a_silent_ssm_is_given_up_within_seconds() -> None:
    """Two attempts of at most three seconds each: a sign-up hears 503 long before its function is stopped."""
    config: Any = secrets._provider().client.meta.config
    assert (config.connect_timeout, config.read_timeout) == (1, 2)
    assert config.retries == {"total_max_attempts": 2, "mode": "standard"}


@pytest.mark.usefixtures("parameters")
def test_a_name_that_is_not_there_is_named_nowhere() -> None:
    """A missing parameter is our fault, and its name stays out of the message."""
    with pytest.raises(StoreUnavailable) as error:
        secrets.reveal("ssm:/app/other")
    assert "/app" not in str(error.value)


def test_a_plain_value_costs_no_import() -> None:
    """Functions without secrets in SSM do not load its client."""
    program = (
        "import sys; from screwtape.adapters.secrets import reveal; reveal('plain');"
        "sys.exit(any(name.startswith(('boto', 'aws_lambda_powertools')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603


def test_chance_is_as_long_as_asked_and_never_the_same() -> None:
    """Two takes of 32 bytes differ."""
    chance = SystemChance()
    assert len(chance.take(32)) == 32
    assert chance.take(32) != chance.take(32)
