"""Edited code answers the next call; a broken edit says so and heals."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest

from local.reload import fingerprint
from tests.local.raw_http import RawReply, ask
from tests.local.running import Running, left, until

FAULT = (500, {"message": "Internal Server Error"})


@pytest.fixture(params=["workers", "in-process"])
def edited_api(request: pytest.FixtureRequest, sample_copy: Path) -> Iterator[Running]:
    """Give the sample API over a copy that the test may edit, with either kind of runner."""
    options = ["--in-process"] if request.param == "in-process" else []
    running = Running.start(sample_copy / "template.yaml", *options)
    yield running
    running.stop_and_check()


def edit(path: Path, old: str, new: str) -> None:
    """Replace text in a file as an editor does."""
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def seen(reply: RawReply) -> tuple[int, object]:
    """Give what a test compares."""
    return reply.status, reply.json()


def test_an_edited_handler_answers_the_next_call(edited_api: Running, sample_copy: Path) -> None:
    """Edits within one second and of the same length are seen too, each by the very next call."""
    for number in range(5):
        path = sample_copy / "reply" / "app.py"
        path.write_text(f"def handler(event, context):\n    return {number}\n")
        assert ask(edited_api.port, "GET", "/reply").json() == number


def test_an_edited_template_changes_the_routes(edited_api: Running, sample_copy: Path) -> None:
    """Routes, settings and functions follow the template."""
    edit(sample_copy / "template.yaml", "Path: /reply", "Path: /other")
    edit(sample_copy / "template.yaml", "Default: dev", "Default: new")
    assert ask(edited_api.port, "GET", "/reply").status == 404
    assert ask(edited_api.port, "GET", "/other").body == b"seven b"
    assert ask(edited_api.port, "GET", "/echo").json()["environment"]["STAGE"] == "new"


def test_a_broken_handler_says_so_and_heals(edited_api: Running, sample_copy: Path) -> None:
    """A syntax error: 500 in JSON, one line on the terminal however often it is called, other functions answer."""
    edit(sample_copy / "reply" / "app.py", "import json", "import json (")
    assert seen(ask(edited_api.port, "GET", "/reply")) == FAULT
    assert seen(ask(edited_api.port, "GET", "/reply")) == FAULT
    assert ask(edited_api.port, "GET", "/echo").status == 200
    edited_api.wait_for(r"^screwtape: ")
    said = [line for line in edited_api.errors if line.startswith("screwtape: ")]
    assert len(said) == 1 and "reply/app.py cannot be imported" in said[0]
    edit(sample_copy / "reply" / "app.py", "import json (", "import json")
    assert ask(edited_api.port, "GET", "/reply").status == 200


def test_a_broken_template_says_so_and_heals(edited_api: Running, sample_copy: Path) -> None:
    """While the template is broken every route is 500 in JSON; once it is mended all answer."""
    edit(sample_copy / "template.yaml", "CodeUri: slow", "CodeUri: gone")
    assert seen(ask(edited_api.port, "GET", "/echo")) == FAULT
    edited_api.wait_for(r"^screwtape: template\.yaml: SlowFunction: CodeUri gone is not a folder")
    edit(sample_copy / "template.yaml", "CodeUri: gone", "CodeUri: slow")
    assert ask(edited_api.port, "GET", "/echo").status == 200


def test_a_new_table_is_there_for_the_next_call(sample_copy: Path) -> None:
    """A template that gets its first table gets a database with it."""
    running = Running.start(sample_copy / "template.yaml")
    with (sample_copy / "template.yaml").open("a") as template:
        template.write(
            "  Rows:\n    Type: AWS::DynamoDB::Table\n    Properties: {BillingMode: PAY_PER_REQUEST,"
            " AttributeDefinitions: [{AttributeName: pk, AttributeType: S}],"
            " KeySchema: [{AttributeName: pk, KeyType: HASH}]}\n"
        )
    endpoint = ask(running.port, "GET", "/echo").json()["environment"]["AWS_ENDPOINT_URL"]
    client = boto3.client(
        "dynamodb", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b"
    )
    assert client.list_tables()["TableNames"] == ["Rows"]
    client.close()
    running.stop_and_check()


def test_old_workers_end(sample_copy: Path) -> None:
    """After an edit no worker of the old code is left."""
    running = Running.start(sample_copy / "template.yaml")
    old = running.children()
    (sample_copy / "echo" / "note.txt").write_text("an edit")
    assert ask(running.port, "GET", "/echo").status == 200
    until(lambda: not left(old))
    assert running.stop_and_check() == 0


def test_a_fingerprint_sees_every_source_and_no_byproduct(tmp_path: Path) -> None:
    """New, changed, touched and removed files differ; bytecode, hidden files and build results do not."""
    source = tmp_path / "a.py"
    source.write_text("1")
    before = fingerprint([tmp_path])
    for byproduct in ("__pycache__/a.pyc", ".hidden", "build/x.py", "x.egg-info/y"):
        (tmp_path / byproduct).parent.mkdir(exist_ok=True)
        (tmp_path / byproduct).write_text("x")
    assert fingerprint([tmp_path]) == before
    os.utime(source, ns=(1, 1))
    touched = fingerprint([tmp_path])
    assert touched != before
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.md").write_text("2")
    assert fingerprint([tmp_path]) != touched
    assert fingerprint([tmp_path / "gone"]) == {}
    assert fingerprint([source]).keys() == {str(source)}
