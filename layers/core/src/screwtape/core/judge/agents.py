"""Who did it: the name after "by" in a claim, where the evidence has another for the same verb of the same thing.

"It was discovered in 1987 by the surveyor Tomas Reyl" says who; that the claim's name stands in the next sentence, with
another verb, makes its bearer no discoverer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from screwtape.core.facts.names import Name
from screwtape.core.judge.vicinity import say_alike
from screwtape.core.language.spellings import near_spelling
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.statements import Statement

_BY: Final = frozenset("by par por".split())
_BEING: Final = frozenset("is are was were be been being est sont été fut es son fue fueron sido".split())
_TITLE: Final = 3
"""Words between "by" and a name, as in "by the surveyor Tomas Reyl"."""
_BACK: Final = 10
"""Tokens before "by" in which its verb stands."""
_SUBJECT: Final = 12
"""Tokens before the verb in which what it was done to is named."""
_ENDS: Final = frozenset(". ; : , ( ) and or und y et but while who which that".split())
_SENTENCES_AT_MOST: Final = 6
_AGENTS_AT_MOST: Final = 8


class Deed(NamedTuple):
    """A verb in the passive, who it was done by, and the words for what it was done to."""

    verb: Token
    agents: tuple[Name, ...]
    done_to: frozenset[str]


class OtherAgent(NamedTuple):
    """The name of the claim, that of the evidence, and the sentence that has it."""

    said: str
    known: str
    against: Statement


def other_agent(claim: Statement, near: Sequence[Statement]) -> OtherAgent | None:
    """Find a name after "by" in whose place every sentence that tells the deed has another name."""
    for mine in _deeds(claim):
        told: OtherAgent | None = None
        for statement in near[:_SENTENCES_AT_MOST]:
            for theirs in _deeds(statement):
                if not say_alike(mine.verb, theirs.verb) or mine.done_to.isdisjoint(theirs.done_to):
                    continue
                if any(_are_one(claim, one, statement, other) for one in mine.agents for other in theirs.agents):
                    return None
                said, known = _written(claim, mine.agents[0]), _written(statement, theirs.agents[0])
                told = told or OtherAgent(said, known, statement)
            if told is None and _acts(statement, mine):
                break  # said of the claim's own name in the active
        if told is not None:
            return told
    return None


def _deeds(statement: Statement) -> Iterator[Deed]:
    tokens = statement.tokens
    for at, token in enumerate(tokens):
        if token.word not in _BY:
            continue
        agents = _agents(statement, at)
        verb = _verb(tokens, at)
        if agents and verb is not None:
            yield Deed(tokens[verb], agents, _done_to(tokens, verb))


def _agents(statement: Statement, by: int) -> tuple[Name, ...]:
    """Give the names after "by" to the end of the clause, none unless one comes soon."""
    found: list[Name] = []
    for name in statement.names[:]:
        if name.first <= by or len(found) >= _AGENTS_AT_MOST:
            continue
        between = statement.tokens[found[-1].last if found else by + 1 : name.first]
        joined = bool(found) and all(token.word in {",", "and", "und", "y", "et", "the"} for token in between)
        titled = (
            not found
            and len(between) <= _TITLE
            and all(token.kind is Kind.WORD and token.word not in _ENDS for token in between)
        )
        if not (joined or titled):
            break
        found.append(name)
    return tuple(found)


def _verb(tokens: Sequence[Token], by: int) -> int | None:
    """Give the verb in the passive before a "by": the word after the last form of "be"."""
    for at in range(by - 1, max(-1, by - _BACK), -1):
        if tokens[at].text in {".", ";", ":", "(", ")"}:
            return None
        if at and tokens[at - 1].word in _BEING and tokens[at].weight > 0:
            return at
    return None


def _done_to(tokens: Sequence[Token], verb: int) -> frozenset[str]:
    """Give the content words before a verb in its clause."""
    keys: set[str] = set()
    for token in reversed(tokens[max(0, verb - _SUBJECT) : verb]):
        if token.word in _ENDS:
            break
        if token.weight > 0:
            keys.add(token.key)
    return frozenset(keys)


def _acts(statement: Statement, mine: Deed) -> bool:
    """Whether a sentence has one of a deed's names right before its verb, in the active."""
    return any(
        key in statement.places
        and any(
            at and statement.tokens[at - 1].key in {key for name in mine.agents for key in name.keys}
            for at in statement.places.get(mine.verb.key, ())
        )
        for name in mine.agents
        for key in name.keys
    )


def _are_one(claim: Statement, mine: Name, statement: Statement, theirs: Name) -> bool:
    """Whether two names may be of one bearer: a word in common, the initials, a near spelling."""
    if not set(mine.keys).isdisjoint(theirs.keys):
        return True
    left, right = _written(claim, mine), _written(statement, theirs)
    initials = {"".join(word[0] for word in each.split()) for each in (left, right)}
    return left in initials or right in initials or near_spelling(left, right)


def _written(statement: Statement, name: Name) -> str:
    return statement.text[statement.tokens[name.first].start : statement.tokens[name.last - 1].end]
