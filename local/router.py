"""Which route answers a request, by the precedence of API Gateway's HTTP APIs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from local.template import DEFAULT_ROUTE, Route

_VARIABLE: Final = re.compile(r"\{([^}+]+)(\+?)\}")
_LITERAL, _SINGLE, _GREEDY = range(3)


@dataclass(frozen=True, slots=True)
class Match:
    """The route that answers, and the decoded values of its path variables."""

    route: Route
    parameters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Pattern:
    route: Route
    rank: tuple[int, ...]
    expression: re.Pattern[str]
    names: tuple[str, ...]


class Router:
    """Matches in this order: exact path, ``{variable}``, ``{proxy+}``, ``$default``; a named method before ANY.

    The raw path is matched, undecoded and to the letter: ``/v1/keys/`` is another path than ``/v1/keys``, and an
    encoded slash stays inside its segment.
    """

    def __init__(self, routes: Iterable[Route]) -> None:
        routes = tuple(routes)
        self._default = next((route for route in routes if route.path == DEFAULT_ROUTE), None)
        self._patterns = sorted(
            (_pattern(route) for route in routes if route.path != DEFAULT_ROUTE), key=lambda pattern: pattern.rank
        )

    def match(self, method: str, raw_path: str) -> Match | None:
        """Find the route for a method and an undecoded path; None when there is neither one nor a ``$default``."""
        for pattern in self._patterns:
            if pattern.route.method not in {"ANY", method}:
                continue
            if found := pattern.expression.fullmatch(raw_path):
                values = (unquote(value) for value in found.groups())
                return Match(pattern.route, dict(zip(pattern.names, values, strict=True)))
        return Match(self._default, {}) if self._default else None


def _pattern(route: Route) -> _Pattern:
    """Compile a path; ``rank`` puts greedy paths last, then goes segment by segment, then by method."""
    expression = ""
    kinds: list[int] = []
    names: list[str] = []
    for segment in route.path.split("/")[1:]:
        variable = _VARIABLE.fullmatch(segment)
        if variable is None:
            expression += "/" + re.escape(segment)
            kinds.append(_LITERAL)
            continue
        names.append(variable[1])
        expression += "/(.+)" if variable[2] else "/([^/]+)"
        kinds.append(_GREEDY if variable[2] else _SINGLE)
    rank = (_GREEDY in kinds, *kinds, route.method == "ANY")
    return _Pattern(route, rank, re.compile(expression, re.DOTALL), tuple(names))
