"""The shape of a token, and the sorts there are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What sort of token it is."""

    WORD = "word"
    NUMBER = "number"
    IDENTIFIER = "identifier"
    """Letters and digits in one: ORD-4821, Q3, a URL. Compared as a whole."""
    PAIR = "pair"
    """Two neighbouring characters of a script without spaces."""
    COUNTER = "counter"
    """The character that names what is counted in Chinese, Japanese and Korean: years, people, pieces."""
    MARK = "mark"


@dataclass(slots=True)
class Token:
    """One token. ``word`` is its lower-case form, ``weight`` how much content it carries (0 to about 1)."""

    text: str
    word: str
    start: int
    end: int
    kind: Kind
    key: str
    sign: int
    weight: float

    @property
    def is_capital(self) -> bool:
        """Whether it is a word or an identifier that begins with a capital letter."""
        return self.text[0].isupper() and self.kind is not Kind.MARK
