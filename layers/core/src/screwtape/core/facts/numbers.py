"""Numbers as people write them: digits with separators, words, scales, signs, fractions, ranges, units, currencies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from screwtape.core.facts.numerals import fraction, number_in_words, word_at
from screwtape.core.facts.units import (
    CELSIUS,
    CURRENCIES,
    FAHRENHEIT,
    LETTER_SCALES,
    PER,
    PERCENT,
    PERCENT_WORDS,
    POINT_WORDS,
    POINTS,
    RATES,
    SCALES,
    UNITS,
    Unit,
)
from screwtape.core.facts.values import Bound, Value
from screwtape.core.language.tokens import Kind, Token

_ORDINAL_ENDINGS: Final = frozenset({"st", "nd", "rd", "th"})
_LABEL_NOUNS: Final = frozenset(
    """section chapter article room flight gate page step version line rule clause phase class type level figure table
    appendix item platform terminal port grade tier apollo bus track channel lot zone floor""".split()
)
_BOUNDS: Final[tuple[tuple[Bound, frozenset[str]], ...]] = (
    (
        "at_least",
        frozenset(
            {
                "at least",
                "more than",
                "no less than",
                "not less than",
                "minimum of",
                "over",
                "above",
                "exceeding",
                "mindestens",
                "au moins",
                "al menos",
            }
        ),
    ),
    (
        "at_most",
        frozenset(
            {
                "at most",
                "less than",
                "no more than",
                "not more than",
                "maximum of",
                "up to",
                "under",
                "below",
                "fewer than",
                "within",
                "höchstens",
                "au plus",
            }
        ),
    ),
    (
        "about",
        frozenset(
            {
                "about",
                "around",
                "nearly",
                "almost",
                "approximately",
                "roughly",
                "circa",
                "some",
                "approx",
                "etwa",
                "environ",
                "unos",
                "ungefähr",
            }
        ),
    ),
    ("exact", frozenset({"exactly", "precisely", "genau", "exactamente", "exactement"})),
)
_OR_MORE: Final = frozenset(
    f"{joint} {word}"
    for joint, words in (
        ("or", "more above older newer later higher greater up over"),
        ("oder", "neuer höher mehr älter"),
        ("o", "más superior posterior"),
        ("ou", "plus ultérieur supérieur"),
        ("and", "above up later newer"),
    )
    for word in words.split()
)
_OR_LESS: Final = frozenset(
    f"{joint} {word}"
    for joint, words in (
        ("or", "less fewer under below earlier older younger lower"),
        ("oder", "weniger"),
        ("o", "menos"),
        ("ou", "moins"),
        ("and", "below under"),
    )
    for word in words.split()
    if word != "older"
)
_DENIAL_REACH: Final = 6
_DENIALS: Final = frozenset("not never don't cannot".split())
_SEPARATED: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:,\d{2}){1,4},\d{3}")
_DOTTED: Final = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")
_WRITTEN_NUMBER: Final = re.compile(rf"{_SEPARATED.pattern}|{_DOTTED.pattern}|\d+(?:[.,]\d+)?")
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
    if value is None or value.kind != "number":
        return value
    value = _with_scale(tokens, _with_sign(tokens, value))
    value = replace(value, first=at)
    value = _with_unit(tokens, value, currency)
    return _with_rate(tokens, _with_bound(tokens, value))


def _with_rate(tokens: Sequence[Token], value: Value) -> Value:
    """Read what an amount of money or of a unit is for each of: 120 euros per year, 3 g a day, $5/month."""
    if value.kind != "money" and value.unit is None:
        return value
    if word_at(tokens, value.last) not in PER:
        return value
    rate = RATES.get(word_at(tokens, value.last + 1), "")
    return replace(value, rate=rate, last=value.last + 2) if rate else value


def _touches(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token is written against the one before it."""
    return 0 < at < len(tokens) and tokens[at].start == tokens[at - 1].end


