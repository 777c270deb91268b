"""Verdict and consensus with a model beside the rules: when it is asked, for how long, what is said without it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.api.models import Assessment, ConsensusResponse, JudgeResponse, Retention
from screwtape.core.errors import StoreUnavailable
from screwtape.core.opinion import Case, Question
from screwtape.ports import ModelFailed, ModelUnusable
from screwtape.services.advising import Adviser, Allowed, Circumstances
from screwtape.services.judging import Agreed, Judged, Judging
from tests.fakes import CountingChance, FakeStore, ScriptedModel

NOON = 1_790_000_000
CASE = Case("How big was the crew?", "The crew size was 4.", ["The crew size was 4."], ["crew size"])
ANSWERS = [("The crew size was 4.", "a"), ("The crew size was 4.", None), ("Nobody knows.", "c")]
OPINION = {"reasons": ["It misses the point."], "quotes": [], "verdict": "retry", "score": 0.5}
AGREEMENT = {
    "reasons": ["Two say 4."],
    "consensus_answer": "4",
    "agreement_score": 0.67,
    "false_consensus_risk": "medium",
}
FAILED = "LLM call failed. Used deterministic checks."
UNUSABLE = "LLM response was unusable. Used deterministic checks."


FREELY = Allowed(20)


class Bench:
    """A model under a script, the rules alone beside it, and the log line of the last call."""

    def __init__(self, answer: Any, allowed: Allowed = FREELY) -> None:
        self.model = ScriptedModel(answer)
        self.store = FakeStore()
        self.log: dict[str, str | int] = {}
        self._judging = Judging(Adviser(self.model, self.store, CountingChance(), allowed))

    def met(self, *, now: int = NOON, left: float = 28.0, free: bool = False, paid: bool = False) -> Circumstances:
        """Give the circumstances of one call."""
        self.log = {}
        return Circumstances(now, lambda: left, free, paid, self.log.__setitem__)

    def judge(self, **circumstances: Any) -> Judged:
        """Judge the case."""
        return self._judging.judge(CASE, self.met(**circumstances))

    def agree(self, **circumstances: Any) -> Agreed:
        """Find the consensus of the answers."""
        return self._judging.agree("How big?", ANSWERS, (), self.met(**circumstances))


RULES = Judging()
NOWHERE = Circumstances(NOON, lambda: 29.0)


def scripted(question: Question) -> str:
    """Answer either question in full."""
    return json.dumps(OPINION if question.name == "verdict" else AGREEMENT)


def test_a_usable_reply_is_heard() -> None:
    """The opinion, its engine, and what it took; the question held the case and was made around a fresh nonce."""
    bench = Bench(scripted)
    judged, again = bench.judge(), bench.judge()
    assert (judged.verdict.verdict, judged.verdict.score, judged.engine) == ("retry", 0.5, "llm")
    assert judged.verdict.reasons == ("It misses the point.", "Scored by the configured LLM.")
    assert judged.model_usage is not None
    assert (judged.model_usage.model, bench.log) == ("scripted", {"model_requests": 1})
    assert again == judged
    first, second = (question.material for question, _ in bench.model.asked)
    assert first != second
    assert "The crew size was 4." in first


def test_a_consensus_is_scored_and_its_clusters_and_assessment_stay() -> None:
    """Exactly four fields are the model's."""
    rules = RULES.agree("How big?", ANSWERS, (), NOWHERE)
    agreed = Bench(scripted).agree()
    assert (agreed.consensus.consensus_answer, agreed.consensus.agreement_score) == ("4", 0.67)
    assert (agreed.consensus.false_consensus_risk, agreed.engine) == ("medium", "llm")
    assert agreed.consensus.reasons == (
        "Two say 4.",
        "Scored by the configured LLM. Clusters below are from deterministic overlap.",
    )
    assert agreed.consensus.clusters == rules.consensus.clusters
    assert agreed.assessment == rules.assessment


def test_without_a_model_nothing_is_said_of_one() -> None:
    """The rules' own result, as it is."""
    judged = RULES.judge(CASE, NOWHERE)
    assert (judged.engine, judged.model_usage) == ("deterministic", None)
    assert not any("LLM" in reason for reason in judged.verdict.reasons)


@pytest.mark.parametrize(
    ("answer", "reason", "fault"),
    [
        pytest.param(ModelFailed("status 503", 2), FAILED, "status 503", id="failed"),
        pytest.param(ModelUnusable("the reply is too long"), UNUSABLE, "the reply is too long", id="no answer"),
        pytest.param("{}", UNUSABLE, "verdict is missing", id="no opinion"),
    ],
)
def test_a_failure_leaves_the_rules_result_and_says_so(answer: Any, reason: str, fault: str) -> None:
    """The published sentence comes after the rules' own reasons; everything else is theirs, and the log says why."""
    bench, rules = Bench(answer), RULES.judge(CASE, NOWHERE)
    judged = bench.judge()
    assert judged.engine == "deterministic"
    assert judged.verdict.reasons == (*rules.verdict.reasons, reason)
    assert (judged.verdict.verdict, judged.verdict.score) == (rules.verdict.verdict, rules.verdict.score)
    assert judged.verdict.findings == rules.verdict.findings
    assert bench.log["model_fault"] == fault
    agreed, rules_agreed = bench.agree(), RULES.agree("How big?", ANSWERS, (), NOWHERE)
    assert agreed.engine == "deterministic"
    assert agreed.consensus.reasons == (*rules_agreed.consensus.reasons, reason)
    assert agreed.consensus.clusters == rules_agreed.consensus.clusters


