"""Whether the output meets each criterion: typed ones by rule, forbidden ones by absence, topics by an answer.

A criterion may name what must stand in the output ("mentions oak"), what must not ("does not mention the price"), or a
topic to be answered ("crew size"). Naming a topic is no answer to it: a size wants a number, a place wants a name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from screwtape.core.facts import Relation, Value, relation
from screwtape.core.judge.answers import Answers
from screwtape.core.judge.holders import place_of
from screwtape.core.judge.requirements import find_code, find_text, quoted_text, typed_outcome
from screwtape.core.judge.topics import Ask, asked_by, offers
from screwtape.core.judge.values import alignment
from screwtape.core.judge.verdict import CriterionStatus
from screwtape.core.language.normalisation import normalise
from screwtape.core.language.tokens import Token
from screwtape.core.statements import Statement, Stretch

MET_SHARE: Final = 0.75
"""Share of a criterion's content that must stand in the output."""
PARTIAL_SHARE: Final = 0.4
_AND: Final = re.compile(r",\s?(?:and\s)?|\s(?:and|as well as|&)\s")
_THE: Final = re.compile(r"\s{0,9}the\s", re.IGNORECASE)
_PARTS_AT_MOST: Final = 12
_MANNER: Final = frozenset(
    """polite politely courteous friendly warm empathetic empathic sympathetic respectful professional professionally
    formal informal casual clear clearly concise concisely brief succinct simple plain readable understandable accurate
    correct factual helpful useful complete comprehensive thorough detailed relevant coherent consistent fluent natural
    engaging persuasive convincing creative original neutral objective unbiased balanced fair appropriate suitable good
    structured organized organised grammatical well-written tone style voice grammar spelling high-quality
    quality""".split()
)
_ABOUT_TEXT: Final = frozenset(
    """answer response output text reply summary message language writing written write tone style voice sound sounds
    read reads reader readers user users customer audience easy make makes use uses well way manner explanation format
    sentence sentences word words english follow keep stay remain free error errors""".split()
)
VALUES_OF_CRITERION: Final = 8
"""Values of one criterion that are looked for; more are a table, not a criterion."""
_SUBJECT: Final = r"(?:(?:it|the )?\s?(?:output|answer|response|text|reply|summary)?\s)?"
_FORBIDS: Final = re.compile(
    rf"\W{{0,9}}{_SUBJECT}(?:does not|doesn't|must not|mustn't|should not|shouldn't|do not|don't|never"
    rf"|may not|cannot|can't|avoids?|no|without|excludes?|omits?)\b"
    r"\s?(?:mention(?:s|ing|ed)?|contain(?:s|ing)?|include(?:s|ing)?|use(?:s|ing)?|refer(?:s|ring)? to"
    r"|reveal(?:s|ing)?|stat(?:e|es|ing)|say(?:s|ing)?"
    r"|tell(?:s|ing)? (?:the |any)?(?:user|customer|reader|them|one)s?(?: to\b| that\b)?"
    r"|name|give|list|the words?\b|any\b)?",
    re.IGNORECASE,
)
_DEMANDS: Final = re.compile(
    rf"\W{{0,9}}{_SUBJECT}(?:must |should |has to |needs to )?(?P<verb>mentions?|contains?|includes?"
    rf"|names?|says?|states?|uses?|explains?|lists?|gives?|provides?|defines?|returns?|describes?"
    rf"|identifies|identify|notes?)\b(?: that| the (?:word|phrase|text))?",
    re.IGNORECASE,
)
_DENIED_SHARE: Final = 0.25
"""Share of what a criterion wants that a statement must deny, or affirm against its denial, to break it."""
_CODE: Final = re.compile(
    r"[A-Za-z_]\w{0,60}\((?!s\))[^()\n]{0,120}\)"
    r"|[A-Za-z_]\w{0,60}(?:(?: (?:[-+*/%<>=]|==|!=|<=|>=|&&|\|\|) |(?:==|!=|<=|>=|&&|\|\|))\w{1,60}){1,8}"
)
"""Calls and expressions. A lone operator wants spaces, for well-known and and/or are words."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What became of a criterion, and the stretch of the output that decided it."""

    status: CriterionStatus
    where: Stretch | None = None
    forbidden: str = ""
    """What stood there although it must not."""
    understood: bool = True
    """Whether the criterion could be read at all, or only its words be looked for."""


