"""How much each measure against gold answers counts. Written by ``bench/fit_reference.py``; the signs are fixed."""

from __future__ import annotations

from typing import Final

BIAS: Final = -1.820
WEIGHTS: Final[dict[str, float]] = {
    "exact": 1.983,
    "inside": 0.706,
    "recall": 1.749,
    "recall_new": 0.607,
    "balance": 0.456,
    "precision_words": 0.776,
    "same_answer": 2.506,
    "both_deny": 2.52,
    "doubted": 1.568,
    "other_answer": -2.58,
    "one_denies": -0.261,
    "value_conflict": -1.584,
    "universal": -0.564,
    "repeats": -0.621,
}
"""Log odds for each unit of a measure."""
