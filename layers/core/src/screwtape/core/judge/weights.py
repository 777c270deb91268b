"""How much each measure counts for the score. Written by ``bench/fit.py``: signs fixed, sizes learned."""

from __future__ import annotations

from typing import Final

BIAS: Final = -0.613
NO_CLAIM: Final = 0.000
"""What is added where an output makes no claim that could be checked."""
QUESTIONS: Final = -1.690
"""What is added where all of an output are questions."""
WEIGHTS: Final[dict[str, float]] = {
    "max absent_values": -0.154,
    "max denied": -0.421,
    "max exclusive": -1.216,
    "max extreme": -0.222,
    "max finding exclusive": -0.138,
    "max finding hedged": -1.247,
    "max finding name_conflict": -0.555,
    "max finding negation": -0.723,
    "max finding opposite": -1.174,
    "max finding order": -3.997,
    "max finding overclaim": -0.194,
    "max finding quantifier": -2.790,
    "max finding role_swap": -0.244,
    "max finding value_conflict": -0.510,
    "max gap": -0.277,
    "max lost_values": -0.307,
    "max opposites": -0.426,
    "max opposites_covered": -0.321,
    "max replaced_names": -0.099,
    "max swapped": -0.442,
    "max turned": -0.361,
    "max turned_covered": -0.076,
    "max universal": -0.129,
    "max value_conflict_covered": -0.262,
    "max value_conflicts": -0.116,
    "mean anywhere": 0.269,
    "mean best": 0.262,
    "mean coverage": 0.415,
    "mean joint": 0.055,
    "mean leaning": 1.673,
    "mean matched_values": 0.103,
    "mean tail": -0.292,
    "mean thin": -0.994,
    "min found_everywhere": 0.318,
    "min joint": 0.386,
    "sum lost_values": -0.011,
    "sum strange_names": -0.047,
    "sum unknown_names": -0.105,
}
"""Log odds for each unit of a measure, brought together over the claims as its first word says."""
