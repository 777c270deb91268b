"""How much each measure counts for the score. Written by ``bench/fit.py``: signs fixed, sizes learned."""

from __future__ import annotations

from typing import Final

BIAS: Final = -0.618
NO_CLAIM: Final = 0.000
"""What is added where an output makes no claim that could be checked."""
QUESTIONS: Final = -1.687
"""What is added where all of an output are questions."""
WEIGHTS: Final[dict[str, float]] = {
    "max absent_values": -0.151,
    "max denied": -0.422,
    "max exclusive": -1.222,
    "max extreme": -0.218,
    "max finding exclusive": -0.126,
    "max finding hedged": -1.239,
    "max finding name_conflict": -0.558,
    "max finding negation": -0.720,
    "max finding opposite": -1.175,
    "max finding order": -3.952,
    "max finding overclaim": -0.181,
    "max finding quantifier": -2.748,
    "max finding role_swap": -0.236,
    "max finding value_conflict": -0.472,
    "max gap": -0.272,
    "max lost_values": -0.309,
    "max opposites": -0.428,
    "max opposites_covered": -0.321,
    "max replaced_names": -0.101,
    "max swapped": -0.445,
    "max turned": -0.363,
    "max turned_covered": -0.076,
    "max universal": -0.126,
    "max value_conflict_covered": -0.236,
    "max value_conflicts": -0.146,
    "mean anywhere": 0.263,
    "mean best": 0.258,
    "mean coverage": 0.423,
    "mean joint": 0.055,
    "mean leaning": 1.672,
    "mean matched_values": 0.109,
    "mean tail": -0.292,
    "mean thin": -0.989,
    "min found_everywhere": 0.317,
    "min joint": 0.390,
    "sum lost_values": -0.012,
    "sum strange_names": -0.047,
    "sum unknown_names": -0.105,
}
"""Log odds for each unit of a measure, brought together over the claims as its first word says."""
