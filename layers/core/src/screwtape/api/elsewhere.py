"""What ``$default`` answers: preflights, known paths by a wrong method, and paths that are not there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http import HTTPStatus

from screwtape.api.http import Deployment, Fallback
from screwtape.api.incoming import Incoming
from screwtape.api.replies import Reply
from screwtape.api.routes import ROUTES, Route, is_shared
from screwtape.core.errors import MethodNotAllowed, UnknownPath


def elsewhere(deployment: Deployment, not_found_page: str) -> Fallback:
    """Make the answer to everything that no route matches; browsers get ``not_found_page`` as HTML."""

    def answer(incoming: Incoming) -> Reply:
        here = [route for route in ROUTES if route.matches(incoming.path)]
        methods = _methods(here)
        # A known path by one of its own methods is here only because it was spelled otherwise, as in /v1/%6Audge.
        if not here or (incoming.method in methods and incoming.method != "OPTIONS"):
            if prefers_html(incoming.header("accept")):
                return Reply(HTTPStatus.NOT_FOUND, not_found_page, "text/html; charset=utf-8")
            message = "There is nothing at this path. /openapi.json lists what there is."
            raise UnknownPath(message)
        if incoming.method != "OPTIONS":
            message = f"This path answers {', '.join(methods)}."
            raise MethodNotAllowed(message, methods)
        cors = deployment.origins.headers(
            incoming.header("origin"),
            base_url=deployment.address_for(incoming),
            shared=is_shared(incoming.path),
            methods=methods,
        )
        return Reply(HTTPStatus.NO_CONTENT, headers={"Allow": ", ".join(methods), **cors})

    return answer


def prefers_html(accept: str) -> bool:
    """Tell whether an Accept header ranks HTML above JSON (RFC 9110 §12.5.1); a draw goes to JSON."""
    ranges: dict[str, float] = {}
    for entry in accept.split(","):
        media_range, *parameters = (part.strip().lower() for part in entry.split(";"))
        ranges[media_range] = next((_quality(p[2:]) for p in parameters if p.startswith("q=")), 1.0)
    json = max(_rank(ranges, "application", subtype) for subtype in ("json", "problem+json"))
    return _rank(ranges, "text", "html") > json


def _rank(ranges: Mapping[str, float], kind: str, subtype: str) -> float:
    """Give the quality of a media type by the most specific range that covers it."""
    covering = (f"{kind}/{subtype}", f"{kind}/*", "*/*")
    return next((ranges[media_range] for media_range in covering if media_range in ranges), 0.0)


def _quality(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _methods(routes: Iterable[Route]) -> tuple[str, ...]:
    return (*dict.fromkeys(method for route in routes for method in route.methods), "OPTIONS")
