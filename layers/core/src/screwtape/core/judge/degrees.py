"""How much two texts say: all and some, only, and what is certain in one and doubtful in the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.strength import (
    doubts,
    is_doubtful_unspaced,
    is_modal,
    is_promised,
    is_softened,
    overstates,
    promises,
    weak_doubts,
)
from screwtape.core.judge.support import Support
from screwtape.core.language.lexicon import is_class, lemma
from screwtape.core.language.vocabulary import concept
from screwtape.core.statements import Statement

_ALLOW: Final = concept("allow").key
_MAY: Final = frozenset("may can darf dürfen kann können puede pueden peut peuvent может могут".split())

NEAR_COPY: Final = 0.6
"""Share of a sentence that a claim must hold in turn for a word of degree or doubt to be about the same thing."""

QUALIFIED: Final = 2
"""Content words after a word of degree or doubt that may be what it is about: most blue whales, may be linked to."""

_DUTIES: Final = frozenset("must has have had needs need required".split())
"""Words that say what has to be done, of which a later "to" says what for."""
_BETWEEN_DUTY_AND_AIM: Final = 3
"""Tokens from a duty on that belong to the duty itself: has to give."""
_AIM_AT_MOST: Final = 5


def quantity(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare how many or how often, where both texts say it of the same word."""
    claim = support.claim
    for mine in claim.quantifiers:
        theirs = [
            known
            for known in statement.quantifiers
            if known.scale == mine.scale and _words_after(claim, mine.at) & _words_after(statement, known.at)
        ]
        if theirs and all(overstates(mine, known) for known in theirs):
            said, known_as = claim.tokens[mine.at].text, statement.tokens[theirs[0].at].text
            told = f"\u201c{said}\u201d is more than \u201c{known_as}\u201d"
            return ("quantifier" if is_near_copy(claim, statement) else "overstatement"), told
    return None


def _words_after(statement: Statement, at: int) -> frozenset[str]:
    """Give the content words next after a token, or before it at the end of a sentence: what it qualifies."""
    after = [token.key for token in statement.tokens[at + 1 :] if token.weight > 0]
    before = [token.key for token in statement.tokens[:at] if token.weight > 0]
    return frozenset(after[:QUALIFIED] or before[-QUALIFIED:])


def is_near_copy(claim: Statement, statement: Statement) -> bool:
    """Whether a claim holds nearly all that a sentence says, so that what differs is about the same thing."""
    content = statement.content()
    held = sum(weight for key, weight in content.items() if key in claim.places)
    return held >= NEAR_COPY * sum(content.values())


def exclusive(support: Support, statement: Statement) -> tuple[str, str] | None:
    """Compare what shuts everything else out."""
    claim = support.claim
    said = claim.exclusives
    if said and not statement.exclusives:
        return "exclusive", f"\u201c{claim.tokens[said[0]].text}\u201d shuts out what the evidence leaves open"
    return None


def overclaimed(claim: Statement, statement: Statement) -> tuple[str, str] | None:
    """Compare certainty, where the doubt of a sentence is about something that the claim says."""
    doubtful = doubts(statement.tokens)
    doubted = _is_about(doubtful, claim, statement) or is_doubtful_unspaced(statement.text)
    weakly = not doubted and _is_about(weak_doubts(statement.tokens), claim, statement)
    if _ALLOW in claim.places and (statement.denials or not statement.words.isdisjoint(_MAY)):
        return None  # what "may" be done is allowed, and what "may not" be done is banned, for certain
    if is_promised(claim.tokens, claim.text):
        modal = [] if promises(statement.tokens) else [at for at in doubtful if is_modal(statement.tokens[at])]
        told = "what the evidence holds possible is stated as to come"
        return ("overstatement", told) if _is_about(modal, claim, statement) else None
    if not (doubted or weakly) or is_softened(claim.tokens, claim.text) or (weakly and _commands(claim)):
        return None
    code = "overclaim" if doubted and is_near_copy(claim, statement) else "overstatement"
    return code, "what the evidence holds possible is stated as certain"


def _is_about(places: Sequence[int], claim: Statement, statement: Statement) -> bool:
    """Whether a claim has a word that one of the words at some places is about, and not that one itself."""
    aim = _aim(claim) if places else frozenset()
    return any(
        statement.tokens[at].word not in claim.words
        and any(key in claim.places and not aim.issuperset(claim.places[key]) for key in _words_after(statement, at))
        for at in places
    )


def _aim(claim: Statement) -> frozenset[int]:
    """Give the places of what a duty is for, which a claim does not say to happen: must give notice to end it."""
    tokens = claim.tokens
    duty = next((at for at, token in enumerate(tokens) if token.word in _DUTIES), len(tokens))
    for at in range(duty + _BETWEEN_DUTY_AND_AIM, len(tokens) - 1):
        verb = tokens[at + 1]
        if tokens[at].word == "to" and is_class(verb.word, "v") and lemma(verb.word) == verb.word:
            return frozenset(range(at + 1, min(len(tokens), at + 1 + _AIM_AT_MOST)))
    return frozenset()


def _commands(claim: Statement) -> bool:
    """Whether a claim tells somebody to do something: it begins with the plain form of a verb."""
    first = claim.tokens[0].word if claim.tokens else ""
    return lemma(first) == first and is_class(first, "v")
