"""Who is who by form, where order is free: articles with a case, endings, particles, prepositions, the possessive.

What a word's form says of its part is its mark: n who acts, a what is acted on, d whom it is for, g whose it is, and
from, to, by. Two texts whose words keep their marks say the same in any order; two marks exchanged are two roles
exchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from screwtape.core.judge.names import SYMMETRIC
from screwtape.core.language.small_words import AGENTS, ARTICLES, GOALS, SOURCES
from screwtape.core.language.tokens import Kind
from screwtape.core.statements import Statement

_TOKENS_AT_MOST: Final = 80
_CASES: Final = {
    **dict.fromkeys("der ein kein ο".split(), "n"),
    **dict.fromkeys("den einen keinen seinen ihren unseren τον την".split(), "a"),
    **dict.fromkeys("dem einem keinem seinem ihrem unserem".split(), "d"),
    **dict.fromkeys("des eines seines του της".split(), "g"),
}
"""Articles that are of one case, or nearly always."""
_PREPOSITIONS: Final = {
    **dict.fromkeys(SOURCES, "from"),
    **dict.fromkeys(GOALS, "to"),
    **dict.fromkeys(AGENTS | {"von", "vom", "durch"}, "by"),
}
_FOLLOWING: Final = {"ने": "n", "को": "a", "से": "from", "तक": "to", "का": "g", "की": "g", "के": "g"}
_SEEN_THROUGH: Final = ARTICLES | frozenset("l des ein eine einen einem einer ο η το τον την τη".split())
_GERMAN_PASSIVE: Final = frozenset("wird wurde werden wurden worden".split())
_OPENS: Final = "a"
"""A small word that is "to" before a name or an article in Spanish, and an article in English."""
_RUSSIAN: Final = re.compile("[\u0400-\u04ff]")
_ENDINGS: Final = frozenset(
    tuple(pair.split(">"))
    for pair in "а>у я>ю >а >у ь>я ь>ю й>я й>ю а>е я>е а>ы я>и ь>и ый>ого ий>его ая>ую ая>ой ой>ого".split()
)
"""Endings of who acts and, after ">", of what is acted on or compared with; the instrumental is a passive's."""
_OBLIQUE: Final = ("у", "ю", "а", "я", "ого", "его")
_KANA: Final = re.compile("[\u3040-\u30ff]")
_PARTICLES: Final = re.compile(
    "([^\\s\u3041-\u309f\u3001\u3002,.\uff0c]{1,12})(?:さん|くん|ちゃん|さま)?(から|まで|より|には|では|が|は|を|に|へ)"
)
_PARTICLE_MARKS: Final = {
    **dict.fromkeys("が は".split(), "n"),
    **dict.fromkeys("に には".split(), "d"),
    **dict.fromkeys("まで へ".split(), "to"),
    "を": "a",
    "から": "from",
    "より": "than",
}
_JAPANESE_PASSIVE: Final = re.compile("[まられ]れ(?:た|る|て|まし|ます)")


def keeps_marks(claim: Statement, statement: Statement) -> bool | None:
    """Whether the forms of the words two texts share give each the same part.

    False where two of them exchanged their parts, True where order is free and none changed, None where no form tells.
    """
    if _KANA.search(claim.text):
        return _compared(_particles(claim.text), _particles(statement.text), least=2)
    if _RUSSIAN.search(claim.text):
        return _by_endings(claim, statement)
    mine = _marks(claim)
    if not mine:
        return None
    theirs = _marks(statement)
    if _mark_moved(claim, mine, statement, theirs):
        return False
    return _compared(mine, theirs, least=1, unmarked=_others(claim, statement, mine))


def _mark_moved(claim: Statement, mine: Mapping[str, str], statement: Statement, theirs: Mapping[str, str]) -> bool:
    """Whether of two words each text marks the other one: to Anna, of Anna and to Paul."""
    if any(key in SYMMETRIC for key in claim.places):
        return False
    left = {key: mark for key, mark in mine.items() if key not in theirs and key in statement.places}
    right = {mark for key, mark in theirs.items() if key not in mine and key in claim.places}
    return any(mark in right and mark in _ENDS for mark in left.values())


_ENDS: Final = frozenset({"to", "from", "by"})


