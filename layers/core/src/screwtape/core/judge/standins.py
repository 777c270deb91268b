"""What stands where an answer should: placeholders, error dumps, refusals, "the documents do not say".

Most of the output, and nothing was answered; a small part of it, and the rest is judged. Patterns are applied to one
line or one sentence, and none can backtrack over more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from screwtape.core.language.sentences import sentences
from screwtape.core.language.tokens import Token
from screwtape.core.statements import Stretch

FILLS: Final = 0.5
"""Share of the words from which what stands in for an answer is the output."""
_HEAD: Final = 400
"""Characters of an output that its refusal would stand in."""
_SHORT_ANSWER_WORDS: Final = 60
"""A refusal is the whole answer; a long answer that opens with an apology is not one."""
_REFUSAL: Final = re.compile(
    r"\W{0,9}(?:(?:i['’]?m|i am) (?:really |very |so )?sorry|sorry|i apologi[sz]e|unfortunately"
    r"|as an ai\b[^.]{0,80})?\W{0,9}(?:but )?"
    r"(?:i (?:can(?:no|')t|can not|am unable to|am not able to|won't|will not|must decline"
    r"|do not have access|don't have access)\b"
    r"|i['’]m (?:unable|not able) to\b|lo siento\b|no puedo\b|es tut mir leid\b|je suis désolé"
    r"|je ne peux pas\b|抱歉|对不起|很抱歉|申し訳)",
    re.IGNORECASE,
)
_APOLOGY: Final = re.compile(
    r"\W{0,9}(?:(?:i['’]?m|i am) sorry|sorry|i apologi[sz]e)\W{0,9}(?:but )?(?:i|we|this|that)\b", re.IGNORECASE
)
_ABSTENTION: Final = re.compile(
    r"\b(?:the )?(?:documents?|evidence|context|sources?|text|provided (?:information|context"
    r"|documents?))\s(?:does|do|did)(?:n't| not)\s"
    r"(?:say|state|mention|contain|specify|provide|include)\b|\bi (?:do not|don't) know\b|\b(?:not|isn't"
    r"|is not) (?:stated|specified|mentioned|given) in the\b"
    r"|\b(?:no|not enough) information (?:is )?(?:available|provided|given)\b|\bcannot be determined\b",
    re.IGNORECASE,
)
_ABSTENTION_ASKED: Final = re.compile(
    r"\b(?:declin|refus|abstain|not know|unknown|not (?:say|stated|answer)|insufficient)", re.IGNORECASE
)
_PLACEHOLDER: Final = re.compile(
    r"(?P<trace>traceback \(most recent call last\))"
    r"|\[(?:insert|your|placeholder|object object|name|date|company|todo)\b[^\]\n]{0,60}\]|\{\{[^}\n]{0,60}\}\}"
    r"|<(?:insert|your|placeholder)\b[^>\n]{0,60}>|\blorem ipsum\b"
    r"|^[ \t]{0,9}at [\w.$<>]{1,80}\([^()\n]{1,120}:\d{1,6}\)[^\n]*|^\w{0,40}(?:error|exception): [^\n]*"
    r"|^\W{0,9}(?-i:TODO|TBD|FIXME|XXX)\b[^\n]*|\b(?-i:TODO|TBD|FIXME):[^\n]*",
    re.IGNORECASE | re.MULTILINE,
)
_NOTHING: Final = re.compile(r"\s*(?:null|none|nan|undefined|n/?a|nil|\{\s*\}|\[\s*\]|\"\")\s*\Z", re.IGNORECASE)


class StandIn(NamedTuple):
    """Text in place of an answer: its code, what to say of it, where it first stands, and whether it is the output."""

    code: str
    message: str
    first: Stretch
    fills: bool


def stand_ins(text: str, words: Sequence[Token], criteria: str) -> list[StandIn]:
    """Find what stands in for an answer in a text. ``criteria`` may ask for a refusal."""
    told: list[StandIn] = []
    if _NOTHING.match(text):
        told.append(StandIn("placeholder", _DUMPED, (0, len(text)), fills=True))
    elif places := list(_placeholders(text)):
        told.append(StandIn("placeholder", _DUMPED, places[0], _share(places, words) >= FILLS))
    if len(words) < _SHORT_ANSWER_WORDS and not _ABSTENTION_ASKED.search(criteria):
        told.extend(_declined(text, words))
    return told


_DUMPED: Final = "The output holds a placeholder or an error dump where content should be."


def _placeholders(text: str) -> Iterator[Stretch]:
    """Give the stretches of placeholders and dumps in order; a trace goes on to the end of its paragraph."""
    reached = 0
    for match in _PLACEHOLDER.finditer(text):
        start, end = match.span()
        if start < reached:
            continue
        if match["trace"]:
            blank = text.find("\n\n", end)
            end = blank if blank >= 0 else len(text)
        yield start, end
        reached = end


def _declined(text: str, words: Sequence[Token]) -> Iterator[StandIn]:
    spans = sentences(text)
    begin = spans[0][0] if spans else 0
    opening = text[begin : begin + _HEAD]
    declining = _REFUSAL.match(opening) or _APOLOGY.match(opening)
    if declining:
        said = [span for span in spans if span[0] < begin + declining.end()]
        yield StandIn("refusal", "The output declines to answer.", said[0], _share(said, words) >= FILLS)
        return
    silent = [(start, end) for start, end in spans if _ABSTENTION.search(text[start:end])]
    if silent:
        message = "The output says that the answer is not there instead of giving one."
        yield StandIn("abstention", message, silent[0], _share(silent, words) >= FILLS)


def _share(places: Sequence[Stretch], words: Sequence[Token]) -> float:
    """Give the share of the words that begin inside stretches; both are in order."""
    inside = 0
    at = 0
    for word in words:
        while at < len(places) and places[at][1] <= word.start:
            at += 1
        inside += at < len(places) and places[at][0] <= word.start
    return inside / len(words)
