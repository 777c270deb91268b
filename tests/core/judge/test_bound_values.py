"""A value belongs to a deed, a limit, a label or a subject: the same value with another one is another statement."""

from __future__ import annotations

import pytest

from screwtape.core.judge import judge

TWINS = {
    "deed": (
        "Build 77 repairs a leak that was introduced in build 75.",
        "Build 77 introduced the leak.",
        "The leak was introduced in build 75.",
    ),
    "deed-of-a-date": (
        "The bridge was opened in 1931 and was repaired in 1988.",
        "The bridge was repaired in 1931.",
        "The bridge was repaired in 1988.",
    ),
    "limit": (
        "Patients take one capsule every eight hours. Do not exceed two capsules in 24 hours.",
        "Patients may take up to three capsules in 24 hours.",
        "Patients must not exceed two capsules in 24 hours.",
    ),
    "one-month": (
        "Members may cancel with two months' notice.",
        "Members may cancel with one month's notice.",
        "Members may cancel with two months' notice.",
    ),
    "less-than-a-year": (
        "Staff with at least one year of service receive 20 days. Staff with less than a year receive 10 days.",
        "Staff with less than a year of service receive 20 days.",
        "Staff with at least one year of service receive 20 days.",
    ),
    "label": (
        "Net $200.00, tax $38.00, gross $238.00.",
        "The gross amount is $200.00.",
        "The gross amount is $238.00.",
    ),
    "agent": (
        "The bridge was designed in 1911 by the engineer Ada Renner. Otto Lindt repaired it in 1952.",
        "The bridge was designed in 1911 by Otto Lindt.",
        "The bridge was designed in 1911 by Ada Renner.",
    ),
    "subject": (
        "The 07:12 bus reaches the port at 07:58. The 07:20 bus reaches the station at 08:10.",
        "The 07:20 bus reaches the port at 07:58.",
        "The 07:12 bus reaches the port at 07:58.",
    ),
    "count-and-frequency": (
        "Take three tablets twice a day.",
        "Take two tablets three times a day.",
        "Take three tablets twice a day.",
    ),
    "all-and-some-ja": ("一部の人が賛成した。", "全員が賛成した。", "一部の人が賛成した。"),
    "all-and-some-zh": ("部分门店周日营业。", "全部门店周日营业。", "部分门店周日营业。"),
    "clause": (
        "Cookies are disabled by default; the flag enables them.",
        "Cookies are enabled by default.",
        "Cookies are disabled by default.",
    ),
}


@pytest.mark.parametrize(("evidence", "wrong", "_right"), TWINS.values(), ids=TWINS)
def test_a_value_of_something_else_does_not_pass(evidence: str, wrong: str, _right: str) -> None:
    """Every word and value of the wrong twin stands in the evidence."""
    assert judge("What is known?", wrong, [evidence]).verdict != "pass"


@pytest.mark.parametrize(("evidence", "_wrong", "right"), TWINS.values(), ids=TWINS)
def test_its_own_value_does_not_fail(evidence: str, _wrong: str, right: str) -> None:
    """The right twin says what the evidence says."""
    assert judge("What is known?", right, [evidence]).verdict != "fail"


@pytest.mark.parametrize(
    ("output", "evidence"),
    [
        ("Members are allowed 60 visits a year.", "Members may make 60 visits a year."),
        (
            "The fault introduced in 4.2.0 was fixed in 4.2.1.",
            "Version 4.2.1 fixes a fault that was introduced in 4.2.0.",
        ),
        ("Sale items cannot be refunded.", "Sale items can be exchanged within 14 days but not refunded."),
        (
            "Roast it for 35 minutes at 200 °C and then for 10 minutes at 180 °C.",
            "Heat it to 200 °C. Roast for 35 minutes, then lower the heat to 180 °C and roast for another 10 minutes.",
        ),
    ],
    ids=["permission", "passive-without-agent", "but-not", "values-of-two-sentences"],
)
def test_an_honest_retelling_does_not_fail(output: str, evidence: str) -> None:
    """Permissions, passives that name nobody, denials after "but", and values in one order contradict nothing."""
    assert judge("What is known?", output, [evidence]).verdict != "fail"
