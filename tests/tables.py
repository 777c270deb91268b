"""Tables that a run of the suite prints: rows that tests found out, gathered over all its processes.

``make tables`` prints them; a plain run keeps them to itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Protocol, cast

import pytest

PROPERTY = "table row"


class Tabulate(Protocol):
    """Puts one row into a table of the run."""

    def __call__(self, table: str, place: int, row: Mapping[str, object]) -> None:
        """Add a row: ``table`` is the heading, ``place`` orders the rows, the members of ``row`` are the columns."""
        ...


@pytest.fixture
def tabulate(record_property: object) -> Tabulate:
    """Give what puts a row into a table of the run."""

    def add(table: str, place: int, row: Mapping[str, object]) -> None:
        assert callable(record_property)
        record_property(PROPERTY, [table, place, {name: str(value) for name, value in row.items()}])

    return add


def written(reports: Iterable[pytest.TestReport]) -> str:
    """Write every table that these reports hold rows of, as Markdown."""
    tables: dict[str, dict[int, dict[str, str]]] = defaultdict(dict)
    for report in reports:
        for name, value in report.user_properties:
            if name == PROPERTY:
                heading, place, row = cast("tuple[str, int, dict[str, str]]", value)
                tables[heading].setdefault(place, row)
    return "\n".join(_table(heading, [rows[at] for at in sorted(rows)]) for heading, rows in sorted(tables.items()))


def _table(heading: str, rows: list[dict[str, str]]) -> str:
    lines = [list(rows[0]), ["---"] * len(rows[0]), *(list(row.values()) for row in rows)]
    return f"\n{heading}\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
