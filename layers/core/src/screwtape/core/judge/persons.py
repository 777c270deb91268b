"""Who holds a role or a title: "the CEO is Ann Berg" where the evidence has her as the CFO, and another as the CEO."""

from __future__ import annotations

from collections.abc import Sequence

from screwtape.core.facts.identities import Identity, identities_in
from screwtape.core.judge.rivals import Rival
from screwtape.core.statements import Statement


def other_holder(claim: Statement, near: Sequence[Statement]) -> Rival | None:
    """Find somebody else whom the evidence has as what the claim says a name is."""
    mine = identities_in(claim.tokens, claim.names)
    if not mine:
        return None
    theirs = [(each, statement) for statement in near for each in identities_in(statement.tokens, statement.names)]
    for said in mine:
        if any(_same(said, known) for known, _ in theirs):
            continue
        for known, statement in theirs:
            if _rivals(said, known, claim, statement):
                return Rival(said.written, known.written, statement)
    return None


def _same(said: Identity, known: Identity) -> bool:
    return bool(said.name & known.name) and said.what <= known.what | known.name


def _rivals(said: Identity, known: Identity, claim: Statement, statement: Statement) -> bool:
    if said.name & known.name or not (said.one or known.one):
        return False
    if not said.what <= known.what and not known.what <= said.what:
        return False
    # a name on both sides is somebody told of in two ways
    return known.name.isdisjoint(claim.places) and not (
        said.name & set(statement.places) and said.what <= known.what and _listed(said, statement)
    )


def _listed(said: Identity, statement: Statement) -> bool:
    """Whether a sentence gives the claimed name the same description by other means than those that are read."""
    return any(
        said.name & each.name and said.what & each.what for each in identities_in(statement.tokens, statement.names)
    )
