"""What can be told from the output before any evidence is read: empty, refused, cut off, echoed, aimed at the judge.

A gate that closes ends the judging, since nothing was answered. The others leave a finding and judging goes on; so does
a placeholder or a refusal beside a real answer.
Patterns are applied to a bounded head or line, and none can backtrack over more than a line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from screwtape.core.judge.evidence import Evidence
from screwtape.core.judge.findings import found
from screwtape.core.judge.records import is_json
from screwtape.core.judge.standins import StandIn, stand_ins
from screwtape.core.judge.verdict import Finding, Span
from screwtape.core.language.normalisation import NormalText
from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.words import tokens
from screwtape.core.statements import Statement

_REPORTED_SHARE: Final = 0.6
_HEAD: Final = 400
_OPENER: Final = re.compile(
    r"\W{0,9}(?:sure|certainly|of course|okay|ok|here (?:is|are)|here's|absolutely|great question)\b[^\n]{0,80}:\s*\Z",
    re.IGNORECASE,
)
_TO_JUDGE: Final = re.compile(
    r"\bignore (?:all |any |the )?(?:previous|prior|above|earlier) (?:instructions?|rules|prompts?)\b"
    r"|\b(?:dear |note to (?:the )?|hey |attention,? )(?:judge|grader|evaluator|reviewer|validator)\b"
    r"|(?:^|[.!?\n])\W{0,9}(?:judge|grader|evaluator|system)\s?[:,]"
    r"|\b(?:give|assign|award|return|output|respond with|mark|rate|grade)\b[^.\n]{0,40}\b(?:score|verdict"
    r"|full marks|as (?:a )?pass|as correct)\b"
    r"|[\"']verdict[\"']\s?:|\bscore\s?[:=]\s?1(?:\.0)?\b|\bverdict\s?[:=]\s?[\"']?pass\b"
    r"|\byou are now\b[^.\n]{0,40}\bjudge\b",
    re.IGNORECASE,
)
_JUDGES_WORDS: Final = tuple(
    "ignore judge grader evaluator reviewer validator system score verdict marks correct pass".split()
)
"""One of these stands in everything that the pattern above finds: a quick look saves most texts the search."""
_REWRITES: Final = re.compile(
    r"\b(?:rewrite|translate|copy|repeat|paraphrase|correct|proofread|restate|summari[sz]e|echo|verbatim|quote|transcribe)\b",
    re.IGNORECASE,
)
_DANGLING: Final = frozenset(
    """the a an of to from in on at by for with and or but because that which
    is are was were as than into und oder der die das el la de y le et des""".split()
)
_BRACKETED_HEAD: Final = re.compile(
    r"\[[^\[\]{}\",\n]{1,200}\][ \t]*[^\s,\]]|\[[A-Za-z_][^\[\]{}\",\n]{0,200}\][ \t]*\n"
)
"""How a log line or a section of settings begins, which is no JSON."""
_ECHO_WORDS: Final = 3
_REPEATS: Final = 3
_LOOP_WORDS: Final = 30
_LOOP_SHARE: Final = 0.25
"""Share of distinct three-word runs below which a text is going in circles."""
_QUOTED: Final = 60


@dataclass(frozen=True, slots=True)
class Gate:
    """What the gates found; ``closed`` when the output answers nothing, so that judging ends here."""

    findings: tuple[Finding, ...]
    closed: bool


EMPTY: Final = found("empty", "The output is empty.")


def pass_gates(output: NormalText, words: list[Token], task: Statement, evidence: Evidence, criteria: str) -> Gate:
    """Hold an output against every gate.

    ``criteria`` is their joined text, which may ask for what a gate would stop.
    """
    text = output.text
    closing = _closing(text, words, task)
    if closing is not None:
        return Gate((closing,), closed=True)
    standing_in = [each for each in stand_ins(text, words, criteria) if not _is_reported(each, text, evidence)]
    told = tuple(found(each.code, each.message, claim=Span(*output.span(*each.first))) for each in standing_in)
    if any(each.fills for each in standing_in):
        return Gate(told, closed=True)
    findings = [
        *told,
        *_odd_characters(output),
        *_aimed_at_judge(text, task.text, evidence),
        *_cut_off(output, words, evidence),
        *_circling(words),
    ]
    return Gate(tuple(findings), closed=False)


def _is_reported(each: StandIn, text: str, evidence: Evidence) -> bool:
    """Whether words that would decline are the evidence's own, as in "I can't understand her" of a witness."""
    if each.code not in {"refusal", "abstention"}:
        return False
    keys = [token.key for token in tokens(text[slice(*each.first)]) if token.weight > 0]
    return len(keys) > 1 and sum(evidence.knows(key) for key in keys) >= _REPORTED_SHARE * len(keys)


