"""What goes over the wire: requests read strictly, responses written exactly.

A request refuses unknown members and takes ``null`` for an optional member as if it were absent. A response leaves out
an optional member that has no value. Lengths count Unicode code points.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, StringConstraints, WithJsonSchema

from screwtape.core import terms


def _whole_without_point(score: float) -> int | float:
    return int(score) if score == int(score) else score


Score = Annotated[
    float,
    Field(ge=0, le=1),
    PlainSerializer(_whole_without_point, return_type=int | float),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1}),
]
"""A number from 0 to 1; a whole one is written without a point."""
Count = Annotated[
    float,
    Field(ge=0),
    PlainSerializer(_whole_without_point, return_type=int | float),
    WithJsonSchema({"type": "number", "minimum": 0}),
]
"""An amount that may have a fraction; a whole one is written without a point."""


def _rfc3339(moment: object) -> object:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if isinstance(moment, int) else moment


Moment = Annotated[
    str, BeforeValidator(_rfc3339), Field(description="RFC 3339, UTC.", json_schema_extra={"format": "date-time"})
]
"""A time, given in epoch seconds."""


def _when_present(description: str) -> Any:
    """Make a response member that is left out when it has no value."""
    return Field(default=None, description=description, exclude_if=lambda value: value is None)


class _Request(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


class _Response(BaseModel):
    model_config = ConfigDict(frozen=True, from_attributes=True, hide_input_in_errors=True)

    @classmethod
    def of(cls, result: object, **members: object) -> Self:
        """Make the reply to a result of the core: its attributes of the same name, and ``members`` beside them."""
        shared = {name: getattr(result, name) for name in cls.model_fields if hasattr(result, name)}
        return cls.model_validate(shared | members)


# Judge

EvidenceText = Annotated[str, StringConstraints(max_length=terms.EVIDENCE_CHARS)]
CriterionText = Annotated[str, StringConstraints(max_length=terms.CRITERION_CHARS)]
Evidence = Annotated[list[EvidenceText], Field(max_length=terms.EVIDENCE_ITEMS)]
Criteria = Annotated[list[CriterionText], Field(max_length=terms.CRITERIA_ITEMS)]

_EVIDENCE: Final = "Texts that hold what is true here. Every claim of the output is looked up in them."
_RETAIN: Final = "Ask for this call to be kept under the API key; `retention` in the reply tells whether it was."


class JudgeRequest(_Request):
    """One agent's output and what it is to be held against."""

    task: str = Field(
        min_length=1, max_length=terms.TASK_CHARS, description="What the agent was asked to do, in its own words."
    )
    agent_output: str = Field(
        max_length=terms.OUTPUT_CHARS, description="The output to judge, unchanged. An empty one is a retry."
    )
    evidence: Evidence | None = Field(default=None, description=_EVIDENCE)
    criteria: Criteria | None = Field(
        default=None,
        description="What the output must do: a phrase to carry, or a rule such as 'valid JSON' or 'at most 50 words'.",
    )
    retain: bool | None = Field(default=None, description=_RETAIN)


class Span(_Response):
    """A stretch of the agent's output in code points, the end excluded."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Citation(_Response):
    """A stretch of one evidence text, in code points."""

    evidence: int = Field(ge=0, description="Index of the evidence text.")
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class EvidenceSpan(_Response):
    """Where in the evidence a finding stands."""

    index: int = Field(ge=0, description="Index of the evidence text.")
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Claim(_Response):
    """One statement of the output, and what the evidence says about it."""

    text: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    status: Literal["supported", "contradicted", "unsupported", "not_checkable"]
    citations: list[Citation] = Field(description="Evidence that supports the claim.")
    against: list[Citation] = Field(description="Evidence that contradicts the claim.")


class Criterion(_Response):
    """One criterion, and whether the output meets it."""

    criterion: str
    status: Literal["met", "partial", "missing", "contradicted"]
    citation: Span | None = _when_present("Where the output meets or breaks it.")


class Finding(_Response):
    """One observation that the verdict rests on."""

    code: str = Field(description="Stable name of the rule that fired.")
    severity: Literal["critical", "major", "minor", "info"]
    message: str
    claim: Span | None = _when_present("The stretch of the output that it is about.")
    evidence: EvidenceSpan | None = _when_present("The stretch of evidence that it rests on.")
    criterion: int | None = _when_present("Index of the criterion that it is about.")


_RETENTION_NEEDS_KEY: Final = "Retention requires an API key."
_RETENTION_ABSENT: Final = "Retention is not offered by this deployment."


class Retention(_Response):
    """Whether this call was kept."""

    retained: bool
    reason: str | None = _when_present("Why a call that asked to be kept was not.")

    @classmethod
    def declined(cls, *, asked: bool | None, has_key: bool) -> Self:
        """Say that the call was not kept and, where its caller asked for it, why."""
        if not asked:
            return cls(retained=False)
        return cls(retained=False, reason=_RETENTION_ABSENT if has_key else _RETENTION_NEEDS_KEY)


Engine = Annotated[
    Literal["deterministic", "llm"],
    Field(description="deterministic: rules alone. llm: a model's opinion was heard; the last reason says so."),
]


class ModelUsage(_Response):
    """What the model's answer took, as its endpoint counts it."""

    model: str = Field(description="The model that answered.")
    prompt_tokens: int = Field(ge=0)
    completion_tokens: int = Field(ge=0)
    latency_ms: int = Field(ge=0, description="Milliseconds of waiting for it.")


_MODEL_USAGE: Final = "There when a model answered and its endpoint counts tokens."


