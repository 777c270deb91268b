"""The only reader of the environment: every setting, its form and its default."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from screwtape.core import terms


class InvalidSettings(Exception):
    """The environment cannot be used; the message names each variable and what it must be, never its value."""


def _comma_list(value: object) -> object:
    return tuple(item.strip() for item in value.split(",") if item.strip()) if isinstance(value, str) else value


def _without_slash(value: object) -> object:
    return value.rstrip("/") if isinstance(value, str) else value


class Settings(BaseModel):
    """One deployment's settings. A secret is its own value or a reference ``ssm:<parameter name>``."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    base_url: Annotated[str, BeforeValidator(_without_slash), Field(pattern=r"^(https?://[^/?#\s]+)?$")] = ""
    """This deployment's own address; empty: the gateway's domain."""
    allowed_origins: Annotated[tuple[str, ...], BeforeValidator(_comma_list)] = (
        "https://screwtape.ai",
        "https://www.screwtape.ai",
    )
    """Browser origins that may read replies, beside the deployment's own."""
    table_name: str = ""
    hash_secret: str = Field(default="", repr=False)
    """Keys the digests of e-mail and source addresses."""
    free_calls_per_day: int = Field(default=terms.FREE_CALLS_PER_DAY, ge=0)
    signups_per_hour: int = Field(default=terms.SIGNUPS_PER_HOUR, ge=0)
    x402_pay_to: str = Field(default="", pattern=r"^(0x[0-9a-fA-F]{40})?$")
    """Who is paid; empty: payment is not configured."""
    x402_facilitator_url: str = Field(default="", pattern=r"^(https?://\S+)?$")
    """Who verifies and settles payments; empty: payment is not configured."""
    x402_network: str = terms.X402_NETWORK
    x402_asset: str = Field(default=terms.X402_ASSET, pattern=r"^0x[0-9a-fA-F]{40}$")
    x402_amount: int = Field(default=terms.X402_AMOUNT_MICRO_USDC, ge=1)
    """Millionths of a USDC for one call."""

    @property
    def takes_payments(self) -> bool:
        """Whether a call can be paid for by x402."""
        return bool(self.x402_pay_to and self.x402_facilitator_url)

    def required(self, name: str) -> str:
        """Give a text setting that this function cannot do without. Raises InvalidSettings when it is empty."""
        value: str = getattr(self, name)
        if not value:
            message = f"{name.upper()}: must be set"
            raise InvalidSettings(message)
        return value

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Read the settings; an empty variable counts as unset. Raises InvalidSettings."""
        present = {name: environment[name.upper()] for name in cls.model_fields if environment.get(name.upper())}
        try:
            return cls.model_validate(present)
        except ValidationError as error:
            wrong = "; ".join(f"{str(detail['loc'][0]).upper()}: {detail['msg']}" for detail in error.errors())
            raise InvalidSettings(wrong) from None
