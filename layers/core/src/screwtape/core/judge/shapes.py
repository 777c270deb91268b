"""Criteria about the shape of an output: how it begins and ends, its parts, letters and language, what it holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from screwtape.core.language.vocabulary import FUNCTION_WORDS

_BETWEEN: Final = re.compile(
    r"\bbetween (\d{1,6}) and (\d{1,6}) "
    r"(words?|characters?|chars?|sentences?|lines?|paragraphs?|bullet points?|bullets|items)\b",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(
    r"\b(?:(?:in|is|as|only|exactly|a|has) )?(?:(one|single|two|three|four|five) )"
    r"(word|sentence|paragraph|line|bullet)s?\b",
    re.IGNORECASE,
)
_NUMBERS: Final = {"one": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_EDGE: Final = re.compile(
    r"\b(?P<side>starts?|begins?|opens?|ends?|closes?|finish(?:es)?)(?:ing)? with "
    r"(?:the (?:word|phrase|text|sentence) )?"
    r"(?:an? )?(?P<what>[^\n]{1,200}?)\s*\.?\Z",
    re.IGNORECASE,
)
_MARK_NAMES: Final = {
    "question": "?", "question mark": "?", "exclamation mark": "!", "full stop": ".", "period": ".", "colon": ":",
}  # fmt: skip
_BULLETS: Final = re.compile(r"\b(?:bullet(?:ed)?|bulleted|bullets)\b(?:[- ]?(?:points?|list))?", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"\bnumbered (?:list|steps)\b", re.IGNORECASE)
_CASE: Final = re.compile(
    r"\b(?:in |all |only )?(?P<case>upper ?case|lower ?case|capital letters|all caps)\b", re.IGNORECASE
)
_HOLDS: Final = re.compile(
    r"\b(?:includes?|contains?|gives?|has|provides?|with|mentions?|cites?) (?:at least one |an? |the )?"
    r"(?P<what>urls?|links?|e-?mail addresses|e-?mail address|e-?mail|iso dates?"
    r"|numbers?|digits?|emojis?|table|code block)\b",
    re.IGNORECASE,
)
_NO_EMOJI: Final = re.compile(
    r"\b(?:no|without|avoids?|not (?:use|contain|include)[a-z]*)(?: any)? emojis?\b", re.IGNORECASE
)
_ISO: Final = re.compile(r"\biso(?:[- ]?8601)?(?: date)?(?: format)?\b", re.IGNORECASE)
_LANGUAGE: Final = re.compile(r"\b(?:written |is |answers? |replies |responds? )?in (?P<name>[A-Z][a-z]+)\b")
_FINDS: Final = {
    "url": re.compile(r"https?://\S+|\bwww\.\S+"),
    "link": re.compile(r"https?://\S+|\bwww\.\S+|\]\([^)\s]+\)"),
    "email": re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{1,64}"),
    "iso date": re.compile(r"\b\d{4}-\d{2}-\d{2}\b"),
    "number": re.compile(r"\d"),
    "digit": re.compile(r"\d"),
    "emoji": re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]"),
    "table": re.compile(r"^\s{0,9}\|.{1,400}\|", re.MULTILINE),
    "code block": re.compile("```"),
}
_WRITTEN_DATE: Final = re.compile(
    r"\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2} [A-Z][a-z]{2,9} \d{4}\b|\b[A-Z][a-z]{2,9} \d{1,2}, \d{4}\b"
)
_ITEM: Final = re.compile(r"\s{0,9}[-*\u2022\u2013]\s")
_STEP: Final = re.compile(r"\s{0,9}\d{1,3}[.)]\s")
_TYPICAL: Final = {
    "English": "the and is of to in that for with are was it".split(),
    "German": "der die das und ist nicht ein eine mit für auf den von".split(),
    "French": "le la les et est des un une pour dans que du".split(),
    "Spanish": "el la los las y es una por para con del que".split(),
    "Italian": "il la gli e è di che una per con non della".split(),
    "Portuguese": "o a os as e é uma para com não do da".split(),
    "Dutch": "de het een en is van niet met voor op dat zijn".split(),
}
_SCRIPTS: Final = {
    "Russian": "\u0400-\u04ff", "Ukrainian": "\u0400-\u04ff", "Greek": "\u0370-\u03ff",
    "Arabic": "\u0600-\u06ff", "Hindi": "\u0900-\u097f",
    "Chinese": "\u4e00-\u9fff", "Japanese": "\u3040-\u30ff", "Korean": "\uac00-\ud7af",
    "Hebrew": "\u0590-\u05ff", "Thai": "\u0e00-\u0e7f",
}  # fmt: skip
_LEAST_LETTERS: Final = 0.5


def shape_outcome(criterion: str, output: str, sentences: int) -> bool | None:
    """Whether an output has the shape that a criterion asks for, None where it asks for none."""
    for read in _READERS:
        told = read(criterion, output, sentences)
        if told is not None:
            return told
    return None


def _between(criterion: str, output: str, sentences: int) -> bool | None:
    match = _BETWEEN.search(criterion)
    if match is None:
        return None
    return int(match[1]) <= _size(match[3].lower(), output, sentences) <= int(match[2])


def _counted(criterion: str, output: str, sentences: int) -> bool | None:
    match = _COUNTED.search(criterion)
    if match is None or not re.match(
        r"\W*(?:it |the (?:answer|output|response|reply) )?(?:is|answers?|replies|responds?|in|as|only"
        r"|exactly|one|a)\b",
        criterion,
        re.IGNORECASE,
    ):
        return None
    return _size(match[2].lower(), output, sentences) == _NUMBERS[match[1].lower()]


def _size(what: str, output: str, sentences: int) -> int:
    lines = [line for line in output.splitlines() if line.strip()]
    if what.startswith("word"):
        return len(output.split())
    if what.startswith("char"):
        return len(output.strip())
    if what.startswith("sentence"):
        return sentences
    if what.startswith("paragraph"):
        return len([part for part in re.split(r"\n\s*\n", output) if part.strip()])
    if what.startswith("line"):
        return len(lines)
    return sum(bool(_ITEM.match(line) or _STEP.match(line)) for line in lines)


def _edge(criterion: str, output: str, sentences: int) -> bool | None:
    del sentences
    match = _EDGE.search(criterion)
    if match is None:
        return None
    what = match["what"].strip(" \"'`\u201c\u201d")
    what = _MARK_NAMES.get(what.lower(), what).lower()
    text = output.strip().lower()
    choices = [choice.strip(" \"'`") for choice in re.split(r"\s+or\s+|\s*/\s*|,\s*", what)]
    if match["side"].lower().startswith(("start", "begin", "open")):
        return text.lstrip("\"'*_ ").startswith((what, *choices))
    return text.rstrip("\"'*_ ").endswith(what) or (what[-1:].isalnum() and text.rstrip(".!?\"' ").endswith(what))


def _listed(criterion: str, output: str, sentences: int) -> bool | None:
    del sentences
    pattern = _ITEM if _BULLETS.search(criterion) else _STEP if _NUMBERED.search(criterion) else None
    if pattern is None or re.search(r"\d", criterion):
        return None
    there = any(pattern.match(line) for line in output.splitlines())
    return there != bool(re.search(r"\b(?:no|not|without|avoids?)\b", criterion, re.IGNORECASE))


def _cased(criterion: str, output: str, sentences: int) -> bool | None:
    del sentences
    match = _CASE.search(criterion)
    if match is None:
        return None
    lower = match["case"].lower().startswith("lower")
    return output == (output.lower() if lower else output.upper())


def _held(criterion: str, output: str, sentences: int) -> bool | None:
    del sentences
    if _NO_EMOJI.search(criterion):
        return _FINDS["emoji"].search(output) is None
    match = _HOLDS.search(criterion)
    if match is None or match.end() < len(criterion.rstrip(" .")) or re.search(r"\bnot\b", criterion):
        return None
    what = match["what"].lower().replace("-", "").removesuffix("addresses").removesuffix("address").strip()
    finds = _FINDS.get(what) or _FINDS.get(what.removesuffix("s"))
    return finds.search(output) is not None if finds is not None else None


def _dated(criterion: str, output: str, sentences: int) -> bool | None:
    del sentences
    if not (_ISO.search(criterion) and "date" in criterion.lower()):
        return None
    return _FINDS["iso date"].search(output) is not None and _WRITTEN_DATE.search(output) is None


def _spoken(criterion: str, output: str, sentences: int) -> bool | None:
    del sentences
    match = _LANGUAGE.search(criterion)
    if match is None:
        return None
    name = match["name"]
    if name in _SCRIPTS:
        letters = [letter for letter in output if letter.isalpha()]
        inside = sum(bool(re.match(f"[{_SCRIPTS[name]}]", letter)) for letter in letters[:2000])
        return inside >= _LEAST_LETTERS * max(1, len(letters[:2000]))
    if name not in _TYPICAL:
        return None
    words = [word.strip(".,;:!?\"'()").lower() for word in output.split()]
    counts = {language: sum(word in typical for word in words) for language, typical in _TYPICAL.items()}
    known = [word for word in words if word in FUNCTION_WORDS]
    return counts[name] == max(counts.values()) and (counts[name] > 0 or not known)


_READERS: Final[tuple[Callable[[str, str, int], bool | None], ...]] = (
    _between, _edge, _listed, _cased, _held, _dated, _counted, _spoken,
)  # fmt: skip
