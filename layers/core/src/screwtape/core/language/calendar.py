"""The names of the months, which the cutting of sentences and the reading of dates both need."""

from __future__ import annotations

from typing import Final

_MONTH_NAMES: Final = (
    "january jan enero janvier januar janeiro gennaio января",
    "february feb febrero février februar fevereiro febbraio февраля",
    "march mar marzo mars märz março марта",
    "april apr abril avril aprile апреля",
    "may mayo mai maio maggio мая",
    "june jun junio juin juni junho giugno июня",
    "july jul julio juillet juli julho luglio июля",
    "august aug agosto août августа",
    "september sep sept septiembre septembre setembro settembre сентября",
    "october oct octubre octobre oktober outubro ottobre октября",
    "november nov noviembre novembre novembro ноября",
    "december dec diciembre décembre dezember dezembro dicembre декабря",
)
MONTHS: Final = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names.split()}
"""Number of the month by its lower-case name, full or short."""
