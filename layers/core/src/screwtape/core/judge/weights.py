"""How much each measure counts for the score. Written by ``bench/fit.py``: signs are fixed, sizes are learned."""

from __future__ import annotations

from typing import Final

BIAS: Final = -0.640
NO_CLAIM: Final = 0.000
"""What is added where an output makes no claim that could be checked."""
QUESTIONS: Final = -1.795
"""What is added where all of an output are questions."""
WEIGHTS: Final[dict[str, float]] = {
    "max absent_values": -0.307,
    "max denied": -0.341,
    "max exclusive": -1.277,
    "max extreme": -0.242,
    "max finding exclusive": -0.156,
    "max finding hedged": -1.121,
    "max finding name_conflict": -0.844,
    "max finding negation": -0.778,
    "max finding opposite": -0.976,
    "max finding order": -2.647,
    "max finding quantifier": -1.843,
    "max finding roles_unclear": -0.437,
    "max finding value_conflict": -0.454,
    "max gap": -0.340,
    "max lost_values": -0.213,
    "max opposites": -0.301,
    "max opposites_covered": -0.423,
    "max replaced_names": -0.078,
    "max swapped": -1.811,
    "max turned": -0.224,
    "max turned_covered": -0.144,
    "max universal": -0.216,
    "max value_conflict_covered": -0.214,
    "max value_conflicts": -0.040,
    "mean anywhere": 0.233,
    "mean best": 0.271,
    "mean coverage": 0.429,
    "mean joint": 0.072,
    "mean leaning": 1.730,
    "mean matched_values": 0.107,
    "mean tail": -0.302,
    "mean thin": -1.022,
    "min found_everywhere": 0.328,
    "min joint": 0.323,
    "sum strange_names": -0.051,
    "sum unknown_names": -0.082,
}
"""Log odds for each unit of a measure, brought together over the claims as its first word says."""
