"""How much each measure counts for the score. Written by ``bench/fit.py``: signs are fixed, sizes are learned."""

from __future__ import annotations

from typing import Final

BIAS: Final = -0.676
NO_CLAIM: Final = 0.000
"""What is added where an output makes no claim that could be checked."""
QUESTIONS: Final = -1.754
"""What is added where all of an output are questions."""
WEIGHTS: Final[dict[str, float]] = {
    "max absent_values": -0.111,
    "max denied": -0.345,
    "max exclusive": -1.279,
    "max extreme": -0.161,
    "max finding exclusive": -0.135,
    "max finding hedged": -1.239,
    "max finding name_conflict": -0.853,
    "max finding negation": -0.758,
    "max finding opposite": -0.955,
    "max finding order": -2.585,
    "max finding quantifier": -1.652,
    "max finding roles_unclear": -0.507,
    "max finding value_conflict": -0.509,
    "max gap": -0.390,
    "max lost_values": -0.294,
    "max opposites": -0.280,
    "max opposites_covered": -0.427,
    "max replaced_names": -0.087,
    "max swapped": -1.750,
    "max turned": -0.278,
    "max turned_covered": -0.074,
    "max universal": -0.181,
    "max value_conflict_covered": -0.256,
    "max value_conflicts": -0.087,
    "mean anywhere": 0.237,
    "mean best": 0.299,
    "mean coverage": 0.410,
    "mean joint": 0.122,
    "mean leaning": 1.724,
    "mean matched_values": 0.110,
    "mean tail": -0.264,
    "mean thin": -0.980,
    "min found_everywhere": 0.294,
    "min joint": 0.347,
    "sum lost_values": -0.052,
    "sum strange_names": -0.036,
    "sum unknown_names": -0.078,
}
"""Log odds for each unit of a measure, brought together over the claims as its first word says."""
