"""What a sentence takes back, in every language that has lists: only, except, almost, a myth, used to."""

from __future__ import annotations

import pytest

from screwtape.core.facts.restrictions import restrictions
from screwtape.core.judge import judge
from screwtape.core.language.words import tokens

LOST = {
    "en-only": ("Entry is free.", "Entry is free for members only."),
    "en-only-focus": ("The lab may be entered by visitors.", "Only staff may enter the lab."),
    "de-only": ("Der Eintritt ist frei.", "Der Eintritt ist nur sonntags frei."),
    "es-only": ("La entrada es gratuita.", "La entrada solo es gratuita los domingos."),
    "fr-only": ("L'entrée est gratuite.", "L'entrée n'est gratuite que le dimanche."),
    "ru-only": ("Вход свободный.", "Вход свободный только для членов клуба."),
    "el-only": ("Η είσοδος είναι δωρεάν.", "Η είσοδος είναι δωρεάν μόνο την Κυριακή."),
    "ar-only": ("الدخول مجاني.", "الدخول مجاني للأعضاء فقط."),
    "hi-only": ("प्रवेश मुफ़्त है।", "प्रवेश केवल सदस्यों के लिए मुफ़्त है।"),
    "zh-only": ("入场免费。", "仅会员入场免费。"),
    "ja-only": ("入場は無料です。", "入場は会員のみ無料です。"),
    "en-except": ("The museum is open on Monday.", "The museum is open daily except Monday."),
    "en-except-all": ("The museum is open every day.", "The museum is open every day except Monday."),
    "en-apart": ("The bus runs on Sundays.", "The bus runs every day apart from Sundays."),
    "de-except": ("Das Museum ist montags geöffnet.", "Das Museum ist täglich außer montags geöffnet."),
    "fr-except": ("Le musée est ouvert le mardi.", "Le musée est ouvert tous les jours sauf le mardi."),
    "es-except": ("La tienda abre el lunes.", "La tienda abre todos los días salvo el lunes."),
    "ru-except": ("Музей открыт в понедельник.", "Музей открыт ежедневно, кроме понедельника."),
    "el-except": ("Το μουσείο είναι ανοιχτό τη Δευτέρα.", "Το μουσείο είναι ανοιχτό κάθε μέρα εκτός από τη Δευτέρα."),
    "ar-except": ("المتحف مفتوح يوم الاثنين.", "المتحف مفتوح كل يوم ما عدا الاثنين."),
    "zh-except": ("博物馆周一开放。", "除周一外，博物馆每天开放。"),
    "ja-except": ("美術館は月曜日に開いている。", "美術館は月曜日以外毎日開いている。"),
    "en-almost": ("The merger was approved.", "The merger was almost approved."),
    "de-almost": ("Der Auftrag wurde genehmigt.", "Der Auftrag wäre fast genehmigt worden."),
    "fr-almost": ("Le vol est annulé.", "Le vol a failli être annulé."),
    "en-myth": ("Vaccines cause autism.", "It is a myth that vaccines cause autism."),
    "en-false-report": ("The plant will close.", "Reports that the plant will close are false."),
    "en-past": ("Anna works at Acme.", "Anna used to work at Acme."),
    "en-stopped": ("The shop sells bread.", "The shop stopped selling bread."),
    "en-future": ("The order was delivered.", "The order will be delivered tomorrow."),
    "en-but": ("The watch is waterproof.", "The watch is anything but waterproof."),
    "en-far": ("The bridge is safe.", "The bridge is far from safe."),
    "en-free-of": ("The cake contains nuts.", "The cake is free of nuts."),
    "en-yet-to": ("The order has been shipped.", "The order has yet to be shipped."),
    "en-instead": ("The cook used butter.", "The cook used oil instead of butter."),
    "de-by-no-means": ("Die Uhr ist wasserdicht.", "Die Uhr ist keineswegs wasserdicht."),
    "fr-no-longer": ("Les animaux sont acceptés.", "Les animaux ne sont plus acceptés."),
    "fr-hardly": ("Les animaux sont acceptés.", "Les animaux ne sont guère acceptés."),
}
KEPT = {
    "only-in-both": ("Entry is free for members only.", "Entry is free for members only."),
    "only-left-out": ("Staff may enter the lab.", "Only staff may enter the lab."),
    "not-only": ("The lamp is bright.", "The lamp is not only bright but cheap."),
    "only-number": ("The room has 12 seats.", "The room has only 12 seats."),
    "exception-said-otherwise": ("The museum is closed on Mondays.", "The museum is open every day except Monday."),
    "beside-exception": ("The museum is open on Tuesday.", "The museum is open every day except Monday."),
    "de-exception": ("Das Museum ist montags geschlossen.", "Das Museum ist täglich außer montags geöffnet."),
    "almost-amount": ("Almost 30 people came.", "Almost 30 people came."),
    "almost-all": ("Almost all trains were late.", "Almost all trains were late."),
    "almost-denied": ("The merger was not approved.", "The merger was almost approved."),
    "myth-said": ("It is a myth that vaccines cause autism.", "It is a myth that vaccines cause autism."),
    "myth-denied": ("Vaccines do not cause autism.", "It is a myth that vaccines cause autism."),
    "used-for": ("The tool is used to cut wood.", "The tool is used to cut wood."),
    "future-in-both": ("The order will be delivered tomorrow.", "The order will be delivered tomorrow."),
    "no-nuts": ("The cake has no nuts.", "The cake is free of nuts."),
    "not-yet": ("The order has not been shipped yet.", "The order has yet to be shipped."),
    "neither": ("Neither engine failed.", "Both engines kept working; none failed."),
    "oil": ("The cook used oil.", "The cook used oil instead of butter."),
    "far-away": ("The hotel is far from the beach.", "The hotel is far from the beach."),
    "fr-more": ("Le train est plus rapide.", "Le train est plus rapide."),
}


@pytest.mark.parametrize(("output", "evidence"), LOST.values(), ids=LOST)
def test_a_claim_without_the_restriction_of_its_evidence_does_not_pass(output: str, evidence: str) -> None:
    """What holds for some, on one day, nearly or no longer is no ground for saying it holds."""
    assert judge("What is stated?", output, [evidence]).verdict != "pass"


@pytest.mark.parametrize(("output", "evidence"), KEPT.values(), ids=KEPT)
def test_a_claim_that_minds_the_restriction_does_not_fail(output: str, evidence: str) -> None:
    """The same restriction, the other side of an exception, and words that only look like one fail nothing."""
    assert judge("What is stated?", output, [evidence]).verdict != "fail"


def test_a_row_of_conditions_costs_no_more_than_its_words() -> None:
    """Conditions that no mark ends have each a focus of bounded length, so that a row of them is read in one pass."""
    text = "- if rain falls " * 100
    assert max(len(each.focus) for each in restrictions(tokens(text), text)) <= 40
