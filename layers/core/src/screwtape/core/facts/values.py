"""A value read from text: a number with its unit, a date, a time, money, a label; and how two of them relate."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal

from screwtape.core.facts.units import Unit

ValueKind = Literal["number", "money", "date", "time", "ordinal", "label"]
Bound = Literal["exact", "stated", "at_least", "above", "at_most", "below", "about"]
"""How the words around a number limit it; ``stated`` is a bare number. ``above`` and ``below`` leave the number out."""
End = Literal["", "start", "end", "step"]
"""Which part of a change or a span a value is: what it begins with, what it ends with, how far it goes."""
Moment = tuple[int | None, int | None, int | None]
"""Year, month, day, each known or not."""


class Relation(Enum):
    """What a claimed value is to a value in the evidence."""

    SAME = "same"
    DIFFERENT = "different"
    UNDECIDED = "undecided"
    """Comparable, but the words do not settle it: an ambiguous date, a number inside a range."""
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class Value:
    """One value and the tokens ``first`` to ``last`` (exclusive) that it was read from.

    ``low`` and ``high`` are equal but for a range. ``step`` is the place value of the last digit that was written, the
    ground for rounding. ``other_reading`` is the second reading of 1.234, ``ambiguous`` where it may as well be meant.
    ``text`` is a label, or the digits as they stand. ``soft`` marks words such as "one" and "dozens", which may confirm
    but never contradict. ``per`` is the time that a rate is counted by, ``parts`` are the numbers of a
    version, ``zone`` the minutes that a clock is ahead of UTC.
    """

    kind: ValueKind
    first: int
    last: int
    low: float = 0.0
    high: float = 0.0
    step: float = 1.0
    unit: Unit | None = None
    currency: str = ""
    moment: Moment = (None, None, None)
    ambiguous: bool = False
    text: str = ""
    bound: Bound = "stated"
    other_reading: float | None = None
    soft: bool = False
    scaled: bool = field(default=False)
    """Whether a scale word stands with it, as in 1.2 million, which states its own precision."""
    end: End = ""
    per: Unit | None = None
    parts: tuple[int, ...] = ()
    zone: int | None = None


ABOUT_TOLERANCE: Final = 0.05
"""Relative error that "about" forgives."""
CONVERSION_TOLERANCE: Final = 0.02
"""Relative error forgiven between two units of one dimension, since the writer rounded after converting."""
_EPSILON: Final = 1e-14
"""Relative error of the arithmetic itself: less than one in the last of fifteen digits."""
_FUZZ: Final = 1e-9
"""The same at the border of a rounding, where two errors meet."""
AT_LEAST: Final[frozenset[Bound]] = frozenset({"at_least", "above"})
AT_MOST: Final[frozenset[Bound]] = frozenset({"at_most", "below"})
_STRICT: Final = frozenset({"above", "below"})
_DAY_MINUTES: Final = 1440
_MINUTE: Final = 60


def relation(claimed: Value, known: Value) -> Relation:
    """Compare a claimed value with one in the evidence. The claim may round, the evidence may not."""
    if claimed.kind == "date" and known.kind == "date":
        return _dates(claimed, known)
    if claimed.kind in {"time", "ordinal", "label"} or known.kind in {"time", "ordinal", "label"}:
        return _like_kinds(claimed, known)
    if "date" in {claimed.kind, known.kind}:
        return _year_or_count(claimed, known)
    return _quantities(claimed, known)


def other_end(claimed: Value, known: Value) -> bool:
    """Whether two values are different parts of a change: from 3 is not to 3, and by 3 is neither."""
    return bool(claimed.end and known.end) and claimed.end != known.end


def _quantities(claimed: Value, known: Value) -> Relation:
    if claimed.kind == known.kind == "money" and claimed.currency != known.currency:
        return Relation.DIFFERENT
    if "money" in {claimed.kind, known.kind} and (claimed.unit or known.unit):
        return Relation.UNRELATED
    if claimed.per is not None and known.per is not None and claimed.per != known.per:
        if claimed.unit != known.unit and claimed.unit and known.unit and not _convertible(claimed.unit, known.unit):
            return Relation.UNRELATED  # 3 g a day is not every 8 hours
        return _rates(claimed, known, claimed.per, known.per)
    return _amounts(claimed, known)


def _dates(claimed: Value, known: Value) -> Relation:
    shared = missing = False
    for left, right in zip(claimed.moment, known.moment, strict=True):
        if left and right:
            if left != right:
                return Relation.DIFFERENT
            shared = True
        elif left:
            missing = True
    if claimed.ambiguous or known.ambiguous or not shared:
        return Relation.UNDECIDED
    return Relation.UNDECIDED if missing else _by_bound(claimed, known)


def _like_kinds(claimed: Value, known: Value) -> Relation:
    if claimed.kind != known.kind:
        return _unlike_kinds(claimed, known)
    if claimed.kind == "label":
        return _labels(claimed, known)
    if claimed.kind == "time":
        return _times(claimed, known)
    if claimed.unit != known.unit:
        return Relation.UNRELATED
    return Relation.SAME if (claimed.low, claimed.high) == (known.low, known.high) else Relation.DIFFERENT


def _unlike_kinds(claimed: Value, known: Value) -> Relation:
    kinds = {claimed.kind, known.kind}
    if "date" in kinds:
        return Relation.UNRELATED
    if kinds == {"time", "number"}:
        time, number = (claimed, known) if claimed.kind == "time" else (known, claimed)
        hours = number.unit is None or (number.unit.dimension == "time" and number.unit.factor == _MINUTE**2)
        same = hours and time.low in {number.low * _MINUTE, (number.low + 12) * _MINUTE}
        return Relation.SAME if same else Relation.UNRELATED
    same_number = claimed.low == known.low and "label" in kinds and claimed.unit == known.unit
    return Relation.UNDECIDED if same_number and known.kind in {"label", "number"} else Relation.UNRELATED


def _labels(claimed: Value, known: Value) -> Relation:
    if claimed.text == known.text and claimed.bound == known.bound:
        return Relation.SAME
    if claimed.parts and known.parts and _family(claimed.text) == _family(known.text):
        return _versions(claimed, known)
    if claimed.text == known.text:
        return Relation.SAME
    return Relation.DIFFERENT if _family(claimed.text) == _family(known.text) else Relation.UNRELATED


def _versions(claimed: Value, known: Value) -> Relation:
    """Compare versions part by part: 3.12 is in "3.10 or newer", and 3.9 is not."""
    mine, theirs = claimed.parts, known.parts
    if claimed.bound in AT_LEAST | AT_MOST:
        if known.bound in AT_LEAST | AT_MOST:
            alike = mine == theirs and (claimed.bound in AT_LEAST) == (known.bound in AT_LEAST)
            return Relation.SAME if alike else Relation.DIFFERENT
        return Relation.UNDECIDED if mine == theirs else Relation.DIFFERENT
    if known.bound in AT_LEAST:
        return Relation.SAME if mine > theirs or (mine == theirs and known.bound == "at_least") else Relation.DIFFERENT
    if known.bound in AT_MOST:
        return Relation.SAME if mine < theirs or (mine == theirs and known.bound == "at_most") else Relation.DIFFERENT
    short = min(len(mine), len(theirs))
    if mine[:short] != theirs[:short]:
        return Relation.DIFFERENT
    return Relation.SAME if len(mine) <= len(theirs) else Relation.UNDECIDED


def _family(label: str) -> str:
    """Give the letters that a label begins with, in which its digits count: section, ord-, q."""
    if " " in label:
        return label.rpartition(" ")[0]
    return label.rstrip("0123456789.abcdef").rstrip("-") if label[:1].isalpha() else ""


def _times(claimed: Value, known: Value) -> Relation:
    mine, theirs = claimed.low, known.low
    if claimed.zone is not None and known.zone is not None and claimed.zone != known.zone:
        mine, theirs = (mine - claimed.zone) % _DAY_MINUTES, (theirs - known.zone) % _DAY_MINUTES
    if mine == theirs:
        return _by_bound(claimed, known)
    half_open = claimed.ambiguous or known.ambiguous
    return Relation.UNDECIDED if half_open and abs(mine - theirs) == _DAY_MINUTES / 2 else Relation.DIFFERENT


def _year_or_count(claimed: Value, known: Value) -> Relation:
    """Compare a date with a bare number: the same digits are one thing, anything else says nothing."""
    date, number = (claimed, known) if claimed.kind == "date" else (known, claimed)
    if number.kind == "number" and number.unit is None and date.moment == (number.low, None, None):
        return Relation.SAME
    return Relation.UNRELATED


def _rates(claimed: Value, known: Value, mine: Unit, theirs: Unit) -> Relation:
    """Compare amounts per month and per year: by what they come to, else by whether they only look alike."""
    alike = Relation.DIFFERENT if claimed.low == known.low else Relation.UNRELATED
    if mine.dimension != theirs.dimension:
        return alike
    worth = known.low / theirs.factor * mine.factor
    slack = max(CONVERSION_TOLERANCE * abs(worth), _FUZZ)
    return Relation.SAME if abs(claimed.low - worth) <= slack else Relation.DIFFERENT


def _amounts(claimed: Value, known: Value) -> Relation:
    if claimed.unit != known.unit and not _convertible(claimed.unit, known.unit):
        alike = claimed.low == known.low
        if _is_frequency(claimed.unit) or _is_frequency(known.unit):
            return Relation.UNRELATED  # three tablets are not three times a day
        if claimed.unit and known.unit:
            return Relation.DIFFERENT if alike else Relation.UNRELATED
        return Relation.UNDECIDED if alike else Relation.UNRELATED
    factor, offset = _conversion(claimed.unit, known.unit)
    slack = _slack(claimed, known, factor)
    low, high = claimed.low * factor + offset, claimed.high * factor + offset
    if (_close(low, known.low, slack) and _close(high, known.high, slack)) or _same_digits(claimed, known):
        return Relation.UNDECIDED if known.soft and not claimed.soft else _by_bound(claimed, known)
    if claimed.soft or known.soft or _may_be_same(claimed, known, factor, offset):
        return Relation.UNDECIDED
    return _by_interval(claimed, known, factor, offset)


def _same_digits(claimed: Value, known: Value) -> bool:
    """Whether both were written 1.250, and only the languages around them read it in two ways."""
    turned = (claimed.other_reading, claimed.low) == (known.low, known.other_reading)
    return turned and claimed.unit == known.unit and claimed.text == known.text


def _may_be_same(claimed: Value, known: Value, factor: float, offset: float) -> bool:
    """Whether two amounts are one if a separator is read otherwise, where nothing tells how it is to be read."""
    if not (claimed.ambiguous or known.ambiguous):
        return False
    mine = [claimed.low] if claimed.other_reading is None else [claimed.low, claimed.other_reading]
    theirs = [known.low] if known.other_reading is None else [known.low, known.other_reading]
    return any(one * factor + offset == other for one in mine for other in theirs)


def _is_frequency(unit: Unit | None) -> bool:
    return unit is not None and unit.dimension == "times"


def _convertible(claimed: Unit | None, known: Unit | None) -> bool:
    return claimed is not None and known is not None and claimed.dimension == known.dimension


def _conversion(claimed: Unit | None, known: Unit | None) -> tuple[float, float]:
    """Give what a claimed amount is multiplied by, and what is added, to stand in the known unit."""
    if claimed is None or known is None or claimed == known:
        return 1.0, 0.0
    return claimed.factor / known.factor, (claimed.offset - known.offset) / known.factor


def _slack(claimed: Value, known: Value, factor: float) -> float:
    """Give how far the claimed amount may lie from the known one and still be its rounding, in the known unit."""
    slack = _EPSILON * max(abs(known.low), abs(known.high), 1.0)
    if claimed.step * factor > known.step and (claimed.scaled or claimed.step <= 1 or claimed.bound == "about"):
        slack = max(slack, claimed.step * factor / 2)
    if claimed.unit != known.unit:
        slack = max(slack, CONVERSION_TOLERANCE * abs(known.low))
    if "about" in {claimed.bound, known.bound}:
        slack = max(slack, ABOUT_TOLERANCE * abs(known.low))
    return slack


def _close(claimed: float, known: float, slack: float) -> bool:
    return claimed == known or abs(claimed - known) <= slack * (1 + _FUZZ)


def _by_bound(claimed: Value, known: Value) -> Relation:
    """Decide equal values by their bounds: exactly 30 is more than at least 30 says, at most 30 is its opposite."""
    mine, theirs = claimed.bound, known.bound
    limits = AT_LEAST | AT_MOST
    if mine in limits and theirs in limits and mine != theirs:
        # round numbers are not written to the unit, so over a million is at least a million
        opposed = (mine in AT_LEAST) != (theirs in AT_LEAST)
        return Relation.DIFFERENT if opposed or not (claimed.scaled or known.scaled) else Relation.SAME
    if (mine == "exact" and theirs in limits | {"about"}) or (theirs == "exact" and mine in _STRICT):
        return Relation.DIFFERENT
    return Relation.SAME


def _by_interval(claimed: Value, known: Value, factor: float, offset: float) -> Relation:
    """Decide unequal amounts: bounds and ranges may hold the other value without naming it."""
    low, high = claimed.low * factor + offset, claimed.high * factor + offset
    mine, theirs = claimed.bound, known.bound
    if (mine in AT_LEAST and theirs in AT_LEAST) or (mine in AT_MOST and theirs in AT_MOST):
        return Relation.DIFFERENT  # a rule's limit is the fact, even where one limit implies the other
    if low < high and known.low < known.high:
        return Relation.DIFFERENT
    implied = (mine in AT_LEAST and known.low >= low) or (mine in AT_MOST and known.high <= high)
    inside = known.low <= low <= high <= known.high or low <= known.low <= known.high <= high
    return Relation.UNDECIDED if implied or inside else Relation.DIFFERENT
