"""Whether the evidence is a reference: gold answers to the task's question, or a worked solution of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from screwtape.core.final_answers import Mark, final_answer
from screwtape.core.language.vocabulary import FUNCTION_WORDS

LAST_LINES: Final = 300
"""Characters at the end of a solution in which it marks its answer."""
ANSWER_WORDS: Final = 6
"""Words of a gold answer, on average, that is a name, a number or a phrase."""
SENTENCE_WORDS: Final = 32
"""Words of a gold answer, on average, that is a sentence."""
_QUESTION_LINE: Final = re.compile(
    r"^[ \t*#]{0,9}(?:q|question|f|frage|p|pregunta|вопрос|в|问|問|質問|問題)[ \t]?\d{0,3}[ \t*]{0,3}[:.\uff1a]",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that asks. A text of several, each with its answer, is no solution of one task."""
_ENDED: Final = re.compile(r"[.!?\u3002\uff01\uff1f\u0964][\"')\]]{0,2}\s*\Z")
_SHORTENED: Final = re.compile(
    r"\b(?:[^\W\d_]\.\s?[^\W\d_]|[^\W\d_]|jr|sr|jnr|snr|dr|st|inc|ltd|co|corp|bros|etc)\.\Z", re.IGNORECASE
)
"""An abbreviation or initial, whose full stop ends no sentence."""
ODD_SHARE: Final = 0.25
"""Share of gold answers that may look like text or a record; of three or fewer, none may."""
_RECORD: Final = re.compile(r"[:=|{}\[\]<>\n;]")
"""Characters of a record, a log line or a list, which no answer to a question is written with."""
_INSTRUCTS: Final = re.compile(
    r"\W*(?:please )?(?:state|reply|summari[sz]e|write|restate|list|describe|explain|report|rewrite|translate|draft"
    r"|create|generate|produce|extract|convert|implement|classify|compare|outline|note|answer from|give the|return)\b",
    re.IGNORECASE,
)
_SAYS_NOTHING: Final = re.compile(
    r"\W*(?:(?:n/?a|none|null|nil|nan|undefined|tbd|tba|todo|test|testing|hello|hi|hey|ok|okay|placeholder"
    r"|lorem ipsum|see (?:the )?(?:attached|above|below|attachment|link|file|document)(?: \w{1,20})?"
    r"|not (?:available|applicable|provided|found)|no (?:data|content|evidence|results?)(?: (?:found|available))?|empty"
    r"|unknown|error|foo|data|sign in|log ?in|loading|page \d{1,4}|untitled(?: document)?"
    r"|(?:attachment|document|scan|image|file|untitled)\d{0,4}\.\w{2,4}|https?://\S+|www\.\S+"
    r"|siehe (?:anhang|oben|unten|anlage)|k\.? ?a\.?|keine (?:angaben?|daten)|entfällt|unbekannt|folgt"
    r"|voir (?:pi[eè]ce jointe|ci-dessous|ci-dessus|annexe)|aucune? (?:donn[eé]es?|r[eé]sultat)|inconnue?|à venir"
    r"|ver (?:adjunto|anexo|arriba|abajo)|sin datos|desconocido|pendiente|no disponible"
    r"|нет данных|см\. ?(?:приложение|выше|ниже)|неизвестно|н/д|пусто"
    r"|无|無|暂无|未知|见附件|見附件|没有|なし|不明|未定|添付参照)\W*)?\Z",
    re.IGNORECASE,
)
_SEPARATED: Final = re.compile(
    "[\u00b7\u2022\u25cf\u25aa\u2023\u30fb]|\\s[\u2014\u2013|]\\s[^\u2014\u2013|]{1,80}\\s[\u2014\u2013|]\\s"
)
"""What parts facts that stand beside each other in a snippet."""
_FACTS: Final = 2
"""Numbers of a snippet that strings facts together without a word between them."""
_ASKS: Final = re.compile(
    r"\W*(?:who|what|when|where|which|why|how|whose|whom|is|are|was|were|do|does|did|can|could|will|would|has|have|had|should"
    r"|if|in which|in what|on which|name the)\b",
    re.IGNORECASE,
)


def is_solution(evidence: Sequence[str]) -> bool:
    """Whether the evidence is one worked solution, which marks its final answer on a line of its own."""
    if len(evidence) != 1 or len(_QUESTION_LINE.findall(evidence[0])) > 1:
        return False
    gold = final_answer(evidence[0][-LAST_LINES:])
    if gold is None or gold.mark < Mark.LABELLED:
        return False
    return gold.value is not None or gold.affirms is not None


def are_answers(task: str, evidence: Sequence[str]) -> bool:
    """Whether the evidence are answers to the task: written as answers are, without the full stop of a text.

    A name or a number answers any question; sentences answer only a task that asks.
    """
    items = [item.strip() for item in evidence if item.strip() and not says_nothing(item)]
    if not items or sum(map(_is_text, items)) > ODD_SHARE * len(items):
        return False
    asks = "?" in task or _ASKS.match(task) is not None
    if not asks and _INSTRUCTS.match(task):
        return False
    words = sum(len(item.split()) for item in items) / len(items)
    return words <= (SENTENCE_WORDS if asks else ANSWER_WORDS)


def says_nothing(item: str) -> bool:
    """Whether an item of evidence stands in for one: n/a, a dash, a greeting, "see attached", a bare address."""
    return _SAYS_NOTHING.match(item) is not None


def _strings_facts(item: str) -> bool:
    """Whether an item puts facts beside each other with no word that joins them: opening hours 9-17 tel 555 0199."""
    words = item.lower().split()
    numbers = sum(word[0].isdigit() for word in words)
    return len(words) > ANSWER_WORDS and numbers >= _FACTS and FUNCTION_WORDS.isdisjoint(words)


def _is_text(item: str) -> bool:
    """Whether an item is a sentence of a text, or a record, rather than an answer."""
    if _RECORD.search(item) or (_SEPARATED.search(item) and len(item.split()) > ANSWER_WORDS):
        return True
    if _strings_facts(item):
        return True
    if _ENDED.search(item) is None:
        return False
    return len(item.split()) > ANSWER_WORDS or _SHORTENED.search(item[-LAST_LINES:]) is None
