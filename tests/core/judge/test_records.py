"""Copies of evidence of every shape, the same with one value changed, and reports that sources differ."""

from __future__ import annotations

import json

import pytest

from screwtape.core.judge import judge

ITEMS = json.dumps([{"name": f"Item {at}", "price": at * 3} for at in range(30)])
SHAPES = {
    "json-list": (json.dumps([f"fee {at}" for at in range(30)]), '"fee 9"', '"fee 31"'),
    "json-objects": (ITEMS, '"price": 27', '"price": 28'),
    "json-object": (json.dumps({"name": "Ann", "tags": ["a", "b"], "age": 42}, indent=1), "42", "43"),
    "semicolons": ("; ".join(f"plan {at} costs {at * 3} dollars" for at in range(60)) + ".", "costs 27 ", "costs 28 "),
    "commas": (", ".join(f"plan {at} costs {at * 3} dollars" for at in range(60)) + ".", "costs 27 ", "costs 28 "),
    "csv": (
        "name,price,stock\n" + "\n".join(f"item{at},{at * 3}.50,{at * 7}" for at in range(1, 30)),
        "27.50",
        "28.50",
    ),
    "table": (
        "| name | price |\n|---|---|\n" + "\n".join(f"| Item {at} | ${at * 3} |" for at in range(1, 30)),
        "$27",
        "$28",
    ),
    "bullets": ("\n".join(f"- Item {at} costs ${at * 3}" for at in range(1, 30)), "$27", "$28"),
    "numbered": ("\n".join(f"{at}. fee {at} is ${at * 5}" for at in range(1, 30)), "$45", "$46"),
    "keys": ("name: Ann\nage: 42\ncity: Oslo\nphone: 555-1234\nstart: 2024-03-01", "42", "43"),
    "yaml": ("server:\n  port: 8080\n  host: localhost\nclient:\n  port: 9090\n", "8080", "8081"),
    "log": (
        "2024-03-01 10:00:01 INFO start\n2024-03-01 10:00:02 WARN slow query 350ms\n2024-03-01 10:00:03 OK",
        "350",
        "360",
    ),
}


@pytest.mark.parametrize(("text", "_old", "_new"), SHAPES.values(), ids=SHAPES)
def test_a_copy_of_the_evidence_passes(text: str, _old: str, _new: str) -> None:
    """Whatever its shape, what the evidence says word for word is supported by it."""
    assert judge("What is stated?", text, [text]).verdict == "pass"


@pytest.mark.parametrize(("text", "old", "new"), SHAPES.values(), ids=SHAPES)
def test_a_copy_with_one_value_changed_does_not_pass(text: str, old: str, new: str) -> None:
    """One cell, leaf or line that differs is found among all the others."""
    assert old in text
    assert judge("What is stated?", text.replace(old, new, 1), [text]).verdict != "pass"


@pytest.mark.parametrize(
    ("output", "passes"),
    [('{"name": "Item 7", "price": 21}', True), ('{"name": "Item 7", "price": 24}', False)],
    ids=["its-own", "anothers"],
)
def test_a_record_holds_its_values_together(output: str, *, passes: bool) -> None:
    """The price of another item is no price of this one."""
    assert (judge("What does it cost?", output, [ITEMS]).verdict == "pass") is passes


@pytest.mark.parametrize(
    "said", ["Clause 1 is in force.", "Gate 3 is open.", "Room 12 is free.", "Team 1 won.", "Bus 12 stops here."]
)
def test_a_number_that_only_tells_which_one_is_no_disagreement(said: str) -> None:
    """Room 12 and room 14 may both be free, and the same text twice says nothing twice."""
    other = said.replace(said.split()[1], "7")
    assert judge("What is stated?", said, [f"{said} {other}"]).verdict == "pass"
    assert judge("What is stated?", said, [said, said]).verdict == "pass"


TWO = ["Refunds are accepted within 30 days.", "Refunds are accepted within 14 days."]


@pytest.mark.parametrize(
    ("output", "evidence", "verdict"),
    [
        ("The sources differ: one says 30 days, the other says 14 days.", TWO, "pass"),
        ("The documents disagree on refunds: 30 days in one, 14 days in the other.", TWO, "pass"),
        ("The sources differ: one says 30 days, the other 14.", TWO, "pass"),
        ("The sources differ: one says 30 days, the other says 20 days.", TWO, "retry"),
        (
            "The sources differ: one says 30 days, the other says 14 days.",
            [TWO[0], "The trial lasts 14 days."],
            "retry",
        ),
        ("The sources differ on the warranty: one says 30 days, the other says 14 days.", TWO, "retry"),
        ("Refunds are accepted within 30 days.", TWO, "retry"),
        ("The meeting is in room 12.", ["The meeting is in room 12.", "The meeting is in room 14."], "retry"),
    ],
    ids=[
        "plain",
        "of-refunds",
        "no-unit",
        "wrong-value",
        "unlike-things",
        "of-something-else",
        "unsaid",
        "unsaid-room",
    ],
)
def test_a_report_that_sources_differ_is_held_against_both(output: str, evidence: list[str], verdict: str) -> None:
    """It passes when they do and it gives what each says; not saying so where they do is no pass either."""
    assert judge("What do the documents say?", output, evidence).verdict == verdict


@pytest.mark.parametrize("evidence", ["n/a", "hello", "-", "See attached", "TBD", "https://x.example/a", "none", "..."])
def test_evidence_that_says_nothing_refutes_nothing(evidence: str) -> None:
    """A stand-in for evidence is no gold answer that the output fails to give."""
    assert judge("What is it?", "The device has a battery.", [evidence]).verdict == "retry"
