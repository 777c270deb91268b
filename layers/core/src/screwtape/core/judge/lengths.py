"""Criteria about how much: words, sentences, lines, bullets, paragraphs, at most, at least, between, exactly."""

from __future__ import annotations

import re
from typing import Final

from screwtape.core.language.tokens import Token

_NUMBER_WORDS: Final = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
} | {"a single": 1, "single": 1, "a": 1, "an": 1}
_COUNT: Final = rf"(?:\d{{1,6}}|{'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})"
_WHAT: Final = (
    r"(?P<what>words?|characters?|chars?|letters|sentences?|lines?|bullet points?|bullets|bulleted items?|list items?"
    r"|items|points|paragraphs?)\b"
)
_LIMIT: Final = (
    r"at most|no more than|not more than|fewer than|less than|under|below|up to|within|max(?:imum)?(?: of)?|at least"
    r"|no fewer than|no less than|not less than|more than|over|min(?:imum)?(?: of)?|exactly|limited to"
    r"|not exceed(?:ing)?"
)
_BETWEEN: Final = re.compile(
    rf"\b(?:(?:between|from)\s(?P<low>{_COUNT})\s(?:and|to)\s(?P<high>{_COUNT})"
    rf"|(?P<low2>{_COUNT})(?:\s?-\s?|\sto\s)(?P<high2>{_COUNT}))\s{_WHAT}",
    re.IGNORECASE,
)
_LIMITED: Final = re.compile(rf"\b(?P<limit>{_LIMIT})\s(?P<count>{_COUNT})\s{_WHAT}", re.IGNORECASE)
_OR_LESS: Final = re.compile(
    rf"\b(?P<count>{_COUNT})\s{_WHAT}\s(?:or|at|and)\s(?P<limit>less|fewer|more|most|least)\b", re.IGNORECASE
)
_PLAIN: Final = re.compile(
    rf"\A\W{{0,9}}(?:(?:it|the)?\s?(?:output|answer|response|text|reply|summary)?\s?(?:must|should|has to|needs to)?\s?"
    r"(?:is|be|has|have|answers?|responds?|repl(?:y|ies)|written|gives?|contains?|includes?|lists?|uses?"
    r"|consists? of)?\s?(?:in|with|of|just|only)?\s?(?:just|only)?\s?)?"
    rf"(?P<count>{_COUNT})\s{_WHAT}\W{{0,9}}(?:only|long|in length)?\W{{0,9}}\Z",
    re.IGNORECASE,
)
_UPPER: Final = (
    "at most",
    "no more",
    "not more",
    "fewer",
    "less",
    "under",
    "below",
    "up to",
    "within",
    "max",
    "limited",
    "not exceed",
    "most",
)
_STRICT: Final = ("fewer", "less than", "under", "below", "more than", "over")
_BULLET: Final = re.compile(r"\s{0,12}(?:[-*\u2022\u25e6\u2023\u00b7+]\s|\d{1,3}[.)]\s|[\u30fb])")


def fits_length(criterion: str, output: str, words: list[Token], sentences: int) -> bool | None:
    """Decide a criterion about length, None when it is about something else."""
    between = _BETWEEN.search(criterion)
    if between is not None:
        low, high = between["low"] or between["low2"], between["high"] or between["high2"]
        return _number(low) <= _size(between["what"], output, words, sentences) <= _number(high)
    limited = _LIMITED.search(criterion)
    if limited is not None:
        size = _size(limited["what"], output, words, sentences)
        return _within(limited["limit"].lower(), size, _number(limited["count"]))
    either = _OR_LESS.search(criterion)
    if either is not None:
        size, count = _size(either["what"], output, words, sentences), _number(either["count"])
        return size >= count if either["limit"].lower() in {"more", "least"} else size <= count
    plain = _PLAIN.match(criterion)
    if plain is not None:
        return _size(plain["what"], output, words, sentences) == _number(plain["count"])
    return None


def bullets_of(output: str) -> int:
    """Count the list items of a text."""
    return sum(_BULLET.match(line) is not None for line in output.splitlines())


def paragraphs_of(output: str) -> int:
    """Count the stretches of a text between empty lines."""
    return sum(
        bool(line.strip()) and not before.strip()
        for before, line in zip(["", *output.splitlines()], [*output.splitlines(), ""], strict=True)
    )


def _number(written: str) -> int:
    lower = written.lower()
    return int(lower) if lower.isdigit() else _NUMBER_WORDS[lower]


def _within(limit: str, size: int, count: int) -> bool:
    strict = limit.startswith(_STRICT)
    if limit.startswith(_UPPER):
        return size < count if strict else size <= count
    if limit == "exactly":
        return size == count
    return size > count if strict else size >= count


def _size(what: str, output: str, words: list[Token], sentences: int) -> int:
    what = what.lower()
    if what.startswith("word"):
        return len(output.split()) if output.isascii() or " " in output.strip() else len(words)
    if what.startswith(("char", "letters")):
        return len(output.strip())
    if what.startswith("sentence"):
        return sentences
    if what.startswith("paragraph"):
        return paragraphs_of(output)
    if what.startswith("line") and not what.startswith("list"):
        return sum(bool(line.strip()) for line in output.splitlines())
    return bullets_of(output)