def rule(criterion: str, output: str, words: list[Token], answers: Answers, *, grounded: bool) -> Ruling:
    """Decide one criterion over the statements of the output. ``grounded`` is whether there is evidence."""
    text = normalise(criterion).text
    typed = typed_outcome(text, output, words, len(answers.all))
    if typed is not None:
        return Ruling("met" if typed.met else "missing", typed.where)
    forbids = _FORBIDS.match(text)
    if forbids is not None and forbids.end() < len(text):
        return _forbidden(text, forbids.end(), output, answers)
    code = [match.group() for match in _CODE.finditer(text)]
    if code:
        return _all_there([find_code(part, output) for part in code])
    demands = _DEMANDS.match(text)
    quoted = quoted_text(text)
    if quoted and demands is not None:
        return _all_there([find_text(part, output) for part in quoted])
    return _free(text, demands, answers, grounded=grounded)


def is_exact(criterion: str) -> bool:
    """Whether a program decides a criterion to the letter: a length, a format, a pattern, a quoted text, code."""
    text = normalise(criterion).text
    if typed_outcome(text, "", [], 0) is not None or _CODE.search(text) is not None:
        return True
    return bool(quoted_text(text)) and _DEMANDS.match(text) is not None


def _free(text: str, demands: re.Match[str] | None, answers: Answers, *, grounded: bool) -> Ruling:
    """Decide a criterion that only names what it wants."""
    wanted = Statement(text[demands.end() :] if demands is not None else text, 0, len(text))
    literal = demands is not None and demands["verb"].startswith(("mention", "contain", "use"))
    parts = _listed(wanted.text) if demands is not None else []
    if len(parts) > 1:
        pieces = [Statement(part, 0, len(part)) for part in parts]
        return _of_parts([_wanted(piece, answers, literal=True, grounded=grounded) for piece in pieces])
    ruling = _wanted(wanted, answers, literal=literal, grounded=grounded)
    if ruling.status in {"missing", "partial"} and _is_of_manner(Statement(text, 0, len(text))):
        return replace(ruling, understood=False)
    return ruling


def _is_of_manner(criterion: Statement) -> bool:
    """Whether a criterion is about how something is said, which no comparison of words can tell."""
    content = [token for token in criterion.tokens if token.weight > 0]
    manner = [token for token in content if token.word in _MANNER]
    return bool(manner) and all(token.word in _MANNER | _ABOUT_TEXT for token in content)


def _listed(text: str) -> list[str]:
    """Give the things that a criterion lists: oak, ash and elm."""
    parts = [part.strip(" .") for part in _AND.split(text)]
    return [part for part in parts if part][:_PARTS_AT_MOST] if "," in text or " and " in text or "&" in text else []


def _of_parts(rulings: Sequence[Ruling]) -> Ruling:
    """Rule on several things that are all wanted."""
    states = {ruling.status for ruling in rulings}
    where = next((ruling.where for ruling in rulings if ruling.where is not None), None)
    if "contradicted" in states:
        return Ruling("contradicted", next(each.where for each in rulings if each.status == "contradicted"))
    if states == {"met"}:
        return Ruling("met", where)
    return Ruling("missing" if states == {"missing"} else "partial", where)


def _all_there(places: Sequence[Stretch | None]) -> Ruling:
    """Rule on texts that must all stand in the output; the first is cited."""
    return Ruling("met", places[0]) if None not in places else Ruling("missing")


def _forbidden(text: str, at: int, output: str, answers: Answers) -> Ruling:
    quoted = quoted_text(text)
    if quoted:
        for part in quoted:
            where = find_text(part, output)
            if where is not None:
                return Ruling("contradicted", where, part)
        return Ruling("met")
    topic = Statement(text[at:], 0, len(text) - at)
    content = topic.content()
    asks = asked_by(topic)
    named = answers.with_all(content)
    valued = [said for value in _values(topic) for known, said in answers.values if _same(value, known)]
    told = asks & _TELLTALE if len(content) <= 1 else frozenset()
    offered = [each.statement for each in answers.all if offers(each.statement, told)] if told else []
    there = min([*named, *valued, *offered], key=lambda statement: statement.start, default=None)
    return Ruling("met") if there is None else Ruling("contradicted", there.stretch, topic.text.strip())


