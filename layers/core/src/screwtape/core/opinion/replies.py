"""A model's reply, read strictly: one JSON object with the published members, or UnusableReply.

The object is parsed, never searched for: text around it, a second object or an unclosed one makes the reply unusable.
Members that were not asked for are ignored. A code fence around the object is accepted, since many models cannot help
putting one.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar, get_args

from screwtape.core.consensus import Risk
from screwtape.core.judge.verdict import VerdictName
from screwtape.core.terms import (
    ANSWER_CHARS,
    MODEL_QUOTE_CHARS,
    MODEL_QUOTES,
    MODEL_REASON_CHARS,
    MODEL_REASONS,
)

_FENCED: Final = re.compile(r"```(?:json)?[ \t]*\r?\n(.*)\r?\n[ \t]*```", re.DOTALL | re.IGNORECASE)

Name = TypeVar("Name", bound=str)


class UnusableReply(Exception):
    """A reply that the published rules do not allow for. ``why`` names the rule, never what stood there."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a model says of one output. ``quotes`` are what it claims to have copied from the evidence."""

    verdict: VerdictName
    score: float
    reasons: tuple[str, ...]
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a model says of several answers."""

    consensus_answer: str
    agreement_score: float
    false_consensus_risk: Risk
    reasons: tuple[str, ...]


def read_opinion(reply: str) -> Opinion:
    """Read a reply to ``about_output``. Raises UnusableReply."""
    members = _object(reply)
    return Opinion(
        verdict=_one_of(members, "verdict", get_args(VerdictName)),
        score=_share(members, "score"),
        reasons=_texts(members, "reasons", MODEL_REASONS, MODEL_REASON_CHARS),
        quotes=_texts({"quotes": []} | members, "quotes", MODEL_QUOTES, MODEL_QUOTE_CHARS),
    )


def read_agreement(reply: str) -> Agreement:
    """Read a reply to ``about_consensus``. Raises UnusableReply."""
    members = _object(reply)
    answer = _text(_member(members, "consensus_answer"), "consensus_answer", ANSWER_CHARS)
    if not answer.strip():
        raise UnusableReply("consensus_answer is empty")
    return Agreement(
        consensus_answer=answer,
        agreement_score=_share(members, "agreement_score"),
        false_consensus_risk=_one_of(members, "false_consensus_risk", get_args(Risk)),
        reasons=_texts(members, "reasons", MODEL_REASONS, MODEL_REASON_CHARS),
    )


def _object(reply: str) -> dict[str, Any]:
    stripped = reply.strip()
    fenced = _FENCED.fullmatch(stripped)
    try:
        parsed = json.loads(
            fenced.group(1) if fenced else stripped, object_pairs_hook=_once_each, parse_constant=_no_number
        )
    except (ValueError, RecursionError):
        raise UnusableReply("it is not one JSON object") from None
    if not isinstance(parsed, dict):
        raise UnusableReply("it is not a JSON object")
    return parsed


def _once_each(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member stands there twice")
    return members


def _no_number(name: str) -> Literal[0]:
    raise ValueError(f"{name} is no number of JSON")


def _member(members: dict[str, Any], name: str) -> Any:
    if name not in members:
        raise UnusableReply(f"{name} is missing")
    return members[name]


def _one_of(members: dict[str, Any], name: str, allowed: tuple[Name, ...]) -> Name:
    given = _member(members, name)
    chosen = next((each for each in allowed if each == given), None)
    if chosen is None:
        raise UnusableReply(f"{name} is none of {', '.join(allowed)}")
    return chosen


def _share(members: dict[str, Any], name: str) -> float:
    given = _member(members, name)
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise UnusableReply(f"{name} is not a number")
    if not 0 <= given <= 1 or not math.isfinite(given):
        raise UnusableReply(f"{name} is not between 0 and 1")
    return abs(float(given))  # -0.0 is within bounds, and would be written as such


def _texts(members: dict[str, Any], name: str, most: int, longest: int) -> tuple[str, ...]:
    given = _member(members, name)
    if not isinstance(given, list):
        raise UnusableReply(f"{name} is not an array")
    if len(given) > most:
        raise UnusableReply(f"{name} has too many entries")
    return tuple(_text(entry, name, longest) for entry in given)


def _text(given: object, name: str, longest: int) -> str:
    if not isinstance(given, str):
        raise UnusableReply(f"{name} is not text")
    if len(given) > longest:
        raise UnusableReply(f"{name} is too long")
    try:
        given.encode()
    except UnicodeEncodeError:
        raise UnusableReply(f"{name} is not Unicode text") from None
    return given
