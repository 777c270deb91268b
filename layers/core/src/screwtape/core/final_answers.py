r"""The final answer of a text: what it comes to after its working.

Read from the marks that writers of solutions use: ``\boxed{42}``, ``[Yes]``, ``#### 42``, ``Answer: 42``,
"the answer is 42", an answer that opens with yes or no, and, where a number is wanted, the last number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from screwtape.core.facts import Relation, Value, relation
from screwtape.core.language.normalisation import normalise
from screwtape.core.language.tokens import Kind
from screwtape.core.language.words import tokens
from screwtape.core.statements import Statement

TAIL: Final = 4_000
"""Characters at the end of a text in which its final answer is looked for, and as many at its beginning."""


class Mark(IntEnum):
    """How clearly a text marks its final answer; the higher, the clearer."""

    LAST = 1
    """The last number of the text."""
    OPENING = 2
    """A yes or no that it opens with."""
    STATED = 3
    """"The answer is"."""
    LABELLED = 4
    """A line of its own, labelled as the answer."""
    FRAMED = 5
    """In a box or in brackets."""


@dataclass(frozen=True, slots=True)
class FinalAnswer:
    """A final answer: its words, and what they come to: a value, a yes or no (``affirms``), a letter, or none of them.

    ``choice`` is the letter, in capitals, of one of the choices that the task offers.
    """

    text: str
    mark: Mark
    value: Value | None = None
    affirms: bool | None = None
    choice: str = ""

    def agrees(self, other: FinalAnswer) -> bool | None:
        """Whether two final answers are the same, None where they are of different sorts."""
        if self.choice and other.choice:
            return self.choice == other.choice
        if self.affirms is not None and other.affirms is not None:
            return self.affirms == other.affirms
        if self.value is not None and other.value is not None:
            return Relation.SAME in {relation(self.value, other.value), relation(other.value, self.value)}
        if self._is_words and other._is_words:
            return _bare(self.text) == _bare(other.text)
        return None

    @property
    def _is_words(self) -> bool:
        return self.value is None and self.affirms is None and not self.choice


_BOXED: Final = re.compile(r"\\?boxed\s{0,3}\{{1,2}([^{}]{0,200})\}")
_BRACKETED: Final = re.compile(r"\[\s{0,3}(yes|no|true|false)\s{0,3}\]", re.IGNORECASE)
_LABELLED: Final = re.compile(
    r"^[ \t*#]{0,9}(?:a|ans|answer|final answer|result|respuesta|antwort|réponse|resposta|risposta|ответ|答案|答え)"
    r"[ \t*]{0,3}[:=\uff1a][ \t*]{0,4}([^\n]{1,200})|####[ \t]{0,4}([^\n]{1,200})",
    re.IGNORECASE | re.MULTILINE,
)
_STATED: Final = re.compile(
    r"(?:\b(?:the |my )?(?:final |correct )?(?:answer|result)(?: is| was|\s?[:=])"
    r"|\b(?:antwort ist|respuesta es|réponse est|risposta è|resposta é|ответ)\b|(?:答案是|答案为|答えは))"
    r"\s{0,3}:?\s{0,3}"
    r"([^\n.]{1,200}(?:\.\d[^\n.]{0,80})?)",
    re.IGNORECASE,
)
_OPENING: Final = re.compile(
    r"\W{0,9}(?:(yes|yeah|yep|true|correct|sí|si,|ja|oui|sim|да|ναι|evet|نعم|हाँ|हां|はい|是的?|对|네|예)"
    r"|(no|nope|false|incorrect|nein|non|não|нет|όχι|hayır|لا|नहीं|いいえ|不是?|否|아니요|아니오))"
    r"(?:[\s,.;:!\u060c\u0964\u3002\uff0c\u3001]|\Z)",
    re.IGNORECASE,
)
_CLOSING: Final = re.compile(
    r"(?:\A|[.!?:\n])\W{0,4}(?:(?:so|therefore|thus|hence|also|donc|entonces)\b\W{0,3})?(?:the answer is )?"
    r"(yes|no)\W{0,5}\Z",
    re.IGNORECASE,
)
_LAST: Final = 60
"""Characters at the end of an answer in which it may come to a yes or a no."""
_CHOICE: Final = re.compile(
    r"(?:\A|[\n:]|\b(?:answer|option|choice)(?: is)?)[\s*(\[]{0,6}([A-J])(?:[)\].:*,]|\s{0,3}(?:\n|\Z))", re.IGNORECASE
)
_OFFERED: Final = re.compile(r"(?:\A|[\s(])([A-J])(?:\)|\.|:)\s", re.IGNORECASE)
_NOT_AN_ANSWER: Final = frozenset(
    "one such more longer matter doubt single known particular specific evidence scientific other way need".split()
)
"""Words after "no" with which a sentence begins and does not answer."""
_AFFIRMS: Final = frozenset({"yes", "true", "correct"})
_DENIES: Final = frozenset({"no", "false", "incorrect"})
_QUESTION_OF_YES: Final = re.compile(
    r"\byes\b[^\n]{0,12}\bno\b|\[yes\]|\btrue or false\b"
    r"|(?:^|[.?!\n]\s{0,3})(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|had)\s",
    re.IGNORECASE,
)
_QUESTION_OF_NUMBER: Final = re.compile(
    r"\bhow (?:many|much|long|far|old|tall|big|often)\b|\bboxed\b"
    r"|\bwhat (?:is|was) the (?:total|sum|number|price|cost)\b",
    re.IGNORECASE,
)


def final_answer(text: str, *, wants_number: bool = False) -> FinalAnswer | None:
    """Give the final answer that a text marks, by its clearest mark; the last of equals.

    ``wants_number`` takes the last number where nothing marks an answer.
    """
    shown = normalise(text if len(text) <= 2 * TAIL else f"{text[:TAIL]}\n{text[-TAIL:]}").text
    for pattern, mark in (
        (_BOXED, Mark.FRAMED),
        (_BRACKETED, Mark.FRAMED),
        (_LABELLED, Mark.LABELLED),
        (_STATED, Mark.STATED),
    ):
        found = [next(group for group in match.groups() if group is not None) for match in pattern.finditer(shown)]
        if found:
            return _read(found[-1], mark)
    affirms = opening(shown)
    if affirms is not None:
        return FinalAnswer(shown[:TAIL], Mark.OPENING, affirms=affirms)
    if wants_number:
        values = _numbers(shown[-TAIL:])
        if values:
            return FinalAnswer(shown, Mark.LAST, value=values[-1])
    return None


def closing(text: str) -> FinalAnswer | None:
    """Give the yes or no that a text comes to in its last words."""
    match = _CLOSING.search(normalise(text[-_LAST:]).text)
    return FinalAnswer(match[1], Mark.OPENING, affirms=match[1].lower() == "yes") if match else None


def chosen(text: str) -> FinalAnswer | None:
    """Give the last choice that a text names by its letter: "B", "(B)", "Answer: B", "B) the second"."""
    found = _CHOICE.findall(normalise(text if len(text) <= 2 * TAIL else f"{text[:TAIL]}\n{text[-TAIL:]}").text)
    return FinalAnswer(found[-1], Mark.LABELLED, choice=found[-1].upper()) if found else None


_LETTER: Final = re.compile(
    r"\W{0,5}(?:(?i:(?:the )?(?:final |correct )?(?:answer|option|choice))(?: is)?\s?:?\s?)?"
    r"[(\[*]{0,3}[A-J](?:[)\]*.]{0,3}\s?|[)\]]\s[^\n]{1,200})"
)


def is_letter(text: str) -> bool:
    """Whether a whole text is the letter of a choice, be it labelled or before what it stands for."""
    return len(text) <= _LAST * 4 and _LETTER.fullmatch(text.strip()) is not None


def offers_choice(task: str) -> bool:
    """Whether a task offers choices under the letters A and B."""
    return {"A", "B"} <= {letter.upper() for letter in _OFFERED.findall(task[:TAIL])}


def opening(text: str) -> bool | None:
    """Whether a text opens with a yes (True) or a no (False), None where with neither."""
    match = _OPENING.match(text)
    if match is None:
        return None
    following = re.match(r"\s{0,3}(\w{1,20})", text[match.end() :])
    if match[2] and following is not None and following[1].lower() in _NOT_AN_ANSWER:
        return None
    return match[1] is not None


def wants_yes_or_no(task: str) -> bool:
    """Whether a task asks for a yes or a no."""
    return _QUESTION_OF_YES.search(task[:TAIL]) is not None


def wants_number(task: str) -> bool:
    """Whether a task asks for a number."""
    return _QUESTION_OF_NUMBER.search(task[:TAIL]) is not None


def _read(words: str, mark: Mark) -> FinalAnswer:
    trimmed = words.strip().strip("*$ ")
    first = re.match(r"\W{0,5}(\w{1,12})", trimmed)
    word = first[1].lower() if first is not None else ""
    if word in _AFFIRMS or word in _DENIES:
        return FinalAnswer(trimmed, mark, affirms=word in _AFFIRMS)
    affirms = opening(trimmed)
    if affirms is not None:
        return FinalAnswer(trimmed, mark, affirms=affirms)
    values = _numbers(trimmed)
    if not values:
        return FinalAnswer(trimmed, mark)
    return FinalAnswer(trimmed, mark, value=values[-1] if mark is Mark.STATED else values[0])


def firm_values(statement: Statement) -> list[Value]:
    """Give the values that an answer may come to: a figure is firm, even a nought, and words such as "one" are not."""
    return [
        replace(value, soft=False)
        for value in statement.values
        if not value.soft or statement.tokens[value.first].kind is Kind.NUMBER
    ]


def _numbers(text: str) -> list[Value]:
    statement = Statement(text, 0, len(text))
    firm = firm_values(statement) or [replace(value, soft=False) for value in statement.values]
    return [value for value in firm if value.kind in {"number", "money", "date"}]


def _bare(text: str) -> tuple[str, ...]:
    return tuple(token.key for token in tokens(text) if token.key)
