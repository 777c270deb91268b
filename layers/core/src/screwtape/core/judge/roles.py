"""Who does what to whom, without names: what stands before and after one verb, and which way a journey goes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from enum import Enum
from typing import Final

from screwtape.core.facts.names import Name
from screwtape.core.judge.converses import same_deal
from screwtape.core.judge.kinship import same_family
from screwtape.core.judge.marks import keeps_marks
from screwtape.core.judge.names import SYMMETRIC, swapped_roles
from screwtape.core.judge.vicinity import are_opposed
from screwtape.core.language.lexicon import is_class, is_english, is_verb, lemma
from screwtape.core.language.small_words import AGENTS, AND, ARTICLES, GOALS, OR, SOURCES
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.statements import Statement

ROLES_SHARED: Final = 0.85
"""Share from which two sentences are copies near enough to compare roles."""
_FROM: Final = SOURCES | {"von"}
_TO: Final = GOALS | {"pour", "para"}
_CLAUSES: Final = frozenset(", ; : and but while whereas because who which that".split())
_ORDERS: Final = frozenset("before after above below until".split())
"""Small words that say which of two things comes first or stands higher."""
_BECAUSE: Final = frozenset("because weil porque parce потому".split())
"""Words between an effect and its cause; what stands around them is compared though they carry no content."""
_BEING: Final = frozenset("is are was were be been being get got gets fue fueron ser sido été fut est sont".split())
_THANS: Final = frozenset("than als".split())
_MORE: Final = frozenset("más mas menos plus moins mayor menor mejor peor".split())
_PRONOUNS: Final = {"he": "she", "she": "he", "him": "her", "her": "him"}
_PIVOTS_AT_MOST: Final = 24
_PLACES_AT_MOST: Final = 8
"""Places of one word in a sentence that are compared."""
_JOINTS_WITHIN: Final = 160
"""Tokens of a claim in which both and either are looked for."""
_BOTH: Final = 2
_GERMAN: Final = frozenset("der die das den dem eine einen seine ihre".split())
_ARABIC: Final = re.compile("[\u0620-\u064a]")
_ARABIC_ARTICLE: Final = "\u0627\u0644"
_LEAST_PAIRS: Final = 5
_SAME_PAIRS: Final = 0.75
"""Share of the pairs that both sentences have from which one is the other in another order."""
_KANA: Final = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
_PASSIVE_MARKS: Final = ("\u88ab", "\u7531", "\u6bd4", ",", "\uff0c", "\u3001")
_AGENT_REACH: Final = 3
_LATE_AGENT: Final = 8
_HAVING: Final = frozenset("a ha hat has have had haben".split())
_SIDE: Final = 6
"""Content words on each side of a verb that are looked at."""


class Roles(Enum):
    """What became of who does what to whom between two texts."""

    KEPT = "kept"
    """The forms of the words say that each has the part it had, in whatever order."""
    TURNED = "turned"
    """The parts are told from the other side: a passive, an opposite, a converse."""
    SWAPPED = "swapped"
    ORDERED = "ordered"
    """What comes first and what later are told in another order, under the same word."""
    UNCLEAR = "unclear"
    """The words changed places where order is free and no form tells their parts."""


def roles_between(claim: Statement, statement: Statement) -> Roles | None:
    """Tell what became of the parts that the words of two texts have; None where nothing says."""
    if claim.text.strip(" .") in statement.text:
        return Roles.KEPT
    deal = same_deal(claim, statement)
    told = deal if deal is not None else same_family(claim, statement)
    if told is not None:
        return Roles.TURNED if told else Roles.SWAPPED
    kept = keeps_marks(claim, statement)
    if kept is not None:
        return Roles.KEPT if kept else Roles.SWAPPED
    if _pronouns_swapped(claim, statement) or _nouns_swapped(claim, statement):
        return Roles.SWAPPED
    told_by_order = _around(claim, statement)
    if told_by_order is None:
        names = swapped_roles(claim, statement)
        told_by_order = None if names is None else Roles.SWAPPED if names else Roles.TURNED
    german = told_by_order is Roles.SWAPPED and any(token.word in _GERMAN for token in claim.tokens)
    if german and _compared(claim.tokens) is None:
        return Roles.UNCLEAR
    return told_by_order


def _around(claim: Statement, statement: Statement) -> Roles | None:
    """Tell what became of the two sides of a verb or a comparison that both texts have."""
    opposed = _opposed_comparison(claim, statement)
    if opposed is not None:
        return opposed
    straight: Roles | None = None
    for at in sorted(_pivots(claim)[:_PIVOTS_AT_MOST], key=lambda each: (not _is_joint(claim.tokens, each), each)):
        token = claim.tokens[at]
        mine = _sides(claim, at)
        if not mine[0] or not mine[1]:
            continue
        for there in _same_pivot(token, statement)[:_PLACES_AT_MOST]:
            if not _turns(statement.tokens, there) and not _turns(claim.tokens, at):
                continue
            moved = _moved(mine, _sides(statement, there))
            if moved is None:
                continue
            passive = _is_passive(claim.tokens, at) != _is_passive(statement.tokens, there)
            turned = token.sign != statement.tokens[there].sign and token.weight > 0
            if moved or passive:
                return Roles.SWAPPED if moved != (turned != passive) else Roles.TURNED
            if _is_joint(claim.tokens, at) and not turned:
                straight = Roles.ORDERED
    return straight


def _opposed_comparison(claim: Statement, statement: Statement) -> Roles | None:
    """Tell a comparison turned round that a dictionary has the opposite for: lighter than, heavier than."""
    mine, theirs = _compared(claim.tokens), _compared(statement.tokens)
    if mine is None or theirs is None or claim.tokens[mine].key == statement.tokens[theirs].key:
        return None
    if not are_opposed(claim.tokens[mine], statement.tokens[theirs]):
        return None
    return Roles.TURNED if _moved(_sides(claim, mine), _sides(statement, theirs)) else None


def _compared(tokens: Sequence[Token]) -> int | None:
    return next((at for at in range(len(tokens) - 1) if _is_compared(tokens, at)), None)


def _pronouns_swapped(claim: Statement, statement: Statement) -> bool:
    """Whether he and her stand where the other text has she and him."""
    mine = {token.word for token in claim.tokens if token.word in _PRONOUNS}
    if len(mine) != _BOTH or not mine & {"he", "she"}:
        return False
    theirs = {token.word for token in statement.tokens if token.word in _PRONOUNS}
    return theirs == {_PRONOUNS[word] for word in mine} and mine != theirs


def _nouns_swapped(claim: Statement, statement: Statement) -> bool:
    """Whether the two bare nouns of an Arabic sentence, of which the first acts, come the other way round."""
    if _ARABIC.search(claim.text) and _exchanged_after_verb(claim, statement):
        return True
    mine = _bare_nouns(claim)
    theirs = _bare_nouns(statement) if len(mine) == _BOTH else []
    return len(theirs) == _BOTH and mine != theirs and mine == theirs[::-1]


def _exchanged_after_verb(claim: Statement, statement: Statement) -> bool:
    """Whether the same words begin with the same one and have two of the others exchanged."""
    mine, theirs = ([token.word for token in each.tokens if token.kind is not Kind.MARK] for each in (claim, statement))
    if len(mine) != len(theirs) or mine[:1] != theirs[:1] or sorted(mine) != sorted(theirs):
        return False
    return sum(one != other for one, other in zip(mine, theirs, strict=True)) == _BOTH


def _bare_nouns(statement: Statement) -> list[str]:
    return [
        token.key
        for at, token in enumerate(statement.tokens)
        if token.word.startswith(_ARABIC_ARTICLE)
        and (not at or statement.tokens[at - 1].weight > 0)
        and (at + 1 == len(statement.tokens) or not statement.tokens[at + 1].word.startswith("\u0648\u0627\u0644"))
    ]


def _pivots(claim: Statement) -> list[int]:
    """Give the words around which a claim has two sides; the less of "less than" stands for what it compares."""
    return [
        at
        for at, token in enumerate(claim.tokens)
        if token.kind is Kind.WORD
        and token.key not in SYMMETRIC
        and (token.word in _BECAUSE or (token.weight > 0 and _may_turn(claim.tokens, at)))
    ]


def _same_pivot(token: Token, statement: Statement) -> Sequence[int]:
    if token.word not in _BECAUSE:
        return statement.places.get(token.key, ())
    return [at for at, other in enumerate(statement.tokens) if other.word in _BECAUSE]


def _is_joint(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word stands between two things compared or put in order, whatever verbs there are beside it."""
    word = tokens[at].word
    return word in _BECAUSE or word in _ORDERS or _is_compared(tokens, at)


