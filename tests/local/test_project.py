"""The project's own template in the local API, as ``make run`` starts it and as tests use it."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from samtranslator.translator.managed_policy_translator import ManagedPolicyLoader
from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse

from local.client import Api
from local.template import Template
from tests.conftest import MakeApi
from tests.local.raw_http import ask
from tests.local.running import Running

if TYPE_CHECKING:
    import pytest
    from mypy_boto3_dynamodb import DynamoDBClient


class _NoManagedPolicies(ManagedPolicyLoader):
    def __init__(self) -> None:
        pass

    def load(self) -> dict[str, str]:
        return {}


def test_our_routes_are_those_that_sam_makes(template: Template, monkeypatch: pytest.MonkeyPatch) -> None:
    """SAM's own transform of the template yields the same routes and methods."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    source = yaml_parse(template.path.read_text())  # type: ignore[no-untyped-call]
    for resource in source["Resources"].values():
        for place in {"CodeUri", "ContentUri"} & resource["Properties"].keys():
            resource["Properties"][place] = "s3://bucket/" + resource["Properties"][place]
    expanded = transform(source, {}, _NoManagedPolicies())["Resources"]
    (paths,) = (
        resource["Properties"]["Body"]["paths"]
        for resource in expanded.values()
        if resource["Type"] == "AWS::ApiGatewayV2::Api"
    )
    theirs = {(path, re.sub("^x-amazon-apigateway-any-method$", "any", m)) for path, on in paths.items() for m in on}
    assert {(route.path, route.method.lower()) for route in template.routes} == theirs


def test_the_api_keeps_its_rows_in_the_locked_table(api: Api, locked_dynamodb: DynamoDBClient) -> None:
    """A key made through the API is a row of the template's table."""
    made = api.request("POST", "/v1/keys", json={"email": "you@example.com", "name": "test"})
    assert (made.status, made.json()["key"][:5]) == (201, "scrw_")
    assert locked_dynamodb.scan(TableName="Table")["Count"] > 0


def test_every_function_is_wired_with_its_own_settings(api: Api) -> None:
    """A function that was called first, with fewer settings, does not decide what the next one sees."""
    assert api.request("GET", "/v1/health").status == 200
    made = api.request("POST", "/v1/keys", json={"email": "you@example.com", "name": "test"})
    assert made.status == 201


def test_an_api_takes_settings_of_its_own(make_api: MakeApi) -> None:
    """Two APIs in one test, each with its settings: the wiring is fresh each time."""
    for limit in ("1", "7"):
        made = make_api({"FREE_CALLS_PER_DAY": limit}).request(
            "POST", "/v1/keys", json={"email": f"you{limit}@example.com", "name": "test"}
        )
        assert made.json()["limits"] == {"free_per_day": int(limit)}


def test_it_prints_what_to_try(local_api: Running) -> None:
    """One ready line, a key that works, and a curl that can be pasted; nothing on stderr."""
    assert [line.split()[0] for line in local_api.output] == ["ready", "key", "try"]
    reply = ask(local_api.port, "GET", "/v1/keys/me", f"Authorization: Bearer {local_api.key}")
    assert reply.status == 200
    command = shlex.split(local_api.output[2].removeprefix("try "))
    pasted = subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603 (what it told us to run)
    assert '"verdict"' in pasted.stdout
    assert not [line for line in local_api.errors if line.startswith("screwtape: ")]


def test_every_function_lies_under_functions(template: Template) -> None:
    """Every function of the template is a folder under functions/."""
    assert {function.code.parent for function in template.functions.values()} == {
        Path(template.path.parent / "functions")
    }
