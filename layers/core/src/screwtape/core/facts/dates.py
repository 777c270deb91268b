"""Dates in their usual forms. 03/04/2024 is two dates at once and decides nothing but its year."""

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
_DAY_NAMES: Final = (
    (
        """monday mondays lunes lundi lundis montag montags понедельник понедельникам понедельника δευτέρα
            الاثنين الإثنين सोमवार 周一 週一 期一 拜一 月曜"""
    ),
    (
        """tuesday tuesdays martes mardi mardis dienstag dienstags вторник вторникам вторника τρίτη الثلاثاء
            मंगलवार 周二 週二 期二 拜二 火曜"""
    ),
    (
        """wednesday wednesdays miércoles mercredi mercredis mittwoch mittwochs среда среду средам среды
            τετάρτη الأربعاء बुधवार 周三 週三 期三 拜三 水曜"""
    ),
    (
        """thursday thursdays jueves jeudi jeudis donnerstag donnerstags четверг четвергам четверга πέμπτη
            الخميس गुरुवार बृहस्पतिवार 周四 週四 期四 拜四 木曜"""
    ),
    (
        """friday fridays viernes vendredi vendredis freitag freitags пятница пятницу пятницам пятницы
            παρασκευή الجمعة शुक्रवार 周五 週五 期五 拜五 金曜"""
    ),
    (
        """saturday saturdays sábado sábados samedi samedis samstag samstags sonnabend суббота субботу субботам
            субботы σάββατο السبت शनिवार 周六 週六 期六 拜六 土曜"""
    ),
    (
        """sunday sundays domingo domingos dimanche dimanches sonntag sonntags воскресенье воскресеньям
            воскресенья κυριακή الأحد रविवार 周日 週日 期日 期天 拜天 日曜"""
    ),
)
_SHORT_DAYS: Final = (
    "mon mo lun пн", "tue tues di mar вт", "wed mi mié mer ср", "thu thurs do jue jeu чт", "fri fr vie ven пт",
    "sat sa sáb sam сб", "sun so dom dim вс",
)  # fmt: skip
WEEKDAYS: Final = {name: number for number, names in enumerate(_DAY_NAMES, 1) for name in names.split()}
"""Days of the week, Monday 1."""
_SHORT_WEEKDAYS: Final = {name: number for number, names in enumerate(_SHORT_DAYS, 1) for name in names.split()}
"""Their short forms, which are other words as well: days only beside a dash, a colon, a number or another day."""
_BESIDE_DAYS: Final = frozenset({"-", "/", ":"})
_RECURRING: Final = {
    word: f"{sort} {number}"
    for sort, lines in (
        (
            "daypart",
            ("morning mañana matin утром mornings", "afternoon afternoons", "evening evenings noche soir вечером"),
        ),
        (
            "season",
            (
                "spring primavera printemps весной",
                "summer verano été летом",
                "autumn fall otoño automne осенью",
                "winter invierno hiver зимой",
            ),
        ),
    )
    for number, words in enumerate(lines, 1)
    for word in words.split()
}
"""Parts of the day and of the year, told apart where the words before them say that they are times."""
_BEFORE_RECURRING: Final = frozenset("the in every each during la le en au this next".split())
DATE_WORDS: Final = frozenset({*MONTHS, *WEEKDAYS, *_SHORT_WEEKDAYS, *_RECURRING})
"""Every word that a date may begin with."""
_LAST_MONTH: Final = 12
_LAST_DAY: Final = 31
_YEARS: Final = range(1000, 2200)
_YEAR_DIGITS: Final = 4
_DAY_DIGITS: Final = 2
_ORDINAL_ENDINGS: Final = frozenset({"st", "nd", "rd", "th", "er", "º"})
_PARTS: Final = 3


def date_at(tokens: Sequence[Token], at: int) -> Value | None:
    """Read a date or a day of the week that begins at a token."""
    token = tokens[at]
    if token.kind is Kind.NUMBER:
        return _numeric(tokens, at) or _counted(tokens, at) or _day_first(tokens, at) or _year(tokens, at)
    if _is_month(token):
        return _month_first(tokens, at)
    if token.word in _RECURRING:
        named = token.is_capital or (at and tokens[at - 1].word not in _BEFORE_RECURRING)
        return None if named else Value("label", at, at + 1, text=_RECURRING[token.word])
    weekday = WEEKDAYS.get(token.word) or _short_weekday(tokens, at)
    return Value("label", at, at + 1, low=float(weekday), text=f"weekday {weekday}") if weekday else None


def _short_weekday(tokens: Sequence[Token], at: int) -> int | None:
    token = tokens[at]
    if not token.is_capital or token.word not in _SHORT_WEEKDAYS:
        return None
    beside = [tokens[place] for place in (at - 1, at + 1) if 0 <= place < len(tokens)]
    named = any(
        each.text in _BESIDE_DAYS or each.kind is Kind.NUMBER or each.word in WEEKDAYS or each.word in {"to", "bis"}
        for each in beside
    )
    return _SHORT_WEEKDAYS[token.word] if named else None


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
