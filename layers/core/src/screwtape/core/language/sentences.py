"""Where one sentence ends and the next begins, in any script.

A full stop ends a sentence only when nothing says otherwise: abbreviations, initials, decimals, versions, URLs and
"5 p.m." stay whole. A line break ends one where the layout does: blank lines, list items, headings, table rows.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Final

from screwtape.core.language.calendar import MONTHS
from screwtape.core.language.lexicon import is_english
from screwtape.core.language.vocabulary import FUNCTION_WORDS

LONGEST: Final = 2_000
"""Characters of one sentence. What is longer is cut at a space, which bounds the work on any one statement."""

LONG: Final = 200
"""Characters from which a sentence may be a list of several."""
_LISTED: Final = 4
"""Separators from which it is one."""
_ALIKE: Final = 0.8
"""Share of the clauses that must begin with the word that the one before begins with."""
_SEMICOLON: Final = re.compile(r";\s")
_COMMA: Final = re.compile(r",\s")
_RECORD: Final = re.compile(
    r"(?P<keyed>[\"']?[^\W_][\w.-]{0,40}[\"']?(?:[ ]\w{1,20}){0,2}[ ]?[:=](?:\s|(?=\S)))"
    r"|(?P<stamped>\d{4}-\d\d-\d\d[ T]\d\d:)|(?P<cells>[^\s,;\t][^,;\t\n]{0,60}(?:,(?=\S)|;(?=\S)|\t))"
)
"""How a line of data begins: a key, a time stamp, or a cell with a separator against the next."""
_ABBREVIATIONS: Final = frozenset(
    "mr mrs ms dr prof st jr sr vs etc inc ltd co corp vol fig al e.g i.e cf u.s u.k u.n e.u p.m a.m jan "
    "feb mar apr jun "
    "jul aug sep sept oct nov dec gen col lt sgt capt rev hon gov sen rep approx dept est ft mt ave blvd no nr bzw ca "
    "usw z.b d.h abs art sra dra ud pp ph.d b.sc m.sc".split()
)
_STARTS_NO_SENTENCE: Final = frozenset(
    """mr mrs ms dr prof st gen col lt sgt capt rev hon gov
    sen rep mt no nr vol fig art vs e.g i.e cf z.b approx ca""".split()
)
"""Abbreviations that always lean on the next word, so that a capital after them proves nothing."""
_END: Final = re.compile(r"[.!?\u2026\u061f\u06d4\u0964\u0965\u1362\u17d4\u3002\uff01\uff1f\uff61]+|\n")
_WIDE_ENDS: Final = frozenset("\u3002\uff01\uff1f\uff61\u061f\u06d4\u0964\u0965\u1362\u17d4")
"""Marks that end a sentence with or without a space after them."""
_CLOSERS: Final = frozenset("\"')]}\u300d\u300f\u201d*_")
_LIST_DIGITS: Final = 3
"""Digits of the number that a list item begins with."""
_INDENT: Final = 12
"""White space that an item may stand in by."""
_LINE_STARTS_ITEM: Final = re.compile(
    rf"[ \t]{{0,{_INDENT}}}(?:[-*\u2022\u25e6+>#|]|\(?[0-9]{{1,{_LIST_DIGITS}}}[.)]|[a-z][.)])(?:[ \t]|(?<=[#|>]))"
)
_UNSPACED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_ABBREVIATION_CHARS: Final = 12
_PLAIN_LETTERS: Final = 4
"""Letters from which a word of the dictionary before a stop is no abbreviation."""
_BEFORE_UNITS: Final = frozenset("\u00b0\u00ba/")
"""Before a single capital they make it a unit: 100 °C."""
_NEXT_WORD: Final = re.compile(r"\s{0,4}([^\W\d_]{1,24})")


def sentences(text: str) -> list[tuple[int, int]]:
    """Give the spans of the sentences, without the white space around them and the separators of a list of sentences.

    Every other character is in one span.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for end in (*_ends(text), len(text)):
        for stop in _joints(text, start, end) if end - start > LONG else ():
            _append_trimmed(spans, text, start, stop)
            start = stop + 1
        while end - start > LONGEST:
            cut = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
            _append_trimmed(spans, text, start, cut if cut > 0 else start + LONGEST)
            start = cut if cut > 0 else start + LONGEST
        if end > start:
            _append_trimmed(spans, text, start, end)
            start = end
    return spans


