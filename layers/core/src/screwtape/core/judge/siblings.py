"""What the evidence says of one thing, claimed of its sibling: parallel sentences with one word exchanged.

"The Pro plan includes phone support. The Basic plan includes e-mail support." A claim that the Basic plan includes
phone support has every word in the evidence. Its word stands beside the same neighbour elsewhere; here a rival does.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from screwtape.core.judge.rivals import Rival
from screwtape.core.judge.vicinity import is_action, say_alike, subject_of
from screwtape.core.language.small_words import ARTICLES, CONJUNCTIONS
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.statements import Statement

_MARKED: Final = re.compile(r"[^\w\s'-]")
_LEAST: Final = 3
"""Content words of a claim's clause from which one of them has a place."""
_LIGHT: Final = 0.3
"""Content at or under this weight tells no two things apart."""
_NEARBY: Final = 240
"""Characters between two sentences that are still side by side."""
_RUN: Final = 3
"""Words that may be exchanged at once."""
_PAIRS_RUN: Final = 6
_CLAUSES_AT_MOST: Final = 32
_TOKENS_AT_MOST: Final = 160
_CUTS: Final = CONJUNCTIONS | frozenset(". ! ? : , ; \uff0c \u3001 \uff1b \u060c".split())


class Clause(NamedTuple):
    """A stretch of a sentence: its content tokens in order, and their keys."""

    statement: Statement
    words: tuple[Token, ...]
    keys: frozenset[str]
    leads: tuple[str, ...]
    """The small word before each of them: the by of a writer, the in of a place."""
    is_plain: bool
    """Whether it is one clause, or a sentence that has no more."""


def exchanged(claim: Statement, near: Sequence[Statement]) -> Rival | None:
    """Find words of the claim in whose place the evidence has a sibling of theirs, all else in the clause alike."""
    clauses: list[Clause] = []
    for mine in _clauses([claim]):
        words = mine.words
        if len(words) < _LEAST or len(mine.keys) < len(words) or not any(_nearly_holds(each, mine) for each in near):
            continue
        clauses = clauses or list(_clauses(near))
        holding = [clause for clause in clauses if mine.keys <= clause.keys]
        if any(clause.is_plain for clause in holding):
            continue
        # a sentence that holds all the words in several clauses may still say it of another
        own = {id(clause.statement) for clause in holding}
        for clause in [each for each in clauses if not own or id(each.statement) in own]:
            run = _run(words, clause)
            exchange = _in_place(mine, *run, clause, clauses) if run is not None else None
            if exchange is not None:
                return exchange
    return None


def _nearly_holds(statement: Statement, mine: Clause) -> bool:
    """Whether a sentence holds all of a claim's clause but for a few words, which are then looked at more closely."""
    longest = _PAIRS_RUN if mine.words[0].kind is Kind.PAIR else _RUN
    return sum(key not in statement.places for key in mine.keys) <= longest


def _content_words(statement: Statement, first: int, last: int) -> tuple[Token, ...]:
    inside = statement.value_tokens
    return tuple(
        token
        for at, token in enumerate(statement.tokens[first : min(last, first + _TOKENS_AT_MOST)], first)
        if token.weight > _LIGHT and at not in inside
    )


def _clauses(near: Sequence[Statement]) -> Iterator[Clause]:
    """Give whole sentences and their clauses, nearest first."""
    given = 0
    for statement in near:
        if given >= _CLAUSES_AT_MOST:
            return
        leads = _leads(statement)
        bounds = [-1, *(at for at, token in enumerate(statement.tokens) if token.word in _CUTS), len(statement.tokens)]
        stretches = [(left + 1, right) for left, right in itertools.pairwise(bounds) if right - left > 1]
        for first, last in stretches if len(stretches) == 1 else [*stretches, (0, len(statement.tokens))]:
            words = _content_words(statement, first, last)
            if first and words and is_action(words[0]):
                words = (*(token for token in subject_of(statement.tokens) if token.weight > _LIGHT), *words)
            if words and given < _CLAUSES_AT_MOST:
                given += 1
                whole = (first, last) == (0, len(statement.tokens)) and len(stretches) > 1
                before = tuple(leads[token.start] for token in words)
                yield Clause(statement, words, frozenset(token.key for token in words), before, not whole)


def _leads(statement: Statement) -> dict[int, str]:
    """Give the small word before each token, by where the token begins; articles are seen through."""
    before: dict[int, str] = {}
    small = ""
    for token in statement.tokens:
        before[token.start] = small
        if token.kind is not Kind.WORD or token.weight > 0:
            small = ""
        elif token.word not in ARTICLES:
            small = token.word
    return before


def _run(mine: Sequence[Token], clause: Clause) -> tuple[int, int] | None:
    """Give the one stretch of neighbouring claim words that a clause lacks, if it holds all the others."""
    missing = [at for at, token in enumerate(mine) if token.key not in clause.keys]
    if not missing:
        return None
    first, last = missing[0], missing[-1] + 1
    longest = _PAIRS_RUN if mine[first].kind is Kind.PAIR else _RUN - (first > 0)
    whole = last - first == len(missing) <= longest and 2 * (last - first) < len(mine) + 1
    return (first, last) if whole and _in_order([*mine[:first], *mine[last:]], clause) else None


