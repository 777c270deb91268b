"""The calls to the model of one day, counted for the whole deployment in one row."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final

from screwtape.adapters.dynamodb import rows
from screwtape.adapters.dynamodb.replies import ConditionFailed, ReplyLost, unavailable
from screwtape.adapters.dynamodb.table import Table
from screwtape.core.metering import Day
from screwtape.core.terms import DAY_SECONDS

_KEPT_SECONDS: Final = 2 * DAY_SECONDS
"""How long after the beginning of its day a count is kept: a clock may be behind."""


def take(table: Table, day: Day, most: int) -> bool:
    """Count one call, unless ``most`` are counted: one request, and one row that all functions write."""
    if most < 1:
        return False
    begun = int(datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp())
    values = {":one": 1, ":none": 0, ":most": most, ":exp": begun + _KEPT_SECONDS}
    try:
        table.update(
            rows.model_calls(day),
            "SET #n = if_not_exists(#n, :none) + :one, #exp = :exp",
            "attribute_not_exists(#n) OR #n < :most",
            values,
        )
    except ConditionFailed:
        return False
    except ReplyLost as error:
        raise unavailable() from error
    return True
