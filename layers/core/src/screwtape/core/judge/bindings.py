"""Which subject a statement belongs to: words that the evidence has, bound together as the evidence does not bind them.

Two ways in which every word of a claim is there and the claim is wrong all the same: the clause that says the rest of
it names somebody else; the sentence that says it is about a sibling ("the hard reset").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from screwtape.core.facts.names import Name
from screwtape.core.judge.rivals import Rival
from screwtape.core.judge.support import Support
from screwtape.core.language.spellings import near_spelling
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.statements import Clause, Statement

_PRONOUNS: Final = frozenset("he she it they this that these those his her its their".split())
OPENING_WORDS: Final = 3
"""Content words at the beginning of a sentence that are its subject."""
EXTRA_AT_MOST: Final = 2
"""Content words of a clause beyond a claim's and the name: with more, the clause says something else."""
_NEAR: Final = 0.5
"""Share of a claim that the sentence about its sibling must hold."""
_LONGEST_PARALLEL: Final = 16
"""Content words of a sentence up to which its clauses are taken to be parallel."""
_OWN_WORD: Final = 0.5
"""Weight from which a word tells one clause from another."""
_SENTENCES_AT_MOST: Final = 3
_WHOLE: Final = 0.999


def misbound_name(support: Support) -> Rival | None:
    """Find a name in a claim whose other words stand, all of them, in a clause that names another.

    Nothing where one clause or sentence holds the claim whole.
    """
    claim = support.claim
    known = {key for sentence, _ in support.candidates for name in sentence.names for key in name.keys}
    names = [name for name in claim.names if name.certain or name.first > 0 or not known.isdisjoint(name.keys)]
    if not names or _is_held_whole(support):
        return None
    for name in names:
        rest = [key for key in support.content if key not in name.keys]
        if not rest or all(claim.tokens[claim.places[key][0]].weight < 1.0 for key in rest):
            continue
        for sentence, _ in support.candidates:
            for clause in sentence.clauses:
                if clause.keys.issuperset(rest) and clause.keys.isdisjoint(name.keys):
                    other = _named_in(sentence, clause, claim)
                    if other is not None and len(clause.keys - set(rest) - set(other.keys)) <= EXTRA_AT_MOST:
                        return Rival(claim.shown(name), sentence.shown(other), sentence)
    return _named_elsewhere(support, names)


def _named_elsewhere(support: Support, names: Sequence[Name]) -> Rival | None:
    """Find a name whose clause says something else, where the clause that says what the claim says names another."""
    claim = support.claim
    words = {key for key, weight in support.content.items() if weight >= _OWN_WORD}
    for name in names:
        rest = words.difference(name.keys)
        for sentence, _ in support.candidates[:_SENTENCES_AT_MOST]:
            if len(sentence.places) > _LONGEST_PARALLEL or not words <= sentence.places.keys():
                continue
            homes = [clause for clause in sentence.clauses if not clause.keys.isdisjoint(name.keys)]
            if not homes or any(rest <= home.keys or not _says_more(home, sentence, claim) for home in homes):
                continue
            for clause in sentence.clauses:
                own = rest & clause.keys
                other = _named_in(sentence, clause, claim)
                if not own or other is None or clause in homes or any(own <= home.keys for home in homes):
                    continue
                if _leads_to(claim, name) == _leads_to(sentence, other) != "":
                    return Rival(claim.shown(name), sentence.shown(other), sentence)
    return None


def _leads_to(statement: Statement, name: Name) -> str:
    """Give the small word right before a name, such as "by", which says what its bearer has to do with the rest."""
    before = statement.tokens[name.first - 1] if name.first else None
    return before.word if before is not None and not before.weight and before.kind is Kind.WORD else ""


def _says_more(clause: Clause, sentence: Statement, claim: Statement) -> bool:
    """Whether a clause has a word of weight that the claim lacks, and so a subject of its own."""
    inside = sentence.value_tokens
    return any(
        token.weight >= 1.0 and at not in inside and token.key not in claim.places and token.kind is Kind.WORD
        for at, token in enumerate(sentence.tokens[clause.first : clause.last], start=clause.first)
    )


def _is_held_whole(support: Support) -> bool:
    return any(
        clause.keys.issuperset(support.content) for sentence, _ in support.candidates for clause in sentence.clauses
    )


def _named_in(sentence: Statement, clause: Clause, claim: Statement) -> Name | None:
    """Give a name of a clause that the claim does not have a word of."""
    return next(
        (
            name
            for name in sentence.names
            if clause.first <= name.first < clause.last
            and not any(key in claim.places for key in name.keys)
            and not _is_alias(sentence.shown(name), claim)
        ),
        None,
    )


def _is_alias(name: str, claim: Statement) -> bool:
    """Whether a name is a longer or a shorter form of one in the claim: Rob and Robert, initials and names."""
    return any(
        token.is_capital
        and (name.startswith(token.text) or token.text.startswith(name) or near_spelling(token.text, name))
        for token in claim.tokens
    )


def sibling(support: Support) -> Rival | None:
    """Find a word that tells two of a kind apart, where the sentence that says the claim is about the other one.

    "The soft reset deletes", of "the soft reset keeps" and "the hard reset deletes": the reset is the frame, and each
    sentence has a word of its own right beside it.
    """
    if not support.candidates or not _NEAR <= support.candidates[0][1] <= _WHOLE:
        return None
    claim = support.claim
    best = support.candidates[0][0]
    others = [sentence for sentence, _ in support.candidates[1:]]
    if _is_pronoun_subject(best):
        return None
    for mark, frame in _openings(claim):
        if mark.key in best.places or frame.key not in best.places or mark.key not in support.content:
            continue
        homes = [each for each in others if _stand_together(each, mark.key, frame.key)]
        if not homes:
            continue
        other = next((each for each in _beside(best, frame.key) if each.key not in claim.places), None)
        if other is not None and not any(other.key in home.places for home in homes):
            return Rival(mark.text, other.text, best)
    return None


def _openings(statement: Statement) -> Iterable[tuple[Token, Token]]:
    """Give the pairs of neighbours among the first content words, either way round, with only marks between them."""
    before: Token | None = None
    seen = 0
    for token in statement.tokens:
        if seen == OPENING_WORDS:
            return
        if token.kind is Kind.MARK:
            continue
        if token.weight > 0 and token.kind is Kind.WORD:
            seen += 1
            if before is not None:
                yield before, token
                yield token, before
            before = token
        else:
            before = None


def _is_pronoun_subject(sentence: Statement) -> bool:
    first = next((token.word for token in sentence.tokens if token.kind is not Kind.MARK), "")
    return first in _PRONOUNS


def _stand_together(sentence: Statement, mark: str, frame: str) -> bool:
    return any(one.key == mark and other.key == frame for one, other in _openings(sentence))


def _beside(sentence: Statement, frame: str) -> list[Token]:
    return [mark for mark, other in _openings(sentence) if other.key == frame]
