"""Figures agree with what their names mean, counted by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import figures
from bench.figures import Scored

ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 10)), min_size=1, max_size=30)


def scored(*rows: tuple[bool, float, str]) -> Scored:
    """Give a set of rows: right, score, verdict."""
    made = Scored()
    for row in rows:
        made.add(*row)
    return made


@given(ROWS)
def test_the_area_is_the_share_of_pairs_in_order(rows: list[tuple[bool, int]]) -> None:
    """A right output above a wrong one counts one, beside it half."""
    told = figures.auroc(scored(*((right, score, "retry") for right, score in rows)))
    pairs = [(good, bad) for is_right, good in rows if is_right for is_wrong, bad in rows if not is_wrong]
    if not pairs:
        assert math.isnan(told)
    else:
        assert told == pytest.approx(sum(1.0 if g > b else 0.5 if g == b else 0.0 for g, b in pairs) / len(pairs))


@given(ROWS)
def test_no_threshold_is_better_than_the_best(rows: list[tuple[bool, int]]) -> None:
    """Of all scores as thresholds, and one above all."""
    told = scored(*((right, score, "retry") for right, score in rows))
    best = figures.balanced(told, figures.best_threshold([told]))
    assert math.isnan(best) or all(figures.balanced(told, threshold) <= best for threshold in range(12))


def test_one_threshold_serves_all_sets_whatever_their_size() -> None:
    """A hundred rows of one set do not outvote the other."""
    large = scored(*[(True, 0.6, "retry"), (False, 0.5, "retry")] * 50)
    small = scored((True, 0.9, "pass"), (False, 0.2, "fail"))
    assert figures.best_threshold([large, small]) == 0.6
    assert figures.balanced(small, 0.6) == 1.0


def test_a_set_of_one_side_has_no_say_in_the_threshold() -> None:
    """Where nothing is wrong, there is nothing to tell apart."""
    both = scored((True, 0.8, "pass"), (False, 0.4, "retry"))
    assert figures.best_threshold([scored((True, 0.1, "retry")), both]) == 0.8


def test_passes_are_counted_among_wrong_among_right_and_among_passes() -> None:
    """Two of three right ones and one of two wrong ones pass."""
    told = scored(
        (True, 0.9, "pass"), (True, 0.8, "pass"), (True, 0.5, "retry"), (False, 0.7, "pass"), (False, 0.1, "fail")
    )
    assert figures.passed(told) == pytest.approx((1 / 2, 2 / 3, 2 / 3))


def test_a_share_of_nothing_is_no_figure_and_no_part_of_a_mean() -> None:
    """Where nothing passes, nothing is right among passes."""
    nothing = figures.passed(scored((True, 0.5, "retry"), (False, 0.4, "retry")))[2]
    assert math.isnan(nothing)
    assert figures.mean([nothing, 0.5, 0.7]) == pytest.approx(0.6)
    assert math.isnan(figures.mean([nothing]))


def test_calibration_pools_sets_and_weighs_each_tenth_by_its_rows() -> None:
    """Three rows of about 0.85 of which two are right, and one of 1.0."""
    one = scored((True, 0.85, "pass"), (False, 0.85, "pass"))
    two = scored((True, 0.85, "pass"), (True, 1.0, "pass"))
    table = figures.calibration([one, two])
    assert table == [(3, pytest.approx(0.85), pytest.approx(2 / 3)), (1, 1.0, 1.0)]
    assert figures.calibration_error([one, two]) == pytest.approx(3 * (0.85 - 2 / 3) / 4)
