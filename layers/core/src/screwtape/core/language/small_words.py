"""Small words by what they do in a sentence, in every language that has lists: shared by all that ask for them."""

from __future__ import annotations

from typing import Final

ENGLISH_ARTICLES: Final = frozenset("the a an".split())
ARTICLES: Final = ENGLISH_ARTICLES | frozenset("el la los las le les der die das den dem".split())
"""Those that a name or a noun is looked for behind. The Italian "il" is a French pronoun, and so none of them."""
AGENTS: Final = frozenset("by par por".split())
"""Words before who does it in a passive. The German "von" is "of" as often, so that it counts only where asked for."""
SOURCES: Final = frozenset("from aus de del desde du des из от с από من".split())
GOALS: Final = frozenset(
    "to into nach zu zum zur a al à au vers an hasta в на до προς στη στην στον στο إلى الى".split()
)
"""Words before where something comes from and where it goes, with an article in them or without."""
AND: Final = frozenset("and und et y e и και".split())
OR: Final = frozenset("or oder ou o или ή 或".split())
CONJUNCTIONS: Final = AND | frozenset(
    """but while whereas pero mais aber sowie а но αλλά و لكن और तथा एवं लेकिन ed och oraz""".split()
)
"""Words between two clauses of equal rank. What is more often a preposition or a pronoun ("en", "i") is none."""
PAST: Final = frozenset(
    """was were been had did wurde wurden worden fue fueron été estaba était étaient был была было были ήταν كان كانت
    था थी थे""".split()
)
"""Auxiliaries of what is done."""
