"""What speaks for and against an output, as numbers: the ground of its score.

Every measure is of one claim and lies between 0 and about 3; ``summary`` brings those of all claims together, by the
mean, the worst or the sum, whatever says most about the whole. ``weights`` says how much each one counts.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from screwtape.core.judge.alignment import FOUND, Alignment, Item
from screwtape.core.judge.order import turns_with_order
from screwtape.core.judge.roles import ROLES_SHARED, Roles, roles_between
from screwtape.core.judge.support import Support
from screwtape.core.language.lexicon import antonyms, is_listed
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.natural_logic import leaning
from screwtape.core.statements import Statement

Measures = dict[str, float]

_UNIVERSAL: Final = frozenset("all every each always entirely completely none never nobody nothing any both".split())
_EXTREME: Final = frozenset(
    "most best first largest biggest highest oldest last longest smallest worst greatest lowest least earliest newest "
    "latest main sole".split()
)
_PRONOUNS: Final = frozenset("he she it they his her its their him them who which".split())
_EARLY: Final = 3
"""Content words at the beginning of a claim that are its subject."""
_PRONOUN_WORDS: Final = 4
_SUBJECT_NAME: Final = 0.4
"""What a strange name still counts where the evidence has a pronoun for the subject."""
_TAIL: Final = 2
_LIGHT: Final = 0.1
"""Weight under which a word may come and go."""
_NEAR: Final = 0.35
"""Share of a claim from which a sentence may be nearly copied by it."""
_SHORT_WORDS: Final = 14
_ELSEWHERE: Final = 0.3
"""What a value counts as absent that only other sentences have."""
_COVERED: Final = 0.5
CAP: Final = 3.0
"""The most that any measure of an output comes to."""


def measure(support: Support) -> Measures:
    """Measure one claim. What was found against it is added by its hearing, as "finding" and the code."""
    alignment = support.alignment
    covered = alignment.share(alignment.joint)
    measures: Measures = {
        "best": alignment.share(alignment.best),
        "joint": covered,
        "anywhere": alignment.share([item.anywhere for item in alignment.items]),
        "gap": max((item.weight for item, quality in _missing(alignment)), default=0.0),
        "tail": _tail(alignment),
        "coverage": support.coverage,
        "thin": max(0.0, _COVERED - covered),
        "found_everywhere": float(
            min((item.anywhere for item in alignment.items if item.weight >= _LIGHT), default=0.0) >= FOUND
        ),
        "matched_values": min(
            2.0,
            sum(
                item.is_value and item.anywhere == quality == 1.0
                for item, quality in zip(alignment.items, alignment.joint, strict=True)
            ),
        ),
        "lost_names": float(len(support.lost_names)),
        "lost_values": float(len(support.lost_values)),
        "absent_values": sum(item.is_value and not item.anywhere for item in alignment.items)
        + _ELSEWHERE
        * sum(
            item.is_value and item.anywhere > quality
            for item, quality in zip(alignment.items, alignment.joint, strict=True)
        ),
        "value_conflicts": float(len(support.conflicts)),
        "value_conflict_covered": float(bool(support.conflicts) and covered > _COVERED - 0.1),
    }
    if alignment.chosen:
        measures |= _names(support.claim, alignment)
        told_otherwise = _by_opposite(support.claim, alignment)
        measures |= _polarity(support.claim, alignment, covered, told_otherwise=told_otherwise)
        measures |= _strength(support.claim, alignment)
        measures["sequence"] = sequence_share(support.claim, alignment.chosen[0])
        measures["pairs"] = _pairs(alignment)
        if measures["best"] >= _NEAR and not told_otherwise:
            measures["leaning"] = _leaning(support.claim, alignment.chosen[0])
        near = covered >= ROLES_SHARED
        measures["swapped"] = float(near and roles_between(support.claim, alignment.chosen[0]) is Roles.SWAPPED)
    return measures


def _leaning(claim: Statement, sentence: Statement) -> float:
    """Give how far a near copy follows, less for a long sentence, of which much else may have changed."""
    leans = leaning(claim, sentence)
    return leans * min(1.0, _SHORT_WORDS / len(sentence.tokens)) if leans is not None else 0.0


def _missing(alignment: Alignment) -> list[tuple[Item, float]]:
    return [(item, quality) for item, quality in zip(alignment.items, alignment.joint, strict=True) if quality < FOUND]


def _tail(alignment: Alignment) -> float:
    """Give the share of the last words that is missing: what is new in a sentence mostly comes last."""
    heavy = [place for place, item in enumerate(alignment.items) if item.weight >= _LIGHT]
    order = sorted(heavy, key=lambda place: alignment.items[place].at)
    last = [alignment.joint[place] for place in order[-_TAIL:]]
    return sum(quality < FOUND for quality in last) / len(last) if last else 0.0


def _names(claim: Statement, alignment: Alignment) -> Measures:
    first = alignment.chosen[0]
    by_pronoun = any(token.word in _PRONOUNS for token in first.tokens[:_PRONOUN_WORDS])
    others = any(token.is_capital and token.weight > 0 and token.key not in claim.places for token in first.tokens[1:])
    opening = next((at for at, token in enumerate(claim.tokens) if token.kind is not Kind.MARK), 0)
    strange = unknown = replaced = 0.0
    for rank, (item, quality) in enumerate(zip(alignment.items, alignment.joint, strict=True)):
        token = item.token
        if quality >= FOUND or item.is_value or not token.is_capital or (item.at == opening and is_listed(token.word)):
            continue
        strange += _SUBJECT_NAME if by_pronoun and rank < _EARLY else 1.0
        unknown += not item.anywhere and quality == 0.0
        replaced += others
    return {"strange_names": strange, "unknown_names": unknown, "replaced_names": replaced}


def _by_opposite(claim: Statement, alignment: Alignment) -> bool:
    """Whether a claim says the same by the opposite of a word: not open, of closed."""
    for item, quality in zip(alignment.items, alignment.joint, strict=True):
        key = item.token.key
        if quality < FOUND or item.is_value:
            continue
        for sentence in alignment.chosen:
            places = sentence.places.get(key)
            if places and sentence.tokens[places[0]].sign != item.token.sign:
                return not claim.signs(key).isdisjoint(sentence.signs(key))
    return False


def _polarity(claim: Statement, alignment: Alignment, covered: float, *, told_otherwise: bool) -> Measures:
    """Measure how much of what is found stands under another negation, and which words are opposites."""
    first = alignment.chosen[0]
    found = turned = opposites = 0
    for item, quality in zip(alignment.items, alignment.joint, strict=True):
        if item.is_value:
            continue
        key = item.token.key
        holding = [sentence for sentence in alignment.chosen if key in sentence.places]
        if holding:
            found += 1
            mine = claim.signs(key)
            denied = item.at in claim.negated
            same = any(denied == (at in sentence.negated) for sentence in holding for at in sentence.places[key])
            turned += not same
            opposed = not any(mine & sentence.signs(key) for sentence in holding)
            opposites += opposed and same and not any(turns_with_order(claim, each, key) for each in holding)
        elif quality < FOUND and item.token.kind is Kind.WORD:
            opposites += _has_opposite(item.token, first, claim)
    differ = claim.denials % 2 != first.denials % 2
    denied = differ and bool(claim.denials) != any(sentence.denials for sentence in alignment.chosen)
    share = min(1.0, 1.5 * turned / found) if found else 0.0
    if not differ and claim.denials:  # both deny: which words a denial reaches depends on their order
        share = 0.0
    if told_otherwise or (denied and opposites):  # "not" and an opposite make up for each other
        return {"turned": 0.0, "denied": 0.0, "opposites": 0.0}
    return {
        "turned": share,
        "denied": float(denied and covered > _COVERED - 0.1),
        "turned_covered": float(share >= _COVERED and covered > _COVERED),
        "opposites": float(min(2, opposites)),
        "opposites_covered": float(opposites > 0 and covered > _COVERED),
    }


def _has_opposite(token: Token, sentence: Statement, claim: Statement) -> bool:
    return any(each in sentence.places and each not in claim.places for each in antonyms(token.word))


def _strength(claim: Statement, alignment: Alignment) -> Measures:
    new = claim.words.difference(*(sentence.words for sentence in alignment.chosen))
    return {
        "exclusive": float(bool(claim.exclusives) and not any(sentence.exclusives for sentence in alignment.chosen)),
        "universal": float(not new.isdisjoint(_UNIVERSAL)),
        "extreme": float(not new.isdisjoint(_EXTREME)),
        "doubt_lost": float(alignment.chosen[0].is_doubtful and not claim.is_doubtful),
    }


def _pairs(alignment: Alignment) -> float:
    """Give the share of neighbouring words that are neighbours in a chosen sentence as well."""
    order = sorted((item for item in alignment.items), key=lambda item: item.at)
    pairs = list(itertools.pairwise(order))
    if not pairs:
        return 1.0
    near = 0
    for left, right in pairs:
        near += any(
            abs(one - two) <= _REACH
            for sentence in alignment.chosen
            for one in sentence.places.get(left.token.key, ())[:_REACH]
            for two in sentence.places.get(right.token.key, ())[:_REACH]
        )
    return near / len(pairs)


_REACH: Final = 4


def sequence_share(claim: Statement, sentence: Statement) -> float:
    """Give the share of a claim's words that stand in a sentence in the same order.

    The longest common subsequence by bits of a whole number (Hyyrö 2004), so that its cost is one pass over the words.
    """
    said = [token.key or token.word for token in claim.tokens if token.kind is not Kind.MARK]
    places: dict[str, int] = {}
    count = 0
    for token in sentence.tokens:
        if token.kind is not Kind.MARK:
            key = token.key or token.word
            places[key] = places.get(key, 0) | 1 << count
            count += 1
    if not said or not count:
        return 0.0
    full = (1 << count) - 1
    row = full
    for key in said:
        met = row & places.get(key, 0)
        row = ((row + met) | (row - met)) & full
    return (count - row.bit_count()) / len(said)


_BY: Final[dict[str, Callable[[Sequence[float]], float]]] = {
    "mean": lambda values: sum(values) / len(values),
    "max": max,
    "min": min,
    "sum": sum,
}


def summary(measured: Sequence[Measures], wanted: Iterable[str]) -> Measures:
    """Bring the measures of all claims together: each wanted one is "how measure", such as "mean joint"."""
    told: Measures = {}
    for name in wanted:
        how, _, what = name.partition(" ")
        told[name] = min(CAP, _BY[how]([each.get(what, 0.0) for each in measured])) if measured else 0.0
    return told
