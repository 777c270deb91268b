"""Numbers as people write them: digits with separators, words, scales, signs, fractions, ranges, units, currencies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from screwtape.core.facts.letters import noun_of
from screwtape.core.facts.measures import touches, with_unit
from screwtape.core.facts.numerals import PARTS_OF_YEAR, fraction, number_in_words, word_at
from screwtape.core.facts.separators import WRITTEN_NUMBER, amount_of
from screwtape.core.facts.units import CURRENCIES, LETTER_SCALES, PERCENT, PERCENT_WORDS, SCALES, UNITS
from screwtape.core.facts.values import Value
from screwtape.core.language.tokens import Kind, Token

_ORDINAL_ENDINGS: Final = frozenset({"st", "nd", "rd", "th"})
_LABEL_NOUNS: Final = frozenset(
    """section chapter article room flight gate page step version line rule clause phase class type level figure table
    appendix item platform terminal port grade tier apollo bus track channel lot zone floor release""".split()
)
_VERSION: Final = re.compile(r"\d{1,6}(?:\.\d{1,6}){1,4}")
_MINUS: Final = frozenset("minus menos moins минус μείον माइनस".split())
_AT_LEAST: Final = frozenset("al au lo o du le".split())
"""Words before a minus that make it no sign: al menos, au moins, más o menos."""
_UNSPACED_MINUS: Final = ("零下", "负", "負", "ナス")
_BELOW_ZERO: Final = frozenset(
    {("below", "zero"), ("below", "freezing"), ("unter", "null"), ("bajo", "cero"), ("ниже", "нуля"), ("sous", "zéro")}
)
_THOUSANDS_GROUP: Final = 3
_LONGEST_NUMBER: Final = 15
"""Digits beyond which a number is an identifier: compared by its characters, never by value."""


def number_at(tokens: Sequence[Token], at: int) -> Value | None:
    """Read a number, money, a share, an ordinal or a numbered label that begins at a token."""
    currency = _currency_before(tokens, at)
    begin = at + 1 if currency else at
    begin += bool(currency) and word_at(tokens, begin) == "-" and touches(tokens, begin) and touches(tokens, begin + 1)
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
    value = replace(value, first=min(value.first, at))
    if begin > at:
        value = _with_sign(tokens, value)
    value = with_unit(tokens, value, currency)
    if (word_at(tokens, value.last), word_at(tokens, value.last + 1)) in _BELOW_ZERO and value.low > 0:
        value = replace(value, low=-value.low, high=-value.high, last=value.last + 2)
    if value.soft and value.unit is not None and value.unit != PERCENT:
        value = replace(value, soft=False)  # one month is a month, where "one" alone may be anybody
    # nought of what is counted denies it, and is compared as a denial
    return replace(value, soft=True) if not value.high and not value.unit and value.kind == "number" else value


def _currency_before(tokens: Sequence[Token], at: int) -> str:
    """Give the currency whose sign, or whose code in capitals, a price begins with: $5, EUR 5."""
    token = tokens[at]
    is_code = token.text.isupper() and word_at(tokens, at + 1)[:1].isdigit()
    return CURRENCIES.get(token.word, "") if token.kind is Kind.MARK or is_code else ""


def _digits(tokens: Sequence[Token], at: int) -> Value | None:
    text, last = tokens[at].word, at + 1
    while _is_thousands_group(tokens, last) and (last > at + 1 or len(text) <= _THOUSANDS_GROUP) and "." not in text:
        text += tokens[last].word
        last += 1
    if sum(map(str.isdigit, text)) > _LONGEST_NUMBER or not WRITTEN_NUMBER.fullmatch(text):
        parts = tuple(map(int, text.split("."))) if _VERSION.fullmatch(text) else ()
        return Value("label", at, last, text=text, parts=parts)
    counted = _counted(tokens, at, last, text) if text.isdigit() else None
    if counted is not None:
        return counted
    priced = word_at(tokens, last) in CURRENCIES or word_at(tokens, at - 1) in CURRENCIES
    amount, step, other, is_open = amount_of(tokens, at, text, priced=priced)
    label = _label_noun(tokens, at)
    if label and not (
        last < len(tokens)
        and (
            word_at(tokens, last) in UNITS or word_at(tokens, last) in SCALES or word_at(tokens, last) in PERCENT_WORDS
        )
    ):
        parts = tuple(int(part) for part in text.split(".")) if text.replace(".", "").isdigit() else ()
        return Value("label", at, last, low=amount, high=amount, text=f"{noun_of(label)} {text}", parts=parts)
    return Value(
        "number", at, last, low=amount, high=amount, step=step, other_reading=other, ambiguous=is_open,
        text="" if other is None else text,
    )  # fmt: skip


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


def _label_noun(tokens: Sequence[Token], at: int) -> str:
    """Give the word that makes a number a name: Section 4, Apollo 11, room 12, #7."""
    before = at - 1
    if word_at(tokens, before) in {"#", "no", "number", "nr", "№"} and (
        before == 0 or not tokens[before].text.islower()
    ):
        return "number"
    if before < 0 or tokens[before].kind is not Kind.WORD or word_at(tokens, before) in CURRENCIES:
        return ""
    word = tokens[before]
    in_midst = before > 0 and tokens[before - 1].kind is not Kind.MARK
    if word.word in _LABEL_NOUNS or (word.is_capital and word.weight > 0 and (in_midst or "." in tokens[at].word)):
        return word.word
    return ""


def _with_sign(tokens: Sequence[Token], value: Value) -> Value:
    """Apply a minus in words, or one written against the number and not against a word or number before it."""
    before = value.first - 1
    if before < 0 or not (_is_minus(tokens, before) or _is_dash_of(tokens, value.first)):
        return value
    first = before if tokens[before].kind is Kind.WORD else value.first
    return replace(value, first=first, low=-value.low, high=-value.high, other_reading=None, ambiguous=False)


def _is_dash_of(tokens: Sequence[Token], at: int) -> bool:
    before = at - 1
    if tokens[before].word != "-" or not touches(tokens, at):
        return False
    return before == 0 or not touches(tokens, before) or tokens[before - 1].kind is Kind.MARK


def _is_minus(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word takes the number after it below nought: minus five, but not five minus two nor at least five."""
    token = tokens[at]
    if token.kind is Kind.PAIR:
        return token.text.endswith(_UNSPACED_MINUS) or (token.text == "点下" and word_at(tokens, at - 1) == "氷点")
    if token.word not in _MINUS:
        return False
    before = word_at(tokens, at - 1)
    return before not in _AT_LEAST and not before[-1:].isdigit()


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
