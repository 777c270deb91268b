"""The order of steps, where both texts say it: first, then, next, finally."""

from __future__ import annotations

from typing import Final

from screwtape.core.language.tokens import Kind
from screwtape.core.statements import Statement

_SEQUENCERS: Final = frozenset(
    """first second third then next after afterwards finally lastly last before followed zuerst dann danach schließlich
    primero luego después finalmente abord puis ensuite enfin сначала затем потом""".split()
)
_LEAST_STEPS: Final = 2
_STEPS_AT_MOST: Final = 30


def is_out_of_order(claim: Statement, statement: Statement) -> bool:
    """Whether the claim tells the steps of a sentence in another order."""
    mine, theirs = _steps(claim), _steps(statement)
    if len(mine) < _LEAST_STEPS or len(theirs) < _LEAST_STEPS:
        return False
    found = [place for step in mine if (place := _most_alike(step, theirs)) is not None]
    return len(found) >= _LEAST_STEPS and found != sorted(found) and len(set(found)) == len(found)


def _steps(statement: Statement) -> list[frozenset[str]]:
    """Cut a sentence at its sequence words and give the content of each part; none without such words."""
    steps: list[set[str]] = [set()]
    seen = False
    for token in statement.tokens:
        if token.kind is Kind.WORD and token.word in _SEQUENCERS:
            seen = True
            steps.append(set())
        elif token.text in {",", ";"}:
            steps.append(set())
        elif token.weight > 0:
            steps[-1].add(token.key)
    return [frozenset(step) for step in steps if step][:_STEPS_AT_MOST] if seen else []


def _most_alike(step: frozenset[str], steps: list[frozenset[str]]) -> int | None:
    """Give the step that shares more than half of the content, if one does."""
    best = max(range(len(steps)), key=lambda at: (len(step & steps[at]), -at))
    return best if 2 * len(step & steps[best]) > len(step) else None
