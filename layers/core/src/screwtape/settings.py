"""The only reader of the environment: every setting, its form and its default."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from screwtape.core import terms
from screwtape.core.errors import InvalidSettings
from screwtape.core.payments import Token, token_at


def _comma_list(value: object) -> object:
    return tuple(item.strip() for item in value.split(",") if item.strip()) if isinstance(value, str) else value


def _without_slash(value: object) -> object:
    return value.rstrip("/") if isinstance(value, str) else value


Origin = Annotated[str, Field(pattern=r"^https?://[^/?#\s]+$")]
_MANY: Final = 10**9
"""Beyond this a limit is no limit; it keeps numbers within what headers and the store can hold."""


class Settings(BaseModel):
    """One deployment's settings. A secret is its own value or a reference ``ssm:<parameter name>``.

    Each description says what a value must be, because it is what a refused value is answered with.
    """

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    base_url: Annotated[str, BeforeValidator(_without_slash)] = Field(
        default="", pattern=r"^(https?://[^/?#\s]+)?$", description="this deployment's own address, without a path"
    )
    """Empty: the domain that the gateway names."""
    allowed_origins: Annotated[tuple[Origin, ...], BeforeValidator(_comma_list)] = Field(
        default=("https://screwtape.ai", "https://www.screwtape.ai"),
        description="browser origins such as https://app.example, with commas between",
    )
    """Who may read replies in a browser, beside the deployment's own pages."""
    table_name: str = Field(default="", description="the name of the DynamoDB table")
    hash_secret: str = Field(default="", repr=False, description="a long random text, or ssm: and a parameter's name")
    """Keys the digests of e-mail and source addresses."""
    free_calls_per_day: int = Field(
        default=terms.FREE_CALLS_PER_DAY, ge=0, le=_MANY, description="a whole number, 0 or more"
    )
    signups_per_hour: int = Field(
        default=terms.SIGNUPS_PER_HOUR, ge=0, le=_MANY, description="a whole number, 0 or more"
    )
    x402_pay_to: str = Field(
        default="", pattern=r"^(0x[0-9a-fA-F]{40})?$", description="an account: 0x and 40 hexadecimal digits"
    )
    """Who is paid; empty: payment is not configured."""
    x402_facilitator_url: str = Field(
        default="", pattern=r"^(https?://\S+)?$", description="the address of an x402 facilitator"
    )
    """Who verifies and settles payments; empty: payment is not configured."""
    x402_network: str = Field(default=terms.X402_NETWORK, description="a chain whose USDC we know, such as eip155:8453")
    x402_asset: str = Field(default=terms.X402_ASSET, description="the contract of USDC on the chain of X402_NETWORK")
    x402_amount: int = Field(
        default=terms.X402_AMOUNT_MICRO_USDC, ge=1, description="a whole number of millionths of a USDC, 1 or more"
    )
    x402_facilitator_key_id: str = Field(default="", description="the id of the facilitator's API key")
    x402_facilitator_key_secret: str = Field(
        default="", repr=False, description="the secret of the facilitator's API key, or ssm: and a parameter's name"
    )
    """Only for CDP's facilitator; empty: the facilitator asks for no key."""
    x402_rpc_url: str = Field(
        default="",
        repr=False,  # many hold a key
        pattern=r"^((https?://|ssm:/)\S+)?$",
        description="the address of a JSON-RPC node of the chain, or ssm: and a parameter's name",
    )
    """Who tells what became of a payment when the facilitator did not. Empty: nobody."""

    model_api_key: str = Field(
        default="", repr=False, description="a secret of the model's endpoint, or ssm: and a parameter's name"
    )
    """Empty: no model is asked."""
    model_base_url: Annotated[str, BeforeValidator(_without_slash)] = Field(
        default=terms.MODEL_BASE_URL,
        pattern=r"^https?://[^/?#@\s]+(/[^?#\s]*)?$",  # a name and password in it would replace the key
        description="the address of an OpenAI-compatible endpoint, what stands before /chat/completions",
    )
    model_name: str = Field(default=terms.MODEL_NAME, description="a model that the endpoint of MODEL_BASE_URL knows")
    model_fallback_name: str = Field(
        default=terms.MODEL_FALLBACK_NAME, description="a model to ask where the first is unknown or broken"
    )
    """The same as ``model_name``: no second model is asked."""
    model_timeout_s: float = Field(
        default=terms.MODEL_SECONDS,
        gt=0,
        le=terms.FUNCTION_SECONDS - terms.MODEL_SECONDS_KEPT,
        allow_inf_nan=False,
        description=f"seconds, more than 0 and at most {terms.FUNCTION_SECONDS - terms.MODEL_SECONDS_KEPT}",
    )
    """What a call may spend on the model in all."""
    model_response_format: Literal["json_schema", "json_object", "none"] = Field(
        default="json_schema", description="json_schema, json_object or none, whichever the endpoint can hold"
    )
    model_calls_per_day: int | None = Field(
        default=None, ge=0, le=_MANY, description="a whole number, 0 or more; leave it out for no limit"
    )
    """Calls to the model in a UTC day, everybody's together."""
    model_for_free_calls: bool = Field(default=True, description="true or false")
    """Whether a call on a free unit may ask the model."""

    @property
    def x402_token(self) -> Token:
        """The token that payments are made in. Raises InvalidSettings unless its contract is known."""
        token = token_at(self.x402_network, self.x402_asset)
        if token is None:
            raise InvalidSettings(_demand("x402_asset"))
        return token

    @property
    def takes_payments(self) -> bool:
        """Whether a call can be paid for by x402."""
        return bool(self.x402_pay_to and self.x402_facilitator_url)

    def required(self, name: str) -> str:
        """Give a text setting that this function cannot do without. Raises InvalidSettings when it is empty."""
        value: str = getattr(self, name)
        if not value:
            raise InvalidSettings(_demand(name))
        return value

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Read the settings; an empty variable counts as unset. Raises InvalidSettings."""
        present = {name: environment[name.upper()] for name in cls.model_fields if environment.get(name.upper())}
        try:
            settings = cls.model_validate(present)
        except ValidationError as error:
            wrong = dict.fromkeys(str(detail["loc"][0]) for detail in error.errors())
            raise InvalidSettings("; ".join(map(_demand, wrong))) from None
        # What makes payments impossible is found out now, not at the first payment.
        _ = settings.x402_token
        if bool(settings.x402_facilitator_key_id) != bool(settings.x402_facilitator_key_secret):
            raise InvalidSettings("X402_FACILITATOR_KEY_ID and X402_FACILITATOR_KEY_SECRET must be set together")
        return settings


def _demand(name: str) -> str:
    return f"{name.upper()} must be {Settings.model_fields[name].description}"
