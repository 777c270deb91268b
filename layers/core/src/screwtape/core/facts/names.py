"""Names by their capitals: which runs of words name somebody or something, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from screwtape.core.facts.dates import WEEKDAYS
from screwtape.core.facts.times import ZONES
from screwtape.core.facts.units import CURRENCIES, UNITS
from screwtape.core.language.calendar import MONTHS
from screwtape.core.language.lexicon import is_listed
from screwtape.core.language.tokens import Kind, Token

_JOINERS: Final = frozenset("of the de la van von der and & du di bin al".split())
_SHOUTED_WORDS: Final = 4
"""Words from which a text in capitals only is shouted and not a list of abbreviations."""
_SYMBOL: Final = 2
_GERMAN: Final = frozenset(
    "der die das den dem des und ist sind nicht ein eine einen einem für von mit wird werden wir im am auf zu".split()
)
_GERMAN_WORDS: Final = 2
"""Small words that make a sentence German, where every noun has a capital."""
_COMPOUND: Final = 11
"""Letters beyond which a German word is a compound noun rather than a name."""
_NEVER_NAMES: Final = frozenset("i yes no ok okay note summary answer step total result sure".split())


class Name(NamedTuple):
    """A run of capitalised tokens ``first`` to ``last`` (exclusive). ``keys`` are their concepts.

    ``certain`` is False for a single word that begins a sentence, whose capital proves nothing.
    """

    first: int
    last: int
    keys: tuple[str, ...]
    certain: bool


def names_in(tokens: Sequence[Token]) -> tuple[Name, ...]:
    """Give the names of a sentence in order; in all-capital or title-like text there are none to be told apart."""
    words = [token for token in tokens if token.kind is Kind.WORD]
    capitals = sum(token.is_capital for token in words)
    shouted = len(words) >= _SHOUTED_WORDS and capitals == len(words) and all(token.text.isupper() for token in words)
    if shouted:
        return ()
    nouns_too = sum(token.word in _GERMAN for token in words) >= _GERMAN_WORDS
    found: list[Name] = []
    at = 0
    while at < len(tokens):
        if not _is_name_word(tokens[at]):
            at += 1
            continue
        last = at + 1
        while last < len(tokens) and (_is_name_word(tokens[last]) or _joins(tokens, last)):
            last += 1
        keys = tuple(token.key for token in tokens[at:last] if token.weight > 0)
        opens = (
            at == 0
            or tokens[at - 1].text in {":", '"', "|", "*", "#", "(", "\u2022"}
            or all(token.kind is Kind.MARK or token.kind is Kind.NUMBER for token in tokens[:at])
        )
        if keys:
            common = nouns_too and all(
                is_listed(token.word) or len(token.word) > _COMPOUND for token in tokens[at:last]
            )
            found.append(Name(at, last, keys, (not opens or last > at + 1) and not common))
        at = last
    return tuple(found)


def _is_name_word(token: Token) -> bool:
    return (
        token.kind is Kind.WORD
        and token.is_capital
        and token.weight > 0
        and token.word not in _NEVER_NAMES
        and token.word not in MONTHS
        and token.word not in WEEKDAYS
        and token.word not in CURRENCIES
        and not (token.word in UNITS and len(token.word) > _SYMBOL)
        and token.text not in ZONES
    )


def _joins(tokens: Sequence[Token], at: int) -> bool:
    """Whether a small word stands inside a name: Bank of England. "And" joins two names, not one."""
    if at + 1 >= len(tokens) or tokens[at].word not in _JOINERS - {"and", "&"}:
        return False
    return _is_name_word(tokens[at + 1])
