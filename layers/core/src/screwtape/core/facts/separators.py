"""What a point or a comma inside a number is: 1.250 is a thousand and more in German, little more than one in English.

The words around a number tell which of the two its writer meant. Where none tell, both readings stand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from screwtape.core.language.tokens import Kind, Token

_COMMAS: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:,\d{2}){1,4},\d{3}")
_POINTS: Final = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")
WRITTEN_NUMBER: Final = re.compile(rf"{_COMMAS.pattern}|{_POINTS.pattern}|\d+(?:[.,]\d+)?")
"""A number with its separators, in any country's way."""
_WITH_POINT: Final = frozenset(
    """the is are was were of and to for with by it its costs weighs has have at this that from than per on be or
    takes contains measures about""".split()
)
_WITH_COMMA: Final = frozenset(
    """der die das den dem ist sind und von mit für beträgt betragen kostet wiegt liegt bei auf zu wird wurde pro oder
    le la les des du est sont et une pour avec coûte par sur el los las es son y del con por para cuesta pesa un una
    il lo gli della di che sono è o os da do em no na custa""".split()
)
"""Small words of languages that write a decimal comma, and of English, which writes a decimal point."""
_REACH: Final = 24
"""Tokens to each side of a number that may tell its language."""


class Amount(NamedTuple):
    """A number, the place value of its last digit, its second reading, and whether that is as likely."""

    amount: float
    step: float
    other: float | None = None
    open: bool = False


def amount_of(tokens: Sequence[Token], at: int, text: str, *, priced: bool) -> Amount:
    """Give what digits with separators come to, by the language around them; a price has no three decimals."""
    if _COMMAS.fullmatch(text):
        single, mark = "." not in text and text.count(",") == 1, ","
    elif _POINTS.fullmatch(text):
        single, mark = "," not in text and text.count(".") == 1, "."
    else:
        return _plain(text.replace(",", "."))
    whole = _plain(text.replace(mark, "").replace(",", "."))
    if not single:
        return whole
    decimal = _plain(text.replace(",", "."))
    if text.startswith("0"):
        return decimal
    told = decimal_mark(tokens, at)
    if told:
        first, second = (decimal, whole) if told == mark else (whole, decimal)
        return first._replace(other=second.amount, open=priced and first is decimal)
    first, second = (whole, decimal) if priced or mark == "," else (decimal, whole)
    return first._replace(other=second.amount, open=True)


def decimal_mark(tokens: Sequence[Token], at: int) -> str:
    """Give the mark that the language around a token puts before decimals, empty where no word tells."""
    points = commas = 0
    for token in tokens[max(0, at - _REACH) : at + _REACH]:
        if token.kind is Kind.WORD:
            points += token.word in _WITH_POINT
            commas += token.word in _WITH_COMMA or "\u0370" <= token.word[0] <= "\u04ff"
        elif token.kind is Kind.PAIR:
            points += 1
    if points == commas:
        return ""
    return "." if points > commas else ","


def _plain(text: str) -> Amount:
    return Amount(float(text), 10.0 ** -len(text.partition(".")[2]))
