"""Who does what to whom where small words and endings say it, whatever the order: from, to, der, den, को, -у.

A word's marker is the small word before it (after it in Hindi), or in Cyrillic its ending. Two words that exchanged
their markers exchanged their parts; where order is free and every marker is the same, nobody did, in whatever order.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from enum import Enum
from typing import Final

from screwtape.core.judge.names import swapped_roles
from screwtape.core.judge.roles import swapped_sides
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.statements import Statement

_CYRILLIC: Final = re.compile("[\u0430-\u044f]")
_ARABIC: Final = re.compile("[\u0620-\u064a]")
_CASES: Final = {
    **dict.fromkeys("der ein ο η οι".split(), "nominative"),
    **dict.fromkeys("den einen τον την τη τους τις".split(), "accusative"),
    **dict.fromkeys("dem einem".split(), "dative"),
    **dict.fromkeys("des eines του της των".split(), "genitive"),
    **dict.fromkeys("στο στον στη στην στους στις".split(), "goal"),
}
"""Articles that tell a case; those that stand for several are left out."""
_PREPOSITIONS: Final = frozenset(
    """from to by than for under over above below before after behind into against toward towards through on onto of
    von vom zu zum zur an für gegen über unter vor nach als durch bei
    de à par pour contre sous que por para hasta desde contra
    от к для против над под перед после из у από προς για πριν μετά κατά من إلى على ل ضد قبل بعد""".split()
)
_EVEN: Final = frozenset(
    """assigned linked connected related married allocated attached equal similar opposed compared mapped tied close
    next adjacent identical equivalent""".split()
)
"""Before "to" they say the same of both sides."""
_NEAR_TO: Final = 4
_ENGLISH: Final = frozenset("the is was were of to by from an and has had".split())
"""Words by which an "a" is an article and no Spanish preposition."""
_POSTPOSITIONS: Final = frozenset("ने को से का की के पर में".split())
_FREE_ORDER: Final = frozenset(_CASES) | _POSTPOSITIONS
_PASSIVES: Final = frozenset("wurde wurden worden von vom был была было были être été fue sido".split())
_PAST_TENSE: Final = re.compile("(?:л|ла|ло|ли)$")
_WORDS_AT_MOST: Final = 24
_LEAST_MARKED: Final = 2
_NO_MARKER: Final = ""

_Markers = dict[str, str]


class Parts(Enum):
    """What became of those that take part, from one text to the other."""

    SWAPPED = "swapped"
    """Two of them changed places."""
    OTHER_SIDE = "other side"
    """They did, and a passive, an opposite or a converse makes up for it: B is slower than A."""
    SAME = "same"
    """They did not, in whatever order they stand."""


def parts_of(claim: Statement, statement: Statement) -> Parts | None:
    """Give what became of those that take part, None where nothing tells."""
    by_case = parts_by_case(claim, statement)
    if by_case is not None:
        return by_case
    by_place = swapped_roles(claim, statement)
    if by_place is None:
        by_place = swapped_sides(claim, statement)
    return None if by_place is None else Parts.SWAPPED if by_place else Parts.OTHER_SIDE


def changed_places(claim: Statement, statement: Statement) -> bool:
    """Whether two that take part changed places."""
    return parts_of(claim, statement) is Parts.SWAPPED


def parts_by_case(claim: Statement, statement: Statement) -> Parts | None:
    """Compare what marks the parts of the words that two texts share, None where that does not tell."""
    if claim.words.isdisjoint(_PASSIVES) != statement.words.isdisjoint(_PASSIVES):
        return None
    if _CYRILLIC.search(claim.text):
        return _by_ending(claim, statement)
    if _ARABIC.search(claim.text) and _exchanged_after_verb(claim, statement):
        return Parts.SWAPPED
    mine, theirs = _markers(claim), _markers(statement)
    shared = [key for key in mine if key in theirs][:_WORDS_AT_MOST]
    for one, other in itertools.combinations(shared, 2):
        exchanged = mine[one] != mine[other] and (mine[one], mine[other]) == (theirs[other], theirs[one])
        if exchanged and not (_are_neighbours(claim, one, other) or _are_neighbours(statement, one, other)):
            return Parts.OTHER_SIDE if _is_turned(claim, statement) else Parts.SWAPPED
    free = not claim.words.isdisjoint(_FREE_ORDER)
    marked = [key for key in shared if mine[key] != _NO_MARKER]
    same = free and len(marked) >= _LEAST_MARKED and all(mine[key] == theirs[key] for key in shared)
    return Parts.SAME if same else None


def _are_neighbours(statement: Statement, one: str, other: str) -> bool:
    """Whether two words stand side by side, so that they are one name or one noun and share a marker."""
    return abs(statement.places[one][0] - statement.places[other][0]) == 1


def _markers(statement: Statement) -> _Markers:
    """Give each name and noun that stands once with the small word that marks it."""
    found: _Markers = {}
    for key, places in statement.places.items():
        token = statement.tokens[places[0]]
        if len(places) == 1 and token.kind is Kind.WORD and places[0] not in statement.value_tokens:
            found[key] = _marker(statement, places[0])
    return found


def _marker(statement: Statement, at: int) -> str:
    after = statement.tokens[at + 1].word if at + 1 < len(statement.tokens) else ""
    if after in _POSTPOSITIONS:
        return after
    before = [token.word for token in statement.tokens[max(0, at - 2) : at]][::-1]
    before_to = {token.word for token in statement.tokens[max(0, at - _NEAR_TO) : at]}
    for word in before:
        if word in _CASES:
            return _CASES[word]
        if word == "to" and not before_to.isdisjoint(_EVEN):
            break
        if word in _PREPOSITIONS or (word == "a" and statement.words.isdisjoint(_ENGLISH)):
            return word
        if word not in {"the", "la", "el", "le", "les", "los", "las", "die", "das"}:
            break
    return _NO_MARKER


def _is_turned(claim: Statement, statement: Statement) -> bool:
    """Whether an opposite makes up for the exchange: older than, younger than."""
    return any(
        claim.tokens[places[0]].sign != statement.tokens[statement.places[key][0]].sign
        for key, places in claim.places.items()
        if key in statement.places
    )


def _by_ending(claim: Statement, statement: Statement) -> Parts | None:
    """Compare the forms of the words that two Cyrillic sentences share: two nouns in other cases changed parts."""
    forms = {key: (_form(claim, key), _form(statement, key)) for key in claim.places if key in statement.places}
    if len(forms) < len(claim.places) or len(forms) < _LEAST_MARKED + 1:
        return None
    changed = [key for key, (mine, theirs) in forms.items() if mine != theirs and not _are_past(mine, theirs)]
    if not changed:
        return Parts.SAME
    return Parts.SWAPPED if len(changed) == _LEAST_MARKED and _endings_exchange(forms, changed) else None


def _form(statement: Statement, key: str) -> str:
    return statement.tokens[statement.places[key][0]].word


def _are_past(mine: str, theirs: str) -> bool:
    """Whether two forms are one verb in the past, whose ending goes with its subject."""
    return _PAST_TENSE.sub("", mine) == _PAST_TENSE.sub("", theirs) and bool(_PAST_TENSE.search(mine))


def _endings_exchange(forms: Mapping[str, tuple[str, str]], changed: list[str]) -> bool:
    """Whether of two nouns the one is in its base form where the other is not, and the other way round."""
    (mine, theirs), (mine_too, theirs_too) = (forms[key] for key in changed)
    return (len(mine) - len(theirs)) * (len(mine_too) - len(theirs_too)) <= 0


def _exchanged_after_verb(claim: Statement, statement: Statement) -> bool:
    """Whether the same Arabic words begin with the same verb and have two of the others exchanged."""
    mine, theirs = ([token.word for token in each.tokens if _is_word(token)] for each in (claim, statement))
    if len(mine) != len(theirs) or mine[:1] != theirs[:1] or sorted(mine) != sorted(theirs):
        return False
    return sum(one != other for one, other in zip(mine, theirs, strict=True)) == _LEAST_MARKED


def _is_word(token: Token) -> bool:
    return token.kind is not Kind.MARK
