"""CloudFormation's intrinsic functions over the defaults of the template's parameters.

Only what the local API reads is ever resolved, so a template may use any intrinsic in the parts that have no meaning
on a laptop (alarms, dashboards, roles).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import yaml

from local.failure import TemplateBroken

ACCOUNT: Final = "123456789012"
REGION: Final = "us-east-1"

_PSEUDO_PARAMETERS: Final = {
    "AWS::AccountId": ACCOUNT,
    "AWS::Partition": "aws",
    "AWS::Region": REGION,
    "AWS::StackId": f"arn:aws:cloudformation:{REGION}:{ACCOUNT}:stack/local/local",
    "AWS::StackName": "local",
    "AWS::URLSuffix": "amazonaws.com",
}
_ARN_OF: Final = {
    "AWS::DynamoDB::Table": f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/",
    "AWS::Serverless::Function": f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:",
    "AWS::Serverless::SimpleTable": f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/",
}
_NAMED_BY: Final = {"AWS::DynamoDB::Table": "TableName", "AWS::Serverless::Function": "FunctionName"}
_PLACEHOLDER: Final = re.compile(r"\$\{(!?)([^}]+)\}")

NO_VALUE: Final = object()
"""What ``!Ref AWS::NoValue`` gives: the member that holds it does not exist."""


class TemplateLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Safe YAML in which ``!Name value`` reads as ``{"Fn::Name": value}``; Ref and Condition without the prefix."""


def _construct_short_form(loader: Any, suffix: str, node: yaml.Node) -> dict[str, Any]:
    value: Any
    if isinstance(node, yaml.ScalarNode):
        value = loader.construct_scalar(node)
    elif isinstance(node, yaml.SequenceNode):
        value = loader.construct_sequence(node, deep=True)
    else:
        value = loader.construct_mapping(node, deep=True)
    if suffix == "GetAtt" and isinstance(value, str):
        value = value.split(".", 1)
    return {suffix if suffix in {"Ref", "Condition"} else f"Fn::{suffix}": value}


TemplateLoader.add_multi_constructor("!", _construct_short_form)


def as_text(value: Any) -> str:
    """Write a resolved scalar as CloudFormation passes it on: ``true`` and ``false`` for truth values."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Resolver:
    """Replaces intrinsics by values. Raises TemplateBroken for what is unknown, naming it."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._resources: Mapping[str, Any] = document.get("Resources") or {}
        self._conditions: Mapping[str, Any] = document.get("Conditions") or {}
        parameters: Mapping[str, Any] = document.get("Parameters") or {}
        self._parameters = {name: (given or {}).get("Default", "") for name, given in parameters.items()}
        self._intrinsics: Mapping[str, Callable[[Any], Any]] = {
            "Ref": self._ref,
            "Condition": self.holds,
            "Fn::Sub": self._sub,
            "Fn::GetAtt": self._get_att,
            "Fn::Join": lambda given: as_text(given[0]).join(as_text(item) for item in self.resolve(given[1])),
            "Fn::If": lambda given: self.resolve(given[1] if self.holds(given[0]) else given[2]),
            "Fn::Equals": lambda given: as_text(self.resolve(given[0])) == as_text(self.resolve(given[1])),
            "Fn::Not": lambda given: not self.resolve(given[0]),
            "Fn::And": lambda given: all(self.resolve(part) for part in given),
            "Fn::Or": lambda given: any(self.resolve(part) for part in given),
        }

    def resolve(self, value: Any) -> Any:
        """Give ``value`` with every intrinsic in it replaced, and members that are NoValue left out."""
        if isinstance(value, list):
            return [item for item in map(self.resolve, value) if item is not NO_VALUE]
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            ((name, given),) = value.items()
            if name in self._intrinsics:
                return self._apply(name, given)
            if str(name).startswith("Fn::"):
                raise TemplateBroken(f"{name} is an intrinsic that the local API does not know: {given!r:.60}")
        resolved = {name: self.resolve(given) for name, given in value.items()}
        return {name: given for name, given in resolved.items() if given is not NO_VALUE}

    def holds(self, condition: str) -> bool:
        """Tell whether a named condition is true under the parameters' defaults."""
        if condition not in self._conditions:
            raise TemplateBroken(f"condition {condition} is used but not declared under Conditions")
        return bool(self.resolve(self._conditions[condition]))

    def _apply(self, name: str, given: Any) -> Any:
        try:
            return self._intrinsics[name](given)
        except (TypeError, IndexError, KeyError, AttributeError, ValueError):
            raise TemplateBroken(f"{name} is not written as CloudFormation wants it: {given!r:.60}") from None

    def _ref(self, name: str) -> Any:
        if name == "AWS::NoValue":
            return NO_VALUE
        if name in self._parameters:
            return self._parameters[name]
        if name in _PSEUDO_PARAMETERS:
            return _PSEUDO_PARAMETERS[name]
        if name in self._resources:
            return self._name_of(name)
        raise TemplateBroken(f"Ref to {name}, which is neither a parameter nor a resource of the template")

    def _sub(self, given: Any) -> str:
        text, names = (given, {}) if isinstance(given, str) else (given[0], given[1])

        def fill(placeholder: re.Match[str]) -> str:
            literal, name = placeholder.groups()
            if literal:
                return f"${{{name}}}"
            if name in names:
                return as_text(self.resolve(names[name]))
            return as_text(self._get_att(name.split(".", 1)) if "." in name else self._ref(name))

        return _PLACEHOLDER.sub(fill, text)

    def _get_att(self, given: list[str]) -> str:
        resource, attribute = given[0], given[1]
        if resource not in self._resources:
            raise TemplateBroken(f"GetAtt of {resource}, which is not a resource of the template")
        prefix = _ARN_OF.get(self._resources[resource].get("Type", ""))
        if attribute == "Arn" and prefix:
            return f"{prefix}{self._name_of(resource)}"
        return f"{resource}.{attribute}"

    def _name_of(self, resource: str) -> str:
        """Give the physical name: the one the template asks for, else the logical id."""
        declared = self._resources[resource]
        named_by = _NAMED_BY.get(declared.get("Type", ""))
        given = (declared.get("Properties") or {}).get(named_by) if named_by else None
        return resource if given is None else as_text(self.resolve(given))
