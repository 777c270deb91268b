"""The contract table as OpenAPI 3.1, public routes only.

The document is generated into the site's content, because making it takes tens of milliseconds that no request should
pay: ``python -m screwtape.api.openapi`` writes it, with ``--check`` it only tells whether the file is up to date.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from screwtape import __version__
from screwtape.api import models, payment, problems
from screwtape.api.routes import ROUTES, Route
from screwtape.api.schemas import ContractSchema
from screwtape.core import errors, terms

BASE_URL: Final = "https://screwtape.ai"
"""Stands for the deployment's own address, which the site puts in when it serves the document."""

_DESCRIPTION: Final = f"""\
The agent validation API: judge agent as a service. Send one agent's output and get a verdict (pass, fail, retry) with
a score and its reasons, or several agents' answers and learn how far they agree. It is not the arXiv paper of the same
name.

Pay with an API key ({terms.FREE_CALLS_PER_DAY} free calls in a UTC day, then prepaid credits) or, for a single call,
with x402. What is judged is not stored."""

_HEADERS: Final[dict[str, dict[str, Any]]] = {
    "X-Request-Id": {"description": "Names this call in our logs.", "schema": {"type": "string"}},
    "RateLimit": {
        "description": 'Free calls left and seconds to 00:00 UTC, such as "day";r=37;t=5400.',
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": f'The quota, such as "day";q={terms.FREE_CALLS_PER_DAY};w={terms.DAY_SECONDS}.',
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 0}},
    "WWW-Authenticate": {"description": "Bearer", "schema": {"type": "string"}},
    payment.REQUIRED_HEADER: {
        "description": "Base64 of the x402 version 2 PaymentRequired document.",
        "schema": {"type": "string", "contentEncoding": "base64"},
    },
    payment.RESPONSE_HEADER: {
        "description": "Base64 of the x402 version 2 SettleResponse, where a payment was settled or declined.",
        "schema": {"type": "string", "contentEncoding": "base64"},
    },
}
_SCHEMES: Final = {
    "apiKey": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API key from POST /v1/keys.",
    },
    "payment": {
        "type": "apiKey",
        "in": "header",
        "name": "PAYMENT-SIGNATURE",
        "description": "Base64 of a signed x402 version 2 payment for the terms that a 402 names.",
    },
}
_IDEMPOTENCY_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": (
        f"Your own name for this call, kept {terms.IDEMPOTENCY_HOURS} hours. The same name and body are charged once; "
        "the answer is computed again. Needs an API key: a payment is its own name, and beside one this is not read."
    ),
    "schema": {"type": "string", "minLength": 1, "maxLength": terms.IDEMPOTENCY_KEY_CHARS, "pattern": "^[ -~]+$"},
}


def document() -> dict[str, Any]:
    """Give the whole document as JSON values."""
    public = [route for route in ROUTES if route.public]
    paths: dict[str, dict[str, Any]] = {}
    for route in public:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Screwtape.ai",
            "version": __version__,
            "summary": "The agent validation API",
            "description": _DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": BASE_URL}],
        "paths": paths,
        "components": {"schemas": _schemas(public), "headers": _HEADERS, "securitySchemes": _SCHEMES},
    }


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "description": route.description,
        "security": {"open": [], "key": [{"apiKey": []}], "key or payment": [{"apiKey": []}, {"payment": []}]}[
            route.access
        ],
        "responses": {str(int(route.status)): _success(route)} | _failures(route),
    }
    if route.idempotent:
        operation["parameters"] = [_IDEMPOTENCY_KEY]
    if route.reads is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": _reference(route.reads), "example": dict(route.example)}},
        }
    return operation


def _success(route: Route) -> dict[str, Any]:
    headers = ["X-Request-Id", *(("RateLimit-Policy", "RateLimit") if route.metered else ())]
    if route.access == "key or payment":
        headers.append(payment.RESPONSE_HEADER)
    content = {route.media_type: {"schema": _reference(route.answers)}} if route.answers is not None else {}
    described = (route.answers.__doc__ or route.summary) if route.answers is not None else route.summary
    return {"description": described, "headers": _header_references(headers), "content": content}


def _failures(route: Route) -> dict[str, Any]:
    by_status: dict[HTTPStatus, list[type[errors.ScrewtapeError]]] = {}
    for kind in route.errors:
        by_status.setdefault(problems.TABLE[kind].status, []).append(kind)
    failures = {str(int(status)): _failure(status, kinds) for status, kinds in sorted(by_status.items())}
    failures[str(int(problems.INTERNAL.status))] = {
        "description": f"`{problems.INTERNAL_ERROR}`: our own fault; the unit of a metered call is given back.",
        "headers": _header_references(["X-Request-Id"]),
        "content": {problems.CONTENT_TYPE: {"schema": _reference(models.Problem)}},
    }
    return failures


def _failure(status: HTTPStatus, kinds: list[type[errors.ScrewtapeError]]) -> dict[str, Any]:
    headers = ["X-Request-Id"]
    if status == HTTPStatus.UNAUTHORIZED:
        headers.append("WWW-Authenticate")
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        headers += ["Retry-After", *(("RateLimit-Policy", "RateLimit") if errors.QuotaSpent in kinds else ())]
    if status in {HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.CONFLICT}:
        headers.append("Retry-After")
    content = {problems.CONTENT_TYPE: {"schema": _reference(models.Problem)}}
    if status == HTTPStatus.PAYMENT_REQUIRED:
        headers += [payment.REQUIRED_HEADER, payment.RESPONSE_HEADER]
        content = {"application/json": {"schema": _reference(payment.PaymentRequiredResponse)}}
    return {
        "description": " ".join(f"`{kind.code}`: {_first_sentence(kind)}" for kind in kinds),
        "headers": _header_references(headers),
        "content": content,
    }


def _first_sentence(kind: type[errors.ScrewtapeError]) -> str:
    return (kind.__doc__ or "").partition("\n")[0].partition("; ``")[0].rstrip(".") + "."


def _header_references(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _reference(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{model.__name__}"}


def _schemas(routes: Iterable[Route]) -> dict[str, Any]:
    reads = {route.reads for route in routes if route.reads is not None}
    answers = {route.answers for route in routes if route.answers is not None}
    answers |= {models.Problem, payment.PaymentRequiredResponse}
    _, definitions = models_json_schema(
        [
            *((model, "validation") for model in sorted(reads, key=lambda model: model.__name__)),
            *((model, "serialization") for model in sorted(answers, key=lambda model: model.__name__)),
        ],
        ref_template="#/components/schemas/{model}",
        schema_generator=ContractSchema,
    )
    schemas: dict[str, Any] = definitions["$defs"]
    return dict(sorted(schemas.items()))


def _text() -> str:
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write the document, or check it with ``--check``; give the exit status."""
    target = Path(str(files("screwtape.site") / "content" / "openapi.json"))
    text = _text()
    if arguments == ["--check"]:
        if target.is_file() and target.read_text(encoding="utf-8") == text:
            return 0
        sys.stderr.write("openapi.json is behind the contract table: run `make openapi` and commit the file.\n")
        return 1
    target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
