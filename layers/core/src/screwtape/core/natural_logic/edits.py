"""The changes between a sentence and its near copy, and which way each goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from screwtape.core.facts import Relation, Value, relation
from screwtape.core.language.lexicon import antonyms, is_kind_of, related
from screwtape.core.language.spellings import near_spelling
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.vocabulary import LIGHT_WEIGHT
from screwtape.core.natural_logic.polarity import polarities
from screwtape.core.statements import Statement

LONGEST: Final = 60
"""Words of a sentence that are aligned; of longer ones nothing is said."""
LEAST_CLAIM: Final = 0.55
LEAST_SENTENCE: Final = 0.5
"""Shares of the words of a claim and of a sentence that must be the other's, for one to be a near copy."""

_QUIET: Final = frozenset(
    "a an the this that these those of in on at to from by for with as is are was were be been being am do "
    "does did has "
    "have had it its he him his she her they them their we our you your i my me there here who which what "
    "will would can "
    "could may might shall should must and so very just also into onto s about roughly approximately nearly around "
    "almost exactly currently now".split()
)
"""Words whose coming and going changes nothing by itself."""
_DENIALS: Final = frozenset("no not never none nobody nothing neither nor without cannot".split())
_AMOUNTS: Final = {
    "all": 4.0, "every": 4.0, "each": 4.0, "most": 3.0, "many": 2.5, "several": 2.0, "few": 1.5, "some": 1.0,
    "any": 1.0,    "a": 1.0,
}  # fmt: skip
_ANSWERS: Final = frozenset("yes no yeah correct right sure ja nein oui non sí si да нет".split())
_BORDERS: Final = frozenset("if when unless or".split())
"""Words with which an addition makes a sentence say less, not more."""
_EMPHASIS: Final = frozenset("ever all at".split())


class Edit(NamedTuple):
    """One change: the claim's words in place of the sentence's, and whether it keeps the sentence true.

    ``effect`` is 1 where it does, -1 where it does not, in between where the words alone do not tell.
    """

    said: tuple[str, ...]
    known: tuple[str, ...]
    effect: float


def edits(claim: Statement, sentence: Statement) -> list[Edit] | None:
    """Give the changes from a sentence to a claim; None where the two are no near copies."""
    mine = _units(claim)
    theirs = _units(sentence)
    if not mine or not theirs or max(len(mine), len(theirs)) > LONGEST:
        return None
    names = [_name_of_value(unit, sentence) if unit.value else _name(claim.tokens[unit.first]) for unit in mine]
    known_names = [
        _name_of_value(unit, sentence) if unit.value else _name(sentence.tokens[unit.first]) for unit in theirs
    ]
    anchors = _anchors(names, known_names)
    if anchors is None:
        return None
    gaps: list[tuple[list[Token], list[Token], int, int]] = []
    left = right = 0
    for left_end, right_end in (*anchors, (len(mine), len(theirs))):
        said, known = mine[left:left_end], theirs[right:right_end]
        if said or known:
            at = said[0].first if said else -1
            gaps.append((_words(said, claim), _words(known, sentence), at, known[0].first if known else -1))
        left, right = left_end + 1, right_end + 1
    moved = _moved(gaps)
    ways, known_ways = polarities(claim.tokens), polarities(sentence.tokens)
    found = [
        _edit(_without(said, moved), _without(known, moved), known_ways[known_at] if known else ways[at])
        for said, known, at, known_at in gaps
    ]
    return [edit for edit in found if edit is not None]


def _moved(gaps: Sequence[tuple[list[Token], list[Token], int, int]]) -> frozenset[str]:
    """Give the words that were left out in one place and added in another: they only changed places."""
    added = {token.key for said, known, *_ in gaps if not known for token in said if token.weight > 0}
    return frozenset(token.key for said, known, *_ in gaps if not said for token in known if token.key in added)


def _without(words: Sequence[Token], moved: frozenset[str]) -> list[Token]:
    if not any(token.key in moved for token in words):
        return list(words)
    return [token for token in words if token.key not in moved and token.weight > 0]


class _Unit(NamedTuple):
    """A word, or a value with all its words."""

    first: int
    last: int
    value: Value | None


def _units(statement: Statement) -> list[_Unit]:
    units: list[_Unit] = []
    at = _after_answer(statement.tokens)
    for value in statement.values:
        units += _plain(statement, at, value.first)
        units.append(_Unit(value.first, value.last, value))
        at = value.last
    return units + _plain(statement, at, len(statement.tokens))


def _after_answer(tokens: Sequence[Token]) -> int:
    """Give where a sentence begins after a "yes" or a "no" that answers."""
    answers = len(tokens) > 1 and tokens[0].word in _ANSWERS and tokens[1].text in {",", ".", ":"}
    return 2 if answers else 0


def _plain(statement: Statement, first: int, last: int) -> list[_Unit]:
    return [_Unit(at, at + 1, None) for at in range(first, last) if statement.tokens[at].kind is not Kind.MARK]


