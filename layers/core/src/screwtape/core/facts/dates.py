"""Dates and times in their usual forms. 03/04/2024 is two dates at once and decides nothing but its year."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.numerals import word_at
from screwtape.core.facts.units import CURRENCIES, PERCENT_WORDS, SCALES, UNITS
from screwtape.core.facts.values import Moment, Value
from screwtape.core.language.calendar import MONTHS
from screwtape.core.language.tokens import Kind, Token

_ALSO_WORDS: Final = frozenset("may mar mars mai march sept sep dec".split())
"""Month names that are other words in lower case."""
_WEEKDAY_NAMES: Final = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays",
    "mon tue wed thu fri sat sun",
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "montags dienstags mittwochs donnerstags freitags samstags sonntags",
    "lunes martes miércoles jueves viernes sábado domingo",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lundis mardis mercredis jeudis vendredis samedis dimanches",
    "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "понедельник вторник среда четверг пятница суббота воскресенье",
    "понедельникам вторникам среду четвергам пятницу субботу воскресеньям",
    "δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή",
    "الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد",
    "सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार",
)
"""The days from Monday on, in several languages."""
WEEKDAYS: Final = {name: number for names in _WEEKDAY_NAMES for number, name in enumerate(names.split(), 1)} | {
    "tues": 2,
    "thurs": 4,
}
"""Days of the week, Monday 1."""
_WEEKDAYS_ALSO_WORDS: Final = frozenset({"mon", "tue", "wed", "thu", "fri", "sat", "sun"})
DATE_WORDS: Final = frozenset({*MONTHS, *WEEKDAYS})
"""Every word that a date may begin with."""
_LAST_MONTH: Final = 12
_LAST_DAY: Final = 31
_YEARS: Final = range(1000, 2200)
_YEAR_DIGITS: Final = 4
_DAY_DIGITS: Final = 2
_CLOCK_DIGITS: Final = 2
_ORDINAL_ENDINGS: Final = frozenset({"st", "nd", "rd", "th", "er", "º"})
ZONES: Final = {
    name: float(hours)
    for names, hours in (
        ("UTC GMT", 0),
        ("BST CET MEZ", 1),
        ("CEST MESZ EET", 2),
        ("EEST MSK", 3),
        ("IST", 5.5),
        ("JST", 9),
        ("EDT", -4),
        ("EST CDT", -5),
        ("CST MDT", -6),
        ("MST PDT", -7),
        ("PST", -8),
    )
    for name in names.split()
}
"""Hours ahead of UTC by the usual abbreviation. IST and CST are read as those of India and Chicago."""
_PARTS: Final = 3
_NOON_HOURS: Final = 12
_MINUTES: Final = 60
_DAY_HOURS: Final = 24


def date_at(tokens: Sequence[Token], at: int) -> Value | None:
    """Read a date or a day of the week that begins at a token."""
    token = tokens[at]
    if token.kind is Kind.NUMBER:
        return _numeric(tokens, at) or _counted(tokens, at) or _day_first(tokens, at) or _year(tokens, at)
    if _is_month(token):
        return _month_first(tokens, at)
    weekday = WEEKDAYS.get(token.word)
    if weekday is not None and token.kind is Kind.WORD and token.word not in _WEEKDAYS_ALSO_WORDS:
        return Value("label", at, at + 1, low=float(weekday), text=f"weekday {weekday}")
    return None


def time_at(tokens: Sequence[Token], at: int) -> Value | None:
    """Read a time of day that begins at a token, in minutes from midnight: 17:00, 5 p.m., 5:30pm."""
    token = tokens[at]
    hours, _, minutes = token.word.partition(":")
    after = word_at(tokens, at + 1)
    if not (hours.isdigit() and len(hours) <= _CLOCK_DIGITS and (minutes or after in {"am", "pm"})):
        return None
    if minutes and not (minutes.isdigit() and len(minutes) == _CLOCK_DIGITS):
        return None
    hour, minute = int(hours), int(minutes or 0)
    last = at + 1
    if after in {"am", "pm"}:
        hour = hour % _NOON_HOURS + (_NOON_HOURS if after == "pm" else 0)
        last = at + 2
    if hour > _DAY_HOURS or minute >= _MINUTES:
        return None
    moment = float(hour * _MINUTES + minute)
    shift = ZONES.get(tokens[last].text) if last < len(tokens) else None
    if shift is not None:
        moment = (moment - shift * _MINUTES) % (_DAY_HOURS * _MINUTES)
        last += 1
    return Value("time", at, last, low=moment, high=moment)


def _is_month(token: Token) -> bool:
    return token.kind is Kind.WORD and token.word in MONTHS and (token.is_capital or token.word not in _ALSO_WORDS)


def _small(text: str, largest: int) -> int | None:
    """Read a number of one or two digits from 1 to ``largest``."""
    return int(text) if text.isdigit() and len(text) <= _DAY_DIGITS and 1 <= int(text) <= largest else None


def _year_of(text: str) -> int | None:
    return int(text) if len(text) == _YEAR_DIGITS and text.isdigit() and int(text) in _YEARS else None


def _numeric(tokens: Sequence[Token], at: int) -> Value | None:
    """Read 2024-03-01, 2024/3/1, 01/03/2024, 1.3.2024."""
    dotted = tokens[at].word.split(".")
    if len(dotted) == _PARTS:
        moment = _moment(dotted, day_first=True)
        last = at + 1
    else:
        joint = word_at(tokens, at + 1)
        parts = [tokens[at].word, word_at(tokens, at + 2), word_at(tokens, at + 4)]
        last = at + 5
        if joint not in {"-", "/"} or word_at(tokens, at + 3) != joint or last > len(tokens):
            return None
        if tokens[last - 1].end - tokens[at].start != sum(map(len, parts)) + 2:
            return None
        moment = _moment(parts, day_first=False)
    if moment is None:
        return None
    return Value("date", at, last, moment=moment, ambiguous=moment[1] is None)


def _moment(parts: Sequence[str], *, day_first: bool) -> Moment | None:
    """Read three parts as a date; month and day stay unknown where their order is open."""
    year = _year_of(parts[0])
    if year is not None:
        month, day = _small(parts[1], _LAST_MONTH), _small(parts[2], _LAST_DAY)
        return (year, month, day) if month and day else None
    first, second, year = _small(parts[0], _LAST_DAY), _small(parts[1], _LAST_DAY), _year_of(parts[2])
    if not (first and second and year) or min(first, second) > _LAST_MONTH:
        return None
    if first > _LAST_MONTH or (day_first and second <= _LAST_MONTH):
        return year, second, first
    if second > _LAST_MONTH or first == second:
        return year, first, second
    return year, None, None


def _counted(tokens: Sequence[Token], at: int) -> Value | None:
    """Read a date whose parts carry their counters: 2024年3月1日, 3월 1일."""
    moment: list[int | None] = [None, None, None]
    last = at
    for place, (counters, largest) in enumerate((("年년", 0), ("月월", _LAST_MONTH), ("日号일", _LAST_DAY))):
        counter = word_at(tokens, last + 1)
        if last + 1 < len(tokens) and tokens[last].kind is Kind.NUMBER and counter and counter in counters:
            moment[place] = _small(tokens[last].word, largest) if largest else _year_of(tokens[last].word)
            last += 2
    year, month, day = moment
    return Value("date", at, last, moment=(year, month, day)) if last > at and any(moment) else None


def _day_first(tokens: Sequence[Token], at: int) -> Value | None:
    """Read 1 March 2024, 1st of March, 1. März, 1 de marzo de 2024."""
    day = _small(tokens[at].word, _LAST_DAY)
    month_at = at + 1
    while word_at(tokens, month_at) in _ORDINAL_ENDINGS | {"of", "de", "."} and month_at < at + 3:
        month_at += 1
    if day is None or month_at >= len(tokens) or not _is_month(tokens[month_at]):
        return None
    year, last = _trailing_year(tokens, month_at + 1)
    return Value("date", at, last, moment=(year, MONTHS[tokens[month_at].word], day))


def _month_first(tokens: Sequence[Token], at: int) -> Value | None:
    """Read March 1, 2024, March 1st, March 2024, March."""
    last = at + 1
    day = _small(word_at(tokens, last), _LAST_DAY)
    if day is not None:
        last += 1
        if word_at(tokens, last) in _ORDINAL_ENDINGS:
            last += 1
    year, last = _trailing_year(tokens, last)
    return Value("date", at, last, moment=(year, MONTHS[tokens[at].word], day))


def _trailing_year(tokens: Sequence[Token], at: int) -> tuple[int | None, int]:
    skipped = at
    while word_at(tokens, skipped) in {",", "of", "de", "."} and skipped < at + 2:
        skipped += 1
    year = _year_of(word_at(tokens, skipped))
    return (year, skipped + 1) if year is not None else (None, at)


def _year(tokens: Sequence[Token], at: int) -> Value | None:
    year = _year_of(tokens[at].word)
    before = word_at(tokens, at - 1)
    after = word_at(tokens, at + 1)
    measured = after in UNITS or after in CURRENCIES or after in SCALES or after in PERCENT_WORDS
    if year is None or before in CURRENCIES or before == "#" or (measured and after not in {"m", "s", "h", "t", "v"}):
        return None
    return Value("date", at, at + 1, moment=(year, None, None))
