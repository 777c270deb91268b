"""Which words a negation reaches: from the marker to the end of its clause, a few words at most.

"Not only", "no longer than" and "no fewer than" deny nothing; "without rounding" denies one word. A sentence in a
script without spaces carries one sign for the whole of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.numerals import NUMBER_WORDS
from screwtape.core.facts.units import CURRENCIES, UNITS
from screwtape.core.language.lexicon import is_class
from screwtape.core.language.tokens import Kind, Token

_NEGATORS: Final = frozenset(
    """not no never none nobody nothing neither nor nowhere cannot without hardly barely scarcely non
    kein keine keinen keiner keinem nicht niemals nie ohne nunca jamás ningún ninguna sin pas jamais aucun aucune sans
    keineswegs keinesfalls mitnichten niemand nichts weder nirgends kaum
    nada nadie ninguno tampoco guère nullement aucunement rien
    никто ничего ничто отнюдь едва κανείς κανένας καμία κανένα τίποτα ποτέ
    não nenhum nenhuma sem nessun nessuno senza geen niet nooit inte ingen aldrig ikke
    ni δεν δε μην χωρίς ούτε не нет нельзя ни никогда без ليس ليست لم لن لا غير नहीं मत değil לא אין""".split()
)
_NOUGHT: Final = frozenset({"0", "zero"})
_DENYING_VERBS: Final = frozenset(
    """fails failed fail refuses refused refuse lacks lacked lack denies denied deny declined declines unable absent
    avoids avoided avoid prevented prevents""".split()
)
_DENYING_PAIRS: Final = frozenset(
    """anything but|yet to|free of|free from|devoid of|absence of|lack of|instead of|rather than|au lieu|en vez|en lugar
    barred from|withheld from|decided against|kept from|far from""".replace("\n    ", "|").split("|")
)
"""Two words that deny what follows them."""
_TURNING_DOWN: Final = frozenset("denies denied deny refuses refused refuse".split())
_TURNED_DOWN: Final = frozenset("the a an his her its their our your".split())
"""Between one of the former and what was refused: that is refused, which is an opposite, and not untrue."""
_ENDED: Final = frozenset(
    "stop stops stopped quit quits ceased ceases cease discontinued discontinue discontinues".split()
)
"""Before a form in "-ing" they deny it."""
_FRENCH_LATE: Final = frozenset({"plus", "point"})
"""They deny only where a "ne" stands before them."""
_BEFORE_ONLY: Final = frozenset({"free", "less"})
"""Written after a hyphen they deny the word before it: sugar-free."""
_BREAKS: Final = frozenset(
    "but because although though however while whereas since which who whether aber sondern mais sino pero но".split()
)
_NOT_DENIED: Final = frozenset("only just merely later fewer less more doubt nur solo seulement".split())
_EXCEEDING: Final = frozenset(
    "exceed exceeds exceeded exceeding exceder superar dépasser excéder превышать превышает überschreiten".split()
)
"""Verbs that a denial makes a limit."""
_COMPARED: Final = frozenset("more less longer mehr más plus".split())
_LAST: Final = frozenset({"nicht", "not", "нет", "नहीं", "niet", "inte", "ikke"})
"""Negations that may stand behind what they deny."""
_AFTER_LAST: Final = frozenset({"है", "हैं", "था", "थी", "थे"})
_NE_REACH: Final = 4
_REACH: Final = 7
"""Words a negation reaches at most."""
_ONE_WORD: Final = frozenset({"without", "non", "ohne", "sin", "sans", "sem", "senza", "без"})
_ONE_WORD_REACH: Final = 3
_COMMA_REACH: Final = 1
_UNSPACED_NEGATORS: Final = re.compile(
    "対象外|範囲外|適用外|禁止(?!区)|不(?!仅|但|只|过|同|久)|没有?|沒有?|未(?!来|來)|无(?![论线人])|無(?![論料線人償事休])|別(?=让)|ません|ない|なかった|않|없|아니|못하|못했|ไม่|មិន"
)


def negated(tokens: Sequence[Token]) -> frozenset[int]:
    """Give the indexes of the content words that stand under an odd number of negations."""
    reached: dict[int, int] = {}
    left = denied_from = 0
    for at, token in enumerate(tokens):
        if token.kind is Kind.MARK:
            left = min(left, _COMMA_REACH) if token.text == "," else 0 if token.text in ";:()" else left
            continue
        if _breaks(tokens, at):
            left = 0
        elif _denies(tokens, at) and not _makes_limit(tokens, at):
            denied_too = [at] if left and token.word in _DENYING_VERBS else []  # "none failed" denies the failing
            left, denied_from = _reach(tokens, at), at
            for reaching in (*denied_too, *_clause_before(tokens, at)):
                reached[reaching] = reached.get(reaching, 0) + 1
        elif token.word in _BEFORE_ONLY and at > 1 and tokens[at - 1].text == "-":
            reached[at - 2] = reached.get(at - 2, 0) + 1
        elif left and _limits_number(tokens, at):
            # "do not take more than 8" sets a limit, which is compared with the number, and denies nothing
            for place in range(denied_from, at):
                reached.pop(place, None)
            left = 0
        elif left:
            reached[at] = reached.get(at, 0) + 1
            left -= 1
    return frozenset(at for at, count in reached.items() if count % 2)


def _breaks(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word begins another clause, which the "but" of "anything but" does not."""
    return tokens[at].word in _BREAKS and not (tokens[at].word == "but" and at and tokens[at - 1].word == "anything")


