"""Numbers, signs, separators, labels, times and frequencies: the wrong twin never passes, the right one does."""

from __future__ import annotations

import pytest

from screwtape.core.judge import judge

CASES = (
    (
        "order number",
        "Your order number is 1234567890123456.",
        "Your order number is 1234567890123457.",
        "The order number is 1234567890123456.",
    ),
    (
        "big sum",
        "The budget was 12,345,678,901 euros.",
        "The budget was 12,345,678,902 euros.",
        "The budget was about 12.3 billion euros.",
    ),
    ("ru order", "Номер заказа 1234567890123.", "Номер заказа 1234567890124.", "Номер заказа: 1234567890123."),
    ("minus sign", "The temperature is \u22125 °C.", "The temperature is 5 °C.", "The temperature is -5 °C."),
    (
        "fr minus",
        "La température est de moins 5 degrés.",
        "La température est de 5 degrés.",
        "La température est de -5 degrés.",
    ),
    ("fr at least", "Il faut au moins 5 joueurs.", "Il faut au plus 5 joueurs.", "Il faut au moins 5 joueurs."),
    ("ru minus", "Температура минус 5 градусов.", "Температура 5 градусов.", "Температура -5 градусов."),
    ("zh below zero", "气温是零下5度。", "气温是5度。", "气温是零下5度。"),
    ("below zero", "It was 12 degrees below zero.", "It was 12 degrees.", "It was -12 degrees."),
    ("signed price", "The balance is -$120.", "The balance is $120.", "The balance is -$120."),
    ("above", "Alarm when pressure > 5 bar.", "Alarm when pressure < 5 bar.", "Alarm when pressure is above 5 bar."),
    ("at least", "Reject if score >= 80.", "Reject if score > 80.", "Reject if score is at least 80."),
    ("south", "The station lies at 48° S.", "The station lies at 48° N.", "The station lies at 48° S."),
    (
        "blood group",
        "The patient has blood type A-.",
        "The patient has blood type A+.",
        "The patient has blood type A-.",
    ),
    ("rating", "The bond is rated AA-.", "The bond is rated AA+.", "The bond is rated AA-."),
    ("zh counter", "保修期为两年。", "保修期为两个月。", "保修期为2年。"),
    ("zh two", "保修期为两年。", "保修期为三年。", "保修期为两年。"),
    ("ja counter", "保証期間は2か月です。", "保証期間は2年です。", "保証期間は2ヶ月です。"),
    ("de thousand", "Die Miete beträgt 1.250 Euro.", "Die Miete beträgt 1,25 Euro.", "Die Miete beträgt 1250 Euro."),
    ("en decimal", "The parcel weighs 1.250 kg.", "The parcel weighs 1250 kg.", "The parcel weighs 1.25 kg."),
    ("en thousand", "The rent is 1,250 euros.", "The rent is 1.25 euros.", "The rent is €1,250.00."),
    ("two separators", "The fee is 1.250,00 €.", "The fee is EUR 1,350.", "The fee is EUR 1,250."),
    (
        "quarter",
        "The train leaves at quarter past five.",
        "The train leaves at quarter to five.",
        "The train leaves at 5:15.",
    ),
    ("ten past", "The train leaves at ten past six.", "The train leaves at ten to six.", "The train leaves at 6:10."),
    ("halb", "Der Zug fährt um halb acht.", "Der Zug fährt um 8:30 Uhr.", "Der Zug fährt um 7:30 Uhr."),
    ("es quarter", "El tren sale a las ocho menos cuarto.", "El tren sale a las 8:15.", "El tren sale a las 7:45."),
    ("fr evening", "Le train part à 7 h 30 du soir.", "Le train part à 7h30 du matin.", "Le train part à 19h30."),
    ("ru half", "Поезд отправляется в половине восьмого.", "Поезд отправляется в 8:30.", "Поезд отправляется в 7:30."),
    ("zh half", "火车七点半出发。", "火车七点出发。", "火车7:30出发。"),
    ("other day", "Take the tablet every other day.", "Take the tablet every day.", "Take the tablet every 2 days."),
    ("every day", "Take the tablet every day.", "Take the tablet every other day.", "Take the tablet once a day."),
    ("dose", "Take 5 mg daily.", "Take 5 mg weekly.", "Take 5 mg every day."),
    ("twice", "The team meets twice a week.", "The team meets once a week.", "The team meets two times a week."),
    ("fortnight", "The team meets every fortnight.", "The team meets every week.", "The team meets every two weeks."),
    (
        "de often",
        "Die Müllabfuhr kommt alle zwei Wochen.",
        "Die Müllabfuhr kommt jede Woche.",
        "Die Müllabfuhr kommt alle 2 Wochen.",
    ),
    ("es often", "Tome la pastilla cada dos días.", "Tome la pastilla cada día.", "Tome la pastilla cada 2 días."),
    (
        "ru often",
        "Принимайте таблетку через день.",
        "Принимайте таблетку каждый день.",
        "Принимайте таблетку через день.",
    ),
    (
        "hepatitis",
        "Hepatitis B vaccination is required.",
        "Hepatitis A vaccination is required.",
        "Hepatitis B vaccination is required.",
    ),
    ("schedule", "The form is Schedule D.", "The form is Schedule C.", "The form is Schedule D."),
    ("roman", "Section VI applies.", "Section IV applies.", "Section 6 applies."),
    (
        "type",
        "The patient has Type II diabetes.",
        "The patient has Type I diabetes.",
        "The patient has type 2 diabetes.",
    ),
    (
        "es letter",
        "La vacuna contra la hepatitis B es obligatoria.",
        "La vacuna contra la hepatitis A es obligatoria.",
        "La vacuna contra la hepatitis B es obligatoria.",
    ),
    ("code key", "Set the field `userId`.", "Set the field `userid`.", "Set the field `userId`."),
    ("code constant", "The variable is API_KEY.", "The variable is api_key.", "The variable is API_KEY."),
    ("brand", "The iphone is sold here.", "The iPhone is not sold here.", "The iPhone is sold here."),
    ("pronoun", "The part I like is the end.", "The part I hate is the end.", "The part I like is the end."),
    ("fr ninety", "Il y a quatre-vingt-dix places.", "Il y a 80 places.", "Il y a 90 places."),
    ("fr seventy", "Il y a soixante-quinze places.", "Il y a 65 places.", "Il y a 75 places."),
    (
        "fr hundreds",
        "Mille deux cents personnes sont venues.",
        "200 personnes sont venues.",
        "1200 personnes sont venues.",
    ),
    ("cents", "The book costs fifty cents.", "The book costs five cents.", "The book costs 50 cents."),
    (
        "es thirty-five",
        "La cuota cuesta treinta y cinco euros.",
        "La cuota cuesta 30 euros.",
        "La cuota cuesta 35 euros.",
    ),
    ("ru twenty-five", "Стоимость двадцать пять рублей.", "Стоимость 20 рублей.", "Стоимость 25 рублей."),
    ("el thirty-five", "Κοστίζει τριάντα πέντε ευρώ.", "Κοστίζει 30 ευρώ.", "Κοστίζει 35 ευρώ."),
    ("de compound", "Es kostet fünfundzwanzig Euro.", "Es kostet 52 Euro.", "Es kostet 25 Euro."),
    ("hi two", "वारंटी दो साल की है।", "वारंटी दो महीने की है।", "वारंटी 2 साल की है।"),
    ("half a dozen", "The box holds half a dozen eggs.", "The box holds a dozen eggs.", "The box holds six eggs."),
    (
        "quarter of",
        "A quarter of the budget went to rent.",
        "A third of the budget went to rent.",
        "25% of the budget went to rent.",
    ),
    ("half an hour", "It takes half an hour.", "It takes an hour.", "It takes 30 minutes."),
    (
        "two plans",
        "Logs are kept for 30 days in the free plan and 90 days in the paid plan.",
        "In the paid plan logs are kept for 30 days.",
        "In the paid plan logs are kept for 90 days.",
    ),
    (
        "elided verb",
        "The free plan keeps logs for 30 days and the paid plan for 90 days.",
        "The free plan keeps logs for 90 days.",
        "The paid plan keeps logs for 90 days.",
    ),
    (
        "two speeds",
        "Standard shipping takes 5 days, express shipping takes 2 days.",
        "Standard shipping takes 2 days.",
        "Express shipping takes 2 days.",
    ),
    (
        "es two plans",
        "Los registros se guardan 30 días en el plan gratuito y 90 días en el plan de pago.",
        "Los registros se guardan 30 días en el plan de pago.",
        "Los registros se guardan 90 días en el plan de pago.",
    ),
    (
        "fr two offers",
        "Les journaux sont conservés 30 jours dans l'offre gratuite et 90 jours dans l'offre payante.",
        "Les journaux sont conservés 30 jours dans l'offre payante.",
        "Les journaux sont conservés 90 jours dans l'offre payante.",
    ),
    (
        "two years",
        "Revenue was $5 million in 2022 and $8 million in 2023.",
        "In 2023 revenue was $5 million.",
        "In 2023 revenue was $8 million.",
    ),
)
"""What it is about, the evidence, a claim that the evidence is against, and one that it carries."""


@pytest.mark.parametrize(("evidence", "wrong", "right"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_wrong_twin_never_passes_and_right_twin_does(evidence: str, wrong: str, right: str) -> None:
    """A value that differs keeps a claim from passing; the same value in another form does not."""
    task = "Answer the question from the documents."
    assert judge(task, wrong, [evidence]).verdict != "pass"
    assert judge(task, right, [evidence]).verdict == "pass"


def test_less_likely_reading_of_a_separator_neither_confirms_nor_contradicts() -> None:
    """Where no word tells the language, the less likely reading is not held against a claim, nor does it pass."""
    assert judge("Give the weight.", "The weight: 1250 kg.", ["Weight: 1.250 kg"]).verdict == "retry"
