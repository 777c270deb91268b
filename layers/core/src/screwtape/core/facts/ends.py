"""Which part of a change or a span a value is, by the words around it: from 3 to 4, by 1, opens at 9, 9:00-18:00.

A value that says what something began with is never confirmed by the same value where something else ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from screwtape.core.facts.values import End, Value
from screwtape.core.language.tokens import Kind, Token


def _by_word(*listed: tuple[End, str]) -> dict[str, End]:
    return {word: end for end, words in listed for word in words.split()}


_BEFORE: Final = _by_word(
    ("start", "from since von ab seit vom desde depuis dès du от с из από من منذ 从 自 从前"),
    ("end", "to until till through bis au hasta jusqu'à до к μέχρι έως إلى حتى 到 至 zu à auf"),
    ("step", "by um на κατά"),
)
_OF_TIMES: Final = _by_word(
    (
        "start",
        """opens open opened opening starts start started begins begin began öffnet beginnt abre empieza ouvre
        commence открывается начинается ανοίγει يفتح تبدأ""",
    ),
    (
        "end",
        """closes close closed closing ends end ended finishes finish finished schließt endet cierra termina ferme
        finit закрывается заканчивается κλείνει يغلق تنتهي""",
    ),
)
"""Verbs that say which end of its hours a time of day is."""
_AFTER: Final[dict[str, End]] = {"から": "start", "より": "start", "まで": "end", "까지": "end", "부터": "start"}
_DASHES: Final = frozenset({"-", "~", "\u301c", "\uff5e"})
_TO: Final = frozenset(
    {"to", "until", "till", "bis", "à", "a", "до", "إلى", "到", "至", "μέχρι", "έως", "and", "through", "hasta"}
)
_CHANGES: Final = frozenset({"auf", "на", "to", "à", "zu", "к", "um", "by", "κατά"})
"""Words that say an end only where something changes, of which the value is an amount."""
_LOOK_BACK: Final = 4
_SKIPPED: Final = frozenset("at the den dem las les la about approximately around almost exactly nearly".split())
_FROM: Final = frozenset("from von vom de desde от с من από between 从 自".split())


def with_ends(tokens: Sequence[Token], values: list[Value]) -> list[Value]:
    """Mark each value of a sentence with the part of a change or a span that it is, if the words say one."""
    marked = [_by_words(tokens, value) for value in values]
    for at in range(1, len(marked)):
        low, high = marked[at - 1], marked[at]
        if low.kind == high.kind and _is_span(tokens, low, high):
            marked[at - 1], marked[at] = replace(low, end="start"), replace(high, end="end")
    return marked


def _by_words(tokens: Sequence[Token], value: Value) -> Value:
    if value.kind == "ordinal" or value.low < value.high:
        return value
    at = value.first - 1
    while at >= 0 and ((tokens[at].word in _SKIPPED and tokens[at].word not in _BEFORE) or tokens[at].text in "$€£("):
        at -= 1
    end = _by_preposition(tokens, value, at) or _by_particle(tokens, value)
    if not end and value.kind == "time":
        end = _by_verb(tokens, at)
    return replace(value, end=end) if end else value


def _by_preposition(tokens: Sequence[Token], value: Value, at: int) -> End:
    word = tokens[at].word if at >= 0 else ""
    before = tokens[at - 1].word if at > 0 else ""
    if (before, word) in {("instead", "of"), ("rather", "than")}:
        return "start"
    end = _BEFORE.get(word, "")
    amount = value.kind in {"number", "money"}
    applied = word == "by" and before in {"followed", "divided", "multiplied"}
    other = (word in _CHANGES and not amount and word != "to") or (end == "step" and not amount)
    return "" if applied or other else end


def _by_particle(tokens: Sequence[Token], value: Value) -> End:
    """Read what stands behind a value where particles do: 9時から, 18時まで."""
    following = tokens[value.last : value.last + 2]
    after = "".join(token.text[:1] if token.kind is Kind.PAIR else token.text for token in following)
    return next((told for piece, told in _AFTER.items() if after.startswith(piece)), "")


def _by_verb(tokens: Sequence[Token], at: int) -> End:
    """Read the verb before a time of day: opens at, closes at."""
    for before in range(at, max(-1, at - _LOOK_BACK), -1):
        told = _OF_TIMES.get(tokens[before].word, "")
        if told or tokens[before].kind in {Kind.MARK, Kind.NUMBER}:
            return told
    return ""


def _is_span(tokens: Sequence[Token], low: Value, high: Value) -> bool:
    """Whether two values are the ends of one span: 9:00-18:00, Monday to Friday, from 3 to 4."""
    if high.first - low.last not in {1, 2}:
        return False
    joint = tokens[low.last].word if high.first - low.last == 1 else ""
    if joint in _DASHES:
        return low.kind in {"time", "date"} or low.text.startswith("weekday")
    opener = tokens[low.first - 1].word if low.first else ""
    first = tokens[low.last].word
    if first == "and":
        return opener == "between"
    return first in _TO and (opener in _FROM or low.kind in {"time", "date"} or low.text.startswith("weekday"))