def _reach(tokens: Sequence[Token], at: int) -> int:
    """Give how many words after a negation it reaches."""
    if tokens[at].word in _ONE_WORD:
        return _ONE_WORD_REACH
    return 1 if _turns_opposite(tokens, at) else _REACH


def _makes_limit(tokens: Sequence[Token], at: int) -> bool:
    """Whether a denial only makes a limit of what follows in its clause: no se debe tomar durante más de siete días."""
    for place in range(at + 1, min(len(tokens), at + 1 + _LIMIT_REACH)):
        if tokens[place].kind is Kind.MARK or _breaks(tokens, place):
            return False
        if _limits_number(tokens, place):
            return True
    return False


_LIMIT_REACH: Final = 10
"""Words between a denial and the "more than" that it turns."""


def _limits_number(tokens: Sequence[Token], at: int) -> bool:
    """Whether "more than" stands before a number, or a verb that says so: do not exceed."""
    following = tokens[at + 1 : at + 4]
    if tokens[at].word in _EXCEEDING:
        return True
    return (
        tokens[at].word in _COMPARED
        and bool(following)
        and following[0].word in {"than", "als", "de", "que"}
        and any(token.kind is Kind.NUMBER or token.word in NUMBER_WORDS for token in following[1:])
    )


def _closes_clause(tokens: Sequence[Token], at: int) -> bool:
    """Whether a negation comes last, as in German, and so reaches back: in den Zimmern jedoch nicht."""
    if tokens[at].word not in _LAST or (at and tokens[at - 1].word in {"or", "oder"}):
        return False
    after = tokens[at + 1 : at + 3]
    return all(token.kind is Kind.MARK or token.word in _AFTER_LAST for token in after[:1]) and (
        len(after) < 2 or after[0].kind is Kind.MARK or after[1].kind is Kind.MARK  # noqa: PLR2004 - the two that follow
    )


def _clause_before(tokens: Sequence[Token], at: int) -> range:
    """Give the places before a negation that it reaches, none unless it closes its clause."""
    if not _closes_clause(tokens, at):
        return range(0)
    begin = at
    while begin > 0 and tokens[begin - 1].kind is not Kind.MARK and at - begin < _REACH:
        begin -= 1
    return range(begin, at)


def is_denied(text: str) -> bool:
    """Whether a sentence in a script without spaces is in the negative as a whole."""
    if text.isascii():
        return False
    return sum(1 for _ in _UNSPACED_NEGATORS.finditer(text)) % 2 == 1


_TOGETHER: Final = _NOUGHT | _FRENCH_LATE | _ENDED | frozenset("anything yet free devoid far".split())
"""Words that deny a statement with what stands beside them; "instead of" denies only what follows."""


def is_negator(token: Token) -> bool:
    """Whether a token is a word that denies, wherever it stands."""
    return token.word in _NEGATORS or token.word.endswith("n't")


def denials(tokens: Sequence[Token]) -> int:
    """Count the words of a sentence that deny."""
    return sum(
        is_negator(token) or (token.word in _TOGETHER and _denies(tokens, at)) for at, token in enumerate(tokens)
    )


def _turns_opposite(tokens: Sequence[Token], at: int) -> bool:
    """Whether the next word is an opposite itself: "not unsafe" turns that one word and denies nothing after it."""
    return at + 1 < len(tokens) and tokens[at + 1].sign < 0


def _counts_none(tokens: Sequence[Token], at: int) -> bool:
    """Whether a nought counts things that there are none of: 0 vulnerabilities, but not 0 mg and not 0 degrees."""
    if at + 1 >= len(tokens) or (at and tokens[at - 1].kind is not Kind.WORD and tokens[at - 1].text not in ",(:"):
        return False
    after = tokens[at + 1]
    return after.kind is Kind.WORD and after.weight > 0 and after.word not in UNITS and after.word not in CURRENCIES


def _denies(tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at].word
    if word in _NOUGHT:
        return _counts_none(tokens, at)
    following = tokens[at + 1].word if at + 1 < len(tokens) else ""
    if not (is_negator(tokens[at]) or word in _DENYING_VERBS):
        return _denies_with(tokens, at, following)
    if word in _TURNING_DOWN and following in _TURNED_DOWN:
        return False
    if word in {"no", "not"} and following in _NOT_DENIED:
        return False
    answers = word in {"no", "nein", "non"} and at == 0 and following in {",", ".", ""}
    return not answers


def _denies_with(tokens: Sequence[Token], at: int, following: str) -> bool:
    """Whether a word denies together with what stands beside it: anything but, stopped selling, ne ... plus."""
    word = tokens[at].word
    if word in _FRENCH_LATE:
        before = [token.text.lower() for token in tokens[max(0, at - _NE_REACH) : at]]
        return any(text == "ne" or text.startswith("n'") for text in before)
    if word in _ENDED:
        return following.endswith("ing")
    if f"{word} {following}" not in _DENYING_PAIRS:
        return False
    if word == "far":
        return at + 2 < len(tokens) and is_class(tokens[at + 2].word, "a")
    return word != "free" or at == 0 or tokens[at - 1].text != "-"
