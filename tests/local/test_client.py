"""The API without sockets, as other tests use it: wired by the template, fresh each time."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from local.client import Api
from local.failure import HandlerBroken
from local.gateway import FunctionFault
from local.in_process import forget
from local.template import Template

SAMPLE = Path(__file__).parent / "sample"


@pytest.fixture(scope="module")
def sample() -> Template:
    """Give the sample's template."""
    return Template.load(SAMPLE / "template.yaml")


def test_a_request_goes_through_event_and_handler(sample: Template) -> None:
    """Method, path, JSON, headers, source and time of arrival reach the handler; header names come back lower."""
    reply = Api(sample).request(
        "POST", "/echo?a=1", headers={"X-A": "1"}, json={"b": 2}, at=1_700_000_000_000, source_ip="203.0.113.9"
    )
    event = reply.json()["event"]
    assert reply.status == 200 and reply.headers["content-type"] == "application/json"
    assert (event["body"], event["headers"]["content-type"], event["headers"]["x-a"]) == (
        '{"b": 2}',
        "application/json",
        "1",
    )
    assert event["requestContext"]["timeEpoch"] == 1_700_000_000_000
    assert event["requestContext"]["http"]["sourceIp"] == "203.0.113.9"


@pytest.mark.parametrize(
    ("content", "seen"),
    [pytest.param("é", "é", id="text"), pytest.param(b"\xff", "/w==", id="bytes"), pytest.param(None, None, id="none")],
)
def test_a_body_may_be_text_or_bytes(sample: Template, content: bytes | str | None, seen: str | None) -> None:
    """``content`` is sent as it is, without a content type of its own."""
    event = Api(sample).request("POST", "/echo", content=content).json()["event"]
    assert event.get("body") == seen
    assert "content-type" not in event["headers"]


def test_every_api_imports_its_handlers_anew(sample: Template) -> None:
    """Module state of one API is not seen by the next, and no module of a function stays behind."""
    before = set(sys.modules)
    assert Api(sample).request("GET", "/reply").text == "seven b"
    assert Api(sample).request("GET", "/echo").status == 200
    assert "app" not in set(sys.modules) - before


def test_the_environment_is_the_functions_own(sample: Template) -> None:
    """A handler sees its settings, those of the test over the template's; the process's own is left alone."""
    shown = Api(sample, {"GREETING": "hi"}).request("GET", "/echo").json()["environment"]
    assert (shown["GREETING"], shown["STAGE"], shown["_HANDLER"]) == ("hi", "dev", "app.handler")
    assert "_HANDLER" not in os.environ


def test_a_setting_that_no_function_gets_is_refused(sample: Template) -> None:
    """A mistyped setting fails in the test that wrote it."""
    with pytest.raises(ValueError, match="TYPO"):
        Api(sample, {"TYPO": "1"})


def test_faults_are_the_gateways_500(sample: Template) -> None:
    """What a handler raises reaches a caller as 500, and a direct invoker as FunctionFault."""
    api = Api(sample)
    assert api.request("POST", "/fault", content="raise").status == 500
    assert api.request("POST", "/fault", content="unserialisable").status == 500
    with pytest.raises(FunctionFault):
        api.invoke("FaultFunction", {"body": "raise"})
    assert api.invoke("FaultFunction", {"body": "print"}) == {"statusCode": 204}


def test_head_has_no_body_and_unknown_routes_are_404(sample: Template) -> None:
    """The same rules as over sockets."""
    assert Api(sample).request("HEAD", "/reply").content == b""
    assert Api(sample).request("GET", "/nowhere").json() == {"message": "Not Found"}


def test_an_import_that_fails_is_named(sample_copy: Path) -> None:
    """A handler that cannot be imported fails the test that asked for it, with its place."""
    (sample_copy / "reply" / "app.py").write_text("1 / 0\n")
    with pytest.raises(HandlerBroken, match=r"reply/app\.py cannot be imported: ZeroDivisionError"):
        Api(Template.load(sample_copy / "template.yaml")).request("GET", "/reply")


def test_a_forgotten_module_is_imported_anew() -> None:
    """``forget`` drops a module, what lies below it, and its name in the parent package."""
    import xml.dom.minidom as first  # noqa: PLC0415 (any module would do)

    forget("xml.dom.minidom")
    import xml.dom.minidom as second  # noqa: PLC0415

    assert first is not second
