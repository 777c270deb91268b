"""Numbers as people write them: digits with separators, words, scales, signs, fractions, ranges, units, currencies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from screwtape.core.facts.measures import touches, with_unit
from screwtape.core.facts.numerals import PARTS_OF_YEAR, fraction, number_in_words, word_at
from screwtape.core.facts.units import CURRENCIES, LETTER_SCALES, PERCENT, PERCENT_WORDS, SCALES, UNITS
from screwtape.core.facts.values import Value
from screwtape.core.language.tokens import Kind, Token

_ORDINAL_ENDINGS: Final = frozenset({"st", "nd", "rd", "th"})
_LABEL_NOUNS: Final = frozenset(
    """section chapter article room flight gate page step version line rule clause phase class type level figure table
    appendix item platform terminal port grade tier apollo bus track channel lot zone floor""".split()
)
_SEPARATED: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:,\d{2}){1,4},\d{3}")
_DOTTED: Final = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")
_WRITTEN_NUMBER: Final = re.compile(rf"{_SEPARATED.pattern}|{_DOTTED.pattern}|\d+(?:[.,]\d+)?")
_VERSION: Final = re.compile(r"\d{1,6}(?:\.\d{1,6}){1,4}")
_THOUSANDS_GROUP: Final = 3
_LONGEST_NUMBER: Final = 30
"""Digits beyond which a number is an identifier: compared by its characters, never by value."""


def number_at(tokens: Sequence[Token], at: int) -> Value | None:
    """Read a number, money, a share, an ordinal or a numbered label that begins at a token."""
    currency = CURRENCIES.get(tokens[at].text, "") if tokens[at].kind is Kind.MARK else ""
    begin = at + 1 if currency else at
    if begin >= len(tokens):
        return None
    token = tokens[begin]
    if token.kind is Kind.NUMBER:
        value = _digits(tokens, begin)
    elif token.kind is Kind.WORD and not currency:
        value = number_in_words(tokens, begin)
    else:
        return None
    if value is None or value.kind != "number" or (value.unit is not None and value.unit != PERCENT):
        return value
    value = _with_scale(tokens, _with_sign(tokens, value))
    value = replace(value, first=at)
    value = with_unit(tokens, value, currency)
    # nought of what is counted denies it, and is compared as a denial
    return replace(value, soft=True) if not value.high and not value.unit and value.kind == "number" else value


def _digits(tokens: Sequence[Token], at: int) -> Value | None:
    text, last = tokens[at].word, at + 1
    while _is_thousands_group(tokens, last) and (last > at + 1 or len(text) <= _THOUSANDS_GROUP) and "." not in text:
        text += tokens[last].word
        last += 1
    if len(text) > _LONGEST_NUMBER or not _WRITTEN_NUMBER.fullmatch(text):
        parts = tuple(map(int, text.split("."))) if _VERSION.fullmatch(text) else ()
        return Value("label", at, last, text=text, parts=parts)
    counted = _counted(tokens, at, last, text) if text.isdigit() else None
    if counted is not None:
        return counted
    amount, step, other = _amount(text)
    label = _label_noun(tokens, at)
    if label and not (
        last < len(tokens)
        and (
            word_at(tokens, last) in UNITS or word_at(tokens, last) in SCALES or word_at(tokens, last) in PERCENT_WORDS
        )
    ):
        parts = tuple(int(part) for part in text.split(".")) if text.replace(".", "").isdigit() else ()
        return Value("label", at, last, low=amount, high=amount, text=f"{label} {text}", parts=parts)
    return Value("number", at, last, low=amount, high=amount, step=step, other_reading=other)


def _counted(tokens: Sequence[Token], at: int, last: int, text: str) -> Value | None:
    """Read digits that are more than an amount: 4Q, 3rd quarter, 3rd, 3/4."""
    word, following = word_at(tokens, last), word_at(tokens, last + 1)
    if word == "q" and len(text) == 1 and touches(tokens, last):
        return Value("label", at, last + 1, text=f"q{text}")
    if word in {".", *_ORDINAL_ENDINGS} and following in PARTS_OF_YEAR:
        return Value("label", at, last + 2, text=f"{PARTS_OF_YEAR[following]}{text}")
    if word in _ORDINAL_ENDINGS and touches(tokens, last):
        return Value("ordinal", at, last + 1, low=float(text), high=float(text))
    if word == "/" and touches(tokens, last) and touches(tokens, last + 1) and following.isdigit():
        return fraction(at, last + 2, int(text), int(following))
    return None


def _is_thousands_group(tokens: Sequence[Token], at: int) -> bool:
    return (
        at < len(tokens)
        and tokens[at].kind is Kind.NUMBER
        and len(tokens[at].word) == _THOUSANDS_GROUP
        and tokens[at].word.isdigit()
        and tokens[at].start == tokens[at - 1].end + 1
    )


def _amount(text: str) -> tuple[float, float, float | None]:
    """Give the amount, the place value of its last digit, and a second reading if the separator is ambiguous."""
    other = None
    if _SEPARATED.fullmatch(text):
        if "." not in text and text.count(",") == 1:
            other = float(text.replace(",", "."))
        text = text.replace(",", "")
    elif _DOTTED.fullmatch(text):
        whole = text.replace(".", "").replace(",", ".")
        if text.count(".") == 1 and "," not in text:
            other = float(whole)
        else:
            text = whole
    else:
        text = text.replace(",", ".")
    decimals = len(text.partition(".")[2])
    return float(text), 10.0**-decimals, other


def _label_noun(tokens: Sequence[Token], at: int) -> str:
    """Give the word that makes a number a name: Section 4, Apollo 11, room 12, #7."""
    before = at - 1
    if word_at(tokens, before) in {"#", "no", "number", "nr", "№"} and (
        before == 0 or not tokens[before].text.islower()
    ):
        return "number"
    if before < 0 or tokens[before].kind is not Kind.WORD:
        return ""
    word = tokens[before]
    in_midst = before > 0 and tokens[before - 1].kind is not Kind.MARK
    if word.word in _LABEL_NOUNS or (word.is_capital and word.weight > 0 and (in_midst or "." in tokens[at].word)):
        return word.word
    return ""


def _with_sign(tokens: Sequence[Token], value: Value) -> Value:
    """Apply a minus that is written against the number and not against a word or number before it."""
    before = value.first - 1
    if word_at(tokens, before) == "minus":
        return replace(value, low=-value.low, high=-value.high)
    if word_at(tokens, before) != "-" or not touches(tokens, value.first):
        return value
    joined = before > 0 and touches(tokens, before) and tokens[before - 1].kind is not Kind.MARK
    return value if joined else replace(value, low=-value.low, high=-value.high, other_reading=None)


def _with_scale(tokens: Sequence[Token], value: Value) -> Value:
    word = word_at(tokens, value.last)
    scale = SCALES.get(word)
    if scale is None or (word in LETTER_SCALES and not touches(tokens, value.last)):
        return value
    if word == "m" and touches(tokens, value.last) and tokens[value.last].text == "m" and not _is_priced(tokens, value):
        return value  # 5m is five metres, 5M and $5m are five million
    return _with_scale(
        tokens,
        replace(
            value,
            low=value.low * scale,
            high=value.high * scale,
            step=value.step * scale,
            last=value.last + 1,
            other_reading=None,
            scaled=True,
            soft=False,
        ),
    )


def _is_priced(tokens: Sequence[Token], value: Value) -> bool:
    return word_at(tokens, value.first - 1) in CURRENCIES or word_at(tokens, value.last + 1) in CURRENCIES
