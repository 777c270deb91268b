"""What the evidence keeps out or puts off, claimed among what it lets in: an item that belongs to another list.

"Battery faults are covered. Water damage is excluded." A claim that both are covered has every word in the evidence;
its second item stands where the evidence says the opposite of the claim's verb, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from screwtape.core.judge.vicinity import is_action
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.vocabulary import concept
from screwtape.core.statements import Statement


def _keys(words: str) -> frozenset[str]:
    return frozenset(concept(word).key for word in words.split())


_LETTING_IN: Final = _keys(
    """cover covers insure insures include includes contain contains reimburse reimburses
    deckt umfasst enthält beinhaltet cubre incluye contiene couvre inclut contient включает покрывает"""
)
_DECIDING: Final = _keys(
    """approve approved accept accepted adopt adopted agree agreed pass passed ratify ratified grant granted confirm
    confirmed authorised authorized beschloss beschlossen genehmigte genehmigt bewilligte aprobó aprobaron aceptó
    approuvé adopté accepté утвердил утвердили одобрил одобрили"""
)
_KEPT_OUT: Final = frozenset(
    """excluded exempted uncovered ausgeschlossen ausgenommen excluido excluida excluidos excluidas exclu exclue exclus
    exclues исключен исключена исключены""".split()
)
_PUT_OFF: Final = frozenset(
    """postponed deferred adjourned shelved rejected declined withdrawn dropped delayed vertagt verschoben abgelehnt
    zurückgestellt aplazado aplazada aplazados pospuesto pospuesta rechazado rechazada reporté reportée rejeté rejetée
    refusé отложен отложена отложено отложены отклонен отклонена отклонено""".split()
)
_AGAINST: Final = ((_KEPT_OUT, _LETTING_IN), (_PUT_OFF, _DECIDING))
_BEING: Final = frozenset(
    """is are was were be been being remain remains ist sind wurde wurden worden war sera es son está están fue
    fueron sido est sont été fut furent был была было были also already only""".split()
)
_JOINTS: Final = frozenset(", ; and or und oder y o et ou и или".split())
_ENDS: Final = frozenset(". : ; but while whereas who which that aber pero mais но".split())
_MOST: Final = 0.6
"""Share of the words of an item that a claim must have to speak of it."""
_ITEMS_AT_MOST: Final = 16
_BACK: Final = 32
"""Tokens before a verb in which its subjects stand."""
_SENTENCES_AT_MOST: Final = 6


class Withheld(NamedTuple):
    """The item, the evidence's verb for it, and the sentence that has it."""

    item: str
    verb: str
    against: Statement


def withheld(claim: Statement, near: Sequence[Statement]) -> Withheld | None:
    """Find an item that a claim lets in, or has decided, and that the evidence keeps out, or puts off."""
    if claim.denials or claim.restrictions:
        return None
    for verbs, opposed in _AGAINST:
        if opposed.isdisjoint(claim.places) or not claim.words.isdisjoint(verbs):
            continue
        for statement in near[:_SENTENCES_AT_MOST]:
            for at, token in enumerate(statement.tokens):
                if token.word not in verbs or at in statement.negated or not _is_told(statement.tokens, at):
                    continue
                for item in _subjects(statement.tokens, at):
                    if _speaks_of(claim, item, opposed) and not _cleared(statement, near, item, opposed):
                        return Withheld(_written(item, statement), token.text, statement)
    return None


def _is_told(tokens: Sequence[Token], at: int) -> bool:
    """Whether a participle is told of a subject before it, and does not stand before a noun: the excluded items."""
    return at > 0 and tokens[at - 1].word in _BEING


def _subjects(tokens: Sequence[Token], verb: int) -> Iterator[tuple[Token, ...]]:
    """Give the items before a verb that it is told of, each as its content words."""
    item: list[Token] = []
    given = 0
    for token in reversed(tokens[max(0, verb - _BACK) : verb]):
        if token.word in _ENDS or given >= _ITEMS_AT_MOST:
            break
        if token.word in _JOINTS:
            if item:
                yield tuple(item[::-1])
                given += 1
            item = []
        elif token.weight > 0 and token.kind is not Kind.MARK and token.word not in _BEING:
            item.append(token)
    if item:
        yield tuple(item[::-1])


def _speaks_of(claim: Statement, item: Sequence[Token], opposed: frozenset[str]) -> bool:
    """Whether a claim has an item behind one of the verbs, with no other verb between."""
    held = [token for token in item if token.key in claim.places]
    if len(held) < _MOST * len(item) or not any(token.weight >= 1 for token in held):
        return False
    keys = {token.key for token in held}
    first = min(min(claim.places[key]) for key in keys)
    governing = [at for key in opposed if key in claim.places for at in claim.places[key]]
    before = [at for at in governing if at < first]
    if not before:  # "water damage is covered": the verb behind its item
        return bool(governing) and any(token.word in _BEING for token in claim.tokens[first : max(governing)])
    return not any(
        token.key not in opposed and token.key not in keys and is_action(token)
        for token in claim.tokens[max(before) + 1 : first]
    )


def _cleared(against: Statement, near: Sequence[Statement], item: Sequence[Token], opposed: frozenset[str]) -> bool:
    """Whether another sentence lets in the very item."""
    return any(
        statement is not against
        and not statement.denials
        and not opposed.isdisjoint(statement.places)
        and all(token.key in statement.places for token in item)
        for statement in near
    )


def _written(item: Sequence[Token], statement: Statement) -> str:
    return statement.text[item[0].start : item[-1].end]
