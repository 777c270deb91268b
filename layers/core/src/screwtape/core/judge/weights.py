"""How much each measure counts for the score. Written by ``bench/fit.py``: signs fixed, sizes learned."""

from __future__ import annotations

from typing import Final

BIAS: Final = -0.511
NO_CLAIM: Final = 0.000
"""What is added where an output makes no claim that could be checked."""
QUESTIONS: Final = -1.776
"""What is added where all of an output are questions."""
WEIGHTS: Final[dict[str, float]] = {
    "max absent_values": -0.460,
    "max denied": -0.365,
    "max exclusive": -1.259,
    "max extreme": -0.266,
    "max finding exclusive": -0.172,
    "max finding hedged": -0.919,
    "max finding name_conflict": -0.704,
    "max finding negation": -0.771,
    "max finding opposite": -1.010,
    "max finding order": -2.440,
    "max finding overclaim": -0.289,
    "max finding quantifier": -1.640,
    "max finding role_swap": -0.499,
    "max finding roles_unclear": -0.468,
    "max finding value_conflict": -0.234,
    "max gap": -0.329,
    "max opposites": -0.331,
    "max opposites_covered": -0.408,
    "max replaced_names": -0.073,
    "max swapped": -1.739,
    "max turned": -0.179,
    "max turned_covered": -0.139,
    "max universal": -0.211,
    "max value_conflict_covered": -0.292,
    "max value_conflicts": -0.007,
    "mean anywhere": 0.234,
    "mean best": 0.305,
    "mean coverage": 0.403,
    "mean joint": 0.061,
    "mean leaning": 1.746,
    "mean matched_values": 0.087,
    "mean sequence": 0.006,
    "mean tail": -0.304,
    "mean thin": -1.055,
    "min found_everywhere": 0.317,
    "min joint": 0.317,
    "sum absent_values": -0.021,
    "sum strange_names": -0.077,
    "sum unknown_names": -0.083,
}
"""Log odds for each unit of a measure, brought together over the claims as its first word says."""