_TELLTALE: Final = frozenset({Ask.MONEY, Ask.PERCENT})
"""What gives a topic away without its name: a currency sign is a price."""


def _wanted(wanted: Statement, answers: Answers, *, literal: bool, grounded: bool) -> Ruling:
    content = wanted.content()
    asks = frozenset() if literal and not _THE.match(wanted.text) else asked_by(wanted)
    if not content and not wanted.values:
        return Ruling("met") if answers.all else Ruling("missing")
    topic = {key: weight for key, weight in content.items() if not _only_asks(key, wanted)} if asks else content
    share = sum(weight for key, weight in content.items() if answers.holds(key)) / (sum(content.values()) or 1.0)
    clash = _clash(wanted, answers)
    if clash is not None:
        return Ruling("contradicted", clash.stretch)
    if asks:
        for answer in answers.all:
            near = not topic or any(key in answer.statement.places or key in answer.context for key in topic)
            if near and (answer.stands or not grounded) and offers(answer.statement, asks):
                return Ruling("met", answer.statement.stretch)
        return Ruling("partial" if share >= PARTIAL_SHARE else "missing")
    values = _values(wanted)
    matched = sum(any(_same(value, known) for known, _ in answers.values) for value in values)
    share = (share * sum(content.values()) + matched) / (sum(content.values()) + len(values) or 1.0)
    best = answers.nearest(content)
    where = best.stretch if best is not None else None
    if matched == len(values) and share >= MET_SHARE:
        return Ruling("met", where)
    return Ruling("partial" if share >= PARTIAL_SHARE else "missing", where)


def _only_asks(key: str, wanted: Statement) -> bool:
    """Whether a concept of a criterion says what sort of answer is wanted and not about what."""
    return bool(asked_by(wanted, key))


def _values(criterion: Statement) -> tuple[Value, ...]:
    return criterion.values[:VALUES_OF_CRITERION]


def _same(wanted: Value, said: Value) -> bool:
    return relation(wanted, said) is Relation.SAME


def _clash(wanted: Statement, answers: Answers) -> Statement | None:
    """Find a statement that says the opposite of the criterion, or gives another value in the same place."""
    content = wanted.content()
    if not content:
        return None
    for statement in answers.with_all(content):
        turned = [key for key in content if wanted.signs(key).isdisjoint(statement.signs(key))]
        denied = sum(content[key] for key in turned) >= _DENIED_SHARE * sum(content.values())
        if (denied and not _deny_alike(wanted, statement)) or any(
            _is_opposite(key, wanted, statement) for key in turned
        ):
            return statement
        if any(_other_value(value, wanted, statement) for value in _values(wanted)):
            return statement
    return None


def _deny_alike(wanted: Statement, statement: Statement) -> bool:
    """Whether both deny something that both name: what else a denial reaches depends on the order of words."""
    return any(
        wanted.places[key][0] in wanted.negated
        and (
            statement.places[key][0] in statement.negated
            or (_is_opposite(key, wanted, statement) and wanted.signs(key) == statement.signs(key))
        )
        for key in wanted.places.keys() & statement.places.keys()
    )


def _is_opposite(key: str, wanted: Statement, statement: Statement) -> bool:
    return wanted.tokens[wanted.places[key][0]].sign != statement.tokens[statement.places[key][0]].sign


def _other_value(value: Value, wanted: Statement, statement: Statement) -> bool:
    kin = [(relation(known, value), known) for known in statement.values]
    if any(each in {Relation.SAME, Relation.UNDECIDED} for each, _ in kin):
        return False
    place = place_of(wanted, value)
    return any(each is Relation.DIFFERENT and alignment(place, place_of(statement, known)) > 0 for each, known in kin)
