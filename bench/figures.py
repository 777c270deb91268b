"""What predictions are worth: balanced accuracy, area under the ROC curve, calibration, false passes.

A set weighs the same whatever its size, and one threshold serves all sets, as it must in use. A figure that rests on
nothing, such as the share of right ones among no passes, is NaN, and no part of a mean.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

BINS: Final = 10
_THRESHOLDS: Final = 400


@dataclass(slots=True)
class Scored:
    """The rows of one set: whether each output is right, its score, and its verdict or action."""

    right: list[bool] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)

    def add(self, right: bool, score: float, verdict: str) -> None:  # noqa: FBT001 - the label of a row
        """Add one row."""
        self.right.append(right)
        self.scores.append(score)
        self.verdicts.append(verdict)


def auroc(scored: Scored) -> float:
    """Give the chance that a right output scores above a wrong one, ties counted half."""
    wrong = sorted(score for right, score in zip(scored.right, scored.scores, strict=True) if not right)
    good = [score for right, score in zip(scored.right, scored.scores, strict=True) if right]
    if not wrong or not good:
        return float("nan")
    wins = sum(bisect.bisect_left(wrong, score) + bisect.bisect_right(wrong, score) for score in good)
    return wins / (2 * len(good) * len(wrong))


def balanced(scored: Scored, threshold: float) -> float:
    """Give the mean of the shares of right outputs at or above a threshold and of wrong ones under it."""
    good = [score >= threshold for right, score in zip(scored.right, scored.scores, strict=True) if right]
    wrong = [score < threshold for right, score in zip(scored.right, scored.scores, strict=True) if not right]
    return (share(good) + share(wrong)) / 2


def best_threshold(sets: Iterable[Scored]) -> float:
    """Give the one threshold with the best mean balanced accuracy over sets."""
    scored = list(sets)
    values = sorted({score for each in scored for score in each.scores})
    if not values:
        return float("nan")
    step = max(1, len(values) // _THRESHOLDS)
    candidates = [*values[::step], values[-1] + 1e-9]
    two_sided = [each for each in scored if any(each.right) and not all(each.right)]
    return max(candidates, key=lambda threshold: sum(balanced(each, threshold) for each in two_sided))


def share(flags: Sequence[bool]) -> float:
    """Give the share of true ones."""
    return sum(flags) / len(flags) if flags else float("nan")


def mean(values: Iterable[float]) -> float:
    """Give the mean of those values that are numbers."""
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else float("nan")


def calibration(sets: Iterable[Scored]) -> list[tuple[int, float, float]]:
    """Give, for each tenth of the score that has rows, their number, their mean score and the share that is right."""
    bins: list[list[tuple[bool, float]]] = [[] for _ in range(BINS)]
    for scored in sets:
        for right, score in zip(scored.right, scored.scores, strict=True):
            bins[min(BINS - 1, int(score * BINS))].append((right, score))
    return [
        (len(each), sum(score for _, score in each) / len(each), share([right for right, _ in each]))
        for each in bins
        if each
    ]


def calibration_error(sets: Iterable[Scored]) -> float:
    """Give the mean distance of score and share over the rows of all sets, pooled."""
    table = calibration(sets)
    total = sum(count for count, _, _ in table)
    return sum(count * abs(score - right) for count, score, right in table) / total if total else 0.0


def passed(scored: Scored) -> tuple[float, float, float]:
    """Give the share of wrong outputs that pass, of right ones that do, and of those passed that are right."""
    passes = [verdict == "pass" for verdict in scored.verdicts]
    good = [each for each, right in zip(passes, scored.right, strict=True) if right]
    wrong = [each for each, right in zip(passes, scored.right, strict=True) if not right]
    right_passes = [right for each, right in zip(passes, scored.right, strict=True) if each]
    return share(wrong), share(good), share(right_passes)
