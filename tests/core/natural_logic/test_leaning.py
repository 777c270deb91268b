"""Natural logic on near copies: what a small change does to the truth depends on where it stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.core.natural_logic import leaning
from screwtape.core.statements import Statement


def lean(sentence: str, claim: str) -> float | None:
    """Give how far a claim follows from a sentence."""
    return leaning(Statement(claim, 0, len(claim)), Statement(sentence, 0, len(sentence)))


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("A poodle barked at the postman.", "A dog barked at the postman."),
        ("A small dog barked at the postman.", "A dog barked at the postman."),
        ("No dog barked at the postman.", "No poodle barked at the postman."),
        ("Nobody saw a dog at the party.", "Nobody saw a poodle at the party."),
        ("Every dog barked at the postman.", "Every small dog barked at the postman."),
        ("All guests ate the cake.", "Some guests ate the cake."),
        ("The train takes 90 minutes to Oslo.", "The train takes 1.5 hours to Oslo."),
        ("Without rounding the total is 12.48.", "The total is 12.48 without rounding."),
        ("The tower is 324 metres tall.", "The tower is about 324 m tall."),
        ("The warranty covers batteries.", "Yes, the warranty covers batteries."),
    ],
)
def test_a_change_that_keeps_the_truth_leans_towards_it(sentence: str, claim: str) -> None:
    """More general upward, more specific downward, the same in other words."""
    leans = lean(sentence, claim)
    assert leans is not None
    assert leans > 0


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("A dog barked at the postman.", "A poodle barked at the postman."),
        ("A dog barked at the postman.", "A small dog barked at the postman."),
        ("No poodle barked at the postman.", "No dog barked at the postman."),
        ("Every small dog barked at the postman.", "Every dog barked at the postman."),
        ("Some guests ate the cake.", "All guests ate the cake."),
        ("The guests ate the cake.", "The guests did not eat the cake."),
        ("The door is open today.", "The door is closed today."),
        ("Exactly five dogs barked at the postman.", "Exactly five poodles barked at the postman."),
    ],
)
def test_a_change_that_does_not_keep_it_leans_away(sentence: str, claim: str) -> None:
    """More specific upward, more general downward, denied, opposite."""
    leans = lean(sentence, claim)
    assert leans is None or leans < 0


def test_what_is_no_near_copy_has_no_leaning() -> None:
    """Two sentences of other words say nothing about each other."""
    assert lean("The council met on Friday.", "Prices of fish rose in Tallinn.") is None
    assert lean("", "Prices rose.") is None


@given(st.text(max_size=80))
def test_a_sentence_follows_from_itself(text: str) -> None:
    """Whatever it holds, a copy leans fully towards the truth or is too short to be one."""
    assert lean(text, text) in {None, 1.0}


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_leaning_stays_in_its_range(sentence: str, claim: str) -> None:
    """Between -1 and 1."""
    leans = lean(sentence, claim)
    assert leans is None or -1.0 <= leans <= 1.0
