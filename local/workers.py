"""Functions as processes of the real Lambda runtime client, started on demand and killed when they overrun."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from local.environment import lambda_variables, settings_of, worker_environment
from local.failure import HandlerBroken
from local.gateway import FunctionFault, FunctionTimeout
from local.intrinsics import ACCOUNT, REGION
from local.runtime_api import RuntimeEndpoint
from local.template import Function

WORKERS_PER_FUNCTION: Final = 4
START_TIMEOUT_S: Final = 60
"""Longer than Lambda's ten seconds: a laptop compiles what Lambda finds compiled."""
QUEUE_TIMEOUT_S: Final = 30
"""API Gateway waits no longer for an integration."""

_LINE_BYTES: Final = 1024 * 1024
_PROGRAM: Final = """
import ctypes, os, runpy, signal, sys
gateway = int(os.environ.pop("LOCAL_GATEWAY_PID"))
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: end with the gateway, however it ends
    if os.getppid() != gateway:
        sys.exit(0)
runpy.run_module("awslambdaric", run_name="__main__", alter_sys=True)
"""

Echo = Callable[[str, str], None]
"""Takes a function's name and one line of its output."""


class Worker:
    """One process of one function."""

    def __init__(self, function: Function, environment: Mapping[str, str], echo: Echo) -> None:
        self._function = function
        self._environment = environment
        self._echo = echo
        self._held_back: list[str] | None = []
        self._endpoint = RuntimeEndpoint(function, f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{function.name}")
        self._process: asyncio.subprocess.Process | None = None
        self._ended: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the process and wait until its handler is imported. Raises HandlerBroken; then it has ended."""
        try:
            await self._start()
        except FunctionFault as fault:
            await self.kill()
            where = f"{self._function.name}: {_shown(self._function)}"
            raise HandlerBroken(f"{where} cannot be imported: {fault}. Correct it and try again.") from None
        except BaseException:
            await self.kill()
            raise

    async def invoke(self, payload: bytes) -> bytes:
        """Run the handler on one event. Raises FunctionFault or FunctionTimeout; after the latter, kill it."""
        assert self._ended is not None  # noqa: S101 (start() was awaited)
        answer = asyncio.ensure_future(self._endpoint.invoke(payload))
        done, _ = await asyncio.wait(
            {answer, self._ended}, timeout=self._function.timeout_s, return_when=asyncio.FIRST_COMPLETED
        )
        if answer in done:
            return answer.result()
        answer.cancel()
        if self._ended in done:
            raise FunctionFault(f"{self._end} during a call")
        raise FunctionTimeout

    @property
    def _end(self) -> str:
        """How the process ended."""
        code = None if self._process is None else self._process.returncode
        return f"the process ended {f'by signal {-code}' if code is not None and code < 0 else f'with code {code}'}"

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._ended is not None and not self._ended.done()

    async def kill(self) -> None:
        """End the process and everything that it started."""
        self._endpoint.close()
        if self._process and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        if self._ended:
            await asyncio.wait({self._ended})

    async def _start(self) -> None:
        address = await self._endpoint.listen()
        environment = {**self._environment, "AWS_LAMBDA_RUNTIME_API": address, "LOCAL_GATEWAY_PID": str(os.getpid())}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            _PROGRAM,
            self._function.handler,
            cwd=self._function.code,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=_LINE_BYTES,
            start_new_session=True,  # Ctrl-C reaches the gateway alone, which then ends its workers
        )
        self._ended = asyncio.create_task(self._follow(self._process))
        ready = self._endpoint.ready
        await asyncio.wait({ready, self._ended}, timeout=START_TIMEOUT_S, return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            ended = self._end if self._ended.done() else "it takes long"
            ready.cancel()
            raise FunctionFault(f"{ended}{''.join(f': {line}' for line in (self._held_back or [])[-1:])}")
        ready.result()
        for line in self._held_back or ():
            self._echo(self._function.name, line)
        self._held_back = None

    async def _follow(self, process: asyncio.subprocess.Process) -> None:
        """Pass on what the process prints, line by line, until it ends.

        What it prints before it is ready is held back: should the import fail, one line says why.
        """
        assert process.stdout is not None  # noqa: S101 (a pipe was asked for)
        while True:
            try:
                line = await process.stdout.readline()
            except ValueError:  # longer than the limit
                continue
            if not line:
                break
            text = line.decode(errors="replace").rstrip("\n")
            if self._held_back is None:
                self._echo(self._function.name, text)
            else:
                self._held_back.append(text)
        await process.wait()


class Pool:
    """The workers of one function: as many as calls at once, at most WORKERS_PER_FUNCTION."""

    def __init__(self, function: Function, environment: Mapping[str, str], echo: Echo) -> None:
        self._function = function
        self._environment = environment
        self._echo = echo
        self._idle: asyncio.LifoQueue[Worker | HandlerBroken] = asyncio.LifoQueue()
        self._workers: set[Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._waiting = 0
        self._retired = False

    async def warm(self) -> None:
        """Start one worker ahead of the first call. Raises HandlerBroken."""
        await self._bring_up(self._new_worker())

    async def invoke(self, payload: bytes) -> bytes:
        """Run the function on one event. Raises FunctionFault, FunctionTimeout or HandlerBroken."""
        worker = await self._take()
        try:
            returned = await worker.invoke(payload)
        except FunctionTimeout:
            self._echo(self._function.name, f"Task timed out after {self._function.timeout_s:.2f} seconds")
            await self._drop(worker)
            raise
        except FunctionFault as fault:
            if not worker.alive:
                self._echo(self._function.name, str(fault))
            await self._give_back(worker)
            raise
        except BaseException:  # nobody waits any more: it must not answer a later call
            await self._drop(worker)
            raise
        await self._give_back(worker)
        return returned

    async def retire(self) -> None:
        """End the idle workers now, and each busy one after its call."""
        self._retired = True
        while not self._idle.empty():
            worker = self._idle.get_nowait()
            if isinstance(worker, Worker):
                await self._drop(worker)

    async def close(self) -> None:
        """End every worker now."""
        self._retired = True
        for task in tuple(self._starting):
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.kill() for worker in self._workers))

    async def _take(self) -> Worker:
        self._waiting += 1
        try:
            while True:
                self._grow()
                try:
                    taken = await asyncio.wait_for(self._idle.get(), QUEUE_TIMEOUT_S)
                except TimeoutError:
                    raise FunctionTimeout from None
                if isinstance(taken, HandlerBroken):
                    raise taken
                if taken.alive:
                    return taken
                await self._drop(taken)
        finally:
            self._waiting -= 1

    def _grow(self) -> None:
        """Start a worker when more calls wait than workers are idle or on their way."""
        coming = self._idle.qsize() + len(self._starting)
        if coming < self._waiting and len(self._workers) < WORKERS_PER_FUNCTION:
            task = asyncio.create_task(self._start_for_a_call(self._new_worker()))
            self._starting.add(task)
            task.add_done_callback(self._go_on)

    def _go_on(self, started: asyncio.Task[None]) -> None:
        """Start the next worker where one could not be started: its failure answered one call, and others wait."""
        self._starting.discard(started)
        if self._waiting and not self._retired:
            self._grow()

    def _new_worker(self) -> Worker:
        worker = Worker(self._function, self._environment, self._echo)
        self._workers.add(worker)  # counted before it runs, so that calls of one instant do not start one each
        return worker

    async def _start_for_a_call(self, worker: Worker) -> None:
        try:
            await self._bring_up(worker)
        except HandlerBroken as broken:
            self._idle.put_nowait(broken)

    async def _bring_up(self, worker: Worker) -> None:
        try:
            await worker.start()
        except BaseException:
            self._workers.discard(worker)
            raise
        await self._give_back(worker)

    async def _give_back(self, worker: Worker) -> None:
        if worker.alive:
            self._idle.put_nowait(worker)
        else:
            await self._drop(worker)
        if self._retired and not self._waiting:
            await self.retire()

    async def _drop(self, worker: Worker) -> None:
        self._workers.discard(worker)
        await worker.kill()
        if self._waiting:
            self._grow()


class WorkerRunner:
    """Every function of a template as pools of processes."""

    def __init__(
        self,
        functions: Iterable[Function],
        *,
        defaults: Mapping[str, str],
        caller: Mapping[str, str],
        endpoint: str,
        echo: Echo,
    ) -> None:
        self._pools = {
            function.name: Pool(
                function,
                worker_environment(
                    settings_of(function, defaults, caller),
                    lambda_variables(function, endpoint),
                    str(function.code),
                ),
                echo,
            )
            for function in functions
        }

    async def warm(self, names: Iterable[str]) -> None:
        """Start one worker for each of these functions at once. Raises HandlerBroken of the first that fails."""
        results = await asyncio.gather(*(self._pools[name].warm() for name in names), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result

    async def invoke(self, function: str, payload: bytes) -> bytes:
        """Run a function on one event. Raises FunctionFault, FunctionTimeout or HandlerBroken."""
        return await self._pools[function].invoke(payload)

    async def retire(self) -> None:
        """Let the calls that run finish, and end everything else."""
        await asyncio.gather(*(pool.retire() for pool in self._pools.values()))

    async def close(self) -> None:
        """End every process now."""
        await asyncio.gather(*(pool.close() for pool in self._pools.values()))


def _shown(function: Function) -> str:
    """Give the handler's file as the developer knows it: from the working directory where possible."""
    file = function.handler_file
    return str(file.relative_to(os.getcwd()) if file.is_relative_to(os.getcwd()) else file)  # noqa: PTH109
