"""How much each measure counts for the score. Written by ``bench/fit.py``: signs are fixed, sizes are learned."""

from __future__ import annotations

from typing import Final

BIAS: Final = -0.639
NO_CLAIM: Final = 0.000
"""What is added where an output makes no claim that could be checked."""
QUESTIONS: Final = -1.794
"""What is added where all of an output are questions."""
WEIGHTS: Final[dict[str, float]] = {
    "max absent_values": -0.308,
    "max denied": -0.340,
    "max exclusive": -1.275,
    "max extreme": -0.242,
    "max finding exclusive": -0.156,
    "max finding hedged": -1.120,
    "max finding name_conflict": -0.844,
    "max finding negation": -0.777,
    "max finding opposite": -0.984,
    "max finding order": -2.711,
    "max finding quantifier": -1.744,
    "max finding roles_unclear": -0.441,
    "max finding value_conflict": -0.454,
    "max gap": -0.340,
    "max lost_values": -0.213,
    "max opposites": -0.302,
    "max opposites_covered": -0.419,
    "max replaced_names": -0.077,
    "max swapped": -1.800,
    "max turned": -0.224,
    "max turned_covered": -0.144,
    "max universal": -0.216,
    "max value_conflict_covered": -0.216,
    "max value_conflicts": -0.039,
    "mean anywhere": 0.236,
    "mean best": 0.271,
    "mean coverage": 0.428,
    "mean joint": 0.071,
    "mean leaning": 1.727,
    "mean matched_values": 0.108,
    "mean tail": -0.302,
    "mean thin": -1.024,
    "min found_everywhere": 0.329,
    "min joint": 0.322,
    "sum strange_names": -0.051,
    "sum unknown_names": -0.081,
}
"""Log odds for each unit of a measure, brought together over the claims as its first word says."""
