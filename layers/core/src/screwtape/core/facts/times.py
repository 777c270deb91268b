"""Times of day in their usual forms: 17:00, 5 p.m., 18 Uhr, 18h30, 午後3時, शाम 5 बजे, noon, with or without a zone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.measures import touches
from screwtape.core.facts.numerals import word_at
from screwtape.core.facts.spoken_times import AFTER_FIRST, SPOKEN_WORDS, spoken_at
from screwtape.core.facts.values import Value
from screwtape.core.language.tokens import Kind, Token

NOON: Final = {
    word: minutes
    for minutes, words in (
        (720, "noon midday mediodía полдень 正午"),
        (0, "midnight medianoche minuit mitternacht полночь"),
    )
    for word in words.split()
}
"""Times of day that have names, in minutes from midnight."""
_MORNING: Final = frozenset("am morning matin mañana утра morgens vormittags सुबह صباحا 午前 上午 早上 πμ".split())
_EVENING: Final = frozenset(
    """pm evening afternoon night soir tarde noche вечера дня abends nachmittags शाम रात दोपहर مساء
    午後 下午 晚上 μμ""".split()
)
_LEADS_IN: Final = frozenset("in the de la du at".split())
_CLOCK_WORDS: Final = frozenset("uhr o'clock बजे 時 时 点 點 часов".split())
_AFTER_HOUR: Final = frozenset("الساعة".split())
ZONES: Final = {
    name: int(60 * hours)
    for hours, names in (
        (0, "UTC GMT WET"), (1, "CET BST MEZ"), (2, "CEST EET MESZ"), (3, "MSK"), (5.5, "IST"), (9, "JST KST"),
        (-5, "EST CDT"), (-4, "EDT"), (-6, "CST MDT"), (-7, "MST PDT"), (-8, "PST"),
    )
    for name in names.split()
}  # fmt: skip
"""Minutes ahead of UTC by the usual short name, in capitals."""
_LENGTHS: Final = frozenset("min mins minutes minuten minutos".split())
"""Words that make 7 h 30 a length of time."""
_CLOCK_DIGITS: Final = 2
_NOON_HOURS: Final = 12
_MINUTES: Final = 60
_DAY_HOURS: Final = 24
_HALF_PAST: Final = 30


def time_at(tokens: Sequence[Token], at: int) -> Value | None:
    """Read a time of day that begins at a token, in minutes from midnight."""
    token = tokens[at]
    if token.word in NOON:
        moment = float(NOON[token.word])
        return Value("time", at, at + 1, low=moment, high=moment)
    spoken = None
    if token.word in SPOKEN_WORDS or word_at(tokens, at + 1) in AFTER_FIRST:
        spoken = spoken_at(tokens, at)
    if spoken is not None:
        return _spoken(tokens, at, *spoken)
    return _written(tokens, at) if token.kind is Kind.NUMBER else None


def _written(tokens: Sequence[Token], at: int) -> Value | None:
    read = _hour_and_minute(tokens, at)
    if read is None:
        return None
    hour, minute, last, open_half = read
    half, last = _half_of_day(tokens, at, last)
    if half is None and open_half and not _is_clock(tokens, at, last):
        return None
    if half is not None and hour <= _NOON_HOURS:
        hour = hour % _NOON_HOURS + (_NOON_HOURS if half == "pm" else 0)
    if hour > _DAY_HOURS or minute >= _MINUTES:
        return None
    zone = ZONES.get(tokens[last].text) if last < len(tokens) else None
    moment = float(hour * _MINUTES + minute)
    ambiguous = half is None and open_half and hour <= _NOON_HOURS
    return Value("time", at, last + (zone is not None), low=moment, high=moment, zone=zone, ambiguous=ambiguous)


def _spoken(tokens: Sequence[Token], at: int, minutes: int, last: int) -> Value:
    half, last = _half_of_day(tokens, at, last)
    noon = _NOON_HOURS * _MINUTES
    if half is not None:
        minutes = minutes % noon + (noon if half == "pm" else 0)
    moment = float(minutes % (2 * noon))
    return Value("time", at, last, low=moment, high=moment, ambiguous=half is None and moment <= noon)


def _hour_and_minute(tokens: Sequence[Token], at: int) -> tuple[int, int, int, bool] | None:
    """Give hour, minute, the token after them, and whether they are digits only, which may be anything."""
    text = tokens[at].word
    after = word_at(tokens, at + 1)
    hours, colon, minutes = text.partition(":")
    if not colon and after == "uhr":
        hours, colon, minutes = text.partition(".")
    if not hours.isdigit() or len(hours) > _CLOCK_DIGITS:
        return None
    if colon:
        minutes = minutes.partition(":")[0]
        return (
            (int(hours), int(minutes), at + 1, False) if minutes.isdigit() and len(minutes) == _CLOCK_DIGITS else None
        )
    written = _with_letters(tokens, at, after)
    if written is not None:
        minute, last = written
        return int(hours), minute, last, False
    return int(hours), 0, at + 1, True


def _with_letters(tokens: Sequence[Token], at: int, after: str) -> tuple[int, int] | None:
    """Give the minute, and the token after the time, of an hour with its letter: 15時30分, 3点半, 18h30."""
    if len(after) == 1 + _CLOCK_DIGITS and after[0] == "h" and after[1:].isdigit() and touches(tokens, at + 1):
        return int(after[1:]), at + 2
    following = word_at(tokens, at + 2)
    if after in {"時", "时", "点", "點"}:
        if following.startswith("半"):
            return _HALF_PAST, at + 3
        if word_at(tokens, at + 3) == "分" and following.isdigit():
            return int(following[:_CLOCK_DIGITS]), at + 4
        return 0, at + 2
    spaced = after == "h" and len(following) == _CLOCK_DIGITS and following.isdigit()
    near = spaced and tokens[at + 2].start - tokens[at + 1].end <= 1
    return (int(following), at + 3) if near and word_at(tokens, at + 3) not in _LENGTHS else None


def _half_of_day(tokens: Sequence[Token], at: int, last: int) -> tuple[str | None, int]:
    """Give which half of the day the words around an hour say, and the token after them."""
    if last < len(tokens) and tokens[last].word in {"uhr", "बजे", "часов", "часа", "heures", "o'clock"}:
        last += 1
    ahead = last
    while word_at(tokens, ahead) in _LEADS_IN and ahead < last + 2:
        ahead += 1
    word = word_at(tokens, ahead)
    if word in {"am", "pm"} or (word in _MORNING | _EVENING and (ahead > last or word != "night")):
        return ("am" if word in _MORNING else "pm"), ahead + 1
    before = word_at(tokens, at - 1)
    if before in _MORNING:
        return "am", last
    return ("pm" if before in _EVENING and before not in {"afternoon", "evening", "night"} else None), last


def _is_clock(tokens: Sequence[Token], at: int, last: int) -> bool:
    """Whether a bare number is an hour by a word of the clock beside it."""
    return tokens[last - 1].word in _CLOCK_WORDS - {"часов"} or word_at(tokens, at - 1) in _AFTER_HOUR