class JudgeResponse(_Response):
    """A verdict with everything that it rests on."""

    verdict: Literal["pass", "fail", "retry"] = Field(
        description="pass: accept. fail: wrong, something stands against it. retry: another attempt may fix it."
    )
    score: Score = Field(description="Confidence that the output should be accepted. pass means 0.70 or more.")
    reasons: list[str] = Field(description="What decided, in plain English, the weightiest first.")
    engine: Engine
    claims: list[Claim]
    criteria: list[Criterion]
    findings: list[Finding]
    retry_hint: str | None = Field(description="What the next attempt should change; null unless that would help.")
    model_usage: ModelUsage | None = _when_present(_MODEL_USAGE)
    request_id: str
    retention: Retention


# Consensus


class AnswerRequest(_Request):
    """One agent's answer."""

    output: str = Field(min_length=1, max_length=terms.ANSWER_CHARS, description="The answer, unchanged.")
    agent_id: Annotated[str, StringConstraints(max_length=terms.AGENT_ID_CHARS)] | None = Field(
        default=None, description="Whose answer it is; answer-1, answer-2, … by position when missing."
    )


class ConsensusRequest(_Request):
    """Several agents' answers to one task."""

    task: str = Field(min_length=1, max_length=terms.TASK_CHARS, description="What every agent was asked.")
    answers: list[AnswerRequest] = Field(
        min_length=terms.ANSWERS_MIN, max_length=terms.ANSWERS_MAX, description="The answers, in any order."
    )
    evidence: Evidence | None = Field(
        default=None, description="Texts that hold what is true here. Only the assessment depends on them."
    )
    retain: bool | None = Field(default=None, description=_RETAIN)


class Cluster(_Response):
    """Answers that share their words."""

    size: int = Field(ge=1)
    agent_ids: list[str]
    representative: str = Field(description="The output of the cluster's first answer.")


class Group(_Response):
    """Answers that say the same, whatever their words."""

    size: int = Field(ge=1)
    agent_ids: list[str]
    representative: str = Field(description="The output that is most like the others of the group.")


class Conflict(_Response):
    """What two groups differ in."""

    kind: Literal["number", "date", "unit", "negation", "entity", "other"]
    agent_ids: list[list[str]] = Field(min_length=2, max_length=2, description="The agents on each side.")
    values: list[str] = Field(min_length=2, max_length=2, description="What each side says.")


class Assessment(_Response):
    """A second reading of the same answers: by meaning instead of shared words, whatever order they came in.

    It claims neither that agents are independent nor that what they agree on is true.
    """

    risk: Literal["low", "medium", "high"]
    action: Literal["accept", "verify", "escalate"]
    agreement_score: Score = Field(description="How far the answers say the same.")
    groups: list[Group] = Field(description="Answers that say the same, the largest group first.")
    conflicts: list[Conflict]
    effective_votes: Count = Field(
        description="Answers of independent wording that the largest group comes to, two decimals."
    )
    copies: list[list[str]] = Field(description="Ids of answers with the same text. Short answers are never copies.")
    reasons: list[str]


class ConsensusResponse(_Response):
    """How far the answers agree, and whether that agreement should be trusted."""

    consensus_answer: str = Field(
        description="The output of the first answer in the largest cluster; with a model, what it says they agree on."
    )
    agreement_score: Score = Field(
        description="Share of the answers that are in the largest cluster, two decimals; with a model, its rating."
    )
    false_consensus_risk: Literal["low", "medium", "high"]
    reasons: list[str]
    clusters: list[Cluster] = Field(description="All clusters, the largest first.")
    assessment: Assessment
    engine: Engine
    model_usage: ModelUsage | None = _when_present(_MODEL_USAGE)
    request_id: str
    retention: Retention


# Keys


class KeyRequest(_Request):
    """Who asks for an API key."""

    email: str = Field(
        min_length=3,
        max_length=254,
        description="Your address. Only a keyed hash of it is stored.",
        examples=["dev@example.com"],
        json_schema_extra={"format": "email"},
    )
    name: str = Field(min_length=1, max_length=terms.KEY_NAME_CHARS, description="A name for this key, for yourself.")


class KeyLimits(_Response):
    """What comes with the key."""

    free_per_day: int = Field(description="Free calls in a UTC day.")


class KeyResponse(_Response):
    """A new API key. This is the only time that its secret is shown."""

    key: str = Field(description="The secret. Send it as Authorization: Bearer.")
    id: str
    name: str
    created_at: Moment
    limits: KeyLimits
    request_id: str


class Usage(_Response):
    """Free calls of one UTC day."""

    date: str
    used: int
    limit: int
    remaining: int


class KeyUsageResponse(_Response):
    """What a key has left."""

    id: str
    name: str
    created_at: Moment
    usage: Usage
    credits: int = Field(description="Prepaid calls left, used when the free ones of the day are spent.")
    request_id: str


class DeletedResponse(_Response):
    """It is gone."""

    deleted: Literal[True]
    request_id: str


class HealthResponse(_Response):
    """The service answers."""

    status: Literal["ok"]
    version: str
    request_id: str


# Errors


class FaultBody(_Response):
    """One wrong place in a request body."""

    pointer: str = Field(description="RFC 6901 JSON pointer of the place.")
    message: str


class Problem(_Response):
    """An error as RFC 9457 problem details."""

    type: str = Field(description="URL of this error's documentation.")
    title: str
    status: int
    detail: str
    code: str = Field(description="Stable name to branch on.")
    request_id: str
    errors: list[FaultBody] | None = _when_present("For 400: each wrong place.")
