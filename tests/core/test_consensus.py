"""The published consensus algorithm, held to the article's five cases and to its own laws."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.core.consensus import AGREEMENT, CLOSING, DISAGREEMENT, DISSENT, THIN, VERBATIM, Answer, consensus
from screwtape.core.overlap import stems

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "consensus_cases.json").read_text(encoding="utf-8")
)


def answers(*outputs: str) -> list[Answer]:
    """Name answers by their position."""
    return [Answer(output, f"answer-{place}") for place, output in enumerate(outputs, 1)]


def words(*tokens: int) -> str:
    """Write distinct tokens that no stem rule touches."""
    return " ".join(f"t{token:03d}" for token in tokens)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_the_articles_cases_come_out_as_printed(case: dict[str, Any]) -> None:
    """Every field of the five published results is reproduced."""
    result = consensus([Answer(answer["output"], answer["agent_id"]) for answer in case["request"]["answers"]])
    assert {
        "consensus_answer": result.consensus_answer,
        "agreement_score": result.agreement_score,
        "false_consensus_risk": result.false_consensus_risk,
        "reasons": list(result.reasons),
        "clusters": [
            {"size": c.size, "agent_ids": list(c.agent_ids), "representative": c.representative}
            for c in result.clusters
        ],
        "engine": "deterministic",
    } == case["result"]


@pytest.mark.parametrize(
    ("outputs", "score", "risk", "reason"),
    [
        pytest.param([words(i) for i in range(8)], 0.13, "low", DISAGREEMENT, id="one-eighth-rounds-half-up"),
        pytest.param([words(1), words(1), words(2), words(3)], 0.5, "low", DISAGREEMENT, id="half-is-no-majority"),
        pytest.param(
            [words(*range(9))] * 3 + [words(90), words(*range(7), 91, 92)], 0.8, "medium", DISSENT, id="4-of-5-dissent"
        ),
        pytest.param([words(1, 2, 3)] * 4 + [words(1, 2, 9, 8)], 0.8, "high", VERBATIM, id="verbatim-at-exactly-0.8"),
        pytest.param(
            ["one two three four", "one two three four five", "six"], 0.67, "medium", DISSENT, id="below-strong"
        ),
        pytest.param(["."] * 3, 1, "high", VERBATIM, id="no-tokens-but-equal-text"),
        pytest.param([" Ä! ", "ä!"], 1, "high", VERBATIM, id="no-tokens-equal-after-strip-and-casefold"),
        pytest.param(["?", "!"], 0.5, "low", DISAGREEMENT, id="no-tokens-and-different"),
        pytest.param(["?", "word"], 0.5, "low", DISAGREEMENT, id="tokens-against-none"),
        pytest.param([words(1, 2), words(1, 2, 3)], 1, "high", THIN, id="thin"),
        pytest.param([words(1, 2, 3, 4), words(1, 2, 3, 4, 5)], 1, "low", AGREEMENT, id="four-tokens-are-enough"),
        pytest.param([words(*range(9)), words(*range(10))], 1, "high", VERBATIM, id="mean-of-exactly-0.9"),
        pytest.param(
            [words(*range(13)), words(*range(13)), words(*range(6), 90, 91, 92, 93)],
            0.67,
            "low",
            AGREEMENT,
            id="outsider-at-6-of-17-is-over-0.35",
        ),
    ],
)
def test_thresholds_compare_exact_fractions(outputs: list[str], score: float, risk: str, reason: str) -> None:
    """Each rule fires at its published threshold, in its published order, and the closing line follows."""
    result = consensus(answers(*outputs))
    assert (result.agreement_score, result.false_consensus_risk) == (score, risk)
    assert result.reasons == (reason, CLOSING)


def test_a_cluster_is_joined_by_its_first_member_only() -> None:
    """An answer close to a later member but not to the first starts its own cluster."""
    first, second, third = words(1, 2, 3, 4), words(2, 3, 4, 5, 1), words(2, 3, 4, 5, 6, 7)
    result = consensus(answers(first, second, third))
    assert [cluster.size for cluster in result.clusters] == [2, 1]
    assert result.consensus_answer == first


def test_equal_clusters_keep_their_order_of_appearance() -> None:
    """Of two equally large clusters the earlier wins, and the rest are listed in the order they appeared."""
    result = consensus(answers(words(1), words(2), words(3), words(2), words(1)))
    assert [cluster.representative for cluster in result.clusters] == [words(1), words(2), words(3)]


def test_no_answers_are_refused() -> None:
    """There is no consensus of nobody."""
    with pytest.raises(ValueError, match="at least one"):
        consensus([])


ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=()), max_size=60)
MANY = st.lists(
    ANY_TEXT | st.sampled_from(["Paris", "Paris.", "The crew size was 4.", "", " "]), min_size=1, max_size=16
)


@given(MANY)
def test_every_unicode_text_gets_a_bounded_consensus(outputs: list[str]) -> None:
    """Whatever the text, the result is within bounds and accounts for every answer once."""
    result = consensus(answers(*outputs))
    assert 0 < result.agreement_score <= 1
    assert result.false_consensus_risk in {"low", "medium", "high"}
    assert result.consensus_answer in outputs
    assert sorted(i for c in result.clusters for i in c.agent_ids) == sorted(a.agent_id for a in answers(*outputs))
    assert [c.size for c in result.clusters] == sorted((c.size for c in result.clusters), reverse=True)
    assert len(result.reasons) == 2


@given(st.lists(st.sampled_from(["Paris", "Lyon", "The crew size was 4."]), min_size=2, max_size=8), st.randoms())
def test_permuting_equal_texts_changes_nothing_but_ids(outputs: list[str], random: Any) -> None:
    """Ids may be dealt out in any order among equal texts: every other field stays."""
    ids = [f"agent-{place}" for place in range(len(outputs))]
    shuffled = random.sample(ids, len(ids))
    one = consensus([Answer(output, name) for output, name in zip(outputs, ids, strict=True)])
    two = consensus([Answer(output, name) for output, name in zip(outputs, shuffled, strict=True)])
    assert [(c.size, c.representative) for c in one.clusters] == [(c.size, c.representative) for c in two.clusters]
    assert (one.consensus_answer, one.agreement_score, one.false_consensus_risk, one.reasons) == (
        two.consensus_answer,
        two.agreement_score,
        two.false_consensus_risk,
        two.reasons,
    )


@given(ANY_TEXT)
def test_stems_are_stable(text: str) -> None:
    """Stems come in lower case, are never empty, and are the same each time."""
    found = stems(text)
    assert found == stems(text)
    assert all(found)
