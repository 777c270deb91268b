"""What a claim says and what the evidence has in its place."""

from __future__ import annotations

from typing import NamedTuple

from screwtape.core.statements import Statement


class Rival(NamedTuple):
    """Words of the claim, the words that stand in their place in the evidence, and the sentence that has these."""

    said: str
    known: str
    against: Statement
