"""What every reply carries: CORS, rate limits, caching and the request id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from screwtape.core.metering import Allowance, seconds_to_midnight
from screwtape.core.terms import DAY_SECONDS

ALLOWED_HEADERS: Final = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, PAYMENT-SIGNATURE, "
    "MCP-Protocol-Version, Mcp-Method, Mcp-Name"
)
EXPOSED_HEADERS: Final = (
    "PAYMENT-REQUIRED, PAYMENT-RESPONSE, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, WWW-Authenticate"
)
_PREFLIGHT_SECONDS: Final = 7_200


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP reply whose body is final text."""

    status: int
    body: str = ""
    content_type: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Origins:
    """The browser origins that may read our replies; ``listed`` beside the deployment's own."""

    listed: frozenset[str]

    def headers(self, origin: str, *, base_url: str, shared: bool, methods: tuple[str, ...] = ()) -> dict[str, str]:
        """Give the CORS headers for a request's Origin, which is empty when there was none.

        A ``shared`` document may be read by any page. With ``methods`` the answer is one to a preflight.
        """
        if shared:
            headers = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag"}
        elif origin and (origin in self.listed or origin == base_url):
            headers = {
                "Access-Control-Allow-Origin": origin,
                "Access-Control-Expose-Headers": EXPOSED_HEADERS,
                "Vary": "Origin",
            }
        else:
            return {"Vary": "Origin"}
        if methods:
            headers["Access-Control-Allow-Methods"] = ", ".join(methods)
            headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
            headers["Access-Control-Max-Age"] = str(_PREFLIGHT_SECONDS)
        return headers


def rate_limit_headers(allowance: Allowance | None, free_per_day: int, now: int) -> dict[str, str]:
    """Give the draft-ietf-httpapi-ratelimit-headers of a metered reply; no allowance means that it is spent."""
    quota = free_per_day if allowance is None else allowance.free
    left = 0 if allowance is None else allowance.free_left
    return {
        "RateLimit-Policy": f'"day";q={quota};w={DAY_SECONDS}',
        "RateLimit": f'"day";r={left};t={seconds_to_midnight(now)}',
    }
