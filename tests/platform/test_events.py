"""The sample events are what the HTTP API, or a schedule, would send to the functions whose names they bear."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.platform.stack import Stack

ROOT = Path(__file__).parents[2]
EVENTS = sorted(path for path in ROOT.glob("events/*.json") if path.name != "local-env.json")
SCHEDULED = [ROOT / "events/reconcile.json"]
each_request = pytest.mark.parametrize(
    "path", [path for path in EVENTS if path not in SCHEDULED], ids=lambda path: path.stem
)


def test_every_function_has_one(stack: Stack) -> None:
    """One sample event a function."""
    assert {f"{path.stem.capitalize()}Function" for path in EVENTS} == stack.functions.keys()


@each_request
def test_it_comes_by_a_route_of_its_function(path: Path, stack: Stack) -> None:
    """The route key is one of the template, leads to this function, and agrees with method and path."""
    event = json.loads(path.read_text())
    http = event["requestContext"]["http"]
    assert stack.routes[event["routeKey"]] == f"{path.stem.capitalize()}Function"
    assert event["routeKey"] == event["requestContext"]["routeKey"] == f"{http['method']} {event['rawPath']}"
    assert http["path"] == event["rawPath"]


@each_request
def test_it_looks_like_payload_format_2(path: Path) -> None:
    """Header names are lower case, one value each; the length is that of the body."""
    event: dict[str, Any] = json.loads(path.read_text())
    assert event["version"] == "2.0"
    assert all(name == name.lower() and isinstance(value, str) for name, value in event["headers"].items())
    assert event["headers"]["host"] == event["requestContext"]["domainName"]
    assert int(event["headers"].get("content-length", 0)) == len(event.get("body", "").encode())


@pytest.mark.parametrize("path", SCHEDULED, ids=lambda path: path.stem)
def test_it_looks_like_an_event_of_a_schedule(path: Path, stack: Stack) -> None:
    """EventBridge tells the time of the run, and a rule of the template leads to this function."""
    event = json.loads(path.read_text())
    assert (event["source"], event["detail-type"], event["detail"]) == ("aws.events", "Scheduled Event", {})
    assert datetime.fromisoformat(event["time"]).tzinfo == UTC
    targets = [
        target["Arn"]["Fn::GetAtt"][0]
        for rule in stack.of_type("AWS::Events::Rule").values()
        for target in rule["Targets"]
    ]
    assert f"{path.stem.capitalize()}Function" in targets


def test_the_local_environment_sets_only_what_the_template_declares(stack: Stack) -> None:
    """SAM silently drops a variable that the template does not declare."""
    declared = {name for function in stack.functions.values() for name in function["Environment"]["Variables"]}
    given = json.loads((ROOT / "events/local-env.json").read_text())
    assert given.keys() == {"Parameters"}
    assert given["Parameters"].keys() <= declared
