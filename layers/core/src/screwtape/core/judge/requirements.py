"""Criteria that a program can decide by itself: valid JSON, a length, required and forbidden text, a pattern."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from screwtape.core.judge.formats import fits_format
from screwtape.core.judge.lengths import fits_length
from screwtape.core.judge.patterns import bounded_pattern
from screwtape.core.language.tokens import Token
from screwtape.core.statements import Stretch

_QUOTED: Final = re.compile(r"[\"`']([^\"`'\n]{1,200})[\"`']")
_PATTERN: Final = re.compile(
    r"\bmatch(?:es|ing)?(?: the)?(?: (?:regex|regular expression|pattern))?\s?:?\s?[`/\"']([^`\n]{1,120})[`/\"']",
    re.IGNORECASE,
)


class Outcome(NamedTuple):
    """Whether a typed criterion is met, and the stretch of the output that meets it, where it is one."""

    met: bool
    where: Stretch | None = None


def typed_outcome(criterion: str, output: str, words: list[Token], sentences: int) -> Outcome | None:
    """Decide a typed criterion, or None when it is free text."""
    fits = fits_length(criterion, output, words, sentences)
    if fits is not None:
        return Outcome(fits)
    written = _PATTERN.search(criterion)
    pattern = bounded_pattern(written.group(1)) if written is not None else None
    if pattern is not None:
        match = pattern.search(output)
        return Outcome(match is not None, match.span() if match is not None and match.group() else None)
    told = fits_format(criterion, output, words)
    return Outcome(*told) if told is not None else None


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
