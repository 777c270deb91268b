"""The contract table: every route with what it reads, what it answers and what it costs.

Handlers, OpenAPI, documentation and the template's routes all come from here or are held equal to it by a test.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final, Literal

from pydantic import BaseModel

from screwtape.api import models
from screwtape.core import errors, terms

Access = Literal["open", "key", "key or payment"]
"""Who may call: anybody; the holder of an API key; the holder of a key, or whoever pays for the call."""

Kind = type[errors.ScrewtapeError]

_VARIABLE: Final = re.compile(r"\{[^/}]+\}")


@dataclass(frozen=True, slots=True)
class Route:
    """One row of the contract.

    ``name`` is the operation's id, ``function`` the folder under functions/ that answers. A ``metered`` route charges
    one unit for a delivered result. ``public`` rows are documented. ``shared`` rows may be read from any origin.
    """

    name: str
    function: str
    method: Literal["GET", "POST", "DELETE"]
    path: str
    summary: str
    description: str = ""
    access: Access = "open"
    metered: bool = False
    idempotent: bool = False
    reads: type[BaseModel] | None = None
    answers: type[BaseModel] | None = None
    status: HTTPStatus = HTTPStatus.OK
    raises: tuple[Kind, ...] = ()
    example: Mapping[str, Any] = field(default_factory=dict)
    media_type: str = "application/json"
    public: bool = True
    shared: bool = False

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that the owning function answers: HEAD wherever GET is."""
        return ("GET", "HEAD") if self.method == "GET" else (self.method,)

    def matches(self, path: str) -> bool:
        """Tell whether a decoded path is this route's, character by character."""
        pattern = "[^/]+".join(re.escape(part) for part in _VARIABLE.split(self.path))
        return re.fullmatch(pattern, path) is not None

    @property
    def errors(self) -> tuple[Kind, ...]:
        """Every foreseen error of the route, in the order of the checks."""
        kinds: list[Kind] = []
        if self.reads is not None:
            kinds += [errors.UnsupportedContent, errors.BodyTooLarge]
        if self.access == "key or payment":
            kinds += [errors.MissingPayment, errors.UnknownKey, errors.InvalidPayment, errors.PaymentRefused]
        if self.access == "key":
            kinds += [errors.MissingKey, errors.UnknownKey]
        if self.reads is not None:
            kinds.append(errors.InvalidBody)
        if self.idempotent:
            kinds += [errors.InvalidIdempotencyKey, errors.IdempotencyKeyInProgress, errors.IdempotencyKeyReused]
        if self.metered:
            kinds += [errors.QuotaSpent]
        if self.access == "key or payment":
            kinds += [errors.PaymentInProgress, errors.PaymentReused, errors.PaymentReplayed]
            kinds += [errors.PaymentsUnavailable, errors.PaymentUnknown]
        if self.access != "open" or self.raises:
            kinds += [errors.StoreUnavailable]
        return (*kinds, *self.raises)


JUDGE_EXAMPLE: Final = {
    "task": "State the crew size and launch site.",
    "agent_output": "The crew size was 4. The mission launched from Cape Canaveral.",
    "evidence": ["The mission launched on 2024-03-01 from Cape Canaveral.", "The crew size was 4."],
    "criteria": ["crew size", "Cape Canaveral"],
}
CONSENSUS_EXAMPLE: Final = {
    "task": "State the crew size.",
    "answers": [{"agent_id": name, "output": "The crew size was 4."} for name in ("alpha", "beta", "gamma")],
}

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        name="judge",
        function="judge",
        method="POST",
        path="/v1/judge",
        summary="Judge one agent output",
        description=(
            "Holds an output against evidence and criteria and answers pass, fail or retry, with a score, the findings "
            "behind it and every claim with its citations. Where the deployment has a language model, its opinion is "
            "weighed against what the rules found. One unit for a delivered verdict, whatever it says."
        ),
        access="key or payment",
        metered=True,
        idempotent=True,
        reads=models.JudgeRequest,
        answers=models.JudgeResponse,
        example=JUDGE_EXAMPLE,
    ),
    Route(
        name="consensus",
        function="consensus",
        method="POST",
        path="/v1/consensus",
        summary="Score the consensus of several agents",
        description=(
            "Clusters two to sixteen answers by their words and answers the agreement, and the risk that it is a false "
            "consensus. Where the deployment has a language model, it rates the agreement instead; clusters and "
            "assessment stay with the rules. One unit for a delivered result."
        ),
        access="key or payment",
        metered=True,
        idempotent=True,
        reads=models.ConsensusRequest,
        answers=models.ConsensusResponse,
        example=CONSENSUS_EXAMPLE,
    ),
    Route(
        name="create_key",
        function="keys",
        method="POST",
        path="/v1/keys",
        summary="Create a free API key",
        description=(
            "Answers the secret once; only its hash is stored. "
            f"An e-mail address may hold {terms.KEYS_PER_EMAIL} active keys."
        ),
        reads=models.KeyRequest,
        answers=models.KeyResponse,
        status=HTTPStatus.CREATED,
        raises=(errors.SignupRateReached, errors.EmailCapReached),
        example={"email": "dev@example.com", "name": "Local dev"},
    ),
    Route(
        name="show_key",
        function="keys",
        method="GET",
        path="/v1/keys/me",
        summary="Show the current key",
        description="Today's free calls and the prepaid credits of the Bearer key. Free, and without the secret.",
        access="key",
        answers=models.KeyUsageResponse,
    ),
    Route(
        name="delete_key",
        function="keys",
        method="DELETE",
        path="/v1/keys/me",
        summary="Delete the current key and its data",
        description="Removes the key's hash, its counters and everything kept in its name. It cannot be undone.",
        access="key",
        answers=models.DeletedResponse,
    ),
    Route(
        name="health",
        function="health",
        method="GET",
        path="/v1/health",
        summary="Tell whether the service answers",
        description="Needs no key, reads no database, tells no secret.",
        answers=models.HealthResponse,
    ),
    Route(
        name="home",
        function="site",
        method="GET",
        path="/",
        summary="The front page",
        media_type="text/html; charset=utf-8",
        public=False,
    ),
    Route(
        name="docs",
        function="site",
        method="GET",
        path="/docs",
        summary="The API reference",
        media_type="text/html; charset=utf-8",
        public=False,
    ),
    Route(
        name="quality",
        function="site",
        method="GET",
        path="/docs/quality",
        summary="How right the judge is",
        media_type="text/html; charset=utf-8",
        public=False,
    ),
    Route(
        name="openapi",
        function="site",
        method="GET",
        path="/openapi.json",
        summary="This API as OpenAPI 3.1",
        public=False,
        shared=True,
    ),
)


def routes_of(function: str) -> tuple[Route, ...]:
    """Give the rows that one function answers."""
    return tuple(route for route in ROUTES if route.function == function)


def is_shared(path: str) -> bool:
    """Tell whether a path holds documents that any page may read: discovery documents and the OpenAPI document."""
    return path.startswith("/.well-known/") or path in _SHARED_PATHS


_SHARED_PATHS: Final = frozenset(route.path for route in ROUTES if route.shared)
