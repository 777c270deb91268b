"""What the changes of a near copy come to."""

from __future__ import annotations

from typing import Final

from screwtape.core.natural_logic.edits import edits
from screwtape.core.statements import Statement

_LEAST_SHARED: Final = 0.3
"""Share of the content of the richer of the two under which they are no near copies."""
_BAD_COUNTS: Final = 1.5
"""What a change that does not keep the truth counts against one that does."""


def leaning(claim: Statement, sentence: Statement) -> float | None:
    """Give how far a claim follows from a sentence that it nearly copies: 1 it does, -1 it does not.

    None where the claim is no near copy.
    """
    if not _may_be_copy(claim, sentence):
        return None
    found = edits(claim, sentence)
    if found is None:
        return None
    good = sum(edit.effect for edit in found if edit.effect > 0)
    bad = -_BAD_COUNTS * sum(edit.effect for edit in found if edit.effect < 0)
    return (good - bad) / (good + bad) if good + bad else 1.0


def _may_be_copy(claim: Statement, sentence: Statement) -> bool:
    """Whether the two share enough content for a look at their order to be worth its cost."""
    mine, theirs = claim.places.keys(), sentence.places.keys()
    shared = len(mine & theirs)
    return shared >= _LEAST_SHARED * max(len(mine), len(theirs))
