"""A local API as a process of its own, for tests that need real sockets, signals and children."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Self

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PATIENCE_S: Final = 60
_INHERITED: Final = ("PATH", "HOME", "LANG", "PYTHONPATH", "TMPDIR")


class Running:
    """``python -m local`` under test. ``output`` collects what it printed on both streams."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.output: list[str] = []
        self.errors: list[str] = []
        self._arrived: queue.Queue[str] = queue.Queue()
        self._readers = [
            threading.Thread(target=self._read, args=(process.stdout, self.output), daemon=True),
            threading.Thread(target=self._read, args=(process.stderr, self.errors), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @classmethod
    def launch(cls, template: Path, *options: str, port: int = 0, env: Mapping[str, str] | None = None) -> Self:
        """Start it and return at once."""
        inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
        command = [sys.executable, "-m", "local", "--port", str(port), "--template", str(template), *options]
        process = subprocess.Popen(  # noqa: S603 (our own program)
            command,
            cwd=ROOT,
            env={**inherited, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        return cls(process)

    @classmethod
    def start(cls, template: Path, *options: str, port: int = 0, env: Mapping[str, str] | None = None) -> Self:
        """Start it and wait until it takes requests."""
        running = cls.launch(template, *options, port=port, env=env)
        try:
            running.wait_for(r"^ready ")
            if "POST, Path: /v1/keys}" in template.read_text(encoding="utf-8"):
                running.wait_for(r"^try ")
        except AssertionError:
            running.stop(signal.SIGKILL)
            raise
        return running

    @property
    def base_url(self) -> str:
        """Where it answers."""
        return self._said(r"^ready (http://127\.0\.0\.1:\d+)$")

    @property
    def port(self) -> int:
        """The port it answers on."""
        return int(self.base_url.rpartition(":")[2])

    @property
    def key(self) -> str:
        """The API key that it printed."""
        return self._said(r"^key +(scrw_\w+)$")

    def wait_for(self, pattern: str) -> str:
        """Wait for a line, on either stream, in which ``pattern`` is found."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                line = self._arrived.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no line like {pattern!r} in {self.output + self.errors}") from None
            if re.search(pattern, line):
                return line
            if not line and self.process.poll() is not None and self._arrived.empty():
                raise AssertionError(f"it ended with {self.process.returncode}: {self.output + self.errors}")

    def wait(self) -> int:
        """Wait for its end; gives the exit code."""
        code = self.process.wait(PATIENCE_S)
        for reader in self._readers:
            reader.join(PATIENCE_S)
        for stream in (self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
        return code

    def children(self) -> list[int]:
        """List the processes that it started and that still run."""
        return [pid for pid, parent in _running_processes() if parent == self.process.pid]

    def stop(self, number: int = signal.SIGINT) -> int:
        """Send a signal and wait for the end; gives the exit code."""
        self.process.send_signal(number)
        return self.wait()

    def stop_and_check(self, number: int = signal.SIGINT) -> int:
        """Stop it and assert that no child outlives it; gives the exit code."""
        children = self.children()
        code = self.stop(number)
        until(lambda: not left(children))
        return code

    def _read(self, stream: object, lines: list[str]) -> None:
        for line in stream:  # type: ignore[attr-defined]
            lines.append(line.rstrip("\n"))
            self._arrived.put(lines[-1])
        self._arrived.put("")

    def _said(self, pattern: str) -> str:
        found = [match[1] for line in self.output if (match := re.match(pattern, line))]
        assert len(found) == 1, self.output
        return found[0]


def left(pids: list[int]) -> list[int]:
    """List those of the processes that still run."""
    running = {pid for pid, _ in _running_processes()}
    return [pid for pid in pids if pid in running]


def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition that another process brings about."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        threading.Event().wait(0.01)


def _running_processes() -> list[tuple[int, int]]:
    """List every process that is no zombie, with its parent (Linux; elsewhere the local API has no children)."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = entry.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue  # it just ended
        if state != "Z":
            found.append((int(entry.parent.name), int(parent)))
    return found
