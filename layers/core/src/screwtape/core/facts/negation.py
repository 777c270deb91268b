"""Which words a negation reaches: from the marker to the end of its clause, a few words at most.

"Not only", "no longer than" and "no fewer than" deny nothing; "without rounding" denies one word. A sentence in a
script without spaces carries one sign for the whole of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.numerals import NUMBER_WORDS
from screwtape.core.facts.units import UNITS
from screwtape.core.language.tokens import Kind, Token

_NEGATORS: Final = frozenset(
    """not no never none nobody nothing neither nor nowhere cannot without hardly barely scarcely non
    kein keine keinen keiner keinem nicht niemals nie ohne nunca jamás ningún ninguna sin pas jamais aucun
    aucune sans ni
    não nenhum nenhuma sem nessun nessuno senza geen niet nooit inte ingen aldrig ikke
    не нет никогда без ни ليس ليست لم لن لا غير değil לא אין
    δεν μη μην χωρίς ούτε bez""".split()
)
_DENYING_VERBS: Final = frozenset(
    """fails failed fail refuses refused refuse lacks lacked lack denies denied deny declined declines unable absent
    avoids avoided avoid prevented prevents""".split()
)
_BEFORE_ONLY: Final = frozenset({"free", "less"})
"""Written after a hyphen they deny the word before it: sugar-free."""
_BREAKS: Final = frozenset(
    "but because although though however while whereas since which who aber sondern mais sino pero но".split()
)
_NOT_DENIED: Final = frozenset({"only", "just", "merely", "later", "fewer", "less", "more", "nur", "solo", "seulement"})
_REACH: Final = 7
"""Words a negation reaches at most."""
_NOUGHT: Final = frozenset({"0", "zero"})
_ONE_WORD: Final = frozenset({"without", "non", "ohne", "sin", "sans", "sem", "senza", "без"})
_ONE_WORD_REACH: Final = 3
_COMMA_REACH: Final = 1
_BOUND_REACH: Final = 5
_MORE: Final = frozenset("more less fewer longer later earlier higher lower".split())
_UNSPACED_NEGATORS: Final = re.compile(
    "不(?!仅|但|只|过|同|久)|没有?|沒有?|未(?!来|來)|无(?!论|线)|無(?!論|料|償|事|休|線)|別(?=让)|ません|ない|なかった|않|없|아니|못하|못했|ไม่|មិន|नहीं|(?<!\\w)मत(?!\\w)"
)


def negated(tokens: Sequence[Token]) -> frozenset[int]:
    """Give the indexes of the content words that stand under an odd number of negations."""
    reached: dict[int, int] = {}
    left = 0
    for at, token in enumerate(tokens):
        if token.kind is Kind.MARK:
            left = min(left, _COMMA_REACH) if token.text == "," else 0 if token.text in ";:()" else left
            continue
        if token.word in _BREAKS:
            left = 0
        elif _denies(tokens, at):
            left = _ONE_WORD_REACH if token.word in _ONE_WORD else 1 if _turns_opposite(tokens, at) else _REACH
        elif token.word in _BEFORE_ONLY and at > 1 and tokens[at - 1].text == "-":
            reached[at - 2] = reached.get(at - 2, 0) + 1
        elif left:
            reached[at] = reached.get(at, 0) + 1
            left -= 1
    return frozenset(at for at, count in reached.items() if count % 2)


def denials(tokens: Sequence[Token]) -> int:
    """Count the words of a sentence that deny."""
    return sum(is_negator(token) or (token.word in _NOUGHT and _denies(tokens, at)) for at, token in enumerate(tokens))


def is_denied(text: str) -> bool:
    """Whether a sentence is in the negative as a whole: in scripts without spaces, and in Hindi, which denies at the end."""
    if text.isascii():
        return False
    return sum(1 for _ in _UNSPACED_NEGATORS.finditer(text)) % 2 == 1


def is_denied_as_whole(token: Token) -> bool:
    """Whether a word is of a script in which a sentence carries one sign for the whole of it."""
    return token.kind is Kind.PAIR or "\u0900" <= token.text[0] <= "\u097f"


def is_negator(token: Token) -> bool:
    """Whether a token is a word that denies, wherever it stands."""
    return token.word in _NEGATORS or token.word.endswith("n't")


def _is_bound(tokens: Sequence[Token], at: int) -> bool:
    """Whether a comparison with a number begins at a place, which a denial before it turns into a limit."""
    return (
        at + 2 < len(tokens)
        and tokens[at].word in _MORE
        and tokens[at + 1].word == "than"
        and (tokens[at + 2].kind is Kind.NUMBER or tokens[at + 2].word in NUMBER_WORDS)
    )


def _turns_opposite(tokens: Sequence[Token], at: int) -> bool:
    """Whether the next word is an opposite itself: "not unsafe" turns that one word and denies nothing after it."""
    return at + 1 < len(tokens) and tokens[at + 1].sign < 0


def _denies(tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at].word
    if word in _NOUGHT:
        return at + 1 < len(tokens) and tokens[at + 1].kind is Kind.WORD and tokens[at + 1].word not in UNITS
    if not (is_negator(tokens[at]) or word in _DENYING_VERBS):
        return False
    following = tokens[at + 1].word if at + 1 < len(tokens) else ""
    if word in {"no", "not"} and following in _NOT_DENIED:
        return False
    if any(_is_bound(tokens, at + step) for step in range(1, _BOUND_REACH)):
        return False
    answers = word in {"no", "nein", "non"} and at == 0 and following in {",", ".", ""}
    return not answers
