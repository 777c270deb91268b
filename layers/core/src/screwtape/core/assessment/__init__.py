"""A second reading of several answers, which sees what the published rules of consensus cannot.

answers ─► readings      each answer's final answer, words, soundness of its working
        ─► likeness      how far two say the same: final answers first, else words, unless a typed fact differs
        ─► groups        answers that say the same, whatever order they came in
        ─► assessment    agreement, conflicts, copies, effective votes, what the evidence says, what to do

It claims neither independence nor truth, and never changes the published fields.
"""

from screwtape.core.assessment.assess import assess
from screwtape.core.assessment.shapes import Action, Assessment, Conflict, ConflictKind, Group

__all__ = ["Action", "Assessment", "Conflict", "ConflictKind", "Group", "assess"]
