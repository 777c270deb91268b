"""How far an output gives one of the gold answers, as measures and as a chance."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from screwtape.core.facts import Relation, relation
from screwtape.core.facts.negation import is_negator
from screwtape.core.facts.strength import is_doubtful
from screwtape.core.final_answers import final_answer, opening
from screwtape.core.language.lexicon import rarity, related
from screwtape.core.language.normalisation import normalise
from screwtape.core.language.spellings import near_spelling
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.words import keys_of
from screwtape.core.reference.shape import are_answers, is_solution
from screwtape.core.reference.weights import BIAS, WEIGHTS
from screwtape.core.statements import Statement

AGREES: Final = 0.97
"""Chance of an output whose final answer is that of the worked solution."""
DIFFERS: Final = 0.03
ANSWERS_AT_MOST: Final = 32
"""Gold answers that are compared."""
READ_AT_MOST: Final = 8_000
"""Characters of an output that are compared with gold answers, and of each of these."""
_SHORT_OUTPUT: Final = 25
_SENTENCE_WORDS: Final = 6
"""Words from which gold answers, on average, are sentences, so that others may be right that say it otherwise."""
_ABSTAINS: Final = re.compile(r"\bno comment\b|\bi (?:do not|don't) know\b", re.IGNORECASE)
"""A gold answer that gives none, and so neither affirms nor denies."""
_SPELLED: Final = 0.9
_RELATED: Final = 0.8
_FEW: Final = 0.25
_HALF: Final = 0.5
_SMALL_WORDS: Final = frozenset("a an the of in on at to is are was were be and by it its this that as for".split())
_UNIVERSAL: Final = frozenset("all every always only never everyone most any anyone definitely".split())
_LONG: Final = 5
_DENYING: Final = frozenset(
    "misconception myth nothing unknown unclear unproven uncertain depends varies fictional legend".split()
)
"""Words with which a sentence denies what a question takes for granted."""


@dataclass(frozen=True, slots=True)
class ReferenceReading:
    """What an output is against a reference: the chance (0 to 1) that it gives the answer, and both final answers.

    ``differs`` says that the final answer is another than the reference's; ``given`` and ``wanted`` are their words.
    """

    chance: float
    differs: bool = False
    given: str = ""
    wanted: str = ""
    measures: dict[str, float] = field(default_factory=dict)
    settled: bool = False
    """Whether two final answers were compared, so that the working matters no more."""


def read_reference(task: str, output: str, evidence: Sequence[str]) -> ReferenceReading | None:
    """Read an output against the evidence as a reference, None where the evidence is none."""
    if is_solution(evidence):
        return _against_solution(output, evidence[0])
    measures = measures_of(task, output, evidence)
    if measures is None:
        return None
    log_odds = BIAS + sum(weight * measures[name] for name, weight in WEIGHTS.items())
    chance = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, log_odds))))
    return ReferenceReading(chance, measures=measures, wanted=_nearest(output, evidence))


def measures_of(task: str, output: str, evidence: Sequence[str]) -> dict[str, float] | None:
    """Give the measures of an output against gold answers, None where the evidence are none."""
    if is_solution(evidence) or not are_answers(task, evidence):
        return None
    golds = [_statement(item) for item in _golds(evidence)]
    return measure(_statement(task), _statement(output), golds)


def _golds(evidence: Sequence[str]) -> list[str]:
    """Give the gold answers that are compared, in an order of their own: the caller's says nothing."""
    return sorted(item for item in evidence if item.strip())[:ANSWERS_AT_MOST]


def _nearest(output: str, evidence: Sequence[str]) -> str:
    """Give the gold answer that shares the greatest part of its words with the output."""
    said = keys_of(_statement(output).text)
    golds = [_statement(item).text for item in _golds(evidence)]
    return max(golds, key=lambda text: len(said & (wanted := keys_of(text))) / (len(wanted) or 1))


def _against_solution(output: str, solution: str) -> ReferenceReading | None:
    wanted = final_answer(solution)
    if wanted is None:
        return None
    given = final_answer(output, wants_number=wanted.value is not None)
    agrees = given.agrees(wanted) if given is not None else None
    if given is None or agrees is None:
        return None
    return ReferenceReading(
        AGREES if agrees else DIFFERS, not agrees, given.text[-80:], wanted.text[-80:], settled=True
    )


def _statement(text: str) -> Statement:
    shown = normalise(text[:READ_AT_MOST]).text
    return Statement(shown, 0, len(shown))


def _content(statement: Statement) -> list[Token]:
    kept = [token for token in statement.tokens if token.kind is not Kind.MARK]
    return [token for token in kept if token.word not in _SMALL_WORDS] or kept


def _name(token: Token) -> str:
    return token.key or token.word


def _weight(token: Token) -> float:
    return rarity(token.word) if token.kind is Kind.WORD else 0.6


