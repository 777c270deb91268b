"""Degree, doubt and roles: contradicted in a near copy, doubtful beside one, and silent where they speak of else."""

import pytest

from screwtape.core.judge import judge

LONG = "while the board, its auditors and the regional council of Emilia discussed budgets, harbours and schools"


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("Most customers prefer the blue model.", "All customers prefer the blue model."),
        ("Trains are sometimes late.", "Trains are always late."),
        ("The virus may be linked to fatigue.", "The virus causes fatigue."),
        ("The company plans to open a store in Rome.", "The company opened a store in Rome."),
        ("Alice pays Bob 20 euros.", "Bob pays Alice 20 euros."),
        ("Northwind acquired Contoso in 2019.", "Contoso acquired Northwind in 2019."),
    ],
)
def test_a_near_copy_that_says_more_or_swaps_roles_fails(known: str, said: str) -> None:
    """The claim and one sentence say the same but for this, so one of them is wrong."""
    assert judge("Tell.", said, [known]).verdict == "fail"


@pytest.mark.parametrize(
    ("code", "known", "said"),
    [
        ("overstatement", f"Most customers prefer the blue model, {LONG}.", "All customers prefer the blue model."),
        ("overstatement", f"The company plans to open a store in Rome, {LONG}.", "The company opened a store in Rome."),
        ("roles_unclear", f"Northwind acquired Contoso in 2019, {LONG}.", "Contoso acquired Northwind in 2019."),
    ],
)
def test_inside_a_long_sentence_the_same_is_a_retry(code: str, known: str, said: str) -> None:
    """The sentence says much else, which may be what its word is about: doubtful, never passed."""
    told = judge("Tell.", said, [known])
    assert told.verdict == "retry"
    assert code in {finding.code for finding in told.findings}


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("The patient is in a coma and may never walk again.", "The patient is in a coma."),
        ("May 27 is the day of the fair in Oslo.", "27 May is the day of the fair in Oslo."),
        ("Cuban music is considered the richest music.", "Cuban music is the richest music."),
        ("Pins are often played on a wooden surface.", "Pins are usually played on a wooden surface."),
        ("Most organs are paired, and all snakes have one lung.", "Most organs are paired."),
        ("Black Swan is an album by Depeche Mode.", "Black Swan is an album from Depeche Mode."),
        ("Austin Russell, known by his stage name Chumlee, acts.", "Chumlee is the stage name of Austin Russell."),
    ],
    ids=["other_clause", "month", "held_by_people", "near_synonyms", "other_word", "noun", "stage_name"],
)
def test_a_word_about_something_else_contradicts_nothing(known: str, said: str) -> None:
    """Doubt, degree and order of names count only for what they are about."""
    codes = {finding.code for finding in judge("Tell.", said, [known]).findings}
    assert not codes & {"overclaim", "overstatement", "quantifier", "role_swap", "roles_unclear"}
