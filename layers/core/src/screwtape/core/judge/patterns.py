"""Patterns that a criterion brings along: read by a grammar of their own, and run only where their work is bounded.

Literals, classes and counted repeats; no ``*``, ``+``, ``?``, alternatives or groups. At most one count may vary, since
two that meet multiply their ways of failing.
"""

from __future__ import annotations

import re
from typing import Final

STEPS_AT_MOST: Final = 96
"""Characters that a pattern may look at from one place of the output before it gives up there."""

_PART: Final = re.compile(
    r"(?:\\[dwsDWS.\-/()+]|\[[\w\s.\-]{1,40}\]|[\w \-:/@#,])(?:\{(?P<least>\d{1,2})(?:,(?P<most>\d{1,2}))?\})?"
)


def bounded_pattern(pattern: str) -> re.Pattern[str] | None:
    """Give a pattern ready to search with, or None when it is no such pattern or might take too long."""
    steps = steps_of(pattern)
    if steps is None or steps > STEPS_AT_MOST:
        return None
    try:
        return re.compile(pattern)
    except re.error:
        return None


def steps_of(pattern: str) -> int | None:
    """Give the most characters that a pattern looks at from one place, None when it is outside the grammar.

    Each length of the varying part looks at everything after it once more.
    """
    body = pattern.removeprefix("^").removesuffix("$")
    counts: list[tuple[int, int]] = []
    at = 0
    while at < len(body):
        part = _PART.match(body, at)
        if part is None:
            return None
        least = int(part["least"] or 1)
        counts.append((least, int(part["most"] or least)))
        at = part.end()
    varying = [place for place, (least, most) in enumerate(counts) if least != most]
    if not counts or len(varying) > 1:
        return None
    looked = sum(most for _, most in counts)
    if varying:
        least, most = counts[varying[0]]
        looked += (most - least) * (1 + sum(count for _, count in counts[varying[0] + 1 :]))
    return looked
