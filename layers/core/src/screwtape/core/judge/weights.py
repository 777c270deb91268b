"""How much each measure counts for the score. Written by ``bench/fit.py``: signs fixed, sizes learned."""

from __future__ import annotations

from typing import Final

BIAS: Final = -0.534
NO_CLAIM: Final = 0.000
"""What is added where an output makes no claim that could be checked."""
QUESTIONS: Final = -1.777
"""What is added where all of an output are questions."""
WEIGHTS: Final[dict[str, float]] = {
    "max absent_values": -0.254,
    "max denied": -0.358,
    "max exclusive": -1.218,
    "max extreme": -0.240,
    "max finding exclusive": -0.226,
    "max finding hedged": -1.077,
    "max finding name_conflict": -0.642,
    "max finding negation": -0.726,
    "max finding opposite": -1.215,
    "max finding order": -2.201,
    "max finding quantifier": -2.874,
    "max finding roles_unclear": -0.124,
    "max finding value_conflict": -0.515,
    "max gap": -0.300,
    "max lost_values": -0.270,
    "max opposites": -0.329,
    "max opposites_covered": -0.337,
    "max replaced_names": -0.086,
    "max swapped": -1.859,
    "max turned": -0.253,
    "max turned_covered": -0.094,
    "max universal": -0.197,
    "max value_conflict_covered": -0.282,
    "max value_conflicts": -0.131,
    "mean anywhere": 0.242,
    "mean best": 0.267,
    "mean coverage": 0.437,
    "mean joint": 0.030,
    "mean leaning": 1.676,
    "mean matched_values": 0.103,
    "mean tail": -0.283,
    "mean thin": -1.061,
    "min found_everywhere": 0.311,
    "min joint": 0.351,
    "sum strange_names": -0.071,
    "sum unknown_names": -0.081,
}
"""Log odds for each unit of a measure, brought together over the claims as its first word says."""
