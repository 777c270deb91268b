"""The environment of a function: what Lambda gives, what the template says, and what the developer overrides."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from typing import Final

from local.intrinsics import REGION
from local.template import Function

PAY_TO: Final = "0x028Bb9A57B8C27c22f6B39dd00e7eFF1FB60344B"
FACILITATOR_URL: Final = "https://api.cdp.coinbase.com/platform/v2/x402"


def local_defaults(base_url: str) -> dict[str, str]:
    """Give the settings that no template can know: this start's address and secret, and screwtape.ai's own terms."""
    return {
        "BASE_URL": base_url,
        "HASH_SECRET": secrets.token_hex(32),
        "X402_FACILITATOR_URL": FACILITATOR_URL,
        "X402_PAY_TO": PAY_TO,
    }


def settings_of(function: Function, defaults: Mapping[str, str], caller: Mapping[str, str]) -> dict[str, str]:
    """Give a function's settings: the template's values, which the local defaults and then the caller's replace.

    What the template does not pass to a function stays unset here too, so that missing wiring fails as a deploy would.
    """
    return {name: caller.get(name, defaults.get(name, value)) for name, value in function.environment.items()}


def lambda_variables(function: Function, endpoint: str | None = None) -> dict[str, str]:
    """Give the variables that Lambda itself sets. ``endpoint`` stands in for every AWS service."""
    variables = {
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_CONFIG_FILE": os.devnull,  # a developer's own profile must not reach a function
        "AWS_DEFAULT_REGION": REGION,
        "AWS_EXECUTION_ENV": "AWS_Lambda_python3.13",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(function.memory_mb),
        "AWS_LAMBDA_FUNCTION_NAME": function.name,
        "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
        "AWS_LAMBDA_INITIALIZATION_TYPE": "on-demand",
        "AWS_LAMBDA_LOG_FORMAT": function.log_format,
        "AWS_LAMBDA_LOG_GROUP_NAME": f"/aws/lambda/{function.name}",
        "AWS_LAMBDA_LOG_STREAM_NAME": "local",
        "AWS_REGION": REGION,
        "AWS_SECRET_ACCESS_KEY": "local",
        "AWS_SESSION_TOKEN": "local",
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        "LAMBDA_TASK_ROOT": str(function.code),
        "TZ": ":UTC",
        "_HANDLER": function.handler,
    }
    if function.log_level or function.log_format == "JSON":
        variables["AWS_LAMBDA_LOG_LEVEL"] = function.log_level or "INFO"
    if endpoint:
        variables["AWS_ENDPOINT_URL"] = endpoint
    return variables


def worker_environment(settings: Mapping[str, str], variables: Mapping[str, str], root: str) -> dict[str, str]:
    """Give the whole environment of a worker process: nothing of the caller's own but the way to programs."""
    return {
        "LANG": "C.UTF-8",
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": root,
        **settings,
        **variables,
    }
