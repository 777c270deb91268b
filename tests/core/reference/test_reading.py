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
        ("Die Antwort ist 36.", Mark.STATED, 36),
        ("La respuesta es 36.", Mark.STATED, 36),
        ("答案是36。", Mark.STATED, 36),
        ("答えは36です。", Mark.STATED, 36),
        ("First 5, then 36", Mark.LAST, 36),
    ],
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
        ("Ответ: да", True),
        ("答案：不是", False),
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


@pytest.mark.parametrize(
    "golds",
    [
        ["Gerald R. Ford Jr."],
        ["7 a.m."],
        ["Paris", "Paris, France", "Lutetia", "City: Paris", "Paname"],
    ],
    ids=["junior", "hour", "one_odd_of_many"],
)
def test_an_abbreviation_or_one_odd_answer_of_many_leaves_them_answers(golds: list[str]) -> None:
    """A full stop that shortens a word ends no sentence, and one odd answer makes no document of a list."""
    reading = read_reference("Which one is it?", golds[0], golds)
    assert reading is not None
    assert reading.chance > 0.7


def test_a_value_written_otherwise_is_the_gold_answer() -> None:
    """A season by its number is the season by its word."""
    spelled = read_reference("When does she turn?", "It happens in season 4.", ["season four"])
    other = read_reference("When does she turn?", "It happens in season 5.", ["season four"])
    assert spelled is not None
    assert other is not None
    assert spelled.chance > 0.7 > other.chance


def test_a_gold_answer_that_gives_none_denies_nothing() -> None:
    """That a reference abstains is no denial that an answer would have to share."""
    golds = ["I have no comment", "Quasimodo rings the bells"]
    without = read_reference("Who rings the bells?", "Quasimodo rings them", golds[1:])
    beside = read_reference("Who rings the bells?", "Quasimodo rings them", golds)
    assert without is not None
    assert beside is not None
    assert beside.chance == pytest.approx(without.chance, abs=0.05)
