"""Numbers written in words: twenty-three, four hundred and five, three quarters, third, dozens."""

from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.number_words import (
    AMOUNTS,
    BEFORE_CENT,
    FRACTIONS,
    HALF,
    HUNDRED,
    INSIDE,
    JOINTS,
    NOT_BEFORE_HUNDRED,
    OF,
    ONE,
    ROOM_AFTER_HUNDRED,
    ROOM_AFTER_TENS,
    ROOM_OF,
    THOUSAND,
    room_after,
)
from screwtape.core.facts.units import PERCENT, SCALES, UNITS
from screwtape.core.facts.values import Value
from screwtape.core.language.tokens import Token

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
PARTS_OF_YEAR: Final = {
    **dict.fromkeys("quarter quartal quartals trimestre квартал квартале квартала".split(), "q"),
    **dict.fromkeys("half halbjahr semestre semester полугодие".split(), "h"),
}
"""What an ordinal makes a label of: the third quarter is Q3."""
_VAGUE: Final = frozenset("hundreds thousands millions billions dozens".split())

_COUNTED_ONCE: Final = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 1_000_000, "couple": 2, "pair": 2}
"""What may follow "a" or "half a" and is a number then."""
_LASTING: Final = frozenset("takes take took lasts last lasted".split())
"""Words after which an hour is one hour; elsewhere it may be a rate, or a turn of speech."""
_LIMITING: Final = frozenset("than least".split())
"""Words of a limit after which a year is one year: less than a year."""
_MEASURED_BY: Final = frozenset("de di von nach pendant durant après dans durante por innerhalb".split())
"""Prepositions after which "un mois" is one month."""
_HALVES: Final = {"полгода": "год", "полугода": "год", "полчаса": "час"}
"""Half of a unit in one word."""
_LOOSE: Final = frozenset("hundred thousand million".split())
"""Of these, what people say loosely."""
_AND_A_HALF: Final = (("and", "a", "half"), ("y", "media"), ("y", "medio"), ("et", "demi"), ("et", "demie"))
_THOUSAND: Final = 1000
_NEEDS_NUMBER: Final = frozenset({"thousand"})
"""What is a number only after one: a thousand is read with its article."""
NUMBER_WORDS: Final = frozenset(
    {*AMOUNTS, *HUNDRED, *THOUSAND, *_ORDINALS, *_VAGUE, *HALF, *_HALVES, *ONE, *FRACTIONS}
).difference({"hundred", "thousand", "cents"})
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
    if word in AMOUNTS or word in HUNDRED or word in THOUSAND:
        cardinal = _cardinal(tokens, at)
        if cardinal is not None:
            return cardinal
    if word in ONE:
        return _one_of(tokens, at)
    if word in _VAGUE:
        return Value("number", at, at + 1, low=SCALES[word], high=SCALES[word], soft=True)
    if word in HALF or word in _HALVES:
        return _half(tokens, at)
    if word in FRACTIONS and _is_part(tokens, at):
        return fraction(at, at + 1, 1, FRACTIONS[word])
    return _ordinal(tokens, at) if word in _ORDINALS else None


def _half(tokens: Sequence[Token], at: int) -> Value | None:
    """Read half an hour, a half, and the half of a unit that is one word."""
    word = tokens[at].word
    if word in _HALVES:
        return Value("number", at, at + 1, low=0.5, high=0.5, step=0.1, unit=UNITS[_HALVES[word]])
    alone = word_at(tokens, at - 1) not in {"and", "first", "second"}
    return _half_of_unit(tokens, at) or (fraction(at, at + 1, 1, 2) if alone else None)


def _is_part(tokens: Sequence[Token], at: int) -> bool:
    """Whether a part of a whole is named without a number before it: треть участников, never the third of a row."""
    return "\u0400" <= tokens[at].word[0] <= "\u04ff" and tokens[at].word not in _ORDINALS


def _one_of(tokens: Sequence[Token], at: int) -> Value | None:
    """Read an article that counts: a dozen, a third of, an hour and a half."""
    following = [word_at(tokens, at + step) for step in (1, 2, 3, 4)]
    word = following[0]
    if word in UNITS and following[1:] == ["and", "a", "half"]:
        return Value("number", at, at + 5, low=1.5, high=1.5, step=0.1, unit=UNITS[word])
    led = word_at(tokens, at - 1)
    lasting = word in UNITS and tokens[at].word in {"a", "an"} and (led in _LASTING or led in _LIMITING)
    if lasting or word == "fortnight":
        return Value("number", at, at + 2, low=1.0, high=1.0, step=0.25, unit=UNITS[word])
    if tokens[at].word not in {"a", "an"} and word in UNITS and UNITS[word].dimension in {"time", "calendar"}:
        # "un mois" may be one month or any: it decides only between two of which one is said of the subject
        firm = led in _MEASURED_BY or tokens[at].text[:2].lower() == "d'"
        return Value("number", at, at + 2, low=1.0, high=1.0, step=0.25, unit=UNITS[word], soft=not firm)
    of_two = word in {"couple", "pair"}
    if tokens[at].word in {"a", "an"} and word in _COUNTED_ONCE and (not of_two or following[1] == "of"):
        amount = float(_COUNTED_ONCE[word])
        return Value("number", at, at + 2 + of_two, low=amount, high=amount, soft=word in _LOOSE)
    if word in FRACTIONS and following[1] in OF:
        return _part(tokens, at, at + 2, 1, FRACTIONS[word])
    return fraction(at, at + 2, 1, 2) if word in HALF and following[1] in OF else None


