"""How much each measure against gold answers counts. Written by ``bench/fit.py``; the signs are fixed."""

from __future__ import annotations

from typing import Final

BIAS: Final = -1.562
WEIGHTS: Final[dict[str, float]] = {
    "exact": 1.885,
    "recall": 1.543,
    "recall_new": 0.812,
    "balance": 0.658,
    "precision": 0.119,
    "same_answer": 2.114,
    "other_answer": -2.339,
    "both_deny": 2.209,
    "one_denies": -0.489,
    "value_conflict": -1.492,
    "strangers": -0.526,
    "universal": -0.657,
    "repeats": -0.508,
    "doubted": 1.565,
    "opposites": -0.025,
}
"""Log odds for each unit of a measure."""
