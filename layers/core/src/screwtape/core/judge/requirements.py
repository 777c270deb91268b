"""Criteria that a program can decide by itself: valid JSON, a length, required and forbidden text, a safe pattern."""

from __future__ import annotations

import re
from typing import Final, Literal

from screwtape.core.judge.claims import is_json
from screwtape.core.words import Token

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
_SAFE_PATTERN: Final = re.compile(
    r"\^?(?:\\[dwsDWS.\-/()+]|\[[\w\s.\-]{1,40}\]"
    r"|[\w \-:/@#,])(?:\{\d{1,2}(?:,\d{1,2})?\})?(?:(?:\\[dwsDWS.\-/()+]|\[[\w\s.\-]{1,40}\]"
    r"|[\w \-:/@#,])(?:\{\d{1,2}(?:,\d{1,2})?\})?){0,30}\$?"
)
"""Literals, classes and counted repeats only: no *, +, ?, alternatives or groups, so matching cannot backtrack far."""
_AT_MOST: Final = ("at most", "no more", "not more", "fewer", "less", "under", "up to", "max")
_BELOW: Final = ("fewer", "less", "under")
_SHORT: Final = 40

Outcome = Literal["met", "missing"]


def typed_outcome(criterion: str, output: str, words: list[Token], sentences: int) -> Outcome | None:
    """Decide a typed criterion, or None when it is free text."""
    length = _LENGTH.search(criterion)
    if length is not None:
        return _outcome(met=_fits(length, output, words, sentences))
    pattern = _PATTERN.search(criterion)
    if pattern is not None and _SAFE_PATTERN.fullmatch(pattern.group(1)):
        return _outcome(met=_matches(pattern.group(1), output))
    if _JSON.search(criterion) and len(criterion) < _SHORT:
        return _outcome(met=is_json(output.strip()))
    return None


def quoted_text(criterion: str) -> tuple[str, ...]:
    """Give the texts that a criterion puts in quotation marks or backticks."""
    return tuple(match.group(1) for match in _QUOTED.finditer(criterion))


def _outcome(*, met: bool) -> Outcome:
    return "met" if met else "missing"


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


def _matches(pattern: str, output: str) -> bool:
    try:
        return re.search(pattern, output) is not None
    except re.error:
        return False
