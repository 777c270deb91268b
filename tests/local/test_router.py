"""Which route wins, by the precedence of HTTP APIs."""

from __future__ import annotations

import pytest

from local.router import Router
from local.template import Route

ROUTES = Router(
    Route(key.partition(" ")[0], key.partition(" ")[2], "fn")
    for key in (
        "GET /pets/dog/1",
        "GET /pets/dog/{id}",
        "GET /pets/{proxy+}",
        "ANY /pets/dog/{id}",
        "ANY /{all+}",
        "POST /a",
        "ANY /a",
        "GET /{x}/b",
        "GET /c/{y+}",
    )
)


@pytest.mark.parametrize(
    ("method", "path", "key", "parameters"),
    [
        pytest.param("GET", "/pets/dog/1", "GET /pets/dog/1", {}, id="exact"),
        pytest.param("GET", "/pets/dog/2", "GET /pets/dog/{id}", {"id": "2"}, id="variable"),
        pytest.param("POST", "/pets/dog/2", "ANY /pets/dog/{id}", {"id": "2"}, id="any-method"),
        pytest.param("GET", "/pets/cat/1/2", "GET /pets/{proxy+}", {"proxy": "cat/1/2"}, id="greedy"),
        pytest.param("PUT", "/pets/cat", "ANY /{all+}", {"all": "pets/cat"}, id="greedy-any"),
        pytest.param("POST", "/a", "POST /a", {}, id="method-before-any"),
        pytest.param("PUT", "/a", "ANY /a", {}, id="any-for-the-rest"),
        pytest.param("GET", "/c/b", "GET /{x}/b", {"x": "c"}, id="full-match-before-greedy"),
        pytest.param("POST", "/a/", "ANY /{all+}", {"all": "a/"}, id="trailing-slash-is-another-path"),
        pytest.param("GET", "/pets/dog/a%2Fb", "GET /pets/dog/{id}", {"id": "a/b"}, id="encoded-slash-stays-inside"),
        pytest.param("GET", "/%70ets/dog/1", "ANY /{all+}", {"all": "pets/dog/1"}, id="routed-undecoded"),
        pytest.param("GET", "/pets/dog/a%20b", "GET /pets/dog/{id}", {"id": "a b"}, id="decoded-variable"),
        pytest.param("get", "/pets/dog/1", "ANY /pets/dog/{id}", {"id": "1"}, id="methods-are-case-sensitive"),
    ],
)
def test_the_most_specific_route_wins(method: str, path: str, key: str, parameters: dict[str, str]) -> None:
    """Exact before variable before greedy, a method before ANY, path variables decoded."""
    match = ROUTES.match(method, path)
    assert match is not None
    assert (match.route.key, match.parameters) == (key, parameters)


def test_the_default_route_takes_what_no_other_takes() -> None:
    """``$default`` has no parameters and its own key; without it there is no match."""
    routes = [Route("GET", "/a", "fn"), Route("ANY", "$default", "rest")]
    match = Router(routes).match("DELETE", "/a")
    assert match is not None
    assert (match.route.key, match.route.function, match.parameters) == ("$default", "rest", {})
    assert Router(routes[:1]).match("DELETE", "/a") is None
