"""How much each measure counts for the score. Written by ``bench/fit.py``; the signs are fixed, the sizes are learned."""

from __future__ import annotations

from typing import Final

BIAS: Final = -0.698
NO_CLAIM: Final = 0.000
"""What is added where an output makes no claim that could be checked."""
QUESTIONS: Final = -1.739
"""What is added where all of an output are questions."""
WEIGHTS: Final[dict[str, float]] = {
    "max absent_values": -0.111,
    "mean anywhere": 0.246,
    "mean best": 0.312,
    "mean coverage": 0.391,
    "max denied": -0.346,
    "max exclusive": -1.304,
    "max extreme": -0.130,
    "max finding exclusive": -0.118,
    "max finding hedged": -1.292,
    "max finding name_conflict": -0.866,
    "max finding negation": -0.755,
    "max finding opposite": -0.976,
    "max finding order": -2.602,
    "max finding quantifier": -1.806,
    "max finding roles_unclear": -0.639,
    "max finding value_conflict": -0.511,
    "min found_everywhere": 0.294,
    "max gap": -0.393,
    "mean joint": 0.134,
    "min joint": 0.361,
    "mean leaning": 1.731,
    "max lost_values": -0.268,
    "sum lost_values": -0.064,
    "mean matched_values": 0.110,
    "max opposites": -0.239,
    "max opposites_covered": -0.467,
    "max replaced_names": -0.082,
    "sum strange_names": -0.039,
    "max swapped": -1.539,
    "mean tail": -0.258,
    "mean thin": -0.968,
    "max turned": -0.264,
    "max turned_covered": -0.090,
    "max universal": -0.188,
    "sum unknown_names": -0.081,
    "max value_conflict_covered": -0.248,
    "max value_conflicts": -0.083,
}
"""Log odds for each unit of a measure, brought together over the claims as its first word says."""
