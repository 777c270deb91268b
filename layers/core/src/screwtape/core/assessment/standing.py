"""What the evidence says of each group's answer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from screwtape.core.judge import judge
from screwtape.core.judge.verdict import VerdictName

JUDGED_AT_MOST: Final = 5
"""Groups whose representative is judged, the largest first."""
CHARACTERS_AT_MOST: Final = 40_000
"""Characters of representatives that are judged after the first, which always is."""


class Standing(NamedTuple):
    """The verdict on a group's representative, and the first reason for it."""

    verdict: VerdictName
    reason: str


def standings(task: str, representatives: Sequence[str], evidence: Sequence[str]) -> list[Standing]:
    """Judge the representatives against the evidence; nothing where there is none."""
    if not any(item.strip() for item in evidence):
        return []
    sizes = accumulate(len(output) for output in representatives[:JUDGED_AT_MOST])
    few = max(1, sum(size <= CHARACTERS_AT_MOST for size in sizes))
    told = [judge(task, output, evidence) for output in representatives[:few]]
    return [Standing(each.verdict, each.reasons[0] if each.reasons else "") for each in told]
