"""Units in scripts without spaces, whose names are cut into pairs: kilometres are no kilograms."""

from __future__ import annotations

import pytest

from screwtape.core.facts.units import PERCENT, UNITS, Unit
from screwtape.core.judge import judge
from screwtape.core.statements import Statement


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("長さは5キロメートルです。", 5, UNITS["km"]),
        ("長さは5メートルです。", 5, UNITS["m"]),
        ("重さは5キロです。", 5, UNITS["kg"]),
        ("重さは5ミリグラムです。", 5, UNITS["mg"]),
        ("割合は5パーセントです。", 5, PERCENT),
        ("重量为5千克。", 5, UNITS["kg"]),
        ("重量为5克。", 5, UNITS["g"]),
        ("距离为5千米。", 5, UNITS["km"]),
        ("距离为5公里。", 5, UNITS["km"]),
    ],
)
def test_a_unit_is_read_by_its_whole_name(text: str, amount: float, unit: Unit) -> None:
    """The longest name that stands there is the unit, and no part of it is one."""
    assert [(value.low, value.unit) for value in Statement(text, 0, len(text)).values] == [(amount, unit)]


@pytest.mark.parametrize(
    ("evidence", "output"),
    [
        ("重さは5グラムです。", "重さは5ミリグラムです。"),
        ("长度为5米。", "长度为5千米。"),
        ("重量为5克。", "重量为5千克。"),
    ],
)
def test_the_same_number_of_another_unit_does_not_pass(evidence: str, output: str) -> None:
    """A thousand times as much is something else."""
    assert judge("どれだけですか。", output, [evidence]).verdict == "fail"


@pytest.mark.parametrize(
    ("evidence", "output"),
    [
        ("重さは5000グラムです。", "重さは5キログラムです。"),
        ("重量为5千克。", "重量为5公斤。"),
        ("距离为5000米。", "距离为5千米。"),
    ],
)
def test_the_same_amount_in_another_unit_does_not_fail(evidence: str, output: str) -> None:
    """As much in another unit is as much."""
    assert judge("どれだけですか。", output, [evidence]).verdict != "fail"