def test_tokens_of_an_unusable_opinion_are_still_told() -> None:
    """They were spent."""
    judged = Bench("{}").judge()
    assert judged.model_usage is not None
    assert judged.model_usage.prompt_tokens == 10


@pytest.mark.parametrize(
    ("met", "seconds"),
    [
        pytest.param({}, 20, id="as configured"),
        pytest.param({"left": 20.0}, 14, id="six seconds before the function's end"),
        pytest.param({"paid": True}, 8, id="a payment is still to be settled"),
        pytest.param({"paid": True, "left": 21.0}, 4, id="both"),
    ],
)
def test_the_model_gets_the_least_of_what_is_left(met: dict[str, Any], seconds: float) -> None:
    """Configured, left of the function's time less six seconds, or eight for one that x402 pays for, less seventeen."""
    bench = Bench(scripted)
    bench.judge(**met)
    assert [given for _, given in bench.model.asked] == [seconds]


@pytest.mark.parametrize("left", [6.0, 0.0, -3.0])
def test_without_time_the_model_is_not_asked(left: float) -> None:
    """A result in time is worth more than an opinion."""
    bench = Bench(scripted)
    judged = bench.judge(left=left)
    assert bench.model.asked == []
    assert (judged.engine, judged.verdict.reasons[-1]) == ("deterministic", FAILED)
    assert bench.log == {"model_requests": 0, "model_fault": "no time left"}


def test_the_calls_of_a_day_are_bounded_for_everybody_together() -> None:
    """Past the bound rules decide, and a reason says so; the next day counts anew."""
    bench = Bench(scripted, Allowed(20, calls_per_day=2))
    engines = [bench.judge().engine, bench.agree().engine, bench.judge().engine]
    assert engines == ["llm", "llm", "deterministic"]
    spent = "The LLM calls of today are spent. Used deterministic checks."
    assert bench.judge().verdict.reasons[-1] == spent
    assert bench.agree().consensus.reasons[-1] == spent
    assert len(bench.model.asked) == 2
    assert bench.judge(now=NOON + 86_400).engine == "llm"


def test_without_a_bound_nothing_is_counted() -> None:
    """Counting costs a write, which only a bound is worth."""
    bench = Bench(scripted)
    bench.judge()
    assert bench.store.calls == []


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_call_that_cannot_be_counted_is_not_made(moment: Any) -> None:
    """The operator's bill comes before the opinion, and the result before both."""
    bench = Bench(scripted, Allowed(20, calls_per_day=2))
    bench.store.fail_next("take_model_call", StoreUnavailable("down"), moment)
    judged = bench.judge()
    assert bench.model.asked == []
    assert (judged.engine, judged.verdict.reasons[-1]) == ("deterministic", FAILED)
    assert bench.log == {"model_fault": "the count cannot be kept"}


def test_free_calls_may_be_kept_from_the_model() -> None:
    """Then only paid ones ask it, and a free one says why it does not; it counts against no bound."""
    bench = Bench(scripted, Allowed(20, calls_per_day=1, for_free_calls=False))
    refused = bench.judge(free=True)
    assert (refused.engine, refused.verdict.reasons[-1]) == (
        "deterministic",
        "The LLM is not used for free calls here. Used deterministic checks.",
    )
    assert bench.judge().engine == "llm"


ANSWERS_OF_MODELS = st.text(max_size=60) | st.fixed_dictionaries(
    {"verdict": st.sampled_from(["pass", "fail", "retry", "no"]), "score": st.floats() | st.integers(-1, 2)},
    optional={
        "reasons": st.lists(st.text(max_size=20), max_size=3),
        "quotes": st.lists(st.text(max_size=20), max_size=3),
        "consensus_answer": st.text(max_size=20),
        "agreement_score": st.floats(0, 1),
        "false_consensus_risk": st.sampled_from(["low", "high", "x"]),
    },
).map(json.dumps)


@given(answer=ANSWERS_OF_MODELS)
def test_whatever_a_model_answers_the_reply_is_valid(answer: str) -> None:
    """The response model takes it, it can be written as UTF-8, and verdict and score fit together."""
    bench = Bench(answer)
    kept = Retention(retained=False)
    judged, agreed = bench.judge(), bench.agree()
    response = JudgeResponse.of(
        judged.verdict, engine=judged.engine, model_usage=judged.model_usage, request_id="r", retention=kept
    )
    response.model_dump_json().encode()
    assert (response.verdict == "pass") == (response.score >= 0.70)
    assert response.verdict != "fail" or response.score < 0.40
    ConsensusResponse.of(
        agreed.consensus,
        assessment=Assessment.of(agreed.assessment),
        engine=agreed.engine,
        model_usage=agreed.model_usage,
        request_id="r",
        retention=kept,
    ).model_dump_json().encode()
