"""What sort of answer a topic wants: a price wants money, a year a date, a winner a name, a reason a because."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final

from screwtape.core.facts.strength import quantifiers
from screwtape.core.facts.units import PERCENT
from screwtape.core.language.stems import stem
from screwtape.core.statements import Statement


class Ask(Enum):
    """A sort of answer."""

    NUMBER = "number"
    MONEY = "money"
    PERCENT = "percent"
    DATE = "date"
    NAME = "name"
    COLOUR = "colour"
    ANYTHING = "anything"
    """A statement that stands, whatever it holds: a reason, a comparison, a result."""


_WORDS: Final = {
    Ask.MONEY: "price cost fee salary budget revenue amount sum total value worth profit turnover",
    Ask.DATE: "date year when month day time deadline birthday founding period term validity",
    Ask.NUMBER: "number count size quantity length duration period term distance age height width depth "
    "weight population speed delay temperature "
    "amount score rate how capacity limit version total place position rank",
    Ask.PERCENT: "share percentage percent proportion rate fraction",
    Ask.NAME: "who name winner author writer person acquirer buyer seller owner founder "
    "director leader site place location city country "
    "where venue capital birthplace destination company",
    Ask.COLOUR: "colour color",
    Ask.ANYTHING: "reason cause why comparison result outcome verdict status decision finding "
    "conclusion summary answer step order "
    "explanation effect consequence link relationship role purpose symptom safety condition event",
}
_ASKS: Final[dict[str, frozenset[Ask]]] = {
    word: frozenset(ask for ask, words in _WORDS.items() if word in words.split())
    for words in _WORDS.values()
    for word in words.split()
}
_BY_STEM: Final = {stem(word): asks for word, asks in _ASKS.items()}
_COLOURS: Final = frozenset(
    "red orange yellow green blue purple violet pink brown black white grey gray gold silver beige".split()
)


def asked_by(topic: Statement, key: str = "") -> frozenset[Ask]:
    """Give the sorts of answer that a topic wants, or that its concept ``key`` alone wants."""
    asks: set[Ask] = set()
    for token in topic.tokens:
        if not key or token.key == key:
            asks |= _BY_STEM.get(stem(token.word), frozenset())
    return frozenset(asks)


def offers(statement: Statement, asks: frozenset[Ask]) -> bool:
    """Whether a statement holds an answer of one of these sorts."""
    return any(_OFFERS[ask](statement) for ask in asks)


def _holds_number(statement: Statement) -> bool:
    counts = any(value.kind in {"number", "money", "ordinal", "label", "time"} for value in statement.values)
    return counts or any(strength.level == 0 for strength in quantifiers(statement.tokens))


_OFFERS: Final[dict[Ask, Callable[[Statement], bool]]] = {
    Ask.NUMBER: _holds_number,
    Ask.MONEY: lambda statement: any(value.kind in {"money", "number"} for value in statement.values),
    Ask.PERCENT: lambda statement: any(value.unit == PERCENT or value.kind == "number" for value in statement.values),
    Ask.DATE: lambda statement: any(
        value.kind in {"date", "time", "label"} or value.unit for value in statement.values
    ),
    Ask.NAME: lambda statement: any(name.certain for name in statement.names) or not statement.text.isascii(),
    Ask.COLOUR: lambda statement: any(token.word in _COLOURS for token in statement.tokens),
    Ask.ANYTHING: lambda _: True,
}
