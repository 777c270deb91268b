"""Starting and stopping: one line says what is wrong, and nothing is ever left behind."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

import pytest

from tests.local.raw_http import ask
from tests.local.running import Running, left, until

SAMPLE = Path(__file__).parent / "sample" / "template.yaml"


def fails(running: Running) -> str:
    """Wait for a start that fails; gives its only line."""
    assert running.wait() == 1
    assert running.output == []
    (line,) = running.errors
    assert line.startswith("screwtape: ")
    return line


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        pytest.param("template.yaml", "Resources:", "Resources: {", "is not YAML", id="bad-yaml"),
        pytest.param("template.yaml", "CodeUri: slow", "Timeout: 2", "SlowFunction: CodeUri is missing", id="no-code"),
        pytest.param("template.yaml", "CodeUri: slow", "CodeUri: gone", "CodeUri gone is not a folder", id="code-gone"),
        pytest.param("template.yaml", "app.handler", "main.handler", "main.py does not exist", id="file-gone"),
        pytest.param("template.yaml", "app.handler", "app.run", "Handler 'run' missing", id="attribute-gone"),
        pytest.param("template.yaml", "!Ref Stage", "!Foo Stage", "Fn::Foo is an intrinsic", id="intrinsic"),
        pytest.param("slow/app.py", "import os", "import nowhere", "No module named 'nowhere'", id="import"),
        pytest.param("slow/app.py", "import os", "import os, (", "Syntax error", id="syntax"),
        pytest.param("slow/app.py", "import os", "1 / 0", "ZeroDivisionError: division by zero", id="raises"),
        pytest.param("slow/app.py", "import os", "raise SystemExit(3)", "ended with code 3", id="exits"),
        pytest.param("slow/app.py", "import os", "import os; os.kill(os.getpid(), 9)", "ended by signal 9", id="dies"),
    ],
)
def test_what_cannot_start_says_why_in_one_line(sample_copy: Path, file: str, old: str, new: str, says: str) -> None:
    """A broken template or handler: exit code 1, one line on stderr, no traceback."""
    path = sample_copy / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    line = fails(Running.launch(sample_copy / "template.yaml"))
    assert says in line
    assert file.partition("/")[0] in line or "Function" in line


def test_a_missing_template_is_named(tmp_path: Path) -> None:
    """Started in the wrong folder, it says what it looked for."""
    assert "nowhere.yaml does not exist" in fails(Running.launch(tmp_path / "nowhere.yaml"))


def test_a_port_in_use_is_named() -> None:
    """A taken port: the line names it and how to choose another."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = fails(Running.launch(SAMPLE, port=port))
    assert f"port {port} is in use" in line
    assert "PORT=" in line


@pytest.mark.parametrize("port", ["70000", "http", "-1"])
def test_what_is_no_port_is_named(port: str) -> None:
    """PORT may be anything that the caller's shell holds."""
    line = fails(Running.launch(SAMPLE, f"--port={port}"))
    assert port in line


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminate"])
def test_a_signal_ends_every_child(number: int) -> None:
    """A stopped API ends well, silently, and takes its workers with it."""
    running = Running.start(SAMPLE)
    assert len(running.children()) == 4
    assert running.stop_and_check(number) == 0
    assert running.errors == []


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_a_signal_while_starting_ends_every_child(workers: int) -> None:
    """Ctrl-C as soon as some of the workers are there ends it silently and without leftovers."""
    running = Running.launch(SAMPLE)
    until(lambda: len(running.children()) >= workers)
    assert running.stop_and_check() == 0
    assert running.errors == []


def test_a_signal_while_a_call_runs_ends_every_child() -> None:
    """A worker in the middle of a call is ended too."""
    running = Running.start(SAMPLE)
    with socket.create_connection(("127.0.0.1", running.port)) as waiting:
        waiting.sendall(b"POST /slow HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n60")
        assert ask(running.port, "GET", "/echo").status == 200
        assert running.stop_and_check() == 0


def test_a_killed_gateway_takes_its_workers_along() -> None:
    """Even SIGKILL, which nobody can handle, leaves no worker behind."""
    running = Running.start(SAMPLE)
    children = running.children()
    assert children
    assert running.stop(signal.SIGKILL) == -signal.SIGKILL
    until(lambda: not left(children))


def test_quiet_hides_what_functions_print() -> None:
    """With --quiet only the API's own lines are left."""
    running = Running.start(SAMPLE, "--quiet")
    assert ask(running.port, "POST", "/fault", body=b"raise").status == 500
    running.stop_and_check()
    assert running.errors == []


def test_handlers_run_in_process_where_there_is_no_runtime_client() -> None:
    """In process the same routes answer, one call at a time and without children."""
    running = Running.start(SAMPLE, "--in-process")
    assert running.children() == []
    shown = ask(running.port, "GET", "/items/7").json()
    assert (shown["pid"], shown["event"]["pathParameters"]) == (running.process.pid, {"id": "7"})
    assert shown["environment"]["AWS_LAMBDA_FUNCTION_NAME"] == "EchoFunction"
    assert running.stop() == 0
