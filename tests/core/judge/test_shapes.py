"""Criteria about the shape of an output."""

import pytest

from screwtape.core.judge import judge


@pytest.mark.parametrize(
    ("criterion", "meets", "misses"),
    [
        ("between 2 and 4 sentences", "One is here. Two is here.", "One is here."),
        ("starts with yes or no", "Yes, it does.", "It does, yes."),
        ("ends with a question mark", "Does it?", "It does."),
        ("uses bullet points", "- one\n- two", "one and two"),
        ("a numbered list", "1. one\n2. two", "- one\n- two"),
        ("one paragraph", "It is here. It stays.", "It is here.\n\nIt stays."),
        ("answers in one word", "Paris", "It is Paris"),
        ("in upper case", "PARIS", "Paris"),
        ("includes a URL", "See https://example.com/a.", "See the page."),
        ("includes an email address", "Write to a@example.com.", "Write to us."),
        ("no emoji", "Well done.", "Well done \U0001f600"),
        ("dates in ISO format", "Due 2024-05-03.", "Due 3 May 2024."),
        ("written in French", "Le musée est ouvert et les billets sont chers.", "The museum is open and it is dear."),
        ("written in Russian", "Музей открыт сегодня.", "The museum is open."),
    ],
)
def test_a_shape_is_read_from_the_criterion(criterion: str, meets: str, misses: str) -> None:
    """What has the shape meets the criterion; what has not is told that it is missing."""
    assert judge("Write.", meets, (), [criterion]).criteria[0].status == "met"
    assert judge("Write.", misses, (), [criterion]).criteria[0].status == "missing"
