"""Outputs against gold answers and worked solutions."""

import pytest

from screwtape.core.final_answers import Mark, final_answer
from screwtape.core.judge import judge
from screwtape.core.reference import read_reference

SOLUTION = "Each box holds 12 eggs.\n3 boxes hold 3 * 12 = 36 eggs.\nA: 36"


@pytest.mark.parametrize(
    ("text", "mark", "number"),
    [
        ("So there are \\boxed{36} eggs.", Mark.FRAMED, 36),
        ("3 * 12 = 36\n#### 36", Mark.LABELLED, 36),
        ("Working...\nAnswer: 36 eggs", Mark.LABELLED, 36),
        ("Respuesta: 36", Mark.LABELLED, 36),
        ("答案：36", Mark.LABELLED, 36),
        ("The answer is 3 times 12, which is 36.", Mark.STATED, 36),
        ("First 5, then 36", Mark.LAST, 36),
    ],
    ids=["boxed", "hashes", "labelled", "spanish", "chinese", "stated", "last"],
)
def test_a_final_answer_is_read_by_its_clearest_mark(text: str, mark: Mark, number: int) -> None:
    """Each way of marking the final answer is read, and the number in it."""
    found = final_answer(text, wants_number=True)
    assert found is not None
    assert found.mark is mark
    assert found.value is not None
    assert found.value.low == number


@pytest.mark.parametrize(
    ("text", "affirms"),
    [
        ("[Yes]", True),
        ("Thus it is prime. [No]", False),
        ("Yes, because.", True),
        ("No.", False),
        ("Nein, nie.", False),
    ],
)
def test_a_yes_or_no_is_read(text: str, affirms: bool) -> None:  # noqa: FBT001 - a row of the table
    """Brackets and openings say yes or no."""
    found = final_answer(text)
    assert found is not None
    assert found.affirms is affirms


def test_a_no_that_begins_a_statement_is_no_answer() -> None:
    """What begins with "no evidence" tells, it does not answer."""
    assert final_answer("No evidence was found for it.") is None


@pytest.mark.parametrize(
    ("output", "verdict"),
    [
        ("3 boxes of 12 make 36 eggs. A: 36", "pass"),
        ("12 + 3 = 15\nA: 15", "fail"),
        ("It comes to 36", "pass"),
    ],
)
def test_a_solution_is_held_against_the_final_answer(output: str, verdict: str) -> None:
    """The working may differ; the final answer may not."""
    assert judge("How many eggs are in 3 boxes of 12?", output, [SOLUTION]).verdict == verdict


@pytest.mark.parametrize(
    ("task", "output", "verdict"),
    [
        ("Who painted it?", "It was painted by Leonardo da Vinci.", "pass"),
        ("Who painted it?", "Da Vinci, Leonardo", "pass"),
        ("Who painted it?", "Michelangelo painted it.", "fail"),
        ("Name the painter.", "Leonardo da Vinci", "pass"),
        ("Tell me whose work it is.", "Pablo Picasso", "fail"),
    ],
    ids=["in_a_sentence", "other_order", "another", "imperative", "other_imperative"],
)
def test_a_gold_answer_is_looked_for_in_the_output(task: str, output: str, verdict: str) -> None:
    """Gold answers are alternatives: one of them is enough, another name is wrong, however the task is worded."""
    assert judge(task, output, ["Leonardo da Vinci", "da Vinci"]).verdict == verdict


@pytest.mark.parametrize(
    ("task", "evidence"),
    [
        ("When is check-in?", ["Check-in is at 3 p.m. and check-out at 11 a.m."]),
        ("Summarize the document.", ["Sales rose in May\nand fell in June"]),
        ("What failed?", ["2024-05-01 12:03:22 ERROR database timeout"]),
        ("What is the status?", ['{"status": "shipped"}']),
        ("What is it?", []),
    ],
    ids=["text", "summary", "log", "json", "nothing"],
)
def test_a_text_to_be_read_is_no_reference(task: str, evidence: list[str]) -> None:
    """Documents, log lines and records are evidence, whatever the task."""
    assert read_reference(task, "It is at three.", evidence) is None
