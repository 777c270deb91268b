"""What every test may ask for: the real template, a store that races like the service, and the API in two forms."""

from __future__ import annotations

import functools
import logging
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import boto3
import hypothesis
import pytest
from botocore.loaders import create_loader
from moto import mock_aws

from local.client import Api
from local.dynamodb import create_tables, make_atomic
from local.intrinsics import REGION
from local.template import Template
from tests import tables
from tests.local.running import Running
from tests.tables import tabulate

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

hypothesis.settings.register_profile("suite", deadline=None)  # how long an example takes says nothing here
hypothesis.settings.load_profile("suite")

_load_once: Final = functools.cache(create_loader)
"""Every new AWS client would read the service's model from disk again: a quarter of a second a test."""

__all__ = ["tabulate"]

ROOT: Final = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run print the tables that its tests fill."""
    parser.addoption("--tables", action="store_true", help="print the tables of faults and outcomes")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print them."""
    if terminalreporter.config.getoption("--tables"):
        terminalreporter.write_line(tables.written(terminalreporter.stats.get("passed", [])))


class MakeApi(Protocol):
    """Makes an API in this process with fresh module state."""

    def __call__(self, env: Mapping[str, str] | None = None) -> Api:
        """Give the API; ``env`` replaces values that the template gives."""
        ...


@pytest.fixture(scope="session")
def template() -> Template:
    """Give the project's template, resolved with its defaults."""
    return Template.load(ROOT / "template.yaml")


@pytest.fixture
def locked_dynamodb(template: Template, monkeypatch: pytest.MonkeyPatch) -> Iterator[DynamoDBClient]:
    """Give an empty, atomic DynamoDB in this process with the template's tables, and a client for looking inside."""
    for name, value in {
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_SECRET_ACCESS_KEY": "local",
        "AWS_SESSION_TOKEN": "local",
        "AWS_DEFAULT_REGION": REGION,
        "AWS_REGION": REGION,
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    monkeypatch.setattr("botocore.session.create_loader", _load_once)
    make_atomic()
    with mock_aws():
        client = boto3.client("dynamodb")
        create_tables(client, template.tables)
        yield client


@pytest.fixture
def make_api(template: Template, locked_dynamodb: DynamoDBClient) -> Iterator[MakeApi]:  # noqa: ARG001 (must be there)
    """Give a maker of APIs over ``locked_dynamodb``; each imports its handlers, and the wiring for each, anew."""

    def make(env: Mapping[str, str] | None = None) -> Api:
        logging.Logger.manager.loggerDict.pop("screwtape", None)  # it would keep writing to an earlier test's stdout
        made.append(Api(template, env))
        return made[-1]

    made: list[Api] = []
    yield make
    for api in made:
        api.close()


@pytest.fixture
def api(make_api: MakeApi) -> Api:
    """Give the API in this process, settings as the local API has them."""
    return make_api()


@pytest.fixture(scope="session")
def local_api() -> Iterator[Running]:
    """Give the local API as ``make run`` starts it; at the end it must stop on Ctrl-C and leave no process behind."""
    running = Running.start(ROOT / "template.yaml")
    yield running
    running.stop_and_check()
