"""The output as claims: its sentences, list items and table rows, or the leaves of its JSON. Code is no claim."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from screwtape.core.language.normalisation import NormalText
from screwtape.core.language.sentences import sentences
from screwtape.core.statements import Statement

CLAIMS_AT_MOST: Final = 2_000
"""Claims compared one by one; an output of more is judged on its first ones, which bounds the reply as well."""

LABEL_WEIGHT: Final = 0.1
"""Weight of the words of a JSON key, which the writer chose and the evidence need not have."""
_FENCE: Final = re.compile(r"^[ \t]{0,3}(?:```|~~~)[^\n]*$", re.MULTILINE)
_JSON_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}\[\],:]')
_FRAME: Final = re.compile(
    r"\W*(?:sure|certainly|of course|absolutely|great question|here (?:is|are)|here's|i hope|hope this"
    r"|let me know|feel free|"
    r"please let|thank you|thanks|you're welcome|happy to help|in summary\W*$|hello|hi\b|dear)",
    re.IGNORECASE,
)
_CODE_LINE: Final = re.compile(
    r"\s*(?:def |class |import |from \w{1,80} import|return\b|function |const |let |var |#include|public "
    r"|private )|[^\n]{0,200}[;{}]\s*\Z"
)
_ONE_BLOCK: Final = 2
"""Fences of one block of code: the opening and the closing one."""
_RULE_ROW: Final = re.compile(r"[\s|:=_*#>-]*\Z")


@dataclass(frozen=True, slots=True)
class Piece:
    """One statement of the output, whether the evidence could confirm it at all, and whether it is a question."""

    statement: Statement
    checkable: bool
    asks: bool = False


class Reading(NamedTuple):
    """The statements of an output in order, and how many more there are than are judged."""

    pieces: list[Piece]
    left_out: int


def statements_of(output: NormalText) -> Reading:
    """Give the statements of an output, up to a bound that keeps the work in proportion."""
    text = output.text
    leaves = _json_leaves(text)
    if leaves is not None:
        judged = leaves[:CLAIMS_AT_MOST]
        pieces = [_leaf_piece(text, start, key_end, end) for start, key_end, end in judged]
        return Reading(pieces, len(leaves) - len(judged))
    spans = _outside(sentences(text), _code_blocks(text))
    rows = [_piece(text, start, end) for start, end in spans[:CLAIMS_AT_MOST]]
    for at, (row, following) in enumerate(itertools.pairwise(rows)):
        if row.statement.text.startswith("|") and _RULE_ROW.match(following.statement.text):
            rows[at] = Piece(row.statement, checkable=False)  # the head of a table
    pieces = [row for row in rows if not _RULE_ROW.match(row.statement.text)]
    return Reading(pieces, len(spans) - len(rows))


def is_json(text: str) -> bool:
    """Whether a text is one well-formed JSON value. The outermost braces of prose do not count."""
    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse(constant: str) -> None:
    """Refuse NaN and Infinity, which Python reads and JSON does not have."""
    raise ValueError(constant)


def _piece(text: str, start: int, end: int) -> Piece:
    statement = Statement(text[start:end], start, end)
    written = statement.text
    heading = written.startswith("#") or written.endswith(":")
    asks = written.rstrip("\"')*_ ").endswith(("?", "\uff1f", "\u061f"))
    empty = not statement.places and not statement.values
    framing = _FRAME.match(written) is not None and not statement.values
    sum_only = not statement.places and "=" in written
    is_no_claim = sum_only or heading or asks or empty or framing or _CODE_LINE.match(written) is not None
    return Piece(statement, checkable=not is_no_claim, asks=asks)


def _leaf_piece(text: str, start: int, key_end: int, end: int) -> Piece:
    statement = _leaf(text, start, key_end, end)
    return Piece(statement, checkable=bool(statement.places or statement.values))


def _leaf(text: str, start: int, key_end: int, end: int) -> Statement:
    """Make a statement of a JSON leaf. Its key is the writer's own label, so it weighs little."""
    statement = Statement(text[start:end], start, end)
    for token in statement.tokens:
        if token.start < key_end - start:
            token.weight = min(token.weight, LABEL_WEIGHT)
    return statement


def _json_leaves(text: str) -> list[tuple[int, int, int]] | None:
    """Give the scalars of a JSON object or array, each from its key on: start, end of the key, end.

    None when the text is no such thing.
    """
    begin, end = _unfenced(text)
    body = text[begin:end]
    if body[:1] not in {"{", "["} or not is_json(body):
        return None
    leaves: list[tuple[int, int, int]] = []
    key: tuple[int, int] | None = None
    tokens = [(match.group(), match.start() + begin, match.end() + begin) for match in _JSON_TOKEN.finditer(body)]
    for at, (token, start, stop) in enumerate(tokens):
        if token in {"{", "}", "[", "]", ",", ":"}:
            key = None if token in {"}", "]", "{"} else key
            continue
        if at + 1 < len(tokens) and tokens[at + 1][0] == ":":
            key = (start, stop)
            continue
        leaves.append((*(key or (start, start)), stop))
        key = None
    return leaves


def _unfenced(text: str) -> tuple[int, int]:
    """Give the span of the text inside one fence around the whole, else of the text without its white space."""
    begin, end = len(text) - len(text.lstrip()), len(text.rstrip())
    fences = list(_FENCE.finditer(text))
    if len(fences) == _ONE_BLOCK and fences[0].start() <= begin + 3 and fences[1].end() >= end:
        inner = text[fences[0].end() : fences[1].start()]
        begin = fences[0].end() + len(inner) - len(inner.lstrip())
        end = fences[0].end() + len(inner.rstrip())
    return begin, max(begin, end)


def _code_blocks(text: str) -> list[tuple[int, int]]:
    fences = list(_FENCE.finditer(text))
    closes = [fence.end() for fence in fences[1::2]]
    opens = [fence.start() for fence in fences[::2]]
    return list(zip(opens, [*closes, len(text)][: len(opens)], strict=True))


def _outside(spans: list[tuple[int, int]], blocks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Drop the spans that begin inside a block; both lists are in order."""
    kept: list[tuple[int, int]] = []
    at = 0
    for start, end in spans:
        while at < len(blocks) and blocks[at][1] <= start:
            at += 1
        if at == len(blocks) or start < blocks[at][0]:
            kept.append((start, end))
    return kept
