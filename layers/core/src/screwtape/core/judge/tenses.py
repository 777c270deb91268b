"""What is done against what is still to come, said of the same verb: was delivered, will be delivered."""

from __future__ import annotations

from typing import Final

from screwtape.core.language.lexicon import is_class, is_english, lemma
from screwtape.core.language.small_words import PAST
from screwtape.core.language.tokens import Token
from screwtape.core.statements import Statement

_FUTURE: Final = frozenset("will shall won't sera seront será serán будет будут θα سوف سيتم होगा होगी होंगे".split())
_PAST: Final = PAST | {"has", "have"}
_PRESENT: Final = frozenset("is are am be being".split())
_BEFORE_VERB: Final = 3
"""Words before a verb among which its auxiliary stands."""


def other_time(claim: Statement, statement: Statement) -> tuple[str, str] | None:
    """Find a verb that one text has as done and the other as to come; gives its words in the claim and the sentence."""
    if _FUTURE.isdisjoint(claim.words) and _FUTURE.isdisjoint(statement.words):
        return None
    for key, places in claim.places.items():
        there = statement.places.get(key, ())
        if len(places) != 1 or len(there) != 1:
            continue
        words = claim.tokens[places[0]].word, statement.tokens[there[0]].word
        if not any(is_class(lemma(word), "v") or not is_english(word) for word in words):
            continue
        mine, theirs = _time(claim.tokens, places[0]), _time(statement.tokens, there[0])
        if mine and theirs and mine != theirs:
            return claim.tokens[places[0]].text, statement.tokens[there[0]].text
    return None


def _time(tokens: list[Token], at: int) -> int:
    """Give 1 for a verb that is to come, -1 for one that is done, 0 where the words before it do not say."""
    for before in range(at - 1, max(-1, at - 1 - _BEFORE_VERB), -1):
        word = tokens[before].word
        if word in _FUTURE:
            return 1
        if word in _PRESENT and not (before and tokens[before - 1].word in _FUTURE):
            return 0
        if word in _PAST:
            future = any(token.word in _FUTURE for token in tokens[max(0, before - 2) : before])
            return 1 if future else -1
        if tokens[before].weight > 0:
            break
    word = tokens[at].word
    return -1 if word.endswith("ed") or (lemma(word) != word and not word.endswith(("s", "ing"))) else 0