def _part(tokens: Sequence[Token], first: int, last: int, above: int, below: int) -> Value | None:
    """Give parts of a whole: three quarters of an hour are a time, two thirds of the members a share."""
    following = [word_at(tokens, last + step) for step in range(3)]
    if following[0] == "of" and following[1] in {"a", "an"} and following[2] in UNITS:
        amount = above / below
        return Value("number", first, last + 3, low=amount, high=amount, step=0.01, unit=UNITS[following[2]])
    return fraction(first, last, above, below)


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
    """Read half an hour, half a dozen, and the half of an hour and a half."""
    following = word_at(tokens, at + 2)
    if word_at(tokens, at + 1) in {"a", "an"} and (following in UNITS or following in {"dozen", "million", "billion"}):
        unit = UNITS.get(following)
        amount = 0.5 * (1.0 if unit else SCALES[following])
        return Value("number", at, at + 3, low=amount, high=amount, step=0.1 if unit else 1.0, unit=unit)
    before = [word_at(tokens, at - step) for step in (4, 3, 2, 1)]
    if before[0] in {"a", "an"} and before[2:] == ["and", "a"] and before[1] in UNITS:
        return Value("number", at - 4, at + 1, low=1.5, high=1.5, step=0.1, unit=UNITS[before[1]])
    return None


def _cardinal(tokens: Sequence[Token], at: int) -> Value | None:
    """Read a number in words: four hundred and twenty-three, quatre-vingt-dix, three quarters, one and a half."""
    total = section = 0
    last, room = at, 1_000_000
    while last < len(tokens):
        word = tokens[last].word
        amount = AMOUNTS.get(word, INSIDE.get(word, 0) if last > at else 0)
        if word in {"vingt", "vingts"} and word_at(tokens, last - 2) == "quatre" and section:
            section, room = section + 76, 20
        elif word in AMOUNTS or amount:
            if amount >= room or (not amount and last > at):
                break
            total, section = (total + amount, section) if amount >= _THOUSAND else (total, section + amount)
            room = room_after(word, amount)
        elif word in HUNDRED and _multiplies(tokens, last, at, section):
            section, room = (section or 1) * 100, 100
        elif word in THOUSAND and (section or word not in _NEEDS_NUMBER):
            total, section, room = total + (section or 1) * _THOUSAND, 0, _THOUSAND
        elif not (word in JOINTS and last > at and _continues(tokens, last, room)):
            break
        last += 1
    return _finished(tokens, at, last, total + section) if last > at else None


def _multiplies(tokens: Sequence[Token], at: int, first: int, section: int) -> bool:
    """Whether a hundred multiplies what stands before it, and a cent is no coin."""
    word, before = tokens[at].word, word_at(tokens, at - 1)
    if at > first:
        return 0 < section < ROOM_AFTER_HUNDRED and (word in {"hundred", "\u0938\u094c"} or before in BEFORE_CENT)
    return word in {"cent", "\u0938\u094c"} and before not in NOT_BEFORE_HUNDRED and not before[-1:].isdigit()


def _finished(tokens: Sequence[Token], first: int, last: int, whole: int) -> Value | None:
    """Give a number that was read in words, with the part of a whole or the half that follows it."""
    dash = word_at(tokens, last) == "-"
    below = FRACTIONS.get(word_at(tokens, last + dash), 0)
    if below and 0 < whole < below:
        return _part(tokens, first, last + 1 + dash, whole, below)
    amount = float(whole)
    for phrase in _AND_A_HALF:
        if tuple(word_at(tokens, last + step) for step in range(len(phrase))) == phrase:
            return Value("number", first, last + len(phrase), low=amount + 0.5, high=amount + 0.5)
    word = tokens[first].word
    soft = last == first + 1 and (word == "one" or (word, word_at(tokens, last)) == ("six", "cents"))
    return Value("number", first, last, low=amount, high=amount, soft=soft)


def _continues(tokens: Sequence[Token], at: int, room: int) -> bool:
    """Whether a hyphen or an "and" goes on with the number: twenty-three, two hundred and five, vingt et un."""
    joint, before, word = tokens[at].word, word_at(tokens, at - 1), word_at(tokens, at + 1)
    amount = AMOUNTS.get(word, INSIDE.get(word, 0))
    if word in {"vingt", "vingts"} and joint == "-" and before == "quatre":
        return True
    if word in HUNDRED and joint == "-" and before in BEFORE_CENT:
        return True
    if not 0 < amount < room:
        return False
    if joint == "and":
        return before in {"hundred", "thousand"}
    return joint == "-" or room in {ROOM_AFTER_TENS, ROOM_OF["soixante"]}
