"""The stack as CloudFormation would see it: template.yaml after SAM's own transform, without an account."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from samtranslator.translator.managed_policy_translator import ManagedPolicyLoader
from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse

from tests.platform.stack import Stack

ROOT = Path(__file__).parents[2]


class _NoManagedPolicies(ManagedPolicyLoader):
    """SAM asks an account for the managed policies it has; policies that the template writes out need none."""

    def __init__(self) -> None:
        """Ask for no client: there is no account to ask."""

    def load(self) -> dict[str, str]:
        return {}


def _read() -> dict[str, Any]:
    parsed: dict[str, Any] = yaml_parse((ROOT / "template.yaml").read_text())  # type: ignore[no-untyped-call]
    return parsed


@pytest.fixture(scope="session")
def root() -> Path:
    """Give the project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def template() -> dict[str, Any]:
    """Give template.yaml as written."""
    return _read()


@pytest.fixture(scope="session")
def stack() -> Stack:
    """Give template.yaml as expanded."""
    source = _read()
    for resource in source["Resources"].values():
        for place in {"CodeUri", "ContentUri"} & resource["Properties"].keys():
            # The transform takes only what `sam package` has uploaded.
            resource["Properties"][place] = "s3://bucket/" + resource["Properties"][place]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        return Stack(transform(source, {}, _NoManagedPolicies())["Resources"])
