"""What the order of words decides: before what and after what, and who does it to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screwtape.core.judge.names import SYMMETRIC
from screwtape.core.language.lexicon import is_class
from screwtape.core.language.small_words import AGENTS
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.vocabulary import concept
from screwtape.core.statements import Statement

_REACH: Final = 6
"""Words beside a value or a verb in which its own content word is looked for."""
_TURNS: Final = frozenset("before after earlier later above below".split())
"""Words that say the same when both they and the order are turned round."""
_UNTURNED: Final = SYMMETRIC | {concept(word).key for word in ("become", "remain", "include")}
"""Concepts whose two sides, exchanged, make no other statement or none that word order tells."""
_BY: Final = AGENTS | frozenset("durch von da door от".split())
_BREAKS: Final = frozenset(", ; : ( )".split())


def turns_with_order(claim: Statement, sentence: Statement, key: str) -> bool:
    """Whether a word such as "before" has its arguments turned round as well, so that an opposite says the same."""
    mine, theirs = claim.places[key][0], sentence.places[key][0]
    if claim.tokens[mine].word not in _TURNS or sentence.tokens[theirs].word not in _TURNS:
        return False
    if claim.tokens[mine].sign == sentence.tokens[theirs].sign:
        return False
    left, right = _sides(claim, mine)
    known_left, known_right = _sides(sentence, theirs)
    crossed = bool(left & known_right) and bool(right & known_left)
    return crossed and len(left & known_right) + len(right & known_left) > len(left & known_left) + len(
        right & known_right
    )


def _sides(statement: Statement, at: int) -> tuple[set[str], set[str]]:
    keys = [token.key if token.weight > 0 else "" for token in statement.tokens]
    return set(filter(None, keys[:at])), set(filter(None, keys[at + 1 :]))


def turned_verb(claim: Statement, sentence: Statement) -> str | None:
    """Find a verb around which the same two words stand the other way round, or the same way in another voice."""
    for key, places in claim.places.items():
        at = places[0]
        word = claim.tokens[at].word
        if len(places) > 1 or len(sentence.places.get(key, ())) != 1 or key in _UNTURNED or not is_class(word, "v"):
            continue
        there = sentence.places[key][0]
        mine, theirs = _arguments(claim, at), _arguments(sentence, there)
        if mine is None or theirs is None or mine[0] == mine[1] or claim.signs(key) != sentence.signs(key):
            continue
        passive = _is_passive(claim, at) != _is_passive(sentence, there)
        if (mine == theirs and passive) or (mine == theirs[::-1] and not passive):
            return claim.tokens[at].text
    return None


def _arguments(statement: Statement, at: int) -> tuple[str, str] | None:
    """Give the content words next before and after a place, within its clause."""
    before = _next_key(statement.tokens[max(0, at - _REACH) : at][::-1])
    after = _next_key(statement.tokens[at + 1 : at + 1 + _REACH])
    return (before, after) if before and after else None


def _next_key(tokens: Sequence[Token]) -> str:
    for token in tokens:
        if token.text in _BREAKS:
            return ""
        if token.weight > 0 and token.kind is Kind.WORD:
            return token.key
    return ""


def _is_passive(statement: Statement, at: int) -> bool:
    return any(token.word in _BY for token in statement.tokens[at + 1 : at + 3])
