from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.evaluation.calibration import (
    confidence_curve,
    exact_of_most_confident,
    expected_calibration_error,
)

ANSWERS = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=40)


def test_the_error_is_the_mean_distance_over_bins():
    # One bin: mean confidence 0.75, half right; the other: mean 0.35, all right.
    error = expected_calibration_error([0.75, 0.75, 0.35, 0.35], [True, False, True, True])
    assert error == pytest.approx((2 * 0.25 + 2 * 0.65) / 4)


def test_confidence_one_falls_into_the_last_bin():
    assert expected_calibration_error([1.0], [True]) == 0.0


def test_the_most_confident_are_counted_from_the_top():
    confidences = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]
    hits = [True, True, True, False, True, False, False, False]
    assert exact_of_most_confident(confidences, hits) == {"25": 1.0, "50": 0.75, "75": pytest.approx(4 / 6, abs=1e-6)}


def test_at_least_one_question_is_counted():
    assert exact_of_most_confident([0.5], [True], [25]) == {"25": 1.0}


def test_equal_confidences_keep_the_order_of_questions():
    assert confidence_curve([0.5, 0.5], [True, False]) == [(0.5, 0.5, 1.0), (1.0, 0.5, 0.5)]


@given(ANSWERS)
def test_what_always_holds_of_the_curve(answers: list[tuple[float, bool]]):
    confidences, hits = [c for c, _ in answers], [hit for _, hit in answers]
    curve = confidence_curve(confidences, hits)
    assert len(curve) == len(answers)
    assert curve[-1][0] == 1.0
    assert curve[-1][2] == pytest.approx(sum(hits) / len(hits))
    assert [point[1] for point in curve] == sorted(confidences, reverse=True)
    assert 0.0 <= expected_calibration_error(confidences, hits) <= 1.0
