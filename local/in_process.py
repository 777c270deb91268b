"""Functions in this process, one call at a time: for tests, for breakpoints, and where awslambdaric has no wheel.

One lock covers all functions: a Powertools resolver keeps the current event on its class, and every call sees the
environment of its own function.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import os
import sys
import threading
import time
import traceback
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from local.environment import lambda_variables, settings_of
from local.failure import HandlerBroken
from local.gateway import FunctionFault
from local.intrinsics import ACCOUNT, REGION
from local.template import Function

Handler = Callable[[Any, "Context"], Any]
_one_call_at_a_time: Final = threading.RLock()
_MADE_ONCE_A_PROCESS: Final = "screwtape.wiring"
"""The module that keeps what a process makes once: every function gets its own, as it has a process of its own."""


@dataclass(frozen=True, slots=True)
class Context:
    """What Lambda passes beside the event, as far as anything here reads it."""

    function_name: str
    memory_limit_in_mb: int
    deadline: float
    function_version: str = "$LATEST"
    log_stream_name: str = "local"
    aws_request_id: str = field(default_factory=lambda: str(uuid.uuid4()))

    @property
    def invoked_function_arn(self) -> str:
        """The function's ARN."""
        return f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{self.function_name}"

    @property
    def log_group_name(self) -> str:
        """The function's log group."""
        return f"/aws/lambda/{self.function_name}"

    def get_remaining_time_in_millis(self) -> int:
        """Give what is left of the function's time, in milliseconds."""
        return max(0, int((self.deadline - time.time()) * 1000))


class InProcessRunner:
    """Every function of a template, imported at its first call. There is no timeout: a thread cannot be killed."""

    def __init__(
        self,
        functions: Iterable[Function],
        *,
        defaults: Mapping[str, str],
        caller: Mapping[str, str],
        endpoint: str | None = None,
    ) -> None:
        self._functions = {function.name: function for function in functions}
        self._environments = {
            name: {**settings_of(function, defaults, caller), **lambda_variables(function, endpoint)}
            for name, function in self._functions.items()
        }
        self._handlers: dict[str, Handler] = {}
        self._held_open = contextlib.ExitStack()

    def run(self, name: str, payload: bytes) -> bytes:
        """Run a function on one event. Raises FunctionFault when it raises or returns what is not JSON."""
        function = self._functions[name]
        with _one_call_at_a_time, _environment(self._environments[name]):
            handler = self._handler(function)
            context = Context(name, function.memory_mb, time.time() + function.timeout_s)
            try:
                return json.dumps(handler(json.loads(payload), context)).encode()
            except Exception as error:
                traceback.print_exc()
                raise FunctionFault(f"{type(error).__name__} in {name}") from error

    async def warm(self, names: Iterable[str]) -> None:
        """Import these functions. Raises HandlerBroken."""
        for name in names:
            with _one_call_at_a_time, _environment(self._environments[name]):
                self._handler(self._functions[name])

    async def invoke(self, function: str, payload: bytes) -> bytes:
        """Run a function on one event, off the event loop. Raises FunctionFault."""
        return await asyncio.to_thread(self.run, function, payload)

    def end(self) -> None:
        """Close what the functions hold open. Not to be called inside a running event loop."""
        with _one_call_at_a_time:
            self._held_open.close()

    async def retire(self) -> None:
        """Forget what was imported, so that the next runner imports anew."""
        forget("screwtape")
        await self.close()

    async def close(self) -> None:
        """Close what the functions hold open."""
        await asyncio.to_thread(self.end)

    def _handler(self, function: Function) -> Handler:
        if function.name not in self._handlers:
            self._handlers[function.name] = _import(function)
            if wiring := sys.modules.get(_MADE_ONCE_A_PROCESS):
                self._held_open.callback(wiring.close)
        return self._handlers[function.name]


def forget(package: str) -> None:
    """Drop a module and everything below it, so that the next import runs its code again."""
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        parent, _, child = name.rpartition(".")
        if parent in sys.modules:
            vars(sys.modules[parent]).pop(child, None)  # `from parent import child` would find the old one there
        sys.modules.pop(name, None)
    importlib.invalidate_caches()


def _import(function: Function) -> Handler:
    """Import a handler as Lambda does, with the function's folder first on the path; every folder has an ``app``."""
    module_name, _, attribute = function.handler.rpartition(".")
    forget(_MADE_ONCE_A_PROCESS)
    with _first_on_path(function.code):
        try:
            handler: Handler = getattr(importlib.import_module(module_name), attribute)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise HandlerBroken(
                f"{function.name}: {function.handler_file} cannot be imported: {said}. Correct it and try again."
            ) from error
    return handler


@contextlib.contextmanager
def _first_on_path(folder: Path) -> Iterator[None]:
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if _lies_in(folder, sys.modules[name]):
                del sys.modules[name]


def _lies_in(folder: Path, module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    return bool(file) and Path(str(file)).is_relative_to(folder)


@contextlib.contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
