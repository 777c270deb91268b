"""Labelled rows in, a prediction a row and figures out."""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import adversarial, quality
from bench.rows import read

EVIDENCE = ["The crew size was 4. The mission launched from Cape Canaveral."]
JUDGED = [
    {"id": "a", "kind": "grounded", "task": "Tell.", "evidence": EVIDENCE, "agent_output": "The crew size was 4."},
    {"id": "b", "kind": "grounded", "task": "Tell.", "evidence": EVIDENCE, "agent_output": "The crew size was 5."},
    {"id": "c", "kind": "grounded", "task": "Tell.", "evidence": EVIDENCE, "agent_output": ""},
]
LABELS = ["supported", "unsupported", "unsupported"]
ASSESSED = {
    "id": "d",
    "task": "What is the capital of France?",
    "answers": [
        {"agent_id": name, "output": output} for name, output in zip("xyz", ("Lyon", "Paris", "Paris"), strict=True)
    ],
    "correct": [False, True, True],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Give a folder with a plain set and a packed one."""
    folder = tmp_path / "data"
    folder.mkdir()
    judged = "\n".join(json.dumps({**row, "label": label}) for row, label in zip(JUDGED, LABELS, strict=True))
    (folder / "crew.jsonl").write_text(f"{judged}\n\n", encoding="utf-8")
    (folder / "capitals.jsonl.gz").write_bytes(gzip.compress(json.dumps(ASSESSED).encode()))
    return folder


def run(module: Any, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a benchmark as its command line does."""
    monkeypatch.setattr(sys, "argv", ["bench", *arguments])
    return module.main()


def test_each_row_gets_one_line_in_order(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge rows have a score and a verdict, the others what the assessment says."""
    out = tmp_path / "out.jsonl"
    run(quality, [str(data), str(out)], monkeypatch)
    told = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [each["id"] for each in told] == ["d", "a", "b", "c"]
    assert told[0].keys() == {"id", "picked", "agreement", "risk", "action"}
    assert told[0]["picked"] in {"y", "z"}
    assert [each["verdict"] for each in told[1:]] == ["pass", "fail", "retry"]


def test_figures_are_kept_with_when_and_of_which_rules(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result is valid JSON though a figure is none, and keeps what others measured."""
    report = tmp_path / "report.json"
    report.write_text('{"speed": 1, "measured": {"speed": {}}}', encoding="utf-8")
    run(quality, [str(data), str(tmp_path / "out.jsonl"), "--report", str(report)], monkeypatch)
    told = json.loads(report.read_text(encoding="utf-8"), parse_constant=pytest.fail)
    assert told["grounded"]["sets"]["crew"]["rows"] == 3
    assert told["grounded"]["mean"]["balanced_accuracy"] == 1.0
    assert told["consensus"]["sets"]["capitals"]["picked_right"] == 1.0
    assert told["consensus"]["mean"]["auroc"] is None
    assert told["speed"] == 1
    assert {"speed", "grounded", "consensus"} <= told["measured"].keys()
    assert told["measured"]["grounded"].keys() == {"rules_version", "date", "machine"}


def test_sets_are_chosen_by_name(data: Path) -> None:
    """Others are not read."""
    assert {each.name for each in read(data, frozenset({"crew"}))} == {"crew"}


@pytest.mark.parametrize(("output", "verdict"), [("output", "verdict"), ("agent_output", "expected_verdict")])
def test_a_miss_is_named_and_too_many_fail_the_run(
    output: str, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cases may name their members either way."""
    cases = [
        {"id": row["id"], "evidence": EVIDENCE, output: row["agent_output"], verdict: "pass"} for row in JUDGED[:2]
    ]
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(cases), encoding="utf-8")
    assert run(adversarial, [str(path)], monkeypatch) == 1
    told = capsys.readouterr().out
    assert "b: fail" in told
    assert "1 of 2 right (50.0 %)" in told


def test_a_round_of_probes_tells_its_first_contact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside what is right now."""
    case = {"id": "a", "evidence": EVIDENCE, "output": JUDGED[0]["agent_output"], "verdict": "pass"}
    path = tmp_path / "round-01.json"
    path.write_text(json.dumps({"first_contact": "0/1", "cases": [case]}), encoding="utf-8")
    assert run(adversarial, [str(path)], monkeypatch) == 0
    assert "round-01: 1 of 1, 0/1 at first contact" in capsys.readouterr().out
