"""What a model's reply must be to be read at all."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.core.opinion import Agreement, Opinion, UnusableReply, read_agreement, read_opinion
from screwtape.core.terms import (
    ANSWER_CHARS,
    MODEL_QUOTE_CHARS,
    MODEL_QUOTES,
    MODEL_REASON_CHARS,
    MODEL_REASONS,
)

OPINION = {"reasons": ["It is carried."], "quotes": ["a b c"], "verdict": "pass", "score": 0.9}
AGREEMENT = {
    "reasons": ["They agree."],
    "consensus_answer": "Four.",
    "agreement_score": 0.75,
    "false_consensus_risk": "medium",
}
READERS: dict[str, tuple[Callable[[str], object], dict[str, Any]]] = {
    "judge": (read_opinion, OPINION),
    "consensus": (read_agreement, AGREEMENT),
}


def test_a_full_reply_is_read() -> None:
    """Every published member, as it was given."""
    assert read_opinion(json.dumps(OPINION)) == Opinion("pass", 0.9, ("It is carried.",), ("a b c",))
    assert read_agreement(json.dumps(AGREEMENT)) == Agreement("Four.", 0.75, "medium", ("They agree.",))


@pytest.mark.parametrize(("read", "full"), READERS.values(), ids=READERS)
@pytest.mark.parametrize(
    "around",
    [
        pytest.param("{}", id="bare"),
        pytest.param("\n  {}\r\n", id="space around"),
        pytest.param("```json\n{}\n```", id="a fence"),
        pytest.param("```\n{}\n```\n", id="a fence without a name"),
        pytest.param("```JSON  \r\n{}\r\n```", id="a fence of Windows"),
    ],
)
def test_one_object_may_stand_in_space_or_a_fence(
    read: Callable[[str], object], full: dict[str, Any], around: str
) -> None:
    """Nothing else may be around it."""
    assert read(around.replace("{}", json.dumps(full))) == read(json.dumps(full))


def test_other_members_are_ignored() -> None:
    """What was not asked for changes nothing, and quotes may be left out."""
    told = {name: value for name, value in OPINION.items() if name != "quotes"} | {"engine": "x", "claims": []}
    assert read_opinion(json.dumps(told)) == Opinion("pass", 0.9, ("It is carried.",))


@pytest.mark.parametrize("bound", [0, 1, 0.0, 1.0, -0.0])
def test_the_ends_of_the_range_belong_to_it(bound: float) -> None:
    """Zero and one are scores; minus zero is zero."""
    score = read_opinion(json.dumps(OPINION | {"score": bound})).score
    assert score == bound
    assert math.copysign(1, score) == 1


def test_reasons_may_be_none() -> None:
    """A list without entries is a list."""
    assert read_opinion(json.dumps(OPINION | {"reasons": []})).reasons == ()


@pytest.mark.parametrize(("read", "full"), READERS.values(), ids=READERS)
@pytest.mark.parametrize(
    "spoilt",
    [
        pytest.param("", id="nothing"),
        pytest.param("I cannot help with that.", id="a refusal"),
        pytest.param("Here it is: {}", id="words before"),
        pytest.param("{} I hope that helps.", id="words after"),
        pytest.param("{}{}", id="two objects"),
        pytest.param("{}\n{}", id="two lines"),
        pytest.param("[{}]", id="a list"),
        pytest.param("```json\n{}\n```\n```json\n{}\n```", id="two fences"),
        pytest.param("```json\n{}", id="an open fence"),
        pytest.param("<think>hm</think>{}", id="thoughts before"),
        pytest.param("null", id="null"),
        pytest.param("[" * 60_000, id="nested without end"),
        pytest.param('{"score": ' + "9" * 5_000 + "}", id="a number without end"),
    ],
)
def test_what_is_not_one_object_is_unusable(read: Callable[[str], object], full: dict[str, Any], spoilt: str) -> None:
    """A reply is parsed, never searched."""
    with pytest.raises(UnusableReply):
        read(spoilt.replace("{}", json.dumps(full)))


@pytest.mark.parametrize(("read", "full"), READERS.values(), ids=READERS)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.95])
def test_a_cut_reply_is_unusable(read: Callable[[str], object], full: dict[str, Any], share: float) -> None:
    """Wherever it was cut."""
    whole = json.dumps(full)
    with pytest.raises(UnusableReply):
        read(whole[: int(len(whole) * share)])


WRONG_JUDGE: dict[str, dict[str, Any]] = {
    "verdict in capitals": {"verdict": "PASS"},
    "verdict unknown": {"verdict": "maybe"},
    "verdict null": {"verdict": None},
    "verdict a list": {"verdict": ["pass"]},
    "score as text": {"score": "0.9"},
    "score true": {"score": True},
    "score null": {"score": None},
    "score above": {"score": 1.0001},
    "score below": {"score": -0.0001},
    "score in percent": {"score": 90},
    "score huge": {"score": 10**400},
    "score not a number": {"score": math.nan},
    "score infinite": {"score": math.inf},
    "score minus infinite": {"score": -math.inf},
    "reasons as text": {"reasons": "It is carried."},
    "reasons with a number": {"reasons": ["a", 1]},
    "reasons with null": {"reasons": [None]},
    "reasons null": {"reasons": None},
    "reasons too many": {"reasons": ["a"] * (MODEL_REASONS + 1)},
    "reasons too long": {"reasons": ["a" * (MODEL_REASON_CHARS + 1)]},
    "reasons half a letter": {"reasons": ["\ud800"]},
    "quotes as text": {"quotes": "a b c"},
    "quotes null": {"quotes": None},
    "quotes too many": {"quotes": ["a"] * (MODEL_QUOTES + 1)},
    "quotes too long": {"quotes": ["a" * (MODEL_QUOTE_CHARS + 1)]},
}
WRONG_CONSENSUS: dict[str, dict[str, Any]] = {
    "answer null": {"consensus_answer": None},
    "answer a number": {"consensus_answer": 4},
    "answer empty": {"consensus_answer": ""},
    "answer blank": {"consensus_answer": " \n"},
    "answer too long": {"consensus_answer": "a" * (ANSWER_CHARS + 1)},
    "answer half a letter": {"consensus_answer": "\udfff"},
    "agreement as text": {"agreement_score": "0.75"},
    "agreement above": {"agreement_score": 1.5},
    "agreement not a number": {"agreement_score": math.nan},
    "risk unknown": {"false_consensus_risk": "none"},
    "risk in capitals": {"false_consensus_risk": "Low"},
    "risk a number": {"false_consensus_risk": 1},
    "reasons as text": {"reasons": "They agree."},
}


@pytest.mark.parametrize("wrong", WRONG_JUDGE.values(), ids=WRONG_JUDGE)
def test_a_wrong_member_makes_an_opinion_unusable(wrong: dict[str, Any]) -> None:
    """Type, range and length, each to the letter."""
    with pytest.raises(UnusableReply):
        read_opinion(json.dumps(OPINION | wrong))


@pytest.mark.parametrize("wrong", WRONG_CONSENSUS.values(), ids=WRONG_CONSENSUS)
def test_a_wrong_member_makes_an_agreement_unusable(wrong: dict[str, Any]) -> None:
    """Type, range and length, each to the letter."""
    with pytest.raises(UnusableReply):
        read_agreement(json.dumps(AGREEMENT | wrong))


@pytest.mark.parametrize("name", ["verdict", "score", "reasons"])
def test_an_opinion_lacks_nothing(name: str) -> None:
    """Each published member is required."""
    with pytest.raises(UnusableReply, match=f"{name} is missing"):
        read_opinion(json.dumps({key: value for key, value in OPINION.items() if key != name}))


@pytest.mark.parametrize("name", list(AGREEMENT))
def test_an_agreement_lacks_nothing(name: str) -> None:
    """Each published member is required."""
    with pytest.raises(UnusableReply, match=f"{name} is missing"):
        read_agreement(json.dumps({key: value for key, value in AGREEMENT.items() if key != name}))


def test_a_member_that_stands_there_twice_is_unusable() -> None:
    """Which of the two is meant cannot be told."""
    twice = json.dumps(OPINION).replace('{"reasons"', '{"verdict": "fail", "reasons"')
    with pytest.raises(UnusableReply):
        read_opinion(twice)


def test_the_complaint_repeats_nothing_of_the_reply() -> None:
    """It goes into a log line."""
    with pytest.raises(UnusableReply) as refusal:
        read_opinion(json.dumps(OPINION | {"verdict": "xyzzy", "score": "xyzzy"}))
    assert "xyzzy" not in str(refusal.value)


MEMBERS = st.fixed_dictionaries(
    {},
    optional={
        "verdict": st.sampled_from(["pass", "fail", "retry", "PASS", 1, None]),
        "score": st.floats() | st.integers() | st.booleans() | st.none(),
        "reasons": st.lists(st.text(max_size=20) | st.none(), max_size=3) | st.text(max_size=5),
        "quotes": st.lists(st.text(max_size=20), max_size=3) | st.none(),
        "x": st.text(max_size=5),
    },
)


@given(reply=st.text(max_size=80) | MEMBERS.map(json.dumps))
def test_every_reply_is_read_within_bounds_or_unusable(reply: str) -> None:
    """Nothing else is raised, and nothing else is given."""
    try:
        opinion = read_opinion(reply)
    except UnusableReply:
        return
    assert opinion.verdict in {"pass", "fail", "retry"}
    assert 0 <= opinion.score <= 1
    "".join((*opinion.reasons, *opinion.quotes)).encode()
