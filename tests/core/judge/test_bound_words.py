"""Words bound to their own subject, clause, role and end: every word is there and the claim is wrong all the same."""

import pytest

from screwtape.core.judge import judge


@pytest.mark.parametrize(
    ("code", "known", "said"),
    [
        ("wrong_subject", "The desk lamp is old. The garden lamp needs a timer.", "The desk lamp needs a timer."),
        ("name_conflict", "Present: Ida Holm (CFO), Per Lund (CEO).", "The CEO is Ida Holm."),
        ("value_conflict", "Adults pay 12 euros. Children pay 5 euros at the door.", "Adults pay 5 euros."),
        ("role_swap", "The ferry sails from Oban to Mallaig.", "The ferry sails from Mallaig to Oban."),
        ("role_swap", "Rust is caused by water.", "Rust causes water."),
        ("value_conflict", "The fee rose from 3% to 4%.", "The fee rose from 4% to 3%."),
        ("value_conflict", "The shop is open 9:00-18:00.", "The shop closes at 5 pm."),
        ("value_conflict", "The plan costs 60 euros per year.", "The plan costs 60 euros per month."),
        ("opposite", "The pond is shallow and cold.", "The pond is deep and cold."),
        ("negation", "Dorvil makes you tired. Do not drive while taking it.", "You can drive while taking Dorvil."),
    ],
)  # fmt: skip
def test_the_evidence_says_it_of_something_else(code: str, known: str, said: str) -> None:
    """The claim takes what belongs to a sibling, another holder, the other side or the other end."""
    told = judge("Tell.", said, [known])
    assert told.verdict == "fail"
    assert code in {finding.code for finding in told.findings}


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("Back up the data before you start.", "You start after you back up the data."),
        ("0 errors were found in 41 files.", "No errors were found."),
        ("The plan costs 120 euros per year.", "The plan costs 10 euros per month."),
        ("Do not take more than 8 tablets a day.", "Take at most 8 tablets a day."),
        ("The works need Lumo 3.10 or newer.", "The works run on Lumo 3.12."),
    ],
)
def test_the_same_in_other_words_is_no_contradiction(known: str, said: str) -> None:
    """Turned round twice, counted as none, at another rate, under a limit: the same fact."""
    severities = {finding.severity for finding in judge("Tell.", said, [known]).findings}
    assert "critical" not in severities


@pytest.mark.parametrize(
    ("criterion", "met", "broken"),
    [
        ("valid JSON with keys id and total", '{"id": 4, "total": 9}', '{"id": 4}'),
        ("between 1 and 2 sentences", "It rains. It pours.", "It rains. It pours. It snows."),
        ("in upper case", "ABC", "Abc"),
        ("starts with yes or no", "Yes, it rains.", "It rains, yes."),
        ("no emoji", "It rains.", "It rains \U0001f327"),
        ("uses bullet points", "- rain\n- snow", "rain, snow"),
        ("dates in ISO format", "Due on 2025-05-03.", "Due on 3 May 2025."),
        ("written in French", "La mer est calme et le vent est faible.", "The sea is calm and the wind is light."),
        ("mentions rain and snow", "Rain, then snow.", "Rain, then sun."),
        ("one paragraph", "It rains.", "It rains.\n\nIt pours."),
    ],
)
def test_a_criterion_about_form_is_decided_by_the_form(criterion: str, met: str, broken: str) -> None:
    """Met by the one output, not by the other."""
    assert judge("Write.", met, criteria=[criterion]).criteria[0].status == "met"
    assert judge("Write.", broken, criteria=[criterion]).criteria[0].status != "met"


def test_a_criterion_about_manner_is_said_to_be_unread() -> None:
    """No comparison of words can tell a polite text, and the reply says that instead of "not met"."""
    told = judge("Answer.", "The parcel left on Monday.", ["The parcel left on Monday."], ["polite and friendly tone"])
    assert "criterion_not_understood" in {finding.code for finding in told.findings}


def test_a_language_without_word_lists_is_named_as_such() -> None:
    """Georgian has no lists here, German has."""
    georgian = "\u10d9\u10dd\u10dc\u10e2\u10e0\u10d0\u10e5\u10e2\u10d8 40 \u10d4\u10d5\u10e0\u10dd\u10d0."
    codes = {finding.code for finding in judge("?", georgian, [georgian]).findings}
    assert "language_neutral" in codes
    codes = {finding.code for finding in judge("?", "Der Preis ist 40 Euro.", ["Der Preis ist 40 Euro."]).findings}
    assert "language_neutral" not in codes