def measure(task: Statement, said: Statement, golds: Sequence[Statement]) -> dict[str, float]:
    """Measure an output against gold answers. What the question says already proves nothing either way."""
    asked = {_name(token) for token in task.tokens}
    mine = _content(said)
    new = [token for token in mine if _name(token) not in asked and token.weight > 0]
    best = dict.fromkeys(("exact", "recall", "recall_new", "balance", "inside"), 0.0)
    wanted_new: set[str] = set()
    conflicts = agreements = False
    for gold in golds:
        theirs = _content(gold)
        if not theirs:
            continue
        kin = _Kin.between(said, gold)
        told = _against(theirs, mine, new, asked, kin.met)
        best = {name: max(best[name], told[name]) for name in best}
        wanted_new |= {name for name in map(_name, theirs) if name not in asked}
        agreements |= kin.same
        conflicts |= kin.different
    sentences = sum(len(gold.tokens) for gold in golds) > _SENTENCE_WORDS * len(golds)
    precision = _precision(new, wanted_new, best["recall"])
    said_before = asked | {_name(token) for gold in golds for token in gold.tokens}
    repeated = sum(_name(token) in asked for token in mine)
    return (
        best
        | _polarity(said, golds)
        | {
            "precision_words": 0.0 if sentences else precision,
            "value_conflict": float(conflicts and not agreements),
            "universal": float(
                any(token.word in _UNIVERSAL and _name(token) not in said_before for token in said.tokens)
            ),
            "doubted": float(len(mine) <= _SHORT_OUTPUT and is_doubtful(said.tokens, said.text)),
            "repeats": float(bool(new) and precision < _FEW and repeated >= _HALF * len(mine)),
        }
    )


class _Kin(NamedTuple):
    """The values of a gold answer against those of an output: any the same, any different, and the words of the same.

    ``met`` are the beginnings of tokens in the gold answer.
    """

    same: bool
    different: bool
    met: frozenset[int]

    @classmethod
    def between(cls, said: Statement, gold: Statement) -> _Kin:
        """Compare every value with every other."""
        mine = said.values[:ANSWERS_AT_MOST]
        rows = [(known, {relation(value, known) for value in mine}) for known in gold.values[:ANSWERS_AT_MOST]]
        met = [known for known, row in rows if Relation.SAME in row]
        places = (gold.tokens[at].start for known in met for at in range(known.first, known.last))
        return cls(bool(met), any(Relation.DIFFERENT in row for _, row in rows), frozenset(places))


def _against(
    theirs: Sequence[Token], mine: Sequence[Token], new: Sequence[Token], asked: set[str], met: frozenset[int]
) -> dict[str, float]:
    """Compare an output with one gold answer: how much of it is said, and how much beyond it."""
    names = {_name(token) for token in mine}
    hits = [(token, 1.0 if token.start in met else _hit(token, mine, names), _weight(token)) for token in theirs]
    total = sum(weight for *_, weight in hits) or 1.0
    recall = sum(hit * weight for _, hit, weight in hits) / total
    fresh = [(hit, weight) for token, hit, weight in hits if _name(token) not in asked and token.weight > 0]
    weight_new = sum(weight for _, weight in fresh)
    recall_new = sum(hit * weight for hit, weight in fresh) / weight_new if weight_new else recall
    gold_names = {_name(token) for token in theirs}
    mine_new = sum(_weight(token) for token in new)
    precision = sum(_weight(token) for token in new if _name(token) in gold_names) / mine_new if mine_new else 0.0
    line, gold_line = _line(mine), _line(theirs)
    return {
        "exact": float(gold_line in line),
        "inside": float(line in gold_line),
        "recall": recall,
        "recall_new": recall_new,
        "balance": 2 * precision * recall_new / (precision + recall_new) if precision + recall_new else 0.0,
    }


def _line(words: Sequence[Token]) -> str:
    return f" {' '.join(_name(token) for token in words)} "


def _hit(token: Token, mine: Sequence[Token], names: set[str]) -> float:
    """Give how well an output has a word of a gold answer."""
    if _name(token) in names:
        return 1.0
    if token.kind is not Kind.WORD:
        return 0.0
    if len(token.word) >= _LONG and any(near_spelling(token.word, other.word) for other in mine):
        return _SPELLED
    return _RELATED if not names.isdisjoint(related(token.word)) else 0.0


def _precision(new: Sequence[Token], wanted: set[str], recall: float) -> float:
    total = sum(_weight(token) for token in new)
    if not total:
        return 1.0 if recall > _RELATED else 0.0
    found = 0.0
    for token in new:
        if _name(token) in wanted:
            found += _weight(token)
        elif token.kind is Kind.WORD and not wanted.isdisjoint(related(token.word)):
            found += _RELATED * _weight(token)
    return found / total


def _denies(statement: Statement) -> bool:
    return any(is_negator(token) or token.word in _DENYING for token in statement.tokens)


def _polarity(said: Statement, golds: Sequence[Statement]) -> dict[str, float]:
    """Compare yes with no, and denial with denial."""
    told = {"same_answer": 0.0, "other_answer": 0.0, "both_deny": 0.0, "one_denies": 0.0}
    golds = [gold for gold in golds if not _ABSTAINS.search(gold.text)] or golds
    opened = [each for each in (opening(gold.text) for gold in golds) if each is not None]
    mine = opening(said.text)
    denies = _denies(said)
    if opened:
        share = sum(opened) / len(opened)
        answer = mine if mine is not None else (not denies if share == 0.0 else None if not denies else False)
        if mine is None and share not in {0.0, 1.0}:
            answer = None
        if answer is not None:
            key = "same_answer" if answer == (share >= _HALF) else "other_answer"
            told[key] = 1.0 if mine is not None or key == "same_answer" else 0.7
    denying = sum(map(_denies, golds)) / max(1, len(golds))
    if denying >= _HALF:
        told["both_deny" if denies else "one_denies"] = denying
    elif not denying and denies and mine is None:
        told["one_denies"] = _HALF
    return told
