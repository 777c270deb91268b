"""template.yaml as the local API sees it: functions, routes and tables, with every intrinsic resolved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import yaml

from local.failure import TemplateBroken
from local.intrinsics import Resolver, TemplateLoader, as_text

DEFAULT_ROUTE: Final = "$default"

Part = TypeVar("Part")

_LAMBDA_TIMEOUT_S: Final = 3
_LAMBDA_MEMORY_MB: Final = 128
_TABLE_PROPERTIES: Final = (
    "AttributeDefinitions",
    "BillingMode",
    "GlobalSecondaryIndexes",
    "KeySchema",
    "LocalSecondaryIndexes",
    "ProvisionedThroughput",
)
"""What an embedded table can be made of. Backups, encryption, protection and throughput caps mean nothing here."""


@dataclass(frozen=True, slots=True)
class Function:
    """A Lambda function: ``name`` is its logical id, ``code`` the folder that Lambda would unpack."""

    name: str
    code: Path
    handler: str
    timeout_s: float
    memory_mb: int
    environment: Mapping[str, str]
    log_format: str = "Text"
    log_level: str | None = None

    @property
    def handler_file(self) -> Path:
        """The file that defines the handler."""
        return self.code / f"{self.handler.rpartition('.')[0].replace('.', '/')}.py"


@dataclass(frozen=True, slots=True)
class Route:
    """One HttpApi event: ``path`` may hold ``{name}`` and ``{name+}``, or be ``$default``; ``method`` may be ANY."""

    method: str
    path: str
    function: str

    @property
    def key(self) -> str:
        """The route key as events carry it."""
        return DEFAULT_ROUTE if self.path == DEFAULT_ROUTE else f"{self.method} {self.path}"


@dataclass(frozen=True, slots=True)
class Table:
    """A DynamoDB table: ``definition`` is what CreateTable takes beside the name, ``ttl`` the expiry attribute."""

    name: str
    definition: Mapping[str, Any]
    ttl: str | None


@dataclass(frozen=True, slots=True)
class Template:
    """A template that was read and found complete."""

    path: Path
    functions: Mapping[str, Function]
    routes: tuple[Route, ...]
    tables: tuple[Table, ...]
    layers: tuple[Path, ...] = field(default=())

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the template at ``path``. Raises TemplateBroken with one line that names the place."""
        path = path.resolve()
        document = _read(path)
        try:
            return cls(path, *_Reading(path.parent, document).parts())
        except TemplateBroken as broken:
            raise TemplateBroken(f"{path.name}: {broken}") from None

    @property
    def sources(self) -> tuple[Path, ...]:
        """Everything whose change may change an answer: the template, the functions' folders and the layers."""
        return (self.path, *dict.fromkeys(function.code for function in self.functions.values()), *self.layers)

    @property
    def http_functions(self) -> tuple[Function, ...]:
        """The functions that some route leads to."""
        return tuple(self.functions[name] for name in dict.fromkeys(route.function for route in self.routes))


