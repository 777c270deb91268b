"""What ``$default`` answers: preflights, known paths by a wrong method, and paths that are not there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Final

from screwtape.api.http import Deployment, Fallback
from screwtape.api.incoming import Incoming
from screwtape.api.replies import Reply
from screwtape.api.routes import ROUTES, Route, is_shared
from screwtape.core.errors import MethodNotAllowed, UnknownPath

_VARIABLE: Final = re.compile(r"\{[^/}]+\}")


def elsewhere(deployment: Deployment, not_found_page: str) -> Fallback:
    """Make the answer to everything that no route matches; browsers get ``not_found_page`` as HTML."""

    def answer(incoming: Incoming) -> Reply:
        here = [route for route in ROUTES if _matches(route, incoming.path)]
        if not here:
            if prefers_html(incoming.header("accept")):
                return Reply(HTTPStatus.NOT_FOUND, not_found_page, "text/html; charset=utf-8")
            message = "There is nothing at this path. /openapi.json lists what there is."
            raise UnknownPath(message)
        methods = _methods(here)
        if incoming.method != "OPTIONS":
            message = f"This path answers {', '.join(methods)}."
            raise MethodNotAllowed(message, methods)
        cors = deployment.origins.headers(
            incoming.header("origin"),
            base_url=deployment.base_url or f"https://{incoming.domain}",
            shared=is_shared(incoming.path),
            methods=methods,
        )
        return Reply(HTTPStatus.NO_CONTENT, headers={"Allow": ", ".join(methods), **cors})

    return answer


def prefers_html(accept: str) -> bool:
    """Tell whether an Accept header ranks HTML above JSON (RFC 9110 §12.5.1)."""
    html, json = 0.0, 0.0
    for entry in accept.split(","):
        media_type, *parameters = (part.strip().lower() for part in entry.split(";"))
        quality = next((_quality(p[2:]) for p in parameters if p.startswith("q=")), 1.0)
        if media_type in {"text/html", "application/xhtml+xml"}:
            html = max(html, quality)
        elif media_type in {"application/json", "application/problem+json"}:
            json = max(json, quality)
    return html > json


def _quality(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _methods(routes: Iterable[Route]) -> tuple[str, ...]:
    return (*dict.fromkeys(method for route in routes for method in route.methods), "OPTIONS")


def _matches(route: Route, path: str) -> bool:
    pattern = "[^/]+".join(re.escape(part) for part in _VARIABLE.split(route.path))
    return re.fullmatch(pattern, path) is not None
