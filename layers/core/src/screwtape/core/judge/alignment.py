"""Which words of a claim stand in which evidence sentences, and how far the best of these carry it together.

A word is found as itself, else as a synonym or a derivation, else, in the nearest sentences, as something that it is a
kind of or as a near spelling. Words weigh by their rarity in general language, so that the choice of sentences and the
shares do not depend on how much evidence there is. Evidence is often spread over sentences, hence the union of up to
three (SummaC, Laban et al. 2022; MiniCheck, Tang et al. 2024).
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from screwtape.core.judge.evidence import POSTINGS, Evidence
from screwtape.core.language.lexicon import ranges, rarity, related
from screwtape.core.language.spellings import near_spelling
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.vocabulary import key_of
from screwtape.core.statements import Statement

CANDIDATES: Final = 6
"""Evidence sentences compared with one claim in full."""
REFINED: Final = 3
"""Nearest sentences in which kinds and spellings are looked for."""
JOINED_AT_MOST: Final = 3
"""Sentences whose union may carry one claim."""
LEAST_GAIN: Final = 0.06
"""Share of a claim that a further sentence must add."""
VALUES_AT_MOST: Final = 24
"""Values of one claim that are looked for."""
FOUND: Final = 0.5
"""Quality from which a word counts as found."""
KIND: Final = 0.7
"""Quality of a word found as something that it is the kind of."""
SPELLING: Final = 0.85
IN_TASK: Final = 0.6
"""Quality of a word that only the task has: it names the subject."""
_VALUE_WEIGHT: Final = 0.9
_PAIR_WEIGHT: Final = 0.5
_ASIDE_WEIGHT: Final = 0.2
"""What is left of the weight of a word in brackets after the subject."""
_GIVEN_WEIGHT: Final = 0.35
"""What is left of the weight of a subject that the evidence never names but speaks of as "he" or "it"."""
_LENGTH_COST: Final = 0.002
"""What each word of a sentence takes from its score: of two sentences with the same words the shorter is nearer."""
_NEIGHBOUR: Final = 1.15
"""Weight of what the next sentence adds, against one from elsewhere."""
_LONG_WORD: Final = 6
"""Letters from which a word that is no name may be found by its spelling."""


@dataclass(frozen=True, slots=True)
class Item:
    """A content word or a value of a claim: its first token, how much it weighs, and how well it is found anywhere."""

    at: int
    token: Token
    weight: float
    anywhere: float
    is_value: bool = False


@dataclass(frozen=True, slots=True)
class Alignment:
    """Where the items of a claim stand.

    ``near`` are the sentences that share most with the claim, best first; ``chosen`` those that carry it together.
    ``best`` and ``joint`` give, for each item, the quality (0 to 1) with which the best and the chosen hold it.
    """

    items: tuple[Item, ...]
    near: tuple[Statement, ...]
    chosen: tuple[Statement, ...]
    best: tuple[float, ...]
    joint: tuple[float, ...]

    def share(self, qualities: Sequence[float]) -> float:
        """Give the weighted share (0 to 1) of the items that qualities stand for."""
        total = sum(item.weight for item in self.items)
        found = sum(item.weight * quality for item, quality in zip(self.items, qualities, strict=True))
        return found / total if total else 0.0


def align(claim: Statement, evidence: Evidence, task: Statement) -> Alignment:
    """Find the words of a claim in the evidence."""
    items: list[Item] = []
    found: list[dict[int, float]] = []
    for at, token, weight in _weighed(claim, evidence):
        places, anywhere = _places(token, evidence)
        items.append(Item(at, token, weight, anywhere))
        found.append(places)
    for value in claim.values[:VALUES_AT_MOST]:
        places = evidence.holding_value(value, claim.tokens)
        anywhere = max(places.values(), default=0.0)
        if value.soft and anywhere < 1.0:
            continue
        items.append(Item(value.first, claim.tokens[value.first], _VALUE_WEIGHT, anywhere, is_value=True))
        found.append(places)
    ranked = _ranked([item.weight for item in items], found, evidence)
    if _refine(items, found, ranked[:REFINED], evidence):
        ranked = _ranked([item.weight for item in items], found, evidence)
    picked, best, joint = _pick([item.weight for item in items], found, ranked)
    return Alignment(
        items=tuple(items),
        near=tuple(evidence.statements[at] for at in ranked),
        chosen=tuple(evidence.statements[at] for at in picked),
        best=tuple(best),
        joint=tuple(
            IN_TASK if not quality and not item.is_value and item.token.key in task.places else quality
            for item, quality in zip(items, joint, strict=True)
        ),
    )


def _weighed(claim: Statement, evidence: Evidence) -> list[tuple[int, Token, float]]:
    """Give the content words and numbers of a claim, each once, with their weights."""
    inside = claim.value_tokens
    subject, aside = _subject(claim)
    given = [claim.tokens[at] for at in subject]
    is_given = bool(given) and not any(evidence.knows(token.key) for token in given)
    weighed: list[tuple[int, Token, float]] = []
    for places in claim.places.values():
        at = places[0]
        token = claim.tokens[at]
        if at in inside:
            continue
        weight = _PAIR_WEIGHT if token.kind is Kind.PAIR else rarity(token.word) * min(1.0, token.weight) ** 2
        if at in aside:
            weight *= _ASIDE_WEIGHT
        elif is_given and at in subject:
            weight *= _GIVEN_WEIGHT
        weighed.append((at, token, weight))
    return weighed


def _subject(claim: Statement) -> tuple[frozenset[int], frozenset[int]]:
    """Give the capitalised words that a claim begins with, and what stands in brackets right after them."""
    tokens = claim.tokens
    at = 0
    while at < len(tokens) and (tokens[at].is_capital or not tokens[at].weight) and tokens[at].text != "(":
        at += 1
    subject = frozenset(each for each in range(at) if tokens[each].is_capital and tokens[each].weight > 0)
    if not subject or at >= len(tokens) or tokens[at].text != "(":
        return subject, frozenset()
    end = next((each for each in range(at, len(tokens)) if tokens[each].text == ")"), at)
    return subject, frozenset(range(at, end))


def _places(token: Token, evidence: Evidence) -> tuple[dict[int, float], float]:
    """Give the sentences that hold a word or its like, each with the quality, and the best of the qualities."""
    exact = evidence.holding(token.key)
    if exact:
        return dict.fromkeys(exact, 1.0), 1.0
    places: dict[int, float] = {}
    anywhere = 0.0
    if token.kind is Kind.WORD:
        for word, quality in related(token.word).items():
            for at in evidence.holding(key_of(word)):
                places[at] = max(places.get(at, 0.0), quality)
                anywhere = max(anywhere, quality)
    return places, anywhere


def _ranked(weights: Sequence[float], found: Sequence[Mapping[int, float]], evidence: Evidence) -> list[int]:
    """Give the sentences that share most with the claim, best first."""
    scores: dict[int, float] = {}
    looked = 0
    for at in sorted(range(len(found)), key=lambda each: len(found[each])):
        if looked > POSTINGS:
            break
        weight = weights[at]
        for sentence, quality in found[at].items():
            scores[sentence] = scores.get(sentence, 0.0) + weight * quality
        looked += len(found[at])
    ordered = (
        (-score / (1 + _LENGTH_COST * evidence.length(sentence)), sentence) for sentence, score in scores.items()
    )
    return [sentence for _, sentence in heapq.nsmallest(CANDIDATES, ordered)]


def _refine(items: list[Item], found: list[dict[int, float]], nearest: Sequence[int], evidence: Evidence) -> bool:
    """Look in the nearest sentences for kinds, spellings and abbreviations of the words that are not found.

    Returns whether any was found.
    """
    has_found = False
    for place, item in enumerate(items):
        token = item.token
        if item.anywhere or item.is_value or token.kind is not Kind.WORD:
            continue
        kinds = ranges(token.word)
        for at in nearest:
            quality = _likeness(token, evidence.statements[at], kinds, evidence)
            if quality:
                has_found = True
                found[place][at] = quality
                items[place] = Item(item.at, token, item.weight, max(items[place].anywhere, quality))
    return has_found


def _likeness(token: Token, sentence: Statement, kinds: Sequence[tuple[int, int]], evidence: Evidence) -> float:
    """Give how well a sentence holds a word that it does not write. ``kinds`` are the senses of what is one of it."""
    word = token.word
    is_name = token.is_capital or len(word) > _LONG_WORD
    for other, meanings in evidence.senses_of(sentence):
        if kinds and any(first < sense <= last for sense in meanings for first, last in kinds):
            return KIND
        if is_name and near_spelling(word, other):
            return SPELLING
    return SPELLING if token.text.isupper() and token.text in sentence.initials else 0.0


def _pick(
    weights: Sequence[float], found: Sequence[Mapping[int, float]], ranked: Sequence[int]
) -> tuple[list[int], list[float], list[float]]:
    """Choose the sentences that carry the claim together: the best one, then what adds most to it."""
    if not ranked:
        return [], [0.0] * len(weights), [0.0] * len(weights)
    total = sum(weights)
    first = ranked[0]
    picked = [first]
    best = [places.get(first, 0.0) for places in found]
    joint = list(best)
    while len(picked) < JOINED_AT_MOST:
        gain, following = 0.0, -1
        for at in ranked:
            if at in picked:
                continue
            added = sum(
                weight * (places[at] - quality)
                for weight, places, quality in zip(weights, found, joint, strict=True)
                if places.get(at, 0.0) > quality
            )
            added *= _NEIGHBOUR if abs(at - first) == 1 else 1.0
            if added > gain + 1e-9:
                gain, following = added, at
        if following < 0 or gain < LEAST_GAIN * total:
            break
        picked.append(following)
        joint = [max(quality, places.get(following, 0.0)) for quality, places in zip(joint, found, strict=True)]
    return picked, best, joint
