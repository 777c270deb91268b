"""JSON as rows: the scalars of a small object together, those of a large one and of an array each alone."""

from __future__ import annotations

import itertools
import json
import re
from typing import Final, NamedTuple

ROW_AT_MOST: Final = 8
"""Scalars of an object that are one statement about one thing; those of a larger one are statements each."""
ROW_CHARACTERS: Final = 300
FENCE: Final = re.compile(r"^[ \t]{0,3}(?:```|~~~)[^\n]*$", re.MULTILINE)
_ONE_BLOCK: Final = 2
"""Fences of one block of code: the opening and the closing one."""
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}\[\],:]')

Stretch = tuple[int, int]


class Row(NamedTuple):
    """A stretch of JSON that says one thing, and its keys, which are the writer's own labels."""

    start: int
    end: int
    keys: tuple[Stretch, ...]


class _Scalar(NamedTuple):
    key: Stretch | None
    start: int
    end: int
    home: int
    """Which object it stands in directly, below 0 for an array."""


def is_json(text: str) -> bool:
    """Whether a text is one well-formed JSON value. The outermost braces of prose do not count."""
    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return True


def rows(text: str) -> list[Row] | None:
    """Give the rows of a JSON object or array, which may stand in a fence; None when the text is no such thing."""
    begin, end = unfenced(text)
    if text[begin : begin + 1] not in {"{", "["} or not is_json(text[begin:end]):
        return None
    found: list[Row] = []
    for home, run in itertools.groupby(_scalars(text, begin, end), key=lambda scalar: scalar.home):
        scalars = list(run)
        whole = _row(scalars)
        if home >= 0 and len(scalars) <= ROW_AT_MOST and whole.end - whole.start <= ROW_CHARACTERS:
            found.append(whole)
        else:
            found.extend(_row([scalar]) for scalar in scalars)
    return found


def _row(scalars: list[_Scalar]) -> Row:
    first = scalars[0].key or (scalars[0].start, scalars[0].end)
    return Row(first[0], scalars[-1].end, tuple(scalar.key for scalar in scalars if scalar.key is not None))


def _scalars(text: str, begin: int, end: int) -> list[_Scalar]:
    found: list[_Scalar] = []
    key: Stretch | None = None
    homes: list[int] = []
    opened = itertools.count()
    marks = [(match.group(), *match.span()) for match in _TOKEN.finditer(text, begin, end)]
    for at, (mark, start, stop) in enumerate(marks):
        if mark in {"{", "["}:
            homes.append(next(opened) if mark == "{" else -1)
            key = None
        elif mark in {"}", "]"}:
            homes.pop()
            key = None
        elif mark not in {",", ":"}:
            if at + 1 < len(marks) and marks[at + 1][0] == ":":
                key = (start, stop)
            else:
                found.append(_Scalar(key, start, stop, homes[-1]))
                key = None
    return found


def _refuse(constant: str) -> None:
    """Refuse NaN and Infinity, which Python reads and JSON does not have."""
    raise ValueError(constant)


def unfenced(text: str) -> Stretch:
    """Give the span of the text inside one fence around the whole, else of the text without its white space."""
    begin, end = len(text) - len(text.lstrip()), len(text.rstrip())
    fences = list(FENCE.finditer(text))
    if len(fences) == _ONE_BLOCK and fences[0].start() <= begin + 3 and fences[1].end() >= end:
        inner = text[fences[0].end() : fences[1].start()]
        begin = fences[0].end() + len(inner) - len(inner.lstrip())
        end = fences[0].end() + len(inner.rstrip())
    return begin, max(begin, end)
