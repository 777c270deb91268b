"""One answer as it is compared: its final answer, and its words beyond the question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from screwtape.core.assessment.declining import gives_no_answer
from screwtape.core.assessment.records import record
from screwtape.core.consensus import Answer
from screwtape.core.final_answers import (
    FinalAnswer,
    Mark,
    chosen,
    closing,
    final_answer,
    is_letter,
    offers_choice,
    wants_number,
    wants_yes_or_no,
)
from screwtape.core.judge.gates import addresses_judge
from screwtape.core.judge.standins import stand_ins
from screwtape.core.language.lexicon import rarity
from screwtape.core.language.normalisation import normalise
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.statements import Statement

READ_AT_MOST: Final = 2_000
"""Characters at the beginning of an answer whose words are compared."""
_ADDRESS_WORDS: Final = 12
"""Words up to which an answer that speaks to its judge says nothing else."""
SHORT_WORDS: Final = 8
"""Words up to which an answer is an answer and nothing else, so that two alike are no copies of each other."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer. ``words`` count its concepts beyond the task's, with ``weights``; ``bare`` its text without marks.

    An opposite counts as the word that it turns: that it turns it is a typed fact. ``declines`` says that the answer
    gives none: nothing, a refusal, a placeholder. ``record`` is its JSON in one form of writing, if it is any.
    """

    answer: Answer
    final: FinalAnswer | None
    statement: Statement
    words: Counter[str]
    weights: dict[str, float]
    bare: str
    declines: bool
    record: str

    @property
    def is_short(self) -> bool:
        """Whether it is an answer in a few words."""
        return len(self.bare.split(" ")) <= SHORT_WORDS


def read_all(task: str, answers: Sequence[Answer]) -> list[Reading]:
    """Read answers to one task."""
    asked = {_name(token) for token in Statement(normalise(task).text, 0, len(task)).tokens}
    finals = _finals(task, [answer.output for answer in answers])
    return [_read(answer, final, asked) for answer, final in zip(answers, finals, strict=True)]


def _finals(task: str, outputs: Sequence[str]) -> list[FinalAnswer | None]:
    """Give the final answers, where at least half mark one; those that mark none then give their last number."""
    found = [final_answer(output) for output in outputs]
    marked = [final for final in found if final is not None and (final.value is not None or final.affirms is not None)]
    typed = 2 * len(marked) >= len(outputs) and any(final.mark >= Mark.LABELLED for final in marked)
    numeric = wants_number(task) or (typed and any(final.value is not None for final in marked))
    answering = sum(final.affirms is not None for final in marked)
    polar = wants_yes_or_no(task) or (typed and answering > 0) or 2 * answering > len(outputs)
    if offers_choice(task) or all(is_letter(output) for output in outputs):
        return [chosen(output) or final for final, output in zip(found, outputs, strict=True)]
    if typed and numeric and not polar:
        return [
            final if final is not None and final.value is not None else final_answer(output, wants_number=True)
            for final, output in zip(found, outputs, strict=True)
        ]
    if not typed and not polar:
        return [final if final is not None and final.mark >= Mark.LABELLED else None for final in found]
    return [final or (closing(output) if polar else None) for final, output in zip(found, outputs, strict=True)]


def _read(answer: Answer, final: FinalAnswer | None, asked: set[str]) -> Reading:
    shown = normalise(answer.output[:READ_AT_MOST]).text
    statement = Statement(shown, 0, len(shown))
    named = [token for token in statement.tokens if token.kind is not Kind.MARK]
    fresh = [token for token in named if _name(token) not in asked and _carries(token)]
    kept = fresh or named
    return Reading(
        answer=answer,
        final=final,
        statement=statement,
        words=Counter(_name(token) for token in kept),
        weights={_name(token): _weight(token) for token in kept},
        bare=" ".join(token.word for token in named),
        record=record(answer.output[:READ_AT_MOST]),
        declines=not named
        or gives_no_answer(shown.strip())
        or any(each.fills for each in stand_ins(shown, statement.tokens, ""))
        or (len(named) <= _ADDRESS_WORDS and addresses_judge(shown) is not None),
    )


def _name(token: Token) -> str:
    return token.key or token.word


def _carries(token: Token) -> bool:
    return token.weight > 0 or token.kind in {Kind.NUMBER, Kind.COUNTER}


def _weight(token: Token) -> float:
    if token.kind is Kind.WORD:
        return max(0.1, rarity(token.word))
    return 0.5 if token.kind is Kind.PAIR else 0.9
