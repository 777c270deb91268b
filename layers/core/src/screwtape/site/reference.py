"""The reference page: every public route, and every error with what to do about it, from the contract table."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from typing import Final

from screwtape.api import problems
from screwtape.api.routes import ROUTES, Route

_ACCESS: Final = {
    "open": "Anybody may call it.",
    "key": "Needs an API key.",
    "key or payment": "Needs an API key, or an x402 payment.",
}


def reference() -> str:
    """Give the page's inner HTML."""
    return f"{_routes()}\n{_errors()}"


def _routes() -> str:
    return "\n".join(_route(route) for route in ROUTES if route.public)


def _route(route: Route) -> str:
    parts = [
        f'<h2 id="{route.name}">{route.method} {escape(route.path)}</h2>',
        f"<p>{escape(route.summary)}. {escape(route.description)} {_ACCESS[route.access]}</p>",
    ]
    if route.example:
        parts.append(f"<pre><code>{escape(json.dumps(route.example, indent=2, ensure_ascii=False))}</code></pre>")
    parts.append(f"<p>Answers {int(route.status)}, or an error: {_codes(route)}.</p>")
    return "\n".join(parts)


def _codes(route: Route) -> str:
    codes = [*(kind.code for kind in route.errors), problems.INTERNAL_ERROR]
    return ", ".join(f'<a href="#error-{code}">{code}</a>' for code in codes)


def _errors() -> str:
    rows = [(kind.code, row) for kind, row in problems.TABLE.items()]
    return "\n".join(
        [
            '<h2 id="errors">Errors</h2>',
            "<table><thead><tr><th>code<th>status<th>what<th>try again?</tr></thead><tbody>",
            *_error_rows([*rows, (problems.INTERNAL_ERROR, problems.INTERNAL)]),
            "</tbody></table>",
        ]
    )


def _error_rows(rows: Iterable[tuple[str, problems.Row]]) -> Iterable[str]:
    for code, row in rows:
        yield f'<tr id="error-{code}"><td><code>{code}</code><td>{int(row.status)}<td>{row.title}<td>{row.retry}</tr>'
