"""The verdict's side of a reference: what is found when the evidence are gold answers or a worked solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from screwtape.core.judge.findings import found
from screwtape.core.judge.hearing import Heard, quoted
from screwtape.core.judge.scoring import FAIL_BAR, PASS_BAR
from screwtape.core.judge.verdict import ClaimStatus, Finding
from screwtape.core.reference import ReferenceReading

WRONG: Final = FAIL_BAR / 2
"""Chance under which an output gives another answer, and not just too little of the right one."""


def findings_of(reading: ReferenceReading) -> list[Finding]:
    """Say what an output is against its reference."""
    if reading.differs:
        message = f"The final answer is {quoted(reading.given)}; the reference comes to {quoted(reading.wanted)}."
        return [found("other_answer", message)]
    if reading.chance < WRONG:
        return [found("other_answer", f"The output gives another answer than the reference, {quoted(reading.wanted)}.")]
    if reading.chance < PASS_BAR:
        return [
            found("unlike_reference", f"The output does not clearly give a reference answer: {quoted(reading.wanted)}.")
        ]
    return [found("reference_met", f"The output gives the reference answer {quoted(reading.wanted)}.")]


def as_referred(heard: Sequence[Heard], reading: ReferenceReading, *, alternatives: bool) -> list[Heard]:
    """Give the claims as the reference leaves them: they are held against all of it, not each against a sentence.

    What contradicts the only answer there is stays; of ``alternatives`` each may say something else.
    """
    status: ClaimStatus = "supported" if reading.chance >= PASS_BAR else "unsupported"
    return [
        each
        if each.measures is None or (not alternatives and each.claim.status == "contradicted")
        else replace(each, claim=replace(each.claim, status=status, against=()), findings=())
        for each in heard
    ]
