"""A language model's opinion of what the rules have judged: asked for in a prompt, read strictly, weighed with care.

verdict or consensus of the rules
    │
    ├─ prompts    the question: instructions, and everything untrusted in frames that it cannot close
    │                ── a model answers ──
    ├─ replies    one JSON object with the published members, or unusable
    └─ weighing   what the opinion may change: it may lower any verdict, and lift one only where no rule stands against
                  it and the evidence has the words

What a model says is as untrusted as what it was shown: an output may have told it what to say.
"""

from screwtape.core.opinion.prompts import Case, Poll, Question, about_consensus, about_output
from screwtape.core.opinion.replies import (
    Agreement,
    Opinion,
    UnusableReply,
    read_agreement,
    read_opinion,
)
from screwtape.core.opinion.weighing import (
    FAILED,
    NOT_FOR_FREE,
    SPENT,
    UNUSABLE,
    weigh_agreement,
    weigh_verdict,
)

__all__ = [
    "FAILED",
    "NOT_FOR_FREE",
    "SPENT",
    "UNUSABLE",
    "Agreement",
    "Case",
    "Opinion",
    "Poll",
    "Question",
    "UnusableReply",
    "about_consensus",
    "about_output",
    "read_agreement",
    "read_opinion",
    "weigh_agreement",
    "weigh_verdict",
]
