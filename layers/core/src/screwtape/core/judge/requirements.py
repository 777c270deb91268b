"""Criteria that a program can decide by itself: valid JSON, a length, required and forbidden text, a pattern."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from screwtape.core.judge.claims import is_json
from screwtape.core.judge.patterns import bounded_pattern
from screwtape.core.judge.shapes import shape_outcome
from screwtape.core.language.tokens import Token
from screwtape.core.statements import Stretch

_LENGTH: Final = re.compile(
    r"\b(?P<limit>at most|no more than|not more than|fewer than|less than|under|up to"
    r"|max(?:imum)?(?: of)?|at least|no fewer than|no less than|"
    r"more than|min(?:imum)?(?: of)?|exactly)\s(?P<count>\d{1,6})\s(?P<what>words?|characters?|chars?"
    r"|sentences?|lines?|bullet points?|bullets|items)\b",
    re.IGNORECASE,
)
_JSON: Final = re.compile(
    r"\b(?:valid|well-formed|parsable|parseable) json\b|\b(?:is|as|in|return(?:s|ed)?|output(?:s)?) json\b",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r"[\"`']([^\"`'\n]{1,200})[\"`']")
_PATTERN: Final = re.compile(
    r"\bmatch(?:es|ing)?(?: the)?(?: (?:regex|regular expression|pattern))?\s?:?\s?[`/\"']([^`\n]{1,120})[`/\"']",
    re.IGNORECASE,
)
_AT_MOST: Final = ("at most", "no more", "not more", "fewer", "less", "under", "up to", "max")
_BELOW: Final = ("fewer", "less", "under")
_SHORT: Final = 40


class Outcome(NamedTuple):
    """Whether a typed criterion is met, and the stretch of the output that meets it, where it is one."""

    met: bool
    where: Stretch | None = None


def typed_outcome(criterion: str, output: str, words: list[Token], sentences: int) -> Outcome | None:
    """Decide a typed criterion, or None when it is free text."""
    length = _LENGTH.search(criterion)
    if length is not None:
        return Outcome(_fits(length, output, words, sentences))
    shaped = shape_outcome(criterion, output, sentences)
    if shaped is not None:
        return Outcome(shaped)
    written = _PATTERN.search(criterion)
    pattern = bounded_pattern(written.group(1)) if written is not None else None
    if pattern is not None:
        match = pattern.search(output)
        return Outcome(match is not None, match.span() if match is not None and match.group() else None)
    if _JSON.search(criterion) and len(criterion) < _SHORT:
        return Outcome(is_json(output.strip()))
    return None


def quoted_text(criterion: str) -> tuple[str, ...]:
    """Give the texts that a criterion puts in quotation marks or backticks."""
    return tuple(match.group(1) for match in _QUOTED.finditer(criterion))


def find_text(wanted: str, output: str) -> Stretch | None:
    """Give where a text first stands in the output, in capitals or not."""
    at = _lower(output).find(_lower(wanted))
    return (at, at + len(wanted)) if at >= 0 else None


def find_code(wanted: str, output: str) -> Stretch | None:
    """Give where a piece of code first stands in the output, however it is spaced."""
    places = [at for at, character in enumerate(output) if not character.isspace()]
    needle = "".join(wanted.split())
    at = "".join(output.split()).find(needle)
    return (places[at], places[at + len(needle) - 1] + 1) if at >= 0 else None


def _lower(text: str) -> str:
    """Give a text in lower case and at its length: the dotted capital I is the one letter that would grow."""
    return text.replace("\u0130", "I").lower()


def _fits(length: re.Match[str], output: str, words: list[Token], sentences: int) -> bool:
    limit, count, what = length["limit"].lower(), int(length["count"]), length["what"].lower()
    if what.startswith("word"):
        size = len(output.split()) if output.isascii() or " " in output.strip() else len(words)
    elif what.startswith("char"):
        size = len(output.strip())
    elif what.startswith("sentence"):
        size = sentences
    else:
        lines = [line.strip() for line in output.splitlines() if line.strip()]
        size = (
            len(lines)
            if what.startswith("line")
            else sum(line[:1] in "-*\u2022" or line[:1].isdigit() for line in lines)
        )
    if limit.startswith(_AT_MOST):
        return size < count if limit.startswith(_BELOW) else size <= count
    if limit == "exactly":
        return size == count
    return size > count if limit == "more than" else size >= count
