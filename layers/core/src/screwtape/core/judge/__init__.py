"""One agent output in, a verdict with its findings out.

    task, output, evidence, criteria
        │
        ├─ gates         empty, refused, cut off, echoed, aimed at the judge   ── closed ──┐
        ├─ claims        sentences, list items, table rows, JSON leaves                    │
        ├─ hearing       each claim:                                                       │
        │    evidence      which sentences hold a word (inverted index)                    │
        │    alignment     which of them carry the claim together                          │
        │    values        numbers, dates, money, labels in the same place                 │
        │    conflicts     negation, opposites, roles, names, order, quantity, doubt;      │
        │                  bindings, siblings, roles, order, opposites, unspaced       │
        │    measures      all of it as numbers                                            │
        ├─ references    gold answers, a worked solution                                   │
        ├─ consistency   the output against itself                                         │
        ├─ criteria      typed (requirements, lengths, formats, tongues), forbidden,       │
        │                topics that want an answer, over what the output says (answers)   │
        │                                                                                  │
        └─ scoring       findings ─► verdict;  measures ─► chance ─► score in its band ◄───┘

The verdict is a function of the findings alone: ``findings.CATALOGUE`` says what each code weighs. The score is a
chance learned from labelled outputs: ``weights`` says how much each measure counts, ``bench/fit.py`` learns it.
"""

from screwtape.core.judge.engine import judge
from screwtape.core.judge.verdict import Citation, Claim, CriterionResult, Finding, Source, Span, Verdict

RULES_VERSION = "4"
"""Changes whenever the same request may get another verdict or score."""

__all__ = ["RULES_VERSION", "Citation", "Claim", "CriterionResult", "Finding", "Source", "Span", "Verdict", "judge"]
