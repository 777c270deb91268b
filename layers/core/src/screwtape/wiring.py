"""The only place where adapters are chosen. Each part is made once in a process, when first asked for.

Imports stand inside the functions on purpose: a Lambda function loads only what it uses, which halves a cold start.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import cache
from typing import TYPE_CHECKING, Final

from screwtape.settings import Settings

if TYPE_CHECKING:
    from aws_lambda_powertools import Logger

    from screwtape.adapters.outbound import Outbound
    from screwtape.api.http import Api, Deployment
    from screwtape.core.payments import PaymentTerms
    from screwtape.ports import Chain, Facilitator, Model, PaymentBook, Store
    from screwtape.services.advising import Adviser
    from screwtape.services.judging import Judging
    from screwtape.services.keys import Keys
    from screwtape.services.metering import Metering
    from screwtape.services.paying import Paying
    from screwtape.services.reconciling import Reconciling


_held_open: Final = ExitStack()


def close() -> None:
    """Close what was opened to be kept: for a process that goes on without these parts. Lambda never calls it."""
    _held_open.close()


@cache
def settings() -> Settings:
    """Give this process's settings."""
    return Settings.from_environment()


@cache
def logger() -> Logger:
    """Give the structured logger. Callers log names and numbers, never what was sent."""
    from aws_lambda_powertools import Logger

    return Logger(service="screwtape")


def api(function: str, *, metered: bool = False) -> Api:
    """Give the HTTP side of one function."""
    from screwtape.adapters.chance import SystemChance
    from screwtape.api.http import Api

    return Api(
        function,
        deployment=deployment(),
        chance=SystemChance(),
        logger=logger(),
        metering=metering() if metered else None,
        paying=paying if metered and settings().takes_payments else None,
    )


def site_api() -> Api:
    """Give the HTTP side of the site, which also answers whatever no route matches."""
    from screwtape.adapters.chance import SystemChance
    from screwtape.api.elsewhere import elsewhere
    from screwtape.api.http import Api
    from screwtape.site.pages import not_found_page

    return Api(
        "site",
        deployment=deployment(),
        chance=SystemChance(),
        logger=logger(),
        fallback=elsewhere(deployment(), not_found_page()),
    )


@cache
def deployment() -> Deployment:
    """Give where and for whom this stack answers."""
    from screwtape.api.http import Deployment
    from screwtape.api.replies import Origins

    configured = settings()
    return Deployment(
        base_url=configured.base_url,
        origins=Origins(frozenset(configured.allowed_origins)),
        payment_terms=payment_terms() if configured.takes_payments else None,
    )


@cache
def payment_terms() -> PaymentTerms:
    """Give what a call costs."""
    from screwtape.core.payments import PaymentTerms

    configured = settings()
    return PaymentTerms(
        pay_to=configured.x402_pay_to,
        token=configured.x402_token,
        amount_micro=configured.x402_amount,
    )


@cache
def store() -> Store:
    """Give the table."""
    from screwtape.adapters.dynamodb import DynamoStore

    return DynamoStore(settings().required("table_name"))


@cache
def metering() -> Metering:
    """Give the meter that charges calls."""
    from screwtape.services.metering import Metering

    return Metering(store(), settings().free_calls_per_day)


@cache
def paying() -> Paying:
    """Give the seller of calls for payments: made when the first payment comes, because an HTTP client costs time."""
    from screwtape.adapters.chance import SystemChance
    from screwtape.services.paying import Paying

    return Paying(payment_book(), facilitator(), chain(), SystemChance())


@cache
def reconciling() -> Reconciling:
    """Give what finds out about payments of unknown fate."""
    from screwtape.adapters.chance import SystemChance
    from screwtape.services.reconciling import Reconciling

    asked = facilitator() if settings().x402_facilitator_url else None
    return Reconciling(payment_book(), asked, chain(), SystemChance())


@cache
def payment_book() -> PaymentBook:
    """Give the table as the book of payments."""
    from screwtape.adapters.dynamodb.payments import DynamoPaymentBook

    return DynamoPaymentBook(settings().required("table_name"))


@cache
def facilitator() -> Facilitator:
    """Give the facilitator that is configured, with CDP's tokens where its key is."""
    from screwtape.adapters.facilitator import HttpFacilitator

    configured = settings()
    base_url = configured.required("x402_facilitator_url")
    if not configured.x402_facilitator_key_secret:
        return HttpFacilitator(base_url, payment_terms(), outbound())

    from screwtape.adapters.cdp import CdpTokens
    from screwtape.adapters.chance import SystemChance
    from screwtape.adapters.secrets import reveal

    key_id = configured.required("x402_facilitator_key_id")
    tokens = CdpTokens(key_id, lambda: reveal(configured.x402_facilitator_key_secret), SystemChance())
    return HttpFacilitator(base_url, payment_terms(), outbound(), tokens.headers)


@cache
def chain() -> Chain | None:
    """Give the node of the chain that may be asked; None where none is configured."""
    if not settings().x402_rpc_url:
        return None
    from screwtape.adapters.chain import JsonRpcChain
    from screwtape.adapters.secrets import reveal

    url = settings().x402_rpc_url
    return JsonRpcChain(lambda: reveal(url), outbound())


@cache
def outbound() -> Outbound:
    """Give the way to the facilitator and the chain."""
    from screwtape.adapters.outbound import Outbound

    way = Outbound()
    _held_open.callback(way.close)
    return way


@cache
def judging() -> Judging:
    """Give the use cases of verdict and consensus."""
    from screwtape.services.judging import Judging

    return Judging(adviser() if settings().model_api_key else None)


@cache
def adviser() -> Adviser:
    """Give the model's side of a judgement, within what the operator allows."""
    from screwtape.adapters.chance import SystemChance
    from screwtape.services.advising import Adviser, Allowed

    configured = settings()
    allowed = Allowed(
        seconds=configured.model_timeout_s,
        calls_per_day=configured.model_calls_per_day,
        for_free_calls=configured.model_for_free_calls,
    )
    return Adviser(model(), store(), SystemChance(), allowed)


@cache
def model() -> Model:
    """Give the model that is configured."""
    from screwtape.adapters.chat_completions import ChatCompletions, Endpoint
    from screwtape.adapters.secrets import reveal

    configured = settings()
    endpoint = Endpoint(
        base_url=configured.model_base_url,
        models=tuple(dict.fromkeys((configured.model_name, configured.model_fallback_name))),
        response_format=configured.model_response_format,
    )
    client = ChatCompletions(endpoint, lambda: reveal(configured.model_api_key))
    _held_open.callback(client.close)
    return client


@cache
def keys() -> Keys:
    """Give the use cases of API keys."""
    from screwtape.adapters.chance import SystemChance
    from screwtape.adapters.secrets import reveal
    from screwtape.services.keys import Keys

    configured = settings()
    hash_secret = configured.required("hash_secret")
    return Keys(
        store(),
        SystemChance(),
        hash_secret=lambda: reveal(hash_secret).encode(),
        signups_per_hour=configured.signups_per_hour,
        free_per_day=configured.free_calls_per_day,
    )
