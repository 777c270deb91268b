"""Letters and Roman numerals that name one of several: hepatitis B, Schedule C, Section IV, type II, blood group A+."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from screwtape.core.facts.numerals import word_at
from screwtape.core.facts.values import Value
from screwtape.core.language.lexicon import is_verb
from screwtape.core.language.tokens import Kind, Token

_NOUNS: Final = {
    word: line.split()[0]
    for line in """hepatitis hépatite гепатит гепатита ηπατίτιδα
        vitamin vitamins vitamina vitamine витамин витамина
        influenza
        grade note grado
        class klasse clase classe класс класса
        type typ tipo тип типа
        group blutgruppe gruppe grupo groupe группа
        rating rated
        schedule
        plan
        appendix annex anhang anexo annexe приложение
        section abschnitt sección раздел
        chapter kapitel capítulo chapitre глава
        article artikel artículo
        part teil parte partie
        title titel
        phase fase
        stage stadium
        volume band
        war weltkrieg guerra guerre
        exhibit
        terminal
        gate
        option opción
        answer antwort respuesta réponse choice
        zone zona
        block
        wing
        building
        room
        platform
        line linie línea ligne
        level
        tier
        category kategorie""".splitlines()
    for word in line.split()
}
"""Nouns whose things go by letters or Roman numerals, by the one that stands for them."""
_NEVER_ROMAN: Final = frozenset("hepatitis vitamin influenza grade plan schedule rating answer option block".split())
_ROMAN: Final = re.compile("X{0,3}(?:IX|IV|V?I{0,3})")
_DIGITS: Final = {"I": 1, "V": 5, "X": 10}
_GRADE: Final = re.compile("A{1,3}|B{1,3}|C{1,3}|D|E|F|AB|O")
_SIGNS: Final = {
    **dict.fromkeys("+ positive positiv positivo positif".split(), "+"),
    **dict.fromkeys("- negative negativ negativo négatif".split(), "-"),
}
_BLOOD: Final = frozenset("blood sanguíneo sanguin".split())
_LINKS: Final = frozenset("is was : = ist war es fue est".split())
_CLOSERS: Final = frozenset(". , ; ) ! ? | \u3002".split())
_LINKED: Final = frozenset("grade rating answer option type class schedule plan appendix".split())
"""What a letter may be said to be: the grade is B."""
LETTER_WORDS: Final = frozenset(
    "a b c d e f g h i j k l m n o p q r s t u v w x y z aa aaa bb bbb cc ccc ab ii iii iv vi vii viii ix xi xii "
    "xiii xiv xv xvi xvii xviii xix xx \u0430 \u0432 \u0441 \u0435".split()
)
"""What such a name is written with, in lower case."""
_LOOK_ALIKES: Final = str.maketrans("\u0410\u0412\u0421\u0415", "ABCE")
"""Cyrillic capitals that are drawn like the Latin ones."""


def letter_at(tokens: Sequence[Token], at: int) -> Value | None:
    """Read a letter or a Roman numeral in capitals, after the noun that it tells apart, or with the sign of a grade."""
    written = tokens[at].text.translate(_LOOK_ALIKES)
    if not written.isupper():
        return None
    noun, linked = _noun_before(tokens, at)
    sign, last = _sign_after(tokens, at, noun)
    if sign and _GRADE.fullmatch(written):
        return Value("label", at, last, text=f"grade {written.lower()}{sign}")
    if not noun or (linked and not _ends_clause(tokens, at)) or _is_word(tokens, at, written):
        return None
    if noun not in _NEVER_ROMAN and _ROMAN.fullmatch(written):
        number = _roman(written)
        return Value(
            "label", at, at + 1, low=float(number), high=float(number), text=f"{noun} {number}", parts=(number,)
        )
    if len(written) == 1 or _GRADE.fullmatch(written):
        return Value("label", at, at + 1, text=f"{noun} {written.lower()}")
    return None


def noun_of(word: str) -> str:
    """Give the noun that stands for a word that is numbered or lettered, or the word itself."""
    return _NOUNS.get(word, word)


def _noun_before(tokens: Sequence[Token], at: int) -> tuple[str, bool]:
    """Give the noun that a letter follows, and whether a copula stands between."""
    noun = _NOUNS.get(word_at(tokens, at - 1), "")
    if noun or word_at(tokens, at - 1) not in _LINKS:
        return noun, False
    noun = _NOUNS.get(word_at(tokens, at - 2), "")
    return (noun, True) if noun in _LINKED else ("", False)


def _sign_after(tokens: Sequence[Token], at: int, noun: str) -> tuple[str, int]:
    """Give the sign of a grade, written against it or in words, and the token after it."""
    blood = noun in {"type", "group"} and (word_at(tokens, at - 1) == "blutgruppe" or word_at(tokens, at - 2) in _BLOOD)
    after = word_at(tokens, at + 1)
    sign = _SIGNS.get(after, "")
    if not sign or (tokens[at + 1].kind is Kind.WORD and not blood):
        return "", at
    if tokens[at + 1].kind is Kind.MARK:
        goes_on = at + 2 < len(tokens) and tokens[at + 2].start == tokens[at + 1].end
        joined = goes_on and (tokens[at + 2].kind is not Kind.MARK or tokens[at + 2].text in "+-")
        if tokens[at + 1].start != tokens[at].end or joined:
            return "", at
    return sign, at + 2


def _is_word(tokens: Sequence[Token], at: int, written: str) -> bool:
    """Whether a capital is a word of its own: the part I like, PLAN A TRIP."""
    if len(tokens[at - 1].text) > 1 and tokens[at - 1].text.isupper():
        return written == "A" and not _ends_clause(tokens, at)
    if written != "I" or tokens[at - 1].is_capital:
        return False
    after = word_at(tokens, at + 1)
    return after.isalpha() and (is_verb(after) or after in {"have", "had", "am", "will", "can", "was"})


def _ends_clause(tokens: Sequence[Token], at: int) -> bool:
    return at + 1 >= len(tokens) or tokens[at + 1].text in _CLOSERS


def _roman(written: str) -> int:
    values = [_DIGITS[letter] for letter in written]
    return sum(
        -value if value < following else value for value, following in zip(values, [*values[1:], 0], strict=True)
    )