def addresses_judge(text: str) -> str | None:
    """Give the words of a text that speak to the judge, if any do."""
    lowered = text.lower()
    if not any(word in lowered for word in _JUDGES_WORDS):
        return None
    match = _TO_JUDGE.search(text)
    return match.group().strip() if match else None


def _closing(text: str, words: list[Token], task: Statement) -> Finding | None:
    stripped = text.strip()
    if not words:
        return found("no_content", "The output holds only punctuation, no words.") if stripped else EMPTY
    if _OPENER.match(stripped[:_HEAD]) and len(stripped) < _HEAD:
        return found("opener_only", "The output announces an answer and gives none.")
    if _is_echo(words, task, stripped):
        return found("task_echo", "The output repeats the task and answers nothing.")
    return None


def _is_echo(words: list[Token], task: Statement, stripped: str) -> bool:
    asked = [token.word for token in task.tokens if token.kind is not Kind.MARK]
    said = [token.word for token in words]
    if not _ECHO_WORDS <= len(said) <= len(asked) or _REWRITES.search(task.text):
        return False
    same = said == asked[: len(said)] and 2 * len(said) > len(asked)
    return same and (stripped.endswith("?") or not task.text.rstrip().endswith("?") or said == asked)


def _odd_characters(output: NormalText) -> list[Finding]:
    findings: list[Finding] = []
    if "invisible" in output.oddities:
        findings.append(
            found("invisible", "The output holds invisible characters; they were left out of the comparison.")
        )
    if "mark_storm" in output.oddities:
        findings.append(
            found("mark_storm", "The output piles up combining marks; the surplus was left out of the comparison.")
        )
    if "bidi_override" in output.oddities:
        findings.append(
            found(
                "bidi_override", "The output turns the direction of text, so that it shows other words than it holds."
            )
        )
    if output.look_alikes:
        shown = output.look_alikes[0][:_QUOTED]
        findings.append(
            found(
                "look_alike",
                f"The word \u201c{shown}\u201d mixes scripts with letters that look alike; it was matched with "
                f"nothing.",
            )
        )
    return findings


def _aimed_at_judge(text: str, task: str, evidence: Evidence) -> list[Finding]:
    words = addresses_judge(text)
    if words is not None:
        known = words.lower()
        if known not in task.lower() and not any(known in item.lower() for item in evidence.texts()):
            return [
                found(
                    "addressed_to_judge",
                    f"The output addresses the judge: \u201c{words[:_QUOTED]}\u201d. It was not followed.",
                )
            ]
        return []
    if any(addresses_judge(item) for item in evidence.texts()):
        return [found("evidence_addresses_judge", "A text in the evidence addresses the judge; it was read as data.")]
    return []


def _cut_off(output: NormalText, words: list[Token], evidence: Evidence) -> list[Finding]:
    text = output.text.rstrip()
    last = words[-1]
    start, end = output.span(last.start, last.end)
    begun = text.startswith("{") or (text.startswith("[") and _BRACKETED_HEAD.match(text) is None)
    if begun and text[-1] not in "}]" and not is_json(text):
        return [found("unparsable", "The output begins as JSON and does not end as JSON.", claim=Span(start, end))]
    cut = text.count("```") % 2 == 1 or text[-1] in "([{,\u3001\uff0c" or (text[-1] == "-" and len(text) > 1)
    if not cut and last.end == len(text) and last.kind is Kind.WORD:
        cut = (last.word in _DANGLING and len(words) > _ECHO_WORDS) or _name_goes_on(last, evidence)
    if not cut:
        tail = text[-_HEAD:]
        cut = tail.rfind("(") > max(tail.rfind(")"), tail.rfind(":("), tail.rfind("\n")) and text[-1] not in ".!?"
    return (
        [
            found(
                "truncated",
                f"The output seems to be cut off after \u201c{last.text[:_QUOTED]}\u201d.",
                claim=Span(start, end),
            )
        ]
        if cut
        else []
    )


def _name_goes_on(last: Token, evidence: Evidence) -> bool:
    """Whether the evidence never has the last word, a capitalised one, without another capitalised word after it."""
    if not last.is_capital:
        return False
    occurrences = 0
    for at in evidence.holding(last.key):
        statement = evidence.statements[at]
        for place in statement.places[last.key]:
            following = statement.tokens[place + 1 : place + 2]
            if not following or not following[0].is_capital:
                return False
            occurrences += 1
    return occurrences > 0


def _circling(words: list[Token]) -> list[Finding]:
    if len(words) < _LOOP_WORDS:
        return []
    runs = [tuple(token.word for token in words[at : at + _REPEATS]) for at in range(len(words) - _REPEATS + 1)]
    if len(set(runs)) < _LOOP_SHARE * len(runs):
        return [found("repetition", "The output says the same words over and over.")]
    return []
