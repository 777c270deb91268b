"""Claims of the evidence's own words, bound together as the evidence does not bind them, and their honest twins."""

import pytest

from screwtape.core.judge import judge


@pytest.mark.parametrize(
    ("evidence", "wrong", "right"),
    [
        (
            "Plain copies run beside the readers. Full copies take a lock and block the readers.",
            "Plain copies take a lock and block the readers.",
            "Full copies take a lock and block the readers.",
        ),
        (
            "Present were Ada Moreno (treasurer), Jon Falk (chair) and Mei Tan (counsel).",
            "The chair is Ada Moreno.",
            "The chair is Jon Falk.",
        ),
        (
            "The bus goes from Nice to Lyon at noon.",
            "The bus goes from Lyon to Nice at noon.",
            "The bus goes to Lyon at noon.",
        ),
        ("The talk was moved from Monday to Friday.", "The talk was moved to Monday.", "The talk was moved to Friday."),
        (
            "The monthly pass costs 9 euros and the annual one 99 euros.",
            "The annual pass costs 9 euros.",
            "The monthly pass costs 9 euros.",
        ),
        (
            "Dust storms are caused by strong winds.",
            "Dust storms cause strong winds.",
            "Strong winds cause dust storms.",
        ),
        (
            "Back up the disk before you run the update.",
            "Run the update before you back up the disk.",
            "Run the update after you back up the disk.",
        ),
        (
            "Visitors may leave bags at the desk.",
            "Visitors must leave bags at the desk.",
            "Visitors may leave bags at the desk.",
        ),
        (
            "Output fell by 2 percentage points in May.",
            "Output fell by 2% in May.",
            "Output fell by 2 percentage points in May.",
        ),
        ("A seat costs 120 euros per year.", "A seat costs 120 euros per month.", "A seat costs 10 euros per month."),
        ("The call starts at 16:00 CET.", "The call starts at 16:00 UTC.", "The call starts at 15:00 UTC."),
        ("Das Amt ist montags geöffnet.", "Das Amt ist dienstags geöffnet.", "Das Amt ist montags geöffnet."),
        (
            "Les billets ne sont ni échangeables ni remboursables.",
            "Les billets sont remboursables.",
            "Les billets ne sont pas remboursables.",
        ),
        ("总部位于上海,研发中心位于深圳。", "总部位于深圳。", "总部位于上海。"),
        ("売上高は前年より8%増加した。", "売上高は前年より8%減少した。", "売上高は前年より8%増加した。"),
        ("В большом зале 400 мест, в малом зале 120 мест.", "В малом зале 400 мест.", "В малом зале 120 мест."),
        (
            "Το πρωινό δεν περιλαμβάνεται στην τιμή.",
            "Το πρωινό περιλαμβάνεται στην τιμή.",
            "Το πρωινό δεν περιλαμβάνεται στην τιμή.",
        ),
    ],
    ids=[
        "sibling", "role", "ends", "moved", "clause", "cause", "before", "may", "points", "rate", "zone", "german",
        "french", "chinese", "japanese", "russian", "greek",
    ],
)  # fmt: skip
def test_the_wrong_binding_fails_and_its_twin_passes(evidence: str, wrong: str, right: str) -> None:
    """Every word of both stands in the evidence; only one of them does it say."""
    assert judge("Report.", wrong, [evidence]).verdict == "fail"
    assert judge("Report.", right, [evidence]).verdict == "pass"
