"""The template and its functions as they are on disk now: edited code answers the next call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from local.failure import LocalFailure
from local.gateway import Gateway
from local.reload import Fingerprint, fingerprint, forget_bytecode
from local.template import Table, Template


class Runner(Protocol):
    """Whatever runs the functions of one template."""

    async def warm(self, names: Iterable[str]) -> None:
        """Get these functions ready. Raises HandlerBroken."""
        ...

    async def invoke(self, function: str, payload: bytes) -> bytes:
        """Run a function on one event. Raises FunctionFault, FunctionTimeout or HandlerBroken."""
        ...

    async def retire(self) -> None:
        """Let the calls that run finish, and end everything else."""
        ...

    async def close(self) -> None:
        """End everything now."""
        ...


@dataclass(frozen=True, slots=True)
class Generation:
    """What answers until a source changes."""

    gateway: Gateway
    runner: Runner


class Live:
    """Reads the template again, and starts the functions anew, whenever a source differs from the last look."""

    def __init__(
        self,
        template: Template,
        make_runner: Callable[[Template], Runner],
        create_tables: Callable[[Sequence[Table]], None],
        complain: Callable[[str], None],
    ) -> None:
        self.template = template
        self._make_runner = make_runner
        self._create_tables = create_tables
        self._complain = complain
        self._seen: Fingerprint = fingerprint(template.sources)
        self._generation: Generation | None = Generation(Gateway(template.routes), make_runner(template))
        self._retired: list[Runner] = []
        self._renewing = asyncio.Lock()

    async def current(self) -> Generation | None:
        """Give what answers now; None while the template is broken."""
        if fingerprint(self.template.sources) != self._seen:
            async with self._renewing:
                await self._renew()
        return self._generation

    async def warm(self) -> None:
        """Get every function ready that HTTP reaches. Raises HandlerBroken."""
        if self._generation:
            await self._generation.runner.warm(function.name for function in self.template.http_functions)

    async def close(self) -> None:
        """End every function, also those of earlier generations."""
        runners = [*self._retired, *([self._generation.runner] if self._generation else [])]
        await asyncio.gather(*(runner.close() for runner in runners))

    async def _renew(self) -> None:
        now = fingerprint(self.template.sources)
        if now == self._seen:
            return  # a request beside this one was faster
        forget_bytecode(self._seen, now)
        if self._generation:
            self._retired.append(self._generation.runner)
            await self._generation.runner.retire()
        path: Path = self.template.path
        try:
            self.template = await asyncio.to_thread(Template.load, path)
            await asyncio.to_thread(self._create_tables, self.template.tables)
        except LocalFailure as failure:
            self._generation, self._seen = None, now
            self._complain(str(failure))
            return
        self._generation = Generation(Gateway(self.template.routes), self._make_runner(self.template))
        self._seen = fingerprint(self.template.sources) if self._sources_moved(now) else now

    def _sources_moved(self, now: Mapping[str, object]) -> bool:
        """Tell whether the new template names other folders than were looked at."""
        return any(not any(file.startswith(str(source)) for file in now) for source in self.template.sources)
