"""What the order of words decides: before what and after what."""

from __future__ import annotations

from typing import Final

from screwtape.core.statements import Statement

_TURNS: Final = frozenset("before after earlier later above below".split())
"""Words that say the same when both they and the order are turned round."""


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
