"""Settings: read once from the environment, each in its form, and refused by name."""

import pytest

from screwtape.core import terms
from screwtape.core.errors import InvalidSettings
from screwtape.settings import Settings

SECRET = "not-to-be-repeated"


def test_an_empty_environment_gives_the_published_defaults() -> None:
    """Without any variable the terms of the contract hold, and payment is not configured."""
    settings = Settings.from_environment({"FREE_CALLS_PER_DAY": ""})
    assert settings.free_calls_per_day == terms.FREE_CALLS_PER_DAY
    assert settings.signups_per_hour == terms.SIGNUPS_PER_HOUR
    assert settings.allowed_origins == ("https://screwtape.ai", "https://www.screwtape.ai")
    assert not settings.takes_payments


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("FREE_CALLS_PER_DAY", f"-1{SECRET}", id="no-number"),
        pytest.param("FREE_CALLS_PER_DAY", "-1", id="below-zero"),
        pytest.param("SIGNUPS_PER_HOUR", "1.5", id="not-whole"),
        pytest.param("BASE_URL", SECRET, id="no-address"),
        pytest.param("BASE_URL", "https://screwtape.ai/path", id="address-with-a-path"),
        pytest.param("X402_PAY_TO", SECRET, id="no-account"),
        pytest.param("X402_AMOUNT", "0", id="free-of-charge"),
        pytest.param("FREE_CALLS_PER_DAY", "9" * 46, id="beyond-the-store"),
        pytest.param("ALLOWED_ORIGINS", f"https://a.example,{SECRET}", id="no-origin"),
        pytest.param("X402_ASSET", "0x" + "1" * 40, id="unknown-token"),
        pytest.param("X402_NETWORK", "eip155:1", id="unknown-chain"),
        pytest.param("MODEL_BASE_URL", SECRET, id="no-endpoint"),
        pytest.param("MODEL_BASE_URL", f"https://model.example/v1?key={SECRET}", id="endpoint-with-a-query"),
        pytest.param("MODEL_BASE_URL", f"https://me:{SECRET}@model.example/v1", id="endpoint-with-a-password"),
        pytest.param("MODEL_TIMEOUT_S", "0", id="no-time"),
        pytest.param("MODEL_TIMEOUT_S", "23.1", id="more-time-than-there-is"),
        pytest.param("MODEL_TIMEOUT_S", "nan", id="time-that-is-no-number"),
        pytest.param("MODEL_CALLS_PER_DAY", "-1", id="less-than-no-calls"),
        pytest.param("MODEL_CALLS_PER_DAY", "many", id="calls-without-number"),
        pytest.param("MODEL_FOR_FREE_CALLS", "perhaps", id="neither-true-nor-false"),
        pytest.param("MODEL_RESPONSE_FORMAT", "xml", id="unknown-form"),
    ],
)
def test_nonsense_is_refused_by_name_and_never_repeated(name: str, value: str) -> None:
    """The message names the variable, so that it can be found, and not its value, which may be a secret."""
    with pytest.raises(InvalidSettings) as refusal:
        Settings.from_environment({name: value})
    assert name in str(refusal.value)
    assert SECRET not in str(refusal.value)


@pytest.mark.parametrize("name", ["X402_FACILITATOR_KEY_ID", "X402_FACILITATOR_KEY_SECRET"])
def test_half_a_facilitators_key_is_refused(name: str) -> None:
    """At the start, and not when somebody pays; both variables are named, and no value."""
    with pytest.raises(InvalidSettings, match="X402_FACILITATOR_KEY_ID and X402_FACILITATOR_KEY_SECRET") as refusal:
        Settings.from_environment({name: SECRET})
    assert SECRET not in str(refusal.value)
    both = {"X402_FACILITATOR_KEY_ID": "id", "X402_FACILITATOR_KEY_SECRET": SECRET}
    assert Settings.from_environment(both).x402_facilitator_key_id == "id"


@pytest.mark.parametrize("url", ["https://node.example/v2/key", "ssm:/screwtape/node"])
def test_a_nodes_address_is_given_or_named_and_not_shown(url: str) -> None:
    """Many hold a key."""
    settings = Settings.from_environment({"X402_RPC_URL": url})
    assert settings.x402_rpc_url == url
    assert url not in repr(settings)


def test_what_a_function_cannot_do_without_is_named() -> None:
    """A missing table is one clear sentence."""
    with pytest.raises(InvalidSettings, match="TABLE_NAME must be the name of"):
        Settings().required("table_name")


def test_secrets_are_not_shown() -> None:
    """A settings object can be printed without telling a secret."""
    assert SECRET not in repr(Settings(hash_secret=SECRET, model_api_key=SECRET))


def test_a_model_is_asked_freely_unless_the_operator_says_otherwise() -> None:
    """Defaults are the published ones; an empty limit is none, and zero is a limit."""
    settings = Settings.from_environment({"MODEL_CALLS_PER_DAY": ""})
    assert (settings.model_api_key, settings.model_calls_per_day, settings.model_for_free_calls) == ("", None, True)
    assert (settings.model_base_url, settings.model_timeout_s) == ("https://openrouter.ai/api/v1", 20)
    assert (settings.model_name, settings.model_fallback_name) == ("openai/gpt-oss-120b", "qwen/qwen3.8-27b")
    assert Settings.from_environment({"MODEL_CALLS_PER_DAY": "0"}).model_calls_per_day == 0
    assert not Settings.from_environment({"MODEL_FOR_FREE_CALLS": "false"}).model_for_free_calls


def test_an_address_has_no_trailing_slash() -> None:
    """Links are made by joining, so the slash at the end is dropped."""
    assert Settings.from_environment({"BASE_URL": "https://judge.example/"}).base_url == "https://judge.example"
