"""Copies of evidence of every shape, numbered subjects, reports of a difference, and evidence that says nothing."""

from __future__ import annotations

import json

import pytest

from screwtape.core.assessment import assess
from screwtape.core.consensus import Answer
from screwtape.core.judge import judge

COPIES = [
    pytest.param("- Opening: 9 am\n- Closing: 6 pm\n- Closed on Sunday", "6 pm", "8 pm", id="opposite-labels"),
    pytest.param("product,price\nLamp,20\nDesk,120\nChair,45", "120", "210", id="csv"),
    pytest.param('[server]\nhost = "10.0.0.5"\nport = 8443\n[limits]\nusers = 500', "8443", "8433", id="settings"),
    pytest.param("[12:00:01] INFO started worker 4\n[12:00:05] WARN queue length 91", "91", "19", id="log"),
    pytest.param("Q: How long?\nA: 24 months.\nQ: How high is the fee?\nA: 45 euros.", "24", "12", id="questions"),
    pytest.param("<ul><li>The lamp costs 20 euros</li><li>The desk costs 120 euros</li></ul>", "120", "210", id="html"),
]

NUMBERED = [
    pytest.param("Room 12 is free.", "Room 14 is free.", id="en"),
    pytest.param("Article 5 applies.", "Article 6 applies.", id="en-verb"),
    pytest.param("Ticket #4521 is closed.", "Ticket #4522 is closed.", id="en-hash"),
    pytest.param("Zimmer 12 ist frei.", "Zimmer 14 ist frei.", id="de"),
    pytest.param("La chambre 12 est libre.", "La chambre 14 est libre.", id="fr"),
    pytest.param("La habitación 12 está libre.", "La habitación 14 está libre.", id="es"),
    pytest.param("Комната 12 свободна.", "Комната 14 свободна.", id="ru"),
    pytest.param("12号房间是空的。", "14号房间是空的。", id="zh"),
    pytest.param("12号室は空いています。", "14号室は空いています。", id="ja"),
]

DISAGREEING = [
    pytest.param("Room 12 holds 40 people.", "Room 12 holds 50 people.", id="en-room"),
    pytest.param("Take 2 tablets daily.", "Take 3 tablets daily.", id="en-dose"),
    pytest.param("Die Frist beträgt 30 Tage.", "Die Frist beträgt 14 Tage.", id="de"),
    pytest.param("Le délai est de 30 jours.", "Le délai est de 14 jours.", id="fr"),
    pytest.param("El plazo es de 30 días.", "El plazo es de 14 días.", id="es"),
    pytest.param("Срок составляет 30 дней.", "Срок составляет 14 дней.", id="ru"),
    pytest.param("退款期限为30天。", "退款期限为14天。", id="zh"),
]

REPORTS = [
    pytest.param(
        "Die Frist beträgt {} Tage.", "Die Quellen widersprechen sich: eine nennt {} Tage, die andere {}.", id="de"
    ),
    pytest.param(
        "Le délai est de {} jours.", "Les sources se contredisent : {} jours selon l'une, {} selon l'autre.", id="fr"
    ),
    pytest.param("El plazo es de {} días.", "Las fuentes difieren: una dice {} días, la otra {}.", id="es"),
    pytest.param("Срок составляет {} дней.", "Источники расходятся: один называет {} дней, другой {}.", id="ru"),
    pytest.param("返金期限は{}日です。", "資料が矛盾しています：一方は{}日、もう一方は{}日です。", id="ja"),
]

NOTHING = ["n/a", "siehe Anhang", "voir pièce jointe", "нет данных", "无", "なし", "page 1", "attachment.pdf"]

SNIPPETS = [
    "Café Luna · Opening hours Mon-Fri 9-17 · Tel 5550199 · 12 Main Street",
    "Café Luna | Opening hours Mon-Fri 9-17 | Tel 5550199 | 12 Main Street",
    "Café Luna Opening hours Mon-Fri 9-17 Tel 5550199 12 Main Street",
]


@pytest.mark.parametrize(("text", "value", "other"), COPIES)
def test_a_copy_passes_and_a_changed_copy_does_not(text: str, value: str, other: str) -> None:
    """What is copied from the evidence passes in any shape, and not with one value changed."""
    assert judge("Give the details.", text, [text]).verdict == "pass"
    assert judge("Give the details.", text.replace(value, other, 1), [text]).verdict != "pass"


@pytest.mark.parametrize(("one", "other"), NUMBERED)
def test_a_number_that_names_the_subject_is_no_disagreement(one: str, other: str) -> None:
    """Room 12 and room 14 are two rooms, in the evidence and in the output."""
    assert judge("What is stated?", one, [one, other]).verdict == "pass"
    assert judge("What is stated?", f"{one} {other}", [one, other]).verdict == "pass"


@pytest.mark.parametrize(("one", "other"), DISAGREEING)
def test_two_values_for_one_thing_are_a_disagreement(one: str, other: str) -> None:
    """An output that gives one of two values that sources give for the same does not pass."""
    assert judge("What is stated?", one, [one, other]).verdict == "retry"


@pytest.mark.parametrize(("source", "report"), REPORTS)
def test_a_report_of_a_difference_is_held_against_both_sides(source: str, report: str) -> None:
    """Who says truly that sources differ passes, who gives a number that none has does not."""
    evidence = [source.format(30), source.format(14)]
    assert judge("?", report.format(30, 14), evidence).verdict == "pass"
    assert judge("?", report.format(30, 21), evidence).verdict != "pass"
    assert judge("?", report.format(30, 14), evidence[:1]).verdict != "pass"


@pytest.mark.parametrize("nothing", NOTHING)
def test_evidence_that_says_nothing_is_no_gold_answer(nothing: str) -> None:
    """A stand-in for evidence neither carries an output nor shows that it is wrong."""
    assert judge("How long is the warranty?", "The warranty lasts 24 months.", [nothing]).verdict == "retry"


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_facts_strung_together_are_evidence_and_no_gold_answer(snippet: str) -> None:
    """A snippet of several facts carries an output that gives one of them."""
    assert judge("When is the café open?", "Opening hours are Mon-Fri 9-17.", [snippet]).verdict == "pass"
    assert judge("What is the phone number?", "The tel is 5550991.", [snippet]).verdict != "pass"


def test_gold_answers_are_still_read_as_such() -> None:
    """A name under a question is its answer."""
    assert judge("What is the capital of France?", "Paris", ["Paris"]).verdict == "pass"
    assert judge("What is the capital of France?", "London", ["Paris"]).verdict == "fail"


def test_half_of_a_surrogate_pair_never_leaves_the_judge() -> None:
    """Whatever comes in, what goes out can be encoded."""
    half = "\ud800"
    verdict = judge(f"Is it{half}?", f"Paris is {half} big.", [f"Paris is {half} small.", half], [f"mentions {half}"])
    told = [verdict.reasons, [claim.text for claim in verdict.claims], verdict.retry_hint]
    told.append([result.criterion for result in verdict.criteria])
    json.dumps(told, ensure_ascii=False).encode()
    assessment = assess(half, [Answer(f"Paris {half}", "1"), Answer(f"Rome {half}", "2")], [half])
    repr(assessment).encode()
    assert half not in repr(assessment)