def _digits(tokens: Sequence[Token], at: int) -> Value | None:
    text, last = tokens[at].word, at + 1
    while _is_thousands_group(tokens, last) and (last > at + 1 or len(text) <= _THOUSANDS_GROUP) and "." not in text:
        text += tokens[last].word
        last += 1
    if len(text) > _LONGEST_NUMBER or not _WRITTEN_NUMBER.fullmatch(text):
        return Value("label", at, last, text=text)
    if text.isdigit() and word_at(tokens, last) in _ORDINAL_ENDINGS and _touches(tokens, last):
        return Value("ordinal", at, last + 1, low=float(text), high=float(text))
    if (
        word_at(tokens, last) == "/"
        and _touches(tokens, last)
        and _touches(tokens, last + 1)
        and tokens[last + 1].word.isdigit()
        and text.isdigit()
    ):
        return fraction(at, last + 2, int(text), int(tokens[last + 1].word))
    amount, step, other = _amount(text)
    label = (
        "" if f"{word_at(tokens, last)} {word_at(tokens, last + 1)}" in _OR_MORE | _OR_LESS else _label_noun(tokens, at)
    )
    if label and not (
        last < len(tokens)
        and (
            word_at(tokens, last) in UNITS or word_at(tokens, last) in SCALES or word_at(tokens, last) in PERCENT_WORDS
        )
    ):
        return Value("label", at, last, low=amount, high=amount, text=f"{label} {text}")
    return Value("number", at, last, low=amount, high=amount, step=step, other_reading=other)


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
    if word.word in _LABEL_NOUNS or (word.is_capital and in_midst and word.weight > 0):
        return word.word
    return ""


def _with_sign(tokens: Sequence[Token], value: Value) -> Value:
    """Apply a minus that is written against the number and not against a word or number before it."""
    before = value.first - 1
    if word_at(tokens, before) == "minus":
        return replace(value, low=-value.low, high=-value.high)
    if word_at(tokens, before) != "-" or not _touches(tokens, value.first):
        return value
    joined = before > 0 and _touches(tokens, before) and tokens[before - 1].kind is not Kind.MARK
    return value if joined else replace(value, low=-value.low, high=-value.high, other_reading=None)


def _with_scale(tokens: Sequence[Token], value: Value) -> Value:
    word = word_at(tokens, value.last)
    scale = SCALES.get(word)
    if scale is None or (word in LETTER_SCALES and not _touches(tokens, value.last)):
        return value
    if (
        word == "m"
        and _touches(tokens, value.last)
        and tokens[value.last].text == "m"
        and not _is_priced(tokens, value)
    ):
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


def _with_unit(tokens: Sequence[Token], value: Value, currency: str) -> Value:
    if currency:
        return replace(value, kind="money", currency=currency)
    at = value.last
    if word_at(tokens, at) == "-" and _touches(tokens, at) and _touches(tokens, at + 1):
        at += 1
    word = word_at(tokens, at)
    share = _share_unit(tokens, at)
    if share is not None:
        return replace(value, unit=share[0], last=share[1])
    if word in CURRENCIES:
        return replace(value, kind="money", currency=CURRENCIES[word], last=at + 1)
    if word in {"°", "degrees", "degree"}:
        scale = word_at(tokens, at + 1)
        unit: Unit = FAHRENHEIT if scale in {"f", "fahrenheit"} else CELSIUS
        return replace(value, unit=unit, last=at + 1 + (scale in {"c", "f", "celsius", "fahrenheit"}))
    if word in UNITS and (
        len(word) > 1 or not word.isalpha() or not word.isascii() or _touches(tokens, at) or word in "mglhsvw"
    ):
        return replace(value, unit=UNITS[word], last=at + 1)
    return value


def _turned(bound: Bound) -> Bound:
    return "at_most" if bound == "at_least" else "at_least" if bound == "at_most" else bound


def _is_denied(tokens: Sequence[Token], at: int) -> bool:
    """Whether a "not" stands before "more than" with a verb between: do not take more than 8."""
    words = [token.word for token in tokens[max(0, at - _DENIAL_REACH) : at]]
    return words[-1:] == ["than"] and len(words) > 3 and any(word in _DENIALS for word in words[:-3])  # noqa: PLR2004 - more than, and the verb


def _share_unit(tokens: Sequence[Token], at: int) -> tuple[Unit, int] | None:
    """Read per cent or percentage points at a place: the unit and where it ends."""
    word, following = word_at(tokens, at), word_at(tokens, at + 1)
    if word in {"percentage", "prozentpunkte"}:
        return POINTS, at + 1 + (following in POINT_WORDS)
    spelled = (word, following) in {("per", "cent"), ("por", "ciento")}
    if word not in PERCENT_WORDS and not spelled:
        return None
    last = at + 1 + spelled
    return (POINTS, last + 1) if word_at(tokens, last) in POINT_WORDS else (PERCENT, last)


def _with_bound(tokens: Sequence[Token], value: Value) -> Value:
    before = [word_at(tokens, value.first - step) for step in (3, 2, 1)]
    for bound, phrases in _BOUNDS:
        if before[2] in phrases or " ".join(before[1:]) in phrases or " ".join(before) in phrases:
            return replace(value, bound=_turned(bound) if _is_denied(tokens, value.first) else bound)
    after = " ".join(word_at(tokens, value.last + step) for step in (0, 1))
    if after in _OR_MORE:
        return replace(value, bound="at_least")
    if after in _OR_LESS:
        return replace(value, bound="at_most")
    return value
