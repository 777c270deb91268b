"""Which language a text is written in, as far as its script and its small words tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from screwtape.core.language.lexicon import is_english
from screwtape.core.language.tokens import Kind, Token

_SCRIPTS: Final = (
    ("ja", "\u3040-\u30ff"),
    ("ko", "\uac00-\ud7af\u1100-\u11ff"),
    ("zh", "\u3400-\u9fff"),
    ("ru", "\u0400-\u04ff"),
    ("el", "\u0370-\u03ff\u1f00-\u1fff"),
    ("ar", "\u0600-\u06ff"),
    ("hi", "\u0900-\u097f"),
    ("he", "\u0590-\u05ff"),
    ("th", "\u0e00-\u0e7f"),
)
_COUNTED: Final = tuple((code, re.compile(f"[{letters}]")) for code, letters in _SCRIPTS)
_LATIN: Final = re.compile("[A-Za-z\u00c0-\u024f]")
_SMALL_WORDS: Final = {
    word: tuple(code for code, words in _WORDS.items() if word in words)
    for _WORDS in (
        {
            "en": frozenset(
                """a an the of and to is are was were for with that this it you on by from be not have has at as
                    your can will""".split()
            ),
            "de": frozenset(
                """der die das und ist sind nicht ein eine mit für von den dem im auf zu wird werden sie es
                    auch bei""".split()
            ),
            "es": frozenset("el la los las de y es en un una que por para con del se no su al está son".split()),
            "fr": frozenset(
                "le la les des et est dans un une du que pour avec sur pas vous il elle au sont ce cette".split()
            ),
            "it": frozenset("il lo la gli di e è un una che per con non del della sono nel si le".split()),
            "pt": frozenset("o a os as de e é um uma que para com não do da em por no na são".split()),
            "nl": frozenset("de het een en van is dat op te niet zijn voor met aan wordt".split()),
            "pl": frozenset("i w na z się nie jest do to że od po".split()),
            "sv": frozenset("och att det som en är på av för med inte den ett".split()),
            "tr": frozenset("ve bir bu için ile da de olarak çok değil".split()),
        },
    )
    for word in sorted({word for words in _WORDS.values() for word in words})
}
NAMES: Final = {
    name: code
    for code, names in {
        "en": "english", "de": "german deutsch", "es": "spanish español", "fr": "french français", "it": "italian",
        "pt": "portuguese", "nl": "dutch", "pl": "polish", "sv": "swedish", "tr": "turkish", "ja": "japanese",
        "ko": "korean", "zh": "chinese mandarin", "ru": "russian", "el": "greek", "ar": "arabic", "hi": "hindi",
        "he": "hebrew", "th": "thai",
    }.items()
    for name in names.split()
}  # fmt: skip
"""Language code by its English name, and by its own."""
WITH_WORD_LISTS: Final = frozenset({"en", "de", "es", "fr", "ru", "el", "ar", "hi", "zh", "ja"})
"""Languages whose negations, quantities and opposites the judge knows words for."""
_LETTERS_LOOKED_AT: Final = 1_000
_WORDS_LOOKED_AT: Final = 200
_DICTIONARY_VOTE: Final = 0.3
"""What a word of the English dictionary says for English, beside a small word of a language."""
_SCRIPT_SHARE: Final = 0.3


def language_of(text: str, words: Sequence[Token]) -> str:
    """Give the code of the language: "other" for a script that is not read, empty where nothing tells."""
    head = text[:_LETTERS_LOOKED_AT]
    latin = len(_LATIN.findall(head))
    if not head.isascii():
        counts = {code: len(letters.findall(head)) for code, letters in _COUNTED}
        total = latin + sum(counts.values())
        if counts["ja"] and counts["ja"] + counts["zh"] >= _SCRIPT_SHARE * total:
            return "ja"
        letters = sum(map(str.isalpha, head))
        if total < _SCRIPT_SHARE * letters:
            return "other"
        code = max(counts, key=lambda each: counts[each])
        if counts[code] and counts[code] >= _SCRIPT_SHARE * total:
            return code
    votes: dict[str, float] = {}
    for token in words[:_WORDS_LOOKED_AT]:
        if token.kind is Kind.WORD:
            codes = _SMALL_WORDS.get(token.word, ())
            for code in codes:
                votes[code] = votes.get(code, 0.0) + 1
            if not codes and is_english(token.word):
                votes["en"] = votes.get("en", 0.0) + _DICTIONARY_VOTE
    ranked = sorted(votes, key=lambda each: (-votes[each], each))
    if not ranked or (len(ranked) > 1 and votes[ranked[0]] == votes[ranked[1]]):
        return ""
    return ranked[0]
