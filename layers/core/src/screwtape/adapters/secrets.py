"""Secrets by value or by name: a setting ``ssm:/name`` stands for the SSM SecureString of that name."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from screwtape.core.errors import StoreUnavailable

if TYPE_CHECKING:
    from aws_lambda_powertools.utilities.parameters import SSMProvider

PREFIX: Final = "ssm:"
MAX_AGE_SECONDS: Final = 300
"""A rotated secret is in use within five minutes, by whoever reveals it at each use instead of keeping it."""
CONNECT_SECONDS: Final = 1.0
READ_SECONDS: Final = 2.0
_ATTEMPTS: Final = 2


def reveal(setting: str) -> str:
    """Give the secret that a setting holds or names; a named one is read once in ``MAX_AGE_SECONDS``.

    Raises StoreUnavailable when the parameter cannot be read; the message does not name it.
    """
    if not setting.startswith(PREFIX):
        return setting
    from aws_lambda_powertools.utilities.parameters.exceptions import GetParameterError  # noqa: PLC0415  # see _provider

    try:
        secret = _provider().get(setting.removeprefix(PREFIX), decrypt=True, max_age=MAX_AGE_SECONDS)
    except GetParameterError:
        message = "A secret of this service cannot be read now."
        raise StoreUnavailable(message) from None
    return str(secret)


@cache
def _provider() -> SSMProvider:
    # Importing and making it takes some 200 ms of a cold start, which only functions with secrets in SSM should pay.
    from aws_lambda_powertools.utilities.parameters import SSMProvider  # noqa: PLC0415
    from botocore.config import Config  # noqa: PLC0415

    return SSMProvider(
        boto_config=Config(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
            retries={"total_max_attempts": _ATTEMPTS, "mode": "standard"},
        )
    )
