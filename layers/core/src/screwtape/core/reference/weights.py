"""How much each measure against gold answers counts. Written by ``bench/fit_reference.py``; the signs are fixed."""

from __future__ import annotations

from typing import Final

BIAS: Final = -1.794
WEIGHTS: Final[dict[str, float]] = {
    "exact": 2.008,
    "inside": 0.67,
    "recall": 1.645,
    "recall_new": 0.645,
    "balance": 0.515,
    "precision_words": 0.776,
    "same_answer": 2.517,
    "both_deny": 2.519,
    "doubted": 2.225,
    "other_answer": -2.596,
    "one_denies": -0.278,
    "value_conflict": -1.636,
    "universal": -0.601,
    "repeats": -0.601,
}
"""Log odds for each unit of a measure."""
