"""From a template to a running API: starts everything at once, prints what to try, and ends every child."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import importlib.util
import json
import os
import signal
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from local import facilitator, scripted_model
from local.dynamodb import EmbeddedDynamoDB, send_at_once
from local.environment import local_defaults, settings_of
from local.failure import LocalFailure
from local.front import Front, Server
from local.in_process import InProcessRunner
from local.ledger import NETWORK
from local.live import Live, Runner
from local.template import Template
from local.workers import WorkerRunner

_SAMPLE: Final = {
    "task": "How many moons does Mars have?",
    "agent_output": "Mars has 3 moons.",
    "evidence": ["Mars has two moons, Phobos and Deimos."],
}


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line and the environment ask for.

    ``port`` 0 takes a free one; ``model`` may be "scripted" and ``x402`` "fake", each for its stand-in.
    """

    template: Path
    port: str
    quiet: bool = False
    in_process: bool = False
    model: str = ""
    x402: str = ""


class Terminal:
    """Where the developer looks: results on stdout, the functions' output and complaints on stderr."""

    def __init__(self, *, quiet: bool) -> None:
        self.quiet = quiet
        self._last_complaint = ""

    def say(self, line: str) -> None:
        """Print a result at once, also into a pipe."""
        print(line, flush=True)

    def echo(self, function: str, line: str) -> None:
        """Pass on a line of a function's output."""
        if not self.quiet:
            print(f"[{function}] {line}", file=sys.stderr, flush=True)

    def complain(self, line: str) -> None:
        """Say what is wrong, once until something else is."""
        if line != self._last_complaint:
            print(f"screwtape: {line}", file=sys.stderr, flush=True)
        self._last_complaint = line


async def serve(options: Options) -> int:
    """Serve until SIGINT or SIGTERM comes; gives the exit code. Raises LocalFailure."""
    loop = asyncio.get_running_loop()
    running = asyncio.create_task(_run(options))
    told_to_stop = False

    def stop() -> None:
        nonlocal told_to_stop
        told_to_stop = True
        running.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    with contextlib.suppress(asyncio.CancelledError):
        await running
    return 0 if told_to_stop else 1


async def _run(options: Options) -> None:
    if options.model not in {"", scripted_model.NAME}:
        raise LocalFailure(f"MODEL is {options.model!r}. Leave it out, or say MODEL={scripted_model.NAME}")
    if options.x402 not in {"", facilitator.FAKE}:
        raise LocalFailure(f"X402 is {options.x402!r}. Leave it out, or say X402={facilitator.FAKE}")
    terminal = Terminal(quiet=True)  # until the first lines, which tell how to begin, are printed
    template = Template.load(options.template)
    listening = _listen(options.port)
    base_url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    dynamodb = EmbeddedDynamoDB()
    defaults = local_defaults(base_url)
    model = scripted_model.ScriptedModel() if options.model else None
    bank = _facilitator(os.environ) if options.x402 else None
    caller = {**os.environ, **(model.settings if model else {}), **(bank.settings if bank else {})}
    in_process = options.in_process or importlib.util.find_spec("runtime_client") is None

    def make_runner(template: Template) -> Runner:
        if in_process:
            return InProcessRunner(
                template.functions.values(), defaults=defaults, caller=caller, endpoint=dynamodb.endpoint
            )
        return WorkerRunner(
            template.functions.values(),
            defaults=defaults,
            caller=caller,
            endpoint=dynamodb.endpoint,
            echo=terminal.echo,
        )

    live = Live(template, make_runner, dynamodb.provide, terminal.complain)
    server = Server(Front(live, terminal.complain))
    serving: asyncio.Task[None] | None = None
    try:
        await asyncio.gather(live.warm(), asyncio.to_thread(dynamodb.provide, template.tables))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        await server.accepts.wait()
        terminal.say(f"ready {base_url}")
        if endpoint := _model_of(template, caller):
            terminal.say(f"model {endpoint}{' (a stand-in that agrees with the rules)' if model else ''}")
        if bank:
            terminal.say(f"x402  {bank.base_url} (a stand-in; every account holds 1,000 USDC of no worth)")
        await asyncio.to_thread(_introduce, live.template, base_url, terminal)
        terminal.quiet = options.quiet
        await serving
    finally:
        server.should_exit = True
        await live.close()
        if serving is not None:
            await asyncio.wait({serving}, timeout=2)
        listening.close()
        for stand_in in (model, bank):
            if stand_in is not None:
                stand_in.close()


def _facilitator(caller: Mapping[str, str]) -> facilitator.Facilitator:
    """Start the stand-in for a facilitator. Raises LocalFailure."""
    if (network := caller.get("X402_NETWORK", NETWORK)) != NETWORK:
        raise LocalFailure(f"X402=fake settles on {NETWORK} only. X402_NETWORK is {network!r}: leave it out")
    try:
        return facilitator.Facilitator()
    except ImportError:
        raise LocalFailure("X402=fake needs the x402 package. Start it with: make run X402=fake") from None


def _model_of(template: Template, caller: Mapping[str, str]) -> str:
    """Give the address of the model that is asked; empty when none is."""
    settings = [settings_of(function, {}, caller) for function in template.functions.values()]
    return next((given.get("MODEL_BASE_URL", "") for given in settings if given.get("MODEL_API_KEY")), "")


def _listen(wanted: str) -> socket.socket:
    """Take the port. Raises LocalFailure."""
    if not (wanted.isascii() and wanted.isdecimal()):
        raise LocalFailure(f"PORT is {wanted!r}, which is no number. Choose one between 1 and 65535, or 0 for any.")
    port = int(wanted)
    try:
        listening = socket.create_server(("127.0.0.1", port), backlog=1024)
    except OverflowError:
        raise LocalFailure(f"{port} is no port. Choose one between 1 and 65535 with PORT.") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = "is in use. Stop what listens there"
        elif error.errno == errno.EACCES:
            why = "needs more rights than you have. Do not use it"
        else:
            why = f"cannot be opened ({error.strerror}). Free it"
        raise LocalFailure(f"port {port} {why}, or choose another: PORT={port % 60000 + 1025} make run") from None
    send_at_once(listening)
    return listening


def _introduce(template: Template, base_url: str, terminal: Terminal) -> None:
    """Print a key made through the API itself, and a request to paste."""
    if not any(route.key == "POST /v1/keys" for route in template.routes):
        return
    try:
        status, made = _post(base_url, "/v1/keys", {"email": "you@example.com", "name": "local"})
    except (OSError, HTTPException, ValueError):
        return  # the API is being stopped
    if status != HTTPStatus.CREATED:
        terminal.complain(f"POST /v1/keys answered {status}, so there is no key to show")
        return
    terminal.say(f"key   {made['key']}")
    terminal.say(
        f"try   curl -s {base_url}/v1/judge -H 'Authorization: Bearer {made['key']}'"
        f" -H 'Content-Type: application/json' -d '{json.dumps(_SAMPLE)}'"
    )


def _post(base_url: str, path: str, body: Mapping[str, object]) -> tuple[int, dict[str, str]]:
    connection = HTTPConnection(base_url.removeprefix("http://"), timeout=30)
    try:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        reply = connection.getresponse()
        return reply.status, json.loads(reply.read())
    finally:
        connection.close()