def _name_of_value(unit: _Unit, sentence: Statement) -> tuple[str, int]:
    """Give the name of the first value of the sentence that is the same, one of its own where there is none."""
    if unit.value is not None:
        for at, known in enumerate(sentence.values):
            if relation(unit.value, known) in {Relation.SAME, Relation.UNDECIDED}:
                return "value", at
    return "value", -1 - unit.first


def _words(units: Sequence[_Unit], statement: Statement) -> list[Token]:
    return [statement.tokens[at] for unit in units for at in range(unit.first, unit.last)]


def _name(token: Token) -> tuple[str, int]:
    return (token.key or token.word, token.sign)


def _anchors(mine: Sequence[tuple[str, int]], theirs: Sequence[tuple[str, int]]) -> list[tuple[int, int]] | None:
    """Give the pairs of a longest common subsequence, None where it is too short."""
    least = max(LEAST_CLAIM * len(mine), LEAST_SENTENCE * len(theirs))
    if len(set(mine) & set(theirs)) + len(mine) - len(set(mine)) < least:
        return None
    rows = [[0] * (len(theirs) + 1)]
    for name in reversed(mine):
        below, row = rows[-1], [0] * (len(theirs) + 1)
        for at in range(len(theirs) - 1, -1, -1):
            row[at] = below[at + 1] + 1 if name == theirs[at] else max(below[at], row[at + 1])
        rows.append(row)
    rows.reverse()
    if rows[0][0] < least:
        return None
    pairs: list[tuple[int, int]] = []
    left = right = 0
    while left < len(mine) and right < len(theirs):
        if mine[left] == theirs[right]:
            pairs.append((left, right))
            left, right = left + 1, right + 1
        elif rows[left + 1][right] >= rows[left][right + 1]:
            left += 1
        else:
            right += 1
    return pairs


def _edit(said: Sequence[Token], known: Sequence[Token], way: int) -> Edit | None:
    """Judge one change in a context that points a way. None where nothing of weight changed."""
    new = [token.word for token in said if not _is_quiet(token)]
    old = [token.word for token in known if not _is_quiet(token)]
    if not new and not old:
        return None
    effect = _replaced(new, old, way) if new and old else _added(new, way) if new else _left_out(old, way)
    return Edit(tuple(token.text for token in said), tuple(token.text for token in known), effect)


def _is_quiet(token: Token) -> bool:
    """Whether a word's coming and going changes nothing: small words, and verbs and nouns that fit every subject."""
    return token.word in _QUIET or 0.0 < token.weight <= LIGHT_WEIGHT


def _replaced(new: Sequence[str], old: Sequence[str], way: int) -> float:
    kinship = max((_kinship(one, other) for one, other in _heads(new, old)), key=abs, default=0.0)
    amounts = [_AMOUNTS.get(words[0]) for words in (new, old)]
    if amounts[0] is not None and amounts[1] is not None:
        return -1.0 if amounts[0] > amounts[1] else 1.0
    if kinship == _OPPOSITE:
        return -1.0
    if kinship == _SAME and len(new) == len(old) == 1:
        return 0.5
    if abs(kinship) == _KIND:
        return _directed(kinship, way)
    if len(new) != len(old):
        return _directed(_KIND if len(old) > len(new) else -_KIND, way)
    return -0.5


_OPPOSITE: Final = 9.0
_SAME: Final = 5.0
_KIND: Final = 1.0


def _heads(new: Sequence[str], old: Sequence[str]) -> Iterator[tuple[str, str]]:
    for one in new[-2:]:
        for other in old[-2:]:
            yield one, other


def _kinship(new: str, old: str) -> float:
    """Give what a new word is to an old one: opposite, the same, more general (1), more specific (-1), unknown (0)."""
    if old in antonyms(new) or new in antonyms(old):
        return _OPPOSITE
    if old in related(new) or new in related(old) or near_spelling(new, old):
        return _SAME
    if is_kind_of(old, new):
        return _KIND
    return -_KIND if is_kind_of(new, old) else 0.0


def _added(new: Sequence[str], way: int) -> float:
    if any(word in _DENIALS or word.endswith("n't") for word in new):
        return -1.0
    if new[0] in _EMPHASIS and new[-1] in _EMPHASIS:
        return 0.3
    says_less = new[0] in _BORDERS or new[-1] == "or"
    return _directed(_KIND if says_less else -_KIND, way)


def _left_out(old: Sequence[str], way: int) -> float:
    if any(word in _DENIALS or word.endswith("n't") for word in old):
        return -1.0
    if old[0] in _EMPHASIS and old[-1] in _EMPHASIS:
        return 0.3
    said_less = old[0] in _BORDERS or old[-1] == "or"
    return _directed(-_KIND if said_less else _KIND, way)


def _directed(kinship: float, way: int) -> float:
    """Give the effect of going more general (1) or more specific (-1) where a context points a way."""
    return -0.7 if not way else 1.0 if kinship * way > 0 else -1.0
