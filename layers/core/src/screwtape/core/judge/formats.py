"""Criteria about form: JSON and its keys, lists, capitals, how it begins and ends, what sort of thing it holds."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

from screwtape.core.judge.lengths import bullets_of
from screwtape.core.judge.records import is_json
from screwtape.core.judge.tongues import NAMES, language_of
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.statements import Stretch

_JSON: Final = re.compile(
    r"\b(?:valid|well-formed|parsable|parseable|a|an)? ?json\b(?P<sort> (?:object|array|list))?", re.IGNORECASE
)
_AS_JSON: Final = re.compile(
    r"\b(?:valid|well-formed|parsable|parseable) json\b"
    r"|\b(?:is|as|in|be|return(?:s|ed)?|output(?:s)?|formatted as) (?:an? )?json\b|\A(?:an? )?json\b",
    re.IGNORECASE,
)
_KEYS: Final = re.compile(
    r"\b(?:keys?|fields?|properties|property|attributes?)\b(?: named| called)?:?\s(?P<keys>[^.;\n]{1,300})",
    re.IGNORECASE,
)
_KEY: Final = re.compile(r"[A-Za-z_][\w.-]{0,60}")
_NO_KEYS: Final = frozenset("and or the a with named called only exactly".split())
_LANGUAGE: Final = re.compile(
    r"\b(?:in|language:?|language is)\s(?P<name>[A-Za-z\u00c0-\u024f]{4,12})\b", re.IGNORECASE
)
_EDGE: Final = re.compile(
    r"\b(?P<edge>starts?|begins?|opens?|starting|beginning|ends?|ending|closes?|finish(?:es)?)\s(?:with|in|by)\s"
    r"(?:the (?:words?|phrase|text|sentence)\s)?(?P<text>[^\n]{1,200})",
    re.IGNORECASE,
)
_CASE: Final = re.compile(
    r"\b(?P<case>upper|lower)[- ]?case\b|\ball (?P<caps>caps|capitals)\b|\bin capital(?:s| letters)\b", re.IGNORECASE
)
_LISTS: Final = re.compile(r"\b(?:bullet(?:ed)?(?:[- ]points?)?(?: list)?|bullets|itemi[sz]ed list)\b", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"\b(?:numbered|ordered|enumerated) (?:list|steps)\b", re.IGNORECASE)
_ISO: Final = re.compile(
    r"\biso(?:[- ]?8601)?\b[^\n]{0,20}\b(?:date|format)|\bdates?\b[^\n]{0,30}\biso\b|\byyyy-mm-dd\b", re.IGNORECASE
)
_ISO_DATE: Final = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
_OTHER_DATE: Final = re.compile(r"\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{4}/\d{1,2}/\d{1,2}\b")
_YES_NO: Final = re.compile(r"\b(?:yes[ /]*(?:or|/)[ /]*no|yes-or-no|yes/no)\b", re.IGNORECASE)
_DENIES: Final = re.compile(
    r"\b(?:no|without|not|never|avoids?|free of|doesn't|don't|exclude[sd]?|omits?)\b", re.IGNORECASE
)
_HOLDS: Final = re.compile(
    r"\A\W{0,9}(?:(?:it|the)?\s?(?:output|answer|response|text|reply|summary|message)?\s?)?"
    r"(?:(?:must|should|has to|needs to|does|do)\s)?(?:not\s)?"
    r"(?:contains?|includes?|has|have|gives?|provides?|uses?|mentions?|with|without|no|avoids?|shows?|cites?|a|an"
    r"|at least one|any)\s(?:(?:at least one|a|an|any|one|valid|the|some|no)\s){0,3}"
    r"(?P<sort>urls?|links?|web address(?:es)?|e-?mail address(?:es)?|e-?mails?|numbers?|digits?|figures|prices?"
    r"|currency|percentages?|phone numbers?|emojis?|tables?|code blocks?|headings?|headers|questions?|question marks?"
    r"|exclamation marks?|exclamation points?|markdown|html|quotes?|quotations?|times?|years?)\W{0,9}\Z",
    re.IGNORECASE,
)
_SORTS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("url", re.compile(r"https?://[^\s<>]{3,}|\bwww\.[^\s<>]{3,}", re.IGNORECASE)),
    ("link", re.compile(r"https?://[^\s<>]{3,}|\bwww\.[^\s<>]{3,}|\]\(", re.IGNORECASE)),
    ("web", re.compile(r"https?://[^\s<>]{3,}|\bwww\.[^\s<>]{3,}", re.IGNORECASE)),
    ("mail", re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}")),
    ("emoji", re.compile("[\u2600-\u27bf\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff]")),
    ("phone", re.compile(r"\+?\d[\d ()/-]{5,20}\d")),
    ("percent", re.compile(r"\d\s?%|\d\s(?:percent|per cent)\b", re.IGNORECASE)),
    ("table", re.compile(r"^\s{0,3}\|[^\n]*\|", re.MULTILINE)),
    ("code", re.compile("```|^ {4}\\S", re.MULTILINE)),
    ("head", re.compile(r"^#{1,6} ", re.MULTILINE)),
    ("question", re.compile("[?\uff1f\u061f;\u037e]")),
    ("exclamation", re.compile("[!\uff01]")),
    ("markdown", re.compile(r"^#{1,6} |\*\*|```|^\s{0,3}[-*] |\]\(", re.MULTILINE)),
    ("html", re.compile(r"</?[a-z][a-z0-9]{0,12}[ >/]", re.IGNORECASE)),
    ("quot", re.compile('["\u201c\u201d\u00ab\u00bb]')),
    ("price", re.compile(r"[$€£¥₹₽]\s?\d|\d\s?(?:[$€£¥₹₽]|usd|eur|gbp|euros?|dollars?)", re.IGNORECASE)),
    ("curren", re.compile("[$€£¥₹₽]|\\b(?:usd|eur|gbp)\\b", re.IGNORECASE)),
    ("time", re.compile(r"\b\d{1,2}:\d{2}\b|\b\d{1,2} ?[ap]\.?m\b", re.IGNORECASE)),
    ("year", re.compile(r"\b(?:1[0-9]|20|21)\d\d\b")),
    ("number", re.compile(r"\d")), ("digit", re.compile(r"\d")), ("figures", re.compile(r"\d")),
)  # fmt: skip


def fits_format(criterion: str, output: str, words: list[Token]) -> tuple[bool, Stretch | None] | None:
    """Decide a criterion about form, None when it is about something else."""
    for rule in _RULES:
        told = rule(criterion, output, words)
        if told is not None:
            return told
    return None


Told = tuple[bool, Stretch | None] | None


def _json(criterion: str, output: str, _: list[Token]) -> Told:
    if not _JSON.search(criterion):
        return None
    keys = _KEYS.search(criterion)
    if keys is None and not _AS_JSON.search(criterion):
        return None
    body = output.strip()
    if not is_json(body):
        return False, None
    read: Any = json.loads(body)
    sort = _JSON.search(criterion)
    wanted = (sort["sort"] or "").strip().lower() if sort is not None else ""
    if (wanted == "object" and not isinstance(read, dict)) or (
        wanted in {"array", "list"} and not isinstance(read, list)
    ):
        return False, None
    if keys is None:
        return True, None
    names = [name for name in _KEY.findall(keys["keys"]) if name.lower() not in _NO_KEYS]
    rows = read if isinstance(read, list) else [read]
    met = bool(rows) and all(isinstance(row, dict) and all(name in row for name in names) for row in rows)
    if met and re.search(r"\bonly\b|\bexactly\b", criterion, re.IGNORECASE):
        met = all(set(row) == set(names) for row in rows)
    return met, None


def _language(criterion: str, output: str, words: list[Token]) -> Told:
    named = _LANGUAGE.search(criterion)
    code = NAMES.get(named["name"].lower()) if named is not None else None
    if code is None:
        return None
    told = language_of(output, words)
    return (told == code, None) if told else None


def _edge(criterion: str, output: str, _: list[Token]) -> Told:
    edge = _EDGE.search(criterion)
    if edge is None:
        return None
    wanted = edge["text"].strip().strip("\"'`").rstrip(".") if len(edge["text"].strip()) > 1 else edge["text"].strip()
    named = {
        "question": "?",
        "a question": "?",
        "a question mark": "?",
        "an exclamation mark": "!",
        "a period": ".",
        "a full stop": ".",
        "a colon": ":",
    }
    quoted = re.search(r"[\"'`]([^\"'`\n]{1,200})[\"'`]", edge["text"])
    if quoted:
        wanted = quoted.group(1)
    wanted = named.get(wanted.lower(), wanted)
    body = output.strip()
    if _YES_NO.search(wanted):
        first = re.match(r"\W{0,9}(yes|no)\b", body, re.IGNORECASE)
        return first is not None, first.span(1) if first else None
    denied = _DENIES.search(criterion[: edge.start()]) is not None
    begins = edge["edge"].lower()[:2] in {"st", "be", "op"}
    plain, sought = body.lower(), wanted.lower()
    held = (
        plain.startswith(sought)
        if begins
        else plain.endswith(sought) or plain.rstrip(".!\"'").endswith(sought.rstrip(".!\"'") or sought)
    )
    if not (quoted or len(wanted) <= 2 or held or wanted[:1].isupper()):  # noqa: PLR2004 - a mark or two
        return None
    return held != denied, None


def _case(criterion: str, output: str, _: list[Token]) -> Told:
    case = _CASE.search(criterion)
    if case is None:
        return None
    upper = (case["case"] or "upper").lower() == "upper"
    letters = [letter for letter in output if letter.lower() != letter.upper()]
    held = all(letter.isupper() if upper else letter.islower() for letter in letters)
    denied = _DENIES.search(criterion[: case.start()]) is not None
    return (held != denied), None


def _lists(criterion: str, output: str, _: list[Token]) -> Told:
    numbered = _NUMBERED.search(criterion)
    bulleted = _LISTS.search(criterion)
    if numbered is None and bulleted is None:
        return None
    held = bullets_of(output) > 0
    if numbered is not None:
        held = re.search(r"^\s{0,9}\d{1,3}[.)]\s", output, re.MULTILINE) is not None
    mentioned = numbered or bulleted
    denied = mentioned is not None and _DENIES.search(criterion[: mentioned.start()]) is not None
    return held != denied, None


def _iso(criterion: str, output: str, words: list[Token]) -> Told:
    if not _ISO.search(criterion):
        return None
    found = _ISO_DATE.search(output)
    other = _OTHER_DATE.search(output) is not None or any(
        token.kind is Kind.WORD and token.is_capital and token.word in _MONTH_WORDS for token in words
    )
    return found is not None and not other, found.span() if found else None


_MONTH_WORDS: Final = frozenset(
    "january february march april may june july august september october november december".split()
)


def _yes_no(criterion: str, output: str, _: list[Token]) -> Told:
    if not _YES_NO.search(criterion):
        return None
    first = re.match(r"\W{0,9}(?:the answer is )?(yes|no)\b", output.strip(), re.IGNORECASE)
    return first is not None, first.span(1) if first else None


def _holds(criterion: str, output: str, _: list[Token]) -> Told:
    asked = _HOLDS.match(criterion)
    if asked is None:
        return None
    sort = asked["sort"].lower().replace("e-mail", "mail").replace("email", "mail")
    pattern = next((pattern for name, pattern in _SORTS if sort.startswith(name)), None)
    denied = _DENIES.search(criterion) is not None
    if sort.startswith(("price", "question")) and denied and sort in {"price", "prices", "questions", "question"}:
        return None
    if pattern is None:
        return None
    found = pattern.search(output)
    return (found is None) if denied else (found is not None), found.span() if found and not denied else None


_RULES: Final[tuple[Callable[[str, str, list[Token]], Told], ...]] = (
    _json, _iso, _yes_no, _edge, _case, _lists, _holds, _language,
)  # fmt: skip