def _compared(mine: Mapping[str, str], theirs: Mapping[str, str], *, least: int, unmarked: int = 0) -> bool | None:
    changes = {(mark, theirs[key]) for key, mark in mine.items() if theirs.get(key, mark) != mark}
    if any((after, before) in changes for before, after in changes):
        return False
    if unmarked and not changes.isdisjoint({("n", "a"), ("a", "n")}):
        return False
    if changes:
        return None
    kept = [mark for key, mark in mine.items() if theirs.get(key) == mark]
    return True if len(kept) >= least and any(mark in "na" for mark in kept) else None


def _others(claim: Statement, statement: Statement, marked: Mapping[str, str]) -> int:
    """Count the nouns of German that both texts have and that no article tells the case of."""
    return sum(
        token.is_capital and token.key in statement.places and token.key not in marked
        for token in claim.tokens[:_TOKENS_AT_MOST]
        if token.weight > 0
    )


def _marks(statement: Statement) -> dict[str, str]:
    tokens = statement.tokens[:_TOKENS_AT_MOST]
    marks: dict[str, str] = {}
    repeated: set[str] = set()
    for at, token in enumerate(tokens):
        if token.weight <= 0 or token.kind is not Kind.WORD:
            continue
        if token.key in marks:
            repeated.add(token.key)
        after = tokens[at + 1].word if at + 1 < len(tokens) else ""
        mark = _FOLLOWING.get(after, "") or _before(statement, at)
        if mark:
            marks[token.key] = mark
    marks = {key: mark for key, mark in marks.items() if key not in repeated}
    words = {token.word for token in tokens}
    if not words.isdisjoint(_GERMAN_PASSIVE):
        turned = {"n": "a", "by": "n"}
        return {key: turned.get(mark, mark) for key, mark in marks.items()}
    return marks


def _before(statement: Statement, at: int) -> str:
    """Give the mark that the small words before a token set: a preposition, else an article with a case."""
    tokens = statement.tokens
    place = at - 1
    case = ""
    while place >= 0 and tokens[place].weight <= 0:
        word = tokens[place].word
        led = place and tokens[place - 1].word in _PREPOSITIONS
        opens = word == _OPENS and place == at - 1 and (led or not tokens[at].is_capital)
        if word in _PREPOSITIONS and word not in _CASES and not opens:
            return _PREPOSITIONS[word]
        if word not in _SEEN_THROUGH and word not in _CASES:
            break
        case = case or _CASES.get(word, "")
        place -= 1
    return case


def _by_endings(claim: Statement, statement: Statement) -> bool | None:
    """Compare the endings of the words that two Russian texts share; prepositions go before them."""
    if _compared(_marks(claim), _marks(statement), least=1) is False:
        return False
    turns: set[int] = set()
    same = oblique = 0
    for key, places in claim.places.items():
        there = statement.places.get(key, ())
        if len(places) != 1 or len(there) != 1:
            continue
        mine, theirs = claim.tokens[places[0]].word, statement.tokens[there[0]].word
        if mine == theirs:
            same += 1
            oblique += mine.endswith(_OBLIQUE)
        else:
            turns.add(_turn(mine, theirs))
    if {1, -1} <= turns:
        return False
    return True if not turns and same and oblique else None


def _turn(mine: str, theirs: str) -> int:
    """Give 1 where a word that is acted on in the other text acts in this one, -1 the other way round, else 0."""
    at = 0
    while at < min(len(mine), len(theirs)) and mine[at] == theirs[at]:
        at += 1
    if (mine[at:], theirs[at:]) in _ENDINGS:
        return 1
    return -1 if (theirs[at:], mine[at:]) in _ENDINGS else 0


def _particles(text: str) -> dict[str, str]:
    found: Iterable[tuple[str, str]] = _PARTICLES.findall(text)
    marks: dict[str, str] = {}
    passive = _JAPANESE_PASSIVE.search(text) is not None
    pairs = list(found)
    subject = any(particle == "が" for _, particle in pairs)
    for word, particle in pairs:
        mark = "" if particle == "は" and subject else _PARTICLE_MARKS.get(particle, "")
        if passive:
            mark = {"n": "a", "d": "n"}.get(mark, mark)
        if mark:
            marks[word] = mark
    return marks
