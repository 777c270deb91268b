"""The output as claims: its sentences, list items and table rows, or the rows of its JSON. Code is no claim."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from screwtape.core.judge.records import FENCE, Row
from screwtape.core.judge.records import rows as json_rows
from screwtape.core.language.normalisation import NormalText
from screwtape.core.language.sentences import sentences
from screwtape.core.statements import Statement

CLAIMS_AT_MOST: Final = 2_000
"""Claims compared one by one; an output of more is judged on its first ones, which bounds the reply as well."""

LABEL_WEIGHT: Final = 0.1
"""Weight of the words of a JSON key, which the writer chose and the evidence need not have."""
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
    data = json_rows(text)
    if data is not None:
        judged = data[:CLAIMS_AT_MOST]
        return Reading([_row_piece(text, row) for row in judged], len(data) - len(judged))
    spans = _outside(sentences(text), _code_blocks(text))
    rows = [_piece(text, start, end) for start, end in spans[:CLAIMS_AT_MOST]]
    for at, (row, following) in enumerate(itertools.pairwise(rows)):
        if row.statement.text.startswith("|") and _RULE_ROW.match(following.statement.text):
            rows[at] = Piece(row.statement, checkable=False)  # the head of a table
    pieces = [row for row in rows if not _RULE_ROW.match(row.statement.text)]
    return Reading(pieces, len(spans) - len(rows))


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


def _row_piece(text: str, row: Row) -> Piece:
    """Make a claim of a row of JSON. Its keys are the writer's own labels, so they weigh little."""
    statement = Statement(text[row.start : row.end], row.start, row.end)
    for start, end in row.keys:
        for token in statement.tokens:
            if start <= token.start + row.start < end:
                token.weight = min(token.weight, LABEL_WEIGHT)
    return Piece(statement, checkable=bool(statement.places or statement.values))


def _code_blocks(text: str) -> list[tuple[int, int]]:
    fences = list(FENCE.finditer(text))
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
