"""Who does what to whom: a swap fails or is held, the same told from the other side does not fail."""

from __future__ import annotations

import pytest

from screwtape.core.judge.engine import judge

_SWAPS = [
    ("The dog bit the man in the park.", "The dog was bitten by the man in the park."),
    ("Maria told Peter about the merger.", "Maria was told about the merger by Peter."),
    ("The mayor thanked the crew after the rescue.", "The mayor was thanked by the crew after the rescue."),
    ("The parcel was sent by Ann to Bob.", "The parcel was sent by Bob to Ann."),
    ("Ann teaches Bob French.", "Bob teaches Ann French."),
    ("Ann sold the car to Bob.", "Ann bought the car from Bob."),
    ("Sales fell because prices rose.", "Prices rose because sales fell."),
    ("Lithium is lighter than sodium.", "Sodium is lighter than lithium."),
    ("Ann is Bob's boss. She is older than him.", "He is older than her."),
    ("The fee covers breakfast and dinner.", "The fee covers breakfast or dinner."),
    ("The donation was made by his wife.", "The donation was made by his sister."),
    ("Peter is Anna's father.", "Anna is Peter's father."),
    ("Ann's brother Bob lives in Rome.", "Bob's brother Ann lives in Rome."),
    ("The refund has been issued.", "The refund will be issued."),
    ("The law will take effect in June.", "The law took effect in June."),
    ("Users can export data from the dashboard to a file.", "Users can export data from a file to the dashboard."),
    ("Der Hund biss den Mann im Park.", "Den Hund biss der Mann im Park."),
    ("Der Lehrer lobte den Schüler.", "Der Schüler lobte den Lehrer."),
    ("Seine Frau spendete das Geld.", "Seine Schwester spendete das Geld."),
    ("Le chien a mordu l'homme.", "L'homme a mordu le chien."),
    ("El tren va de Madrid a Sevilla.", "El tren va de Sevilla a Madrid."),
    ("Le train va du Havre au Mans.", "Le train va du Mans au Havre."),
    ("Собака укусила мужчину.", "Собаку укусил мужчина."),
    ("Анна пригласила Бориса.", "Борис пригласил Анну."),
    ("عض الكلب الرجل في الحديقة.", "عض الرجل الكلب في الحديقة."),
    ("कुत्ते ने आदमी को काटा।", "आदमी ने कुत्ते को काटा।"),
    ("谷歌收购了优兔公司。", "优兔公司收购了谷歌。"),
    ("警察が運転手を逮捕した。", "警察は運転手に逮捕された。"),
]
_SAME = [
    ("The dog bit the man in the park.", "The man was bitten by the dog in the park."),
    ("Maria told Peter about the merger.", "Peter was told about the merger by Maria."),
    ("Ann gave Bob the keys to the office.", "Bob was given the keys to the office by Ann."),
    ("Ann sold the car to Bob.", "Bob bought the car from Ann."),
    ("Ann lent Bob 50 euros.", "Bob borrowed 50 euros from Ann."),
    ("Ann earns more than Bob.", "Bob earns less than Ann."),
    ("Lithium is lighter than sodium.", "Sodium is heavier than lithium."),
    ("The audit took place before the merger.", "The merger took place after the audit."),
    ("Wash your hands before eating.", "Before eating, wash your hands."),
    ("Sales fell because prices rose.", "Because prices rose, sales fell."),
    ("Sales fell by 8% in April after rising by 3% in March.", "Sales declined 8% in April."),
    ("Peter is Anna's father.", "Anna is Peter's daughter."),
    ("Laura is the aunt of Tim.", "Tim's aunt is Laura."),
    ("The conference will be held in Oslo in March.", "The conference is held in Oslo in March."),
    ("Der Hund biss den Mann im Park.", "Den Mann biss der Hund im Park."),
    ("Der Käufer zahlt die Versandkosten.", "Die Versandkosten zahlt der Käufer."),
    ("Seine Frau spendete das Geld.", "Das Geld spendete seine Frau."),
    ("Google a racheté YouTube en 2006.", "YouTube a été racheté par Google en 2006."),
    ("El perro mordió al hombre.", "El hombre fue mordido por el perro."),
    ("Анна пригласила Бориса.", "Бориса пригласила Анна."),
    ("कुत्ते ने आदमी को काटा।", "आदमी को कुत्ते ने काटा।"),
    ("会议于周一在北京举行。", "周一在北京举行了会议。"),
    ("警察が運転手を逮捕した。", "運転手を警察が逮捕した。"),
    ("東京は大阪より大きい。", "大阪より東京は大きい。"),
]


@pytest.mark.parametrize(("evidence", "output"), _SWAPS, ids=[output for _, output in _SWAPS])
def test_a_swap_does_not_pass(evidence: str, output: str) -> None:
    """Every word is in the evidence, in another's part: no pass."""
    assert judge("Tell what happened.", output, [evidence]).verdict != "pass"


@pytest.mark.parametrize(("evidence", "output"), _SAME, ids=[output for _, output in _SAME])
def test_the_same_from_the_other_side_does_not_fail(evidence: str, output: str) -> None:
    """A passive, a converse, an opposite with its sides exchanged, or a free order contradicts nothing."""
    assert judge("Tell what happened.", output, [evidence]).verdict != "fail"


@pytest.mark.parametrize(
    ("both", "either"),
    [
        ("El precio incluye desayuno y cena.", "El precio incluye desayuno o cena."),
        ("Il prezzo include colazione e cena.", "Il prezzo include colazione o cena."),
        ("Le prix comprend le dîner et le vin.", "Le prix comprend le dîner ou le vin."),
        ("В цену входят завтрак и ужин.", "В цену входят завтрак или ужин."),
    ],
)
def test_both_is_not_either(both: str, either: str) -> None:
    """Two things together and a choice of them are told apart, in either direction; the same joint is the same."""
    for evidence, output in ((both, either), (either, both)):
        assert judge("What is included?", output, [evidence]).verdict != "pass"
    for text in (both, either):
        assert judge("What is included?", text, [text]).verdict == "pass"
