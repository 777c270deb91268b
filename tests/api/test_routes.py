"""The contract table, held equal to the template and to the errors that exist."""

import json
from html import unescape
from importlib.resources import files
from typing import Any

import pytest
from openapi_spec_validator import validate

from local.client import Api
from local.template import Template
from screwtape.api import openapi, problems
from screwtape.api.routes import ROUTES, Route
from screwtape.core import errors


def leaves(kind: type[errors.ScrewtapeError]) -> set[type[errors.ScrewtapeError]]:
    """Give the errors that are raised: those without children."""
    children = kind.__subclasses__()
    return {leaf for child in children for leaf in leaves(child)} if children else {kind}


def test_the_table_and_the_template_name_the_same_routes(template: Template) -> None:
    """Every row is routed to its function, and nothing else is; ``$default`` goes to the site, and so do its HEADs."""
    rows = {
        (method, route.path, route.function)
        for route in ROUTES
        for method in route.methods
        if (method, route.function) != ("HEAD", "site")
    }
    routed = {
        (route.method, route.path, template.functions[route.function].code.name)
        for route in template.routes
        if route.path != "$default"
    }
    assert rows == routed
    (fallback,) = (route for route in template.routes if route.path == "$default")
    assert template.functions[fallback.function].code.name == "site"


def test_every_leaf_of_the_error_tree_has_a_status() -> None:
    """The table of problems has a row for each error that can be raised, and no other."""
    assert set(problems.TABLE) == leaves(errors.ScrewtapeError)


def test_codes_are_unique() -> None:
    """A caller can tell any two errors apart by their code."""
    codes = [kind.code for kind in problems.TABLE]
    assert len(set(codes) | {problems.INTERNAL_ERROR}) == len(codes) + 1


def test_the_error_tree_is_drawn_as_it_is() -> None:
    """The picture at the top of the module names every error."""
    assert all(kind.__name__ in (errors.__doc__ or "") for kind in leaves(errors.ScrewtapeError))


@pytest.mark.parametrize("route", [route for route in ROUTES if route.reads is not None], ids=lambda route: route.name)
def test_examples_are_valid(route: Route) -> None:
    """The example of a row is a request that the row reads."""
    assert route.reads is not None
    assert route.reads.model_validate(route.example).model_fields_set == set(route.example)


def test_the_document_is_valid_openapi() -> None:
    """The published document is OpenAPI 3.1 to an independent validator, and is the committed file."""
    document = json.loads((files("screwtape.site") / "content" / "openapi.json").read_text(encoding="utf-8"))
    validate(document)
    assert document["openapi"].startswith("3.1")
    assert document == openapi.document()


def test_the_document_lists_the_public_rows() -> None:
    """Public rows, and only those, with every foreseen status."""
    document = openapi.document()
    listed = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert listed == {(route.method, route.path) for route in ROUTES if route.public}
    judge: dict[str, Any] = document["paths"]["/v1/judge"]["post"]["responses"]
    assert set(judge) == {"200", "400", "401", "402", "409", "413", "415", "422", "429", "500", "503"}


def test_no_schema_offers_null_where_it_means_absence() -> None:
    """A request schema shows neither null nor a default: an optional member is simply left out."""
    schemas = openapi.document()["components"]["schemas"]
    for name in ("JudgeRequest", "ConsensusRequest", "AnswerRequest", "KeyRequest"):
        assert '"null"' not in json.dumps(schemas[name])
        assert '"default"' not in json.dumps(schemas[name])
        assert schemas[name]["additionalProperties"] is False


def test_every_error_is_documented_where_its_type_points(api: Api) -> None:
    """The reference has an anchor for the code of each error, with its status and whether trying again helps."""
    page = api.request("GET", "/docs").text
    for kind, row in problems.TABLE.items():
        assert f'<tr id="error-{kind.code}"><td><code>{kind.code}</code><td>{int(row.status)}<td>' in page
        assert f"<td>{row.retry}</tr>" in page
    assert f'id="error-{problems.INTERNAL_ERROR}"' in page


def test_every_public_route_is_documented(api: Api) -> None:
    """The reference tells of each public route and shows its example."""
    page = unescape(api.request("GET", "/docs").text)
    for route in ROUTES:
        assert (f">{route.method} {route.path}</h2>" in page) is route.public
        assert not route.example or json.dumps(route.example, indent=2, ensure_ascii=False) in page
