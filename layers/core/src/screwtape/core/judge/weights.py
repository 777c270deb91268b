"""How much each measure counts for the score. Written by ``bench/fit.py``: signs fixed, sizes learned."""

from __future__ import annotations

from typing import Final

BIAS: Final = -0.610
NO_CLAIM: Final = 0.000
"""What is added where an output makes no claim that could be checked."""
QUESTIONS: Final = -1.689
"""What is added where all of an output are questions."""
WEIGHTS: Final[dict[str, float]] = {
    "max absent_values": -0.138,
    "max denied": -0.422,
    "max exclusive": -1.216,
    "max extreme": -0.214,
    "max finding exclusive": -0.138,
    "max finding hedged": -1.202,
    "max finding name_conflict": -0.586,
    "max finding negation": -0.757,
    "max finding opposite": -1.078,
    "max finding order": -2.229,
    "max finding overclaim": -0.180,
    "max finding quantifier": -2.833,
    "max finding value_conflict": -0.516,
    "max gap": -0.280,
    "max lost_values": -0.315,
    "max opposites": -0.431,
    "max opposites_covered": -0.331,
    "max replaced_names": -0.096,
    "max swapped": -0.416,
    "max turned": -0.336,
    "max turned_covered": -0.068,
    "max universal": -0.128,
    "max value_conflict_covered": -0.281,
    "max value_conflicts": -0.123,
    "mean anywhere": 0.268,
    "mean best": 0.259,
    "mean coverage": 0.414,
    "mean joint": 0.050,
    "mean leaning": 1.670,
    "mean matched_values": 0.103,
    "mean tail": -0.291,
    "mean thin": -1.004,
    "min found_everywhere": 0.308,
    "min joint": 0.392,
    "sum lost_values": -0.016,
    "sum strange_names": -0.048,
    "sum unknown_names": -0.103,
}
"""Log odds for each unit of a measure, brought together over the claims as its first word says."""