def _in_order(shared: Sequence[Token], clause: Clause) -> bool:
    """Whether words come in the same order in a clause, as in a sentence made like another."""
    first = {token.key: at for at, token in reversed(list(enumerate(clause.words)))}
    places = [first[token.key] for token in shared]
    return places == sorted(places)


def _in_place(whole: Clause, first: int, last: int, clause: Clause, clauses: Sequence[Clause]) -> Rival | None:
    mine = whole.words
    said = mine[first:last]
    lead = whole.leads[first]
    keys = frozenset(token.key for token in said)
    sides = []
    if first:
        sides.append((mine[first - 1], 1, said[0]))
    if last < len(mine):
        sides.append((mine[last], -1, said[-1]))
    for anchor, step, edge in sides:
        small = whole.leads[first] if step > 0 else whole.leads[last]
        rival = _beside(clause, anchor.key, step, small, mine)
        if rival is None or not _may_rival(edge, rival) or any(map(is_action, said)):
            continue
        if any(
            rival.key not in other.keys
            and (
                (_is_sibling(other, keys | {anchor.key}, mine) and _stands_beside(other, anchor.key, step, said))
                or (
                    edge.kind is Kind.PAIR
                    and other.statement is clause.statement
                    and keys < other.keys
                    and edge.text[0] == rival.text[0]
                )
                or (step < 0 and not first and _leads_alike(other, clause, rival, said))
                or (step > 0 and other.statement is clause.statement and _is_led((other, edge), (clause, rival), lead))
            )
            and _side_by_side(other.statement, clause.statement)
            for other in clauses
        ):
            return Rival(_written(said), rival.text, clause.statement)
    return None


def _may_rival(edge: Token, rival: Token) -> bool:
    """Whether two words may name two of a kind: no verb, no other word for the same, a name only for a name."""
    named = edge.is_capital and edge.start > 0 and not rival.is_capital and edge.kind is not Kind.PAIR
    return not (named or "'" in rival.word or say_alike(edge, rival) or is_action(rival))


def _leads_alike(other: Clause, clause: Clause, rival: Token, said: Sequence[Token]) -> bool:
    """Whether two names begin two clauses: Ann is to do this; Ben is to do that."""
    if len(other.words) <= len(said) or other.words[0].key != said[0].key:
        return False
    run = [*clause.words].index(rival) + 1
    return run <= _RUN and all(token.is_capital for token in (*said, *clause.words[:run]))


def _is_led(mine: tuple[Clause, Token], theirs: tuple[Clause, Token], lead: str) -> bool:
    """Whether two clauses of one sentence have the exchanged words after the same small word: by Ann and ... by Ben."""
    return bool(lead) and all(
        any(token.key == word.key and small == lead for token, small in zip(clause.words, clause.leads, strict=True))
        for clause, word in (mine, theirs)
    )


def _is_sibling(other: Clause, said: frozenset[str], mine: Sequence[Token]) -> bool:
    """Whether a clause says something else of the exchanged words, and is not about the rest of the claim as well."""
    rest = frozenset(token.key for token in mine) - said
    named = any(token.key in rest and token.is_capital for token in other.words)
    return said <= other.keys and not named and not other.keys <= said | rest


def _side_by_side(left: Statement, right: Statement) -> bool:
    """Whether two sentences stand near one another, as siblings do; in a long text the same words come again anyhow."""
    if left.source != right.source:
        return not left.start and not right.start
    return max(left.start, right.start) - min(left.end, right.end) <= _NEARBY


def _beside(clause: Clause, anchor: str, step: int, small: str, mine: Sequence[Token]) -> Token | None:
    """Give the word beside an anchor that the claim does not have: on the same side, or a capital on the other."""
    keys = {token.key for token in mine}
    for at, token in enumerate(clause.words):
        if token.key != anchor:
            continue
        for side in (step, -step):
            place = at + side
            if not 0 <= place < len(clause.words):
                continue
            rival = clause.words[place]
            between = clause.statement.text[min(token.end, rival.end) : max(token.start, rival.start)]
            joined = len(between) <= 1
            if not joined and _MARKED.search(between):
                continue
            alike = side == step and (small == clause.leads[max(at, place)] or (rival.is_capital and place == 0))
            if rival.key not in keys and (alike or (side != step and joined and rival.text.isupper())):
                return rival
    return None


def _stands_beside(clause: Clause, anchor: str, step: int, said: Sequence[Token]) -> bool:
    keys = [token.key for token in said]
    for at, token in enumerate(clause.words):
        first = at + 1 if step > 0 else at - len(keys)
        if (
            token.key == anchor
            and first >= 0
            and keys == [each.key for each in clause.words[first : first + len(keys)]]
        ):
            return True
    return False


def _written(said: Sequence[Token]) -> str:
    if said[0].kind is Kind.PAIR:
        return said[0].text + "".join(token.text[-1] for token in said[1:])
    return " ".join(token.text for token in said)
