"""The README's commands, run as printed: their replies are the ones that it prints."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.local.running import Running

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```sh\n([^`]*?curl[^`]*?)```\n+```json\n(.*?)```", README, re.DOTALL)


def said(text: str) -> object:
    """Give a printed reply without the part that differs each time."""
    reply: object = json.loads(re.sub(r'"req_[^"]*"', '"req_…"', text))
    return reply


def test_the_readme_shows_two_calls() -> None:
    """There is something to run: a verdict and a consensus."""
    assert [command.count("curl") for command, _ in SHOWN] == [1, 1]


@pytest.mark.parametrize(("command", "reply"), SHOWN, ids=["judge", "consensus"])
def test_a_command_gives_the_reply_that_is_printed(local_api: Running, command: str, reply: str) -> None:
    """Pasted into a shell with the key that ``make run`` printed, each command prints what the README shows."""
    script = re.sub(r"export SCREWTAPE_API_KEY=.*\n", "", command).replace("http://127.0.0.1:3000", local_api.base_url)
    ran = subprocess.run(  # noqa: S602 - a reader pastes it into a shell too
        script,
        shell=True,
        env=os.environ | {"SCREWTAPE_API_KEY": local_api.key},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said(ran.stdout) == said(reply)
