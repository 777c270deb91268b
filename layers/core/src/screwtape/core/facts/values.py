"""A value read from text: a number with its unit, a date, a time, money, a label; and how two of them relate."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Literal

from screwtape.core.facts.units import CELSIUS, FAHRENHEIT, Unit

ValueKind = Literal["number", "money", "date", "time", "ordinal", "label"]
Bound = Literal["exact", "stated", "at_least", "at_most", "about"]
"""How the words around a number limit it; ``stated`` is a bare number."""
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
    ground for rounding. ``other_reading`` is the second reading of 1.234. ``soft`` marks words such as "one" and
    "dozens", which may confirm but never contradict.
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
    rate: str = ""
    """What it is an amount for each of: month, user."""
    scaled: bool = field(default=False)
    """Whether a scale word stands with it, as in 1.2 million, which states its own precision."""


ABOUT_TOLERANCE: Final = 0.05
"""Relative error that "about" forgives."""
CONVERSION_TOLERANCE: Final = 0.02
"""Relative error forgiven between two units of one dimension, since the writer rounded after converting."""
PER_YEAR: Final = {"year": 1.0, "quarter": 4.0, "month": 12.0, "week": 52.0, "day": 365.0, "hour": 8760.0}
"""How many of each a year has."""
_EPSILON: Final = 1e-9


def relation(claimed: Value, known: Value) -> Relation:
    """Compare a claimed value with one in the evidence. The claim may round, the evidence may not."""
    if claimed.kind == "date" and known.kind == "date":
        return _dates(claimed, known)
    if claimed.rate and known.rate and claimed.rate != known.rate:
        return _rates(claimed, known)
    if claimed.kind in {"time", "ordinal", "label"} or known.kind in {"time", "ordinal", "label"}:
        return _like_kinds(claimed, known)
    if "date" in {claimed.kind, known.kind}:
        return _year_or_count(claimed, known)
    return _quantities(claimed, known)


def _quantities(claimed: Value, known: Value) -> Relation:
    if claimed.kind == known.kind == "money" and claimed.currency != known.currency:
        return Relation.DIFFERENT
    if "money" in {claimed.kind, known.kind} and (claimed.unit or known.unit):
        return Relation.UNRELATED
    return _amounts(claimed, known)


def _rates(claimed: Value, known: Value) -> Relation:
    """Compare an amount each month with one each year; other rates are different things."""
    if claimed.rate in PER_YEAR and known.rate in PER_YEAR:
        mine, theirs = (
            replace(each, low=each.low * PER_YEAR[each.rate], high=each.high * PER_YEAR[each.rate], rate="")
            for each in (claimed, known)
        )
        return relation(mine, theirs)
    same = claimed.kind == known.kind and claimed.low == known.low
    return Relation.DIFFERENT if same else Relation.UNRELATED


def _dates(claimed: Value, known: Value) -> Relation:
    shared = [(left, right) for left, right in zip(claimed.moment, known.moment, strict=True) if left and right]
    if any(left != right for left, right in shared):
        return Relation.DIFFERENT
    if claimed.ambiguous or known.ambiguous or not shared:
        return Relation.UNDECIDED
    missing = any(left and not right for left, right in zip(claimed.moment, known.moment, strict=True))
    return Relation.UNDECIDED if missing else Relation.SAME


def _like_kinds(claimed: Value, known: Value) -> Relation:
    if claimed.kind == "label" and known.kind == "number" and known.bound in {"at_least", "at_most"} and claimed.low:
        holds = claimed.low >= known.low if known.bound == "at_least" else claimed.low <= known.low
        return Relation.SAME if holds else Relation.DIFFERENT
    if claimed.kind != known.kind:
        if "ordinal" in {claimed.kind, known.kind} and "date" in {claimed.kind, known.kind}:
            return Relation.UNRELATED
        same_number = (
            claimed.low == known.low != 0.0 and "label" in {claimed.kind, known.kind} and claimed.unit == known.unit
        )
        return Relation.UNDECIDED if same_number and known.kind in {"label", "number"} else Relation.UNRELATED
    if claimed.kind == "label":
        if claimed.text == known.text:
            return Relation.SAME
        return Relation.DIFFERENT if _family(claimed.text) == _family(known.text) else Relation.UNRELATED
    return Relation.SAME if (claimed.low, claimed.high) == (known.low, known.high) else Relation.DIFFERENT


def _family(label: str) -> str:
    """Give the letters that a label begins with, in which its digits count: section, ord-, q."""
    return label.rstrip("0123456789.abcdef").rstrip("-") if label[:1].isalpha() else ""


def _year_or_count(claimed: Value, known: Value) -> Relation:
    """Compare a date with a bare number: the same digits are one thing, anything else says nothing."""
    date, number = (claimed, known) if claimed.kind == "date" else (known, claimed)
    if number.kind == "number" and number.unit is None and date.moment == (number.low, None, None):
        return Relation.SAME
    return Relation.UNRELATED


def _in_celsius(value: Value) -> Value:
    if value.unit is None or value.unit != FAHRENHEIT:
        return value
    low, high = ((each - 32.0) / 1.8 for each in (value.low, value.high))
    return replace(value, low=low, high=high, unit=CELSIUS, bound="about" if value.bound == "stated" else value.bound)


def _amounts(claimed: Value, known: Value) -> Relation:
    if FAHRENHEIT in {claimed.unit, known.unit} and CELSIUS in {claimed.unit, known.unit}:
        return _amounts(_in_celsius(claimed), _in_celsius(known))
    if claimed.unit != known.unit and not _convertible(claimed.unit, known.unit):
        alike = claimed.low == known.low
        if claimed.unit and known.unit:
            return Relation.DIFFERENT if alike else Relation.UNRELATED
        return Relation.UNDECIDED if alike else Relation.UNRELATED
    factor = claimed.unit.factor / known.unit.factor if claimed.unit and known.unit else 1.0
    readings = [(claimed.low, claimed.high)]
    if claimed.other_reading is not None:
        readings.append((claimed.other_reading, claimed.other_reading))
    known_readings = [(known.low, known.high)]
    if known.other_reading is not None:
        known_readings.append((known.other_reading, known.other_reading))
    slack = _slack(claimed, known, factor)
    for low, high in readings:
        for known_low, known_high in known_readings:
            if _close(low * factor, known_low, slack) and _close(high * factor, known_high, slack):
                return Relation.UNDECIDED if known.soft and not claimed.soft else _by_bound(claimed, known)
    if claimed.soft or known.soft:
        return Relation.UNDECIDED
    return _by_interval(claimed, known, factor)


def _convertible(claimed: Unit | None, known: Unit | None) -> bool:
    return claimed is not None and known is not None and claimed.dimension == known.dimension


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
    return claimed == known or abs(claimed - known) <= slack * (1 + _EPSILON)


def _by_bound(claimed: Value, known: Value) -> Relation:
    """Decide equal amounts by their bounds: exactly 30 is more than at least 30 says, at most 30 is its opposite."""
    limits = {"at_least", "at_most"}
    if claimed.bound in limits and known.bound in limits and claimed.bound != known.bound:
        return Relation.DIFFERENT
    if claimed.bound == "exact" and known.bound in limits | {"about"}:
        return Relation.DIFFERENT
    return Relation.SAME


def _by_interval(claimed: Value, known: Value, factor: float) -> Relation:
    """Decide unequal amounts: bounds and ranges may hold the other value without naming it."""
    low, high = claimed.low * factor, claimed.high * factor
    if claimed.bound == known.bound in {"at_least", "at_most"}:
        return Relation.DIFFERENT  # a rule's limit is the fact, even where one limit implies the other
    if low < high and known.low < known.high:
        return Relation.DIFFERENT
    implied = (claimed.bound == "at_least" and known.low >= low) or (claimed.bound == "at_most" and known.high <= high)
    inside = known.low <= low <= high <= known.high or low <= known.low <= known.high <= high
    return Relation.UNDECIDED if implied or inside else Relation.DIFFERENT
