"""Two answers in one sentence that are the same but for one slot: what each has in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from screwtape.core.facts import Relation, Value, relation
from screwtape.core.judge.vicinity import say_alike
from screwtape.core.language.spellings import near_spelling
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.vocabulary import FUNCTION_WORDS
from screwtape.core.statements import Statement

WORDS_AT_MOST: Final = 40
"""Words of an answer that is compared slot by slot."""
SLOT_AT_MOST: Final = 3
"""Words that may stand in a slot; where more differ, likeness of wording tells."""
_TITLES: Final = frozenset("mr mrs ms dr prof sir madam the a an".split())
_TELLING: Final = frozenset(
    "and or he she his her him before after above below under over in out up down with without".split()
)
"""Small words that make another answer when one stands for the other."""
_OPERATORS: Final = re.compile(r"[\^<>=+*/%!&|]|(?<=\w)\s?-\s?(?=\w)|[\[\](){}]")
_EMPHASIS: Final = re.compile(r"\*\*|__|[`$\"'\u201c\u201d]|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_WRAPPED: Final = re.compile(r"\((?P<round>[^()]*)\)|\[(?P<square>[^\[\]]*)\]")
_SPACES: Final = re.compile(r"\s+")

Slot = tuple[str, str]


def other_slot(mine: Statement, theirs: Statement) -> Slot | None:
    """Give what two answers have in the one slot in which they differ, None where that is no other answer."""
    left, right = _words(mine), _words(theirs)
    if max(len(left), len(right)) > WORDS_AT_MOST:
        return None
    said, known = _between_shared_ends(left, right)
    if not said or not known or max(len(said), len(known)) > SLOT_AT_MOST or _agree(said, known, mine, theirs):
        return None
    return " ".join(token.text for token in said), " ".join(token.text for token in known)


def other_formula(mine: Statement, theirs: Statement) -> bool:
    """Whether two answers with the same words have other operators or brackets, or their operands in another order."""
    left, right = _bare(mine.text), _bare(theirs.text)
    if _SPACES.sub("", left) == _SPACES.sub("", right):
        return False
    signs, their_signs = _OPERATORS.findall(left), _OPERATORS.findall(right)
    words, their_words = ([token.word for token in _words(each)] for each in (mine, theirs))
    if words == their_words:
        return signs != their_signs
    if sorted(words) == sorted(their_words):
        return bool(signs) or _values_reordered(mine, theirs)
    return signs != their_signs and bool(signs and their_signs) and _is_formula(left) and _is_formula(right)


def _values_reordered(mine: Statement, theirs: Statement) -> bool:
    """Whether the values of the same words come in another order, and are no list: two of the five, five of the two."""
    written, their_written = ([each.shown(value) for value in each.values] for each in (mine, theirs))
    folded, their_folded = ([text.lower() for text in texts] for texts in (written, their_written))
    return folded != their_folded and sorted(folded) == sorted(their_folded) and not _LIST.search(mine.text)


_LIST: Final = re.compile(r",|\band\b|\bor\b|;", re.IGNORECASE)


def _is_formula(text: str) -> bool:
    """Whether a text is mostly operands and operators, and no prose."""
    return len(_OPERATORS.findall(text)) * 2 >= len(text.split())


def _bare(text: str) -> str:
    """Give a text without emphasis, a full stop and a bracket around the whole."""
    bare = _EMPHASIS.sub("", text).strip(" .,;:!\u3002")
    wrapped = _WRAPPED.fullmatch(bare)
    return next(group for group in wrapped.groups() if group is not None) if wrapped else bare


def _words(statement: Statement) -> list[Token]:
    return [token for token in statement.tokens if token.kind is not Kind.MARK and token.word not in _TITLES - {"a"}]


def _between_shared_ends(left: Sequence[Token], right: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Give what is left of two texts between the words that they begin and end with alike; nothing if these are few."""
    before = after = 0
    shorter = min(len(left), len(right))
    while before < shorter and _same(left[before], right[before]):
        before += 1
    while after < shorter - before and _same(left[-1 - after], right[-1 - after]):
        after += 1
    if not before + after:
        return [], []
    return list(left[before : len(left) - after]), list(right[before : len(right) - after])


def _same(one: Token, other: Token) -> bool:
    return one.word == other.word or (bool(one.key) and one.key == other.key and one.sign == other.sign)


def _agree(said: Sequence[Token], known: Sequence[Token], mine: Statement, theirs: Statement) -> bool:
    """Whether what stands in a slot may be the same: small words, synonyms, kinds, spellings, equal values."""
    if _are_small(said, mine) or _are_small(known, theirs):
        return not (len(said) == len(known) == 1 and {said[0].word, known[0].word} <= _TELLING)
    values = [_values_of(words, statement) for words, statement in ((said, mine), (known, theirs))]
    if values[0] and values[1]:
        figures = all(token.kind is Kind.NUMBER for token in (*said, *known))
        equal = {Relation.SAME} if figures else _EQUAL
        return any(relation(one, other) in equal for one in values[0] for other in values[1])
    return any(_alike(one, other) for one in said for other in known)


_EQUAL: Final = frozenset({Relation.SAME, Relation.UNDECIDED})


def _values_of(words: Sequence[Token], statement: Statement) -> list[Value]:
    starts = {token.start for token in words}
    return [
        value
        for value in statement.values
        if any(statement.tokens[at].start in starts for at in range(value.first, value.last))
    ]


def _alike(one: Token, other: Token) -> bool:
    if len(one.word) == 1 or len(other.word) == 1 or one.kind is Kind.PAIR or other.kind is Kind.PAIR:
        return one.word == other.word
    return say_alike(one, other) or near_spelling(one.word, other.word)


def _are_small(words: Sequence[Token], statement: Statement) -> bool:
    """Whether words carry nothing, as parts of an address or a name in code always do: .com, .org."""
    return all(
        token.word in FUNCTION_WORDS
        and len(token.text) > 1
        and statement.text[max(0, token.start - 1) : token.start] not in _JOINTS
        for token in words
    )


_JOINTS: Final = frozenset("./@\\_#")