def _joints(text: str, start: int, end: int) -> list[int]:
    """Give the separators of a sentence that lists sentences: semicolons, or commas before clauses that begin alike."""
    stops = [match.start() for match in _SEMICOLON.finditer(text, start, end)]
    if len(stops) >= _LISTED:
        return stops
    stops = [match.start() for match in _COMMA.finditer(text, start, end)]
    if len(stops) < _LISTED:
        return []
    openings = [_NEXT_WORD.match(text, place) for place in (start, *(stop + 1 for stop in stops))]
    words = [opening[1].lower() if opening else "" for opening in openings]
    alike = sum(bool(one) and one == other for one, other in itertools.pairwise(words))
    return stops if alike >= _ALIKE * len(stops) else []


def _ends(text: str) -> Iterator[int]:
    for match in _END.finditer(text):
        at = match.start()
        mark = match.group()
        if mark == "\n":
            if _line_break_ends(text, at):
                yield at + 1
            continue
        after = match.end()
        while after < len(text) and text[after] in _CLOSERS:
            after += 1
        if mark[-1] in _WIDE_ENDS or (
            _closes(text, after) and not (mark.strip(".\u2026") == "" and _stop_is_inner(text, at, after))
        ):
            yield after


def _closes(text: str, after: int) -> bool:
    """Whether what follows a mark lets a sentence end: white space, the end, or a script written without spaces."""
    return after >= len(text) or text[after].isspace() or _UNSPACED.match(text[after]) is not None


def _stop_is_inner(text: str, at: int, after: int) -> bool:
    """Whether a full stop belongs to an abbreviation, an initial or a list number."""
    begin = at
    floor = max(0, at - _ABBREVIATION_CHARS)
    while begin > floor and (text[begin - 1].isalnum() or text[begin - 1] == "."):
        begin -= 1
    word = text[begin:at].lower()
    following = _next_visible(text, after)
    if not following:
        return False
    if word in _ABBREVIATIONS:
        return word in _STARTS_NO_SENTENCE or not _opens_sentence(text, after)
    if len(word) == 1 and word.isalpha() and text[begin:at].isupper():
        return following.isupper() and word != "i" and text[begin - 1 : begin] not in _BEFORE_UNITS
    if word.isdigit() and at - begin <= _LIST_DIGITS and (_starts_line(text, begin) or _names_month(text, after)):
        return True
    return (
        following.islower()
        and following.isascii()
        and not (len(word) >= _PLAIN_LETTERS and is_english(word) and text[at : at + 2] != "..")
    )


def _opens_sentence(text: str, after: int) -> bool:
    """Whether a capital after an abbreviation begins a sentence: "U.S. Office" is one name, "U.S. The" is none."""
    word = _NEXT_WORD.match(text, after)
    return word is not None and word[1][0].isupper() and word[1].lower() in FUNCTION_WORDS


def _names_month(text: str, after: int) -> bool:
    """Whether a month follows, so that a number with a stop is its day: "am 3. Mai"."""
    word = _NEXT_WORD.match(text, after)
    return word is not None and word[1].lower() in MONTHS


def _starts_line(text: str, at: int) -> bool:
    """Whether nothing but an indent stands before a place in its line."""
    before = text[max(0, at - _INDENT - 1) : at]
    return not before[before.rfind("\n") + 1 :].strip() and ("\n" in before or at <= _INDENT)


def _next_visible(text: str, at: int) -> str:
    for index in range(at, min(len(text), at + 4)):
        if not text[index].isspace():
            return text[index]
    return ""


def _line_break_ends(text: str, at: int) -> bool:
    """Whether the line that ends at ``at`` ends a sentence too, judged by the layout on both sides."""
    following = at + 1
    while following < len(text) and text[following] in " \t\r":
        following += 1
    if following >= len(text) or text[following] == "\n":
        return True
    if _LINE_STARTS_ITEM.match(text, at + 1):
        return True
    line_start = text.rfind("\n", 0, at) + 1
    if _is_record_break(text, line_start, at):
        return True
    if _LINE_STARTS_ITEM.match(text, line_start) or text[at - 1 : at] in {":", "|", ";"}:
        return not text[following].islower()
    return text[following].isupper() or text[following] in "\"'{}[]`" or not text[following].isascii()


def _is_record_break(text: str, line_start: int, at: int) -> bool:
    """Whether a line of data ends at a break: the next one is written in the same way, and not indented under it."""
    following = _RECORD.match(text, at + 1)
    if following is None:
        return False
    while text[line_start : line_start + 1] in {" ", "\t"} and line_start > 0:  # the line that this one stands under
        line_start = text.rfind("\n", 0, line_start - 1) + 1
    record = _RECORD.match(text, line_start)
    return record is not None and record.lastgroup == following.lastgroup


def _append_trimmed(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        spans.append((start, end))
