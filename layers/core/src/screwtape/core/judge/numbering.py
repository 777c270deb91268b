"""Numbers that only tell which one a sentence is about: room 12, ticket #4521, and no amount of anything."""

from __future__ import annotations

from typing import Final

from screwtape.core.facts import Value
from screwtape.core.language.tokens import Kind
from screwtape.core.statements import Statement

SUBJECT_WORDS: Final = 3
"""Words before such a number: an article, an adjective and the noun."""
_NUMBERED: Final = frozenset(
    """room gate clause version step figure fig article table chapter flight invoice bus line ticket team week section
    page item part unit level phase tier zone route track platform terminal building floor apartment suite bay lane
    exit seat row group class grade appendix exhibit schedule paragraph rule case order job task question problem
    exercise lesson module episode season volume issue act scene verse plan option model type form port server node
    host account user employee player patient customer sample test trial experiment batch lot release stage round
    zimmer raum tor artikel abschnitt kapitel schritt flug rechnung linie gruppe stufe seite tabelle abbildung
    chambre salle porte étape chapitre vol facture ligne groupe tableau habitación sala puerta artículo capítulo
    paso vuelo factura línea grupo página tabla комната кабинет квартира статья глава шаг рейс автобус версия раздел
    пункт рисунок таблица команда неделя линия группа этап страница δωμάτιο άρθρο βήμα πτήση""".split()
)
"""Nouns that are counted through, after which a number is a name even where no small word follows."""
_NUMBERED_AFTER: Final = frozenset("室房楼樓线線门門车車机機桌床站口馆館库庫柜厅廳")
"""What is counted through in scripts without spaces, where the noun stands after the number."""


def numbers_subject(statement: Statement, value: Value) -> bool:
    """Whether a number at the beginning of a sentence only tells which one it is about."""
    before, after = statement.tokens[: value.first], statement.tokens[value.last :]
    if not before:
        return bool(after) and after[0].text[0] in _NUMBERED_AFTER
    if before[-1].text == "#":
        before = before[:-1]
    if not 0 < len(before) <= SUBJECT_WORDS or value.unit is not None or value.currency:
        return False
    noun = before[-1]
    if noun.kind is not Kind.WORD or not noun.weight or any(token.kind is Kind.NUMBER for token in before):
        return False
    if len(statement.places) > 1 and not any(token.weight > 0 for token in after):
        return False
    if len(statement.places) == 1:
        return True
    return noun.word in _NUMBERED or (bool(after) and after[0].kind is Kind.WORD and not after[0].weight)
