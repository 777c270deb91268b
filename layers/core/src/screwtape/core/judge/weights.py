"""How much each measure counts for the score. Written by ``bench/fit.py``: signs fixed, sizes learned."""

from __future__ import annotations

from typing import Final

BIAS: Final = -0.575
NO_CLAIM: Final = 0.000
"""What is added where an output makes no claim that could be checked."""
QUESTIONS: Final = -1.714
"""What is added where all of an output are questions."""
WEIGHTS: Final[dict[str, float]] = {
    "max absent_values": -0.263,
    "max denied": -0.357,
    "max exclusive": -1.216,
    "max extreme": -0.243,
    "max finding exclusive": -0.223,
    "max finding hedged": -1.043,
    "max finding name_conflict": -0.649,
    "max finding negation": -0.687,
    "max finding opposite": -1.160,
    "max finding order": -2.190,
    "max finding quantifier": -2.837,
    "max finding roles_unclear": -0.080,
    "max finding value_conflict": -0.488,
    "max gap": -0.283,
    "max lost_values": -0.266,
    "max opposites": -0.330,
    "max opposites_covered": -0.359,
    "max replaced_names": -0.085,
    "max swapped": -1.889,
    "max turned": -0.270,
    "max turned_covered": -0.149,
    "max universal": -0.191,
    "max value_conflict_covered": -0.260,
    "max value_conflicts": -0.136,
    "mean anywhere": 0.252,
    "mean best": 0.279,
    "mean coverage": 0.435,
    "mean joint": 0.040,
    "mean leaning": 1.677,
    "mean matched_values": 0.099,
    "mean tail": -0.294,
    "mean thin": -1.038,
    "min found_everywhere": 0.317,
    "min joint": 0.329,
    "sum strange_names": -0.073,
    "sum unknown_names": -0.081,
}
"""Log odds for each unit of a measure, brought together over the claims as its first word says."""
