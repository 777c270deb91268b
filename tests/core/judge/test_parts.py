"""Who does what to whom, in the order, the case, the voice and the converse verb of each language."""

from __future__ import annotations

import pytest

from screwtape.core.judge import judge

SWAPPED = {
    "en-passive-irregular": ("The dog was bitten by the man.", "The dog bit the man."),
    "en-order": ("The man bit the dog.", "The dog bit the man."),
    "en-passive": ("The teacher was praised by the pupil.", "The teacher praised the pupil."),
    "en-from-to": ("The package went from Ann to Bob.", "The package went from Bob to Ann."),
    "en-by-to": ("The letter was sent by Bob to Ann.", "The letter was sent by Ann to Bob."),
    "en-compared": (
        "The pro plan is cheaper than the basic plan.",
        "The pro plan is more expensive than the basic plan.",
    ),
    "en-letters": ("A is slower than B.", "A is faster than B."),
    "en-lent": ("Bob borrowed 50 dollars from Alice.", "Bob lent Alice 50 dollars."),
    "en-sold": ("Ann bought the car from Tom.", "Ann sold the car to Tom."),
    "en-kin": ("She is his wife.", "She is his daughter."),
    "de-an": ("Den Bericht schickt Paul an Anna.", "Anna schickt den Bericht an Paul."),
    "de-case": ("Den Hund biss der Mann.", "Der Hund biss den Mann."),
    "de-order": ("Der Mann biss den Hund.", "Der Hund biss den Mann."),
    "ru-case": ("Собака укусила кошку.", "Собаку укусила кошка."),
    "ru-dative": ("Ивану заплатила Анна.", "Иван заплатил Анне."),
    "el-case": ("Ο Νίκος χρωστά στη Μαρία 50 ευρώ.", "Η Μαρία χρωστά στον Νίκο 50 ευρώ."),
    "ar-order": ("شكر المدير الموظف.", "شكر الموظف المدير."),
    "hi-postposition": ("राम ने श्याम को मारा।", "श्याम ने राम को मारा।"),
    "zh-order": ("乙公司收购了甲公司。", "甲公司收购了乙公司。"),
    "zh-passive": ("甲公司被乙公司收购了。", "甲公司收购了乙公司。"),
    "ja-particle": ("田中さんは鈴木さんに五百円貸した。", "鈴木さんは田中さんに五百円貸した。"),
}
ALIKE = {
    "en-passive-irregular": ("The man was bitten by the dog.", "The dog bit the man."),
    "en-passive": ("The pupil was praised by the teacher.", "The teacher praised the pupil."),
    "en-compared": (
        "The basic plan is cheaper than the pro plan.",
        "The pro plan is more expensive than the basic plan.",
    ),
    "en-letters": ("B is slower than A.", "A is faster than B."),
    "en-lent": ("Alice borrowed 50 dollars from Bob.", "Bob lent Alice 50 dollars."),
    "en-sold": ("Tom bought the car from Ann.", "Ann sold the car to Tom."),
    "en-assigned": ("Noor Haddad is assigned to ticket 5521.", "Ticket 5521 is assigned to Noor Haddad."),
    "en-fell-by": ("Sales declined 8% in April.", "Sales fell by 8% in April after rising by 3% in March."),
    "de-object-first": ("Den Bericht schickt Anna an Paul.", "Anna schickt den Bericht an Paul."),
    "de-goal-first": ("An Paul schickt Anna den Bericht.", "Anna schickt den Bericht an Paul."),
    "de-case": ("Den Mann biss der Hund.", "Der Hund biss den Mann."),
    "ru-object-first": ("Кошку укусила собака.", "Собака укусила кошку."),
    "hi-object-first": ("गीता को सीता ने किताब दी।", "सीता ने गीता को किताब दी।"),
    "zh-time-first": ("周日商店不营业。", "商店周日不营业。"),
    "ja-time-first": ("日曜日に店は営業していません。", "店は日曜日に営業していません。"),
    "ja-goal-first": ("鈴木さんに田中さんは五百円貸した。", "田中さんは鈴木さんに五百円貸した。"),
    "es-passive": ("La casa fue vendida por Luis a Ana.", "Luis vendió la casa a Ana."),
}


@pytest.mark.parametrize(("output", "evidence"), SWAPPED.values(), ids=SWAPPED)
def test_two_that_changed_places_do_not_pass(output: str, evidence: str) -> None:
    """The same words with the parts exchanged are another statement."""
    assert judge("What happened?", output, [evidence]).verdict != "pass"


@pytest.mark.parametrize(("output", "evidence"), ALIKE.values(), ids=ALIKE)
def test_the_same_told_in_another_order_or_voice_does_not_fail(output: str, evidence: str) -> None:
    """A passive, a converse, an opposite or a free order of words changes nobody's part."""
    assert judge("What happened?", output, [evidence]).verdict != "fail"


@pytest.mark.parametrize(
    ("output", "evidence", "verdict"),
    [
        ("You must not smoke here.", "Smoking is prohibited here.", "retry"),
        ("You may smoke here.", "Smoking is prohibited here.", "fail"),
        ("Smoking is allowed here.", "Smoking is prohibited here.", "fail"),
        ("The wall blocks the wind.", "The wall blocks the wind.", "pass"),
    ],
    ids=range(4),
)
def test_a_ban_denies_what_may_be_done(output: str, evidence: str, verdict: str) -> None:
    """A "must not" agrees with "is prohibited", and "may" does not."""
    assert judge("What is the rule?", output, [evidence]).verdict == verdict
