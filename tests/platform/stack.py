"""Questions about an expanded template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Resource = Mapping[str, Any]


def as_list(value: Any) -> list[Any]:
    """IAM lets one thing stand for a list of one."""
    return value if isinstance(value, list) else [value]


def either(value: Any) -> list[Any]:
    """Give what a value may be: both ends of a condition, but for the one that leaves it out."""
    if isinstance(value, dict) and "Fn::If" in value:
        return [each for end in value["Fn::If"][1:] if end != {"Ref": "AWS::NoValue"} for each in either(end)]
    return [value]


class Stack:
    """The resources of an expanded template, by logical id."""

    def __init__(self, resources: Mapping[str, Resource]) -> None:
        self.resources = resources

    def of_type(self, kind: str) -> dict[str, Mapping[str, Any]]:
        """Give the properties of every resource of one type."""
        return {name: given["Properties"] for name, given in self.resources.items() if given["Type"] == kind}

    @property
    def functions(self) -> dict[str, Mapping[str, Any]]:
        """Every Lambda function, by the logical id that template.yaml gives it."""
        return self.of_type("AWS::Lambda::Function")

    def statements(self, role: str) -> Iterator[Resource]:
        """Give every IAM statement that a role carries itself."""
        for policy in self.of_type("AWS::IAM::Role")[role].get("Policies", []):
            for statement in as_list(policy["PolicyDocument"]["Statement"]):
                yield from either(statement)

    def actions(self, function: str) -> set[str]:
        """Give what a function may do, beside writing logs and traces."""
        role = self.functions[function]["Role"]["Fn::GetAtt"][0]
        return {action for statement in self.statements(role) for action in as_list(statement["Action"])}

    @property
    def routes(self) -> dict[str, str]:
        """Give the function behind every route key of the HTTP API."""
        (api,) = self.of_type("AWS::ApiGatewayV2::Api").values()
        found = {}
        for path, methods in api["Body"]["paths"].items():
            for method, operation in methods.items():
                uri = operation["x-amazon-apigateway-integration"]["uri"]["Fn::Sub"]
                key = path if path == "$default" else f"{method.upper()} {path}"
                found[key] = uri.split("${")[-1].split(".Arn}")[0]
        return found
