"""Numbers written in words: twenty-three, four hundred and five, three quarters, third, dozens."""

from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.units import PERCENT, SCALES, UNITS
from screwtape.core.facts.values import Value
from screwtape.core.language.tokens import Token

_ONES: Final = {
    word: number
    for number, words in enumerate(
        """zero null
        one
        two zwei dos deux dois два две
        three drei tres trois três tre три
        four vier cuatro quatre quatro quattro четыре
        five fünf cinco cinq cinque пять
        six sechs seis sei шесть
        seven sieben siete sept sete sette семь
        eight acht ocho huit oito otto восемь
        nine neun nueve neuf nove девять
        ten zehn diez dix dez dieci десять
        eleven elf
        twelve zwölf doce douze
        thirteen
        fourteen
        fifteen
        sixteen
        seventeen
        eighteen
        nineteen""".splitlines()
    )
    for word in words.split()
}
_TENS: Final = {
    word: 10 * number
    for number, words in enumerate(
        "twenty zwanzig veinte vingt\nthirty\nforty\nfifty\nsixty\nseventy\neighty\nninety".splitlines(), 2
    )
    for word in words.split()
}
_ORDINALS: Final = {
    word: number
    for number, words in enumerate(
        (
            "first ersten erste erster erstes primer primera primero premier première первый первая первого первом",
            "second zweiten zweite zweiter zweites segundo segunda deuxième второй вторая второго втором",
            "third dritten dritte dritter drittes tercer tercera tercero troisième третий третья третьего третьем",
            "fourth vierten vierte vierter viertes cuarto cuarta quatrième четвертый четвертая четвертого четвертом",
            "fifth fünften fünfte fünfter quinto quinta cinquième пятый пятая",
            "sixth sechsten sechste sexto sexta sixième шестой",
            "seventh siebten siebte séptimo septième седьмой",
            "eighth achten achte octavo huitième восьмой",
            "ninth neunten neunte noveno neuvième девятый",
            "tenth zehnten zehnte décimo dixième десятый",
            "eleventh",
            "twelfth",
        ),
        1,
    )
    for word in words.split()
}
_FRACTIONS: Final = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fifth": 5,
    "fifths": 5,
    "tenth": 10,
    "tenths": 10,
}
PARTS_OF_YEAR: Final = {
    **dict.fromkeys("quarter quartal quartals trimestre квартал квартале квартала".split(), "q"),
    **dict.fromkeys("half halbjahr semestre semester полугодие".split(), "h"),
}
"""What an ordinal makes a label of: the third quarter is Q3."""
_VAGUE: Final = frozenset("hundreds thousands millions billions dozens".split())

_ROOM_FOR_ONES: Final = 10
_ROOM_FOR_TENS: Final = 100
"""What the next word of a number must stay below: a one after tens, tens after a hundred."""
NUMBER_WORDS: Final = frozenset({*_ONES, *_TENS, *_ORDINALS, *_VAGUE, "half", "halves", "a", "an"})
"""Every word that a number may begin with."""


def word_at(tokens: Sequence[Token], at: int) -> str:
    """Give the lower-case word at a place, empty beyond either end."""
    return tokens[at].word if 0 <= at < len(tokens) else ""


def fraction(first: int, last: int, above: int, below: int) -> Value | None:
    """Give a fraction as a share of a hundred, None when it divides by zero."""
    if not below:
        return None
    share = 100.0 * above / below
    return Value("number", first, last, low=share, high=share, step=1.0, unit=PERCENT)


def number_in_words(tokens: Sequence[Token], at: int) -> Value | None:
    """Read a cardinal, a fraction, an ordinal or a vague number that begins at a word."""
    word = tokens[at].word
    if word in _ONES or word in _TENS:
        return _cardinal(tokens, at)
    if word in {"a", "an"}:
        following = [word_at(tokens, at + step) for step in (1, 2, 3, 4)]
        is_one_and_a_half = following[0] in UNITS and following[1:] == ["and", "a", "half"]
        return (
            Value("number", at, at + 5, low=1.5, high=1.5, step=0.1, unit=UNITS[following[0]])
            if is_one_and_a_half
            else None
        )
    if word in _VAGUE:
        return Value("number", at, at + 1, low=SCALES[word], high=SCALES[word], soft=True)
    if word in {"half", "halves"}:
        alone = word_at(tokens, at - 1) not in {"and", "first", "second"}
        return _half_of_unit(tokens, at) or (fraction(at, at + 1, 1, 2) if alone else None)
    return _ordinal(tokens, at) if word in _ORDINALS else None


def _ordinal(tokens: Sequence[Token], at: int) -> Value | None:
    """Read third as a place in a row, and third quarter as Q3."""
    word, following = tokens[at].word, word_at(tokens, at + 1)
    if following in PARTS_OF_YEAR:
        return Value("label", at, at + 2, text=f"{PARTS_OF_YEAR[following]}{_ORDINALS[word]}")
    if word == "second" and word_at(tokens, at - 1) in {"a", "per", "each"}:
        return None
    number = float(_ORDINALS[word])
    return Value("ordinal", at, at + 1, low=number, high=number, soft=word == "first")


def _half_of_unit(tokens: Sequence[Token], at: int) -> Value | None:
    """Read half an hour, and the half of an hour and a half."""
    if word_at(tokens, at + 1) in {"a", "an"} and word_at(tokens, at + 2) in UNITS:
        return Value("number", at, at + 3, low=0.5, high=0.5, step=0.1, unit=UNITS[word_at(tokens, at + 2)])
    before = [word_at(tokens, at - step) for step in (4, 3, 2, 1)]
    if before[0] in {"a", "an"} and before[2:] == ["and", "a"] and before[1] in UNITS:
        return Value("number", at - 4, at + 1, low=1.5, high=1.5, step=0.1, unit=UNITS[before[1]])
    return None


def _cardinal(tokens: Sequence[Token], at: int) -> Value | None:
    """Read a number in words: four hundred and twenty-three, three quarters, one and a half."""
    total = section = 0.0
    last, floor = at, _ROOM_FOR_TENS
    while last < len(tokens):
        word = tokens[last].word
        if word in _ONES and floor > _ONES[word]:
            section += _ONES[word]
            floor = 0
        elif word in _TENS and floor > _TENS[word]:
            section += _TENS[word]
            floor = _ROOM_FOR_ONES
        elif word == "hundred" and section:
            section *= 100
            floor = _ROOM_FOR_TENS
        elif word == "thousand" and section:
            total, section, floor = total + section * 1000, 0.0, _ROOM_FOR_TENS
        elif not (word in {"-", "and"} and _continues(tokens, last, floor)):
            break
        last += 1
    amount = total + section
    parts = _FRACTIONS.get(word_at(tokens, last), 0)
    if parts and not total and 0 < amount < parts:
        return fraction(at, last + 1, int(amount), parts)
    if [word_at(tokens, last + step) for step in range(3)] == ["and", "a", "half"]:
        amount, last = amount + 0.5, last + 3
    return Value("number", at, last, low=amount, high=amount, soft=tokens[at].word == "one" and last == at + 1)


def _continues(tokens: Sequence[Token], at: int, floor: int) -> bool:
    """Whether a hyphen or an "and" goes on with the number: twenty-three, two hundred and five."""
    word = word_at(tokens, at + 1)
    if tokens[at].word == "-":
        return floor == _ROOM_FOR_ONES and word in _ONES and _ONES[word] < floor
    return (
        floor == _ROOM_FOR_TENS
        and at > 0
        and tokens[at - 1].word in {"hundred", "thousand"}
        and (word in _ONES or word in _TENS)
    )
