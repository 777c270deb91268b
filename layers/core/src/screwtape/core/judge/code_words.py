"""Names in code, in which capitals count: `userId` is another key than `userid`."""

from __future__ import annotations

import re
from typing import Final

from screwtape.core.statements import Statement

_MAY_HOLD: Final = re.compile(r"[`_(]")
_WORD: Final = re.compile(r"[A-Za-z]\w*")


def misspelled_code(claim: Statement, statement: Statement) -> tuple[str, str] | None:
    """Find a name in code that the sentence has with other capitals only."""
    if not _MAY_HOLD.search(claim.text):
        return None
    said = _code_words(claim.text)
    known = _WORD.findall(statement.text) if said else []
    exact, folded = set(known), {word.lower(): word for word in reversed(known)}
    for word in said:
        if word not in exact and word.lower() in folded:
            return word, folded[word.lower()]
    return None


def _code_words(text: str) -> list[str]:
    """Give the words that are written as code: between backticks, with an underscore, or called."""
    return [
        match.group()
        for match in _WORD.finditer(text)
        if "_" in match.group().strip("_")
        or text[match.end() : match.end() + 1] == "("
        or "`" in {text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]}
    ]