def _read(path: Path) -> Mapping[str, Any]:
    try:
        document = yaml.load(path.read_text(encoding="utf-8"), TemplateLoader)  # noqa: S506 (a safe loader with tags)
    except FileNotFoundError:
        raise TemplateBroken(f"{path} does not exist. Run from the project's folder or pass --template.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateBroken(f"{path.name} cannot be read: {error}") from None
    except yaml.MarkedYAMLError as error:
        line = f" line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise TemplateBroken(f"{path.name}{line} is not YAML: {error.problem}. Correct it and try again.") from None
    except yaml.YAMLError as error:
        raise TemplateBroken(f"{path.name} is not YAML: {error}") from None
    if not isinstance(document, dict) or not isinstance(document.get("Resources"), dict):
        raise TemplateBroken(f"{path.name} has no Resources. It must be a SAM template.")
    return document


class _Reading:
    """One pass over a parsed template."""

    def __init__(self, root: Path, document: Mapping[str, Any]) -> None:
        self._root = root
        self._resolver = Resolver(document)
        self._globals: Mapping[str, Any] = (document.get("Globals") or {}).get("Function") or {}
        self._resources: Mapping[str, Any] = document["Resources"]

    def parts(self) -> tuple[Mapping[str, Function], tuple[Route, ...], tuple[Table, ...], tuple[Path, ...]]:
        functions = dict(self._each("AWS::Serverless::Function", self._function))
        routes = tuple(route for _, found in self._each("AWS::Serverless::Function", self._routes) for route in found)
        twice = {route.key for route in routes if sum(other.key == route.key for other in routes) > 1}
        if twice:
            raise TemplateBroken(f"the route {min(twice)} is declared twice")
        tables = tuple(table for _, table in self._each("AWS::DynamoDB::Table", self._table))
        layers = tuple(folder for _, folder in self._each("AWS::Serverless::LayerVersion", self._layer))
        return functions, routes, tables, layers

    def _each(self, wanted: str, read: Callable[[str, Mapping[str, Any]], Part]) -> Iterator[tuple[str, Part]]:
        """Read every resource of a type that exists under the parameters' defaults."""
        for name, resource in self._resources.items():
            if not isinstance(resource, dict) or "Type" not in resource:
                raise TemplateBroken(f"{name} has no Type")
            if resource["Type"] != wanted:
                continue
            if "Condition" in resource and not self._resolver.holds(resource["Condition"]):
                continue
            try:
                yield name, read(name, resource.get("Properties") or {})
            except (AttributeError, TypeError, ValueError) as error:
                raise TemplateBroken(f"{name} is not written as SAM wants it: {error}") from None

    def _resolve(self, name: str, value: Any) -> Any:
        try:
            return self._resolver.resolve(value)
        except TemplateBroken as broken:
            raise TemplateBroken(f"{name}: {broken}") from None

    def _folder(self, name: str, member: str, given: Mapping[str, Any]) -> Path:
        written = self._resolve(name, given.get(member))
        if not isinstance(written, str):
            raise TemplateBroken(f"{name}: {member} is missing. Name the folder of its code.")
        folder = (self._root / written).resolve()
        if not folder.is_dir():
            raise TemplateBroken(f"{name}: {member} {written} is not a folder. Create it or correct the path.")
        return folder

    def _layer(self, name: str, given: Mapping[str, Any]) -> Path:
        return self._folder(name, "ContentUri", given)

    def _function(self, name: str, own: Mapping[str, Any]) -> Function:
        given = {**self._globals, **own}
        code = self._folder(name, "CodeUri", given)
        handler = self._resolve(name, given.get("Handler"))
        if not isinstance(handler, str) or "." not in handler:
            raise TemplateBroken(f"{name}: Handler is missing. Write it as file.function, for example app.handler.")
        logging = self._resolve(name, given.get("LoggingConfig") or {})
        function = Function(
            name=name,
            code=code,
            handler=handler,
            timeout_s=float(self._resolve(name, given.get("Timeout", _LAMBDA_TIMEOUT_S))),
            memory_mb=int(self._resolve(name, given.get("MemorySize", _LAMBDA_MEMORY_MB))),
            environment=self._environment(name, own),
            log_format=logging.get("LogFormat", "Text"),
            log_level=logging.get("ApplicationLogLevel"),
        )
        if not function.handler_file.is_file():
            where = function.handler_file.relative_to(self._root) if code.is_relative_to(self._root) else code
            raise TemplateBroken(f"{name}: {where} does not exist, but Handler is {handler}.")
        return function

    def _environment(self, name: str, own: Mapping[str, Any]) -> Mapping[str, str]:
        declared = [(given.get("Environment") or {}).get("Variables") or {} for given in (self._globals, own)]
        resolved = self._resolve(name, {**declared[0], **declared[1]})
        return {variable: as_text(value) for variable, value in resolved.items()}

    def _routes(self, name: str, own: Mapping[str, Any]) -> list[Route]:
        return list(self._http_events(name, own))

    def _http_events(self, name: str, own: Mapping[str, Any]) -> Iterator[Route]:
        for event, given in (own.get("Events") or {}).items():
            if not isinstance(given, dict) or "Type" not in given:
                raise TemplateBroken(f"{name}: event {event} has no Type")
            if given["Type"] != "HttpApi":
                continue
            properties = self._resolve(name, given.get("Properties") or {})
            path = properties.get("Path", DEFAULT_ROUTE)
            if path != DEFAULT_ROUTE and not path.startswith("/"):
                raise TemplateBroken(f"{name}: event {event}: Path {path} must start with a slash")
            method = str(properties.get("Method", "ANY")).upper()
            yield Route("ANY" if method == "X-AMAZON-APIGATEWAY-ANY-METHOD" else method, path, name)

    def _table(self, name: str, given: Mapping[str, Any]) -> Table:
        properties = self._resolve(name, given)
        for needed in ("KeySchema", "AttributeDefinitions"):
            if needed not in properties:
                raise TemplateBroken(f"{name}: {needed} is missing")
        expiry = properties.get("TimeToLiveSpecification") or {}
        return Table(
            name=as_text(properties.get("TableName", name)),
            definition={member: properties[member] for member in _TABLE_PROPERTIES if member in properties},
            ttl=expiry.get("AttributeName") if expiry.get("Enabled") else None,
        )