def _is_compared(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is what two things are compared in: older than, plus grand que."""
    than = tokens[at + 1].word if at + 1 < len(tokens) else ""
    before = tokens[at - 1].word if at else ""
    return than in _THANS or (than == "que" and (before in _MORE or tokens[at].word in _MORE))


def turned_to_choice(claim: Statement, statement: Statement) -> str | None:
    """Find two words that a claim gives as a choice and a sentence gives together, or the other way round."""
    for at, token in enumerate(claim.tokens[1:-1][:_JOINTS_WITHIN], start=1):
        if token.word not in OR and token.word not in AND:
            continue
        before, after = claim.tokens[at - 1], claim.tokens[at + 1]
        if before.weight <= 0 or after.weight <= 0:
            continue
        others = OR if token.word in AND else AND
        if any(
            _joined(statement, there, after.key, others)
            for there in statement.places.get(before.key, ())[:_PLACES_AT_MOST]
        ):
            return token.text
    return None


def _joined(statement: Statement, at: int, key: str, joints: frozenset[str]) -> bool:
    """Whether a word stands next to another, on either side, with only one of some small words between."""
    tokens = statement.tokens
    return any(
        0 <= at + 2 * step < len(tokens) and tokens[at + step].word in joints and tokens[at + 2 * step].key == key
        for step in (1, -1)
    )


def swapped_ends(claim: Statement, statement: Statement) -> bool:
    """Whether a name that something comes from is what it goes to in the other text."""
    mine = _ends(claim)
    if not mine:
        return False
    theirs = _ends(statement)
    turned = [key for key, end in mine.items() if theirs.get(key, end) != end]
    return bool(turned) and all(theirs.get(key) != end for key, end in mine.items())


def _ends(statement: Statement) -> dict[str, bool]:
    """Give the names after from (True) and to (False)."""
    ends: dict[str, bool] = {}
    for name in statement.names:
        marker = _marker(statement.tokens, name)
        if marker in _FROM or marker in _TO:
            ends[name.keys[-1]] = marker in _FROM
    if len(set(ends.values())) < 2:  # noqa: PLR2004 - one end alone says no direction
        return {}
    return ends


def _marker(tokens: Sequence[Token], name: Name) -> str:
    at = name.first - 1
    while at >= 0 and tokens[at].word in ARTICLES:
        at -= 1
    return tokens[at].word if at >= 0 else ""


def _may_turn(tokens: Sequence[Token], at: int) -> bool:
    return _turns(tokens, at) or (not tokens[at].is_capital and is_class(lemma(tokens[at].word), "v"))


def _turns(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word has two sides: a verb, or what is compared."""
    word = tokens[at].word
    if _is_joint(tokens, at):
        return True
    before, after = tokens[at - 1].word if at else "", tokens[at + 1].word if at + 1 < len(tokens) else ""
    base = lemma(word)
    has_article = before in ARTICLES and (before != "a" or is_english(word))
    verb = (
        is_verb(word)
        or (is_class(word, "v") and word.endswith(("s", "ed")))
        or (base != word and is_class(base, "v"))
        or after in AGENTS
        or before in _BEING
        or (before in _HAVING and not has_article)
    )
    return verb and not tokens[at].is_capital and not has_article and after != "of"


def _sides(statement: Statement, at: int) -> tuple[frozenset[str], frozenset[str]]:
    """Give the content on the two sides of a word, without what both sides have.

    A word that opens its sentence has its sides the other way round: "Because prices rose, sales fell".
    """
    tokens = statement.tokens
    left, right = _side(tokens, at, -1), _side(tokens, at, 1)
    if not left and tokens[at].word in _BECAUSE | _ORDERS:
        comma = next((place for place in range(at + 1, len(tokens)) if tokens[place].text == ","), len(tokens))
        left = _side(tokens, comma, 1)
    return left - right, right - left


def _side(tokens: Sequence[Token], at: int, step: int) -> frozenset[str]:
    keys: list[str] = []
    place = at + step
    while 0 <= place < len(tokens) and tokens[place].word not in _CLAUSES and len(keys) < _SIDE:
        token = tokens[place]
        if token.weight > 0 or token.kind is Kind.NUMBER:
            keys.append(token.key)
        elif len(token.text) == 1 and token.is_capital and token.text != "I":
            keys.append(f"letter {token.word}")
        place += step
    return frozenset(keys)


def _moved(mine: tuple[frozenset[str], frozenset[str]], theirs: tuple[frozenset[str], frozenset[str]]) -> bool | None:
    """Whether the sides changed places; None when the two texts do not share enough to tell."""
    straight = mine[0] & theirs[0], mine[1] & theirs[1]
    crossed = mine[0] & theirs[1], mine[1] & theirs[0]
    if all(straight) and not all(crossed):
        return False
    if all(crossed) and not all(straight):
        return True
    return None


def _is_passive(tokens: Sequence[Token], at: int) -> bool:
    """Whether who acts comes after "by": right after the verb, or later where a form of "be" is before it."""
    if _has_agent(tokens, at + 1, at + 1 + _AGENT_REACH):
        return True
    being = any(token.word in _BEING for token in tokens[max(0, at - _AGENT_REACH) : at])
    return being and (_has_agent(tokens, at + 1, at + 1 + _LATE_AGENT) or _is_participle(tokens, at))


def _is_participle(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is the participle of a passive that names nobody: was fixed in version 2."""
    return tokens[at].word.endswith("ed") and tokens[at - 1].word in _BEING


def _has_agent(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Whether somebody comes after "by", and no measure as in "fell by 8 %"."""
    return any(
        tokens[at].word in AGENTS and tokens[at + 1].kind is Kind.WORD
        for at in range(first, min(last, len(tokens) - 1))
    )


def reversed_unspaced(claim: Statement, statement: Statement) -> bool:
    """Whether two sentences of the same characters have what comes first and what comes last exchanged, as in Chinese.

    Scripts that mark who does what by particles are left alone, as are sentences of which one is passive.
    """
    mine = [token for token in claim.tokens if token.kind is Kind.PAIR and token.weight > 0]
    theirs = [token for token in statement.tokens if token.kind is Kind.PAIR and token.weight > 0]
    shared = sum(token.key in statement.places for token in mine)
    if len(mine) < _LEAST_PAIRS or len(theirs) < _LEAST_PAIRS or shared < _SAME_PAIRS * max(len(mine), len(theirs)):
        return False
    if _KANA.search(claim.text) or any((mark in claim.text) != (mark in statement.text) for mark in _PASSIVE_MARKS):
        return False
    order = [
        statement.places[token.key][0]
        for token in mine
        if len(claim.places[token.key]) == 1 and len(statement.places.get(token.key, ())) == 1
    ]
    falls = sum(left > right for left, right in itertools.pairwise(order))
    # one fall is a part moved to the front, as of when or where; an exchange around a verb has two
    return falls > 1 and order[0] > order[-1]
