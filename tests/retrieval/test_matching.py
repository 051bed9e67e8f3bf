"""One word for one edge."""

from __future__ import annotations

import pytest

from gtr_core.retrieval.matching import best_matching


def test_a_word_speaks_of_one_edge() -> None:
    assert best_matching([]) == 0
    assert best_matching([(0.4, (3,)), (0.2, (3,))]) == pytest.approx(0.4)
    assert best_matching([(0.4, (3, 5)), (0.2, (3,))]) == pytest.approx(0.6)
    assert best_matching([(0.4, (3, 5)), (0.3, (5,)), (0.2, (3, 5))]) == pytest.approx(0.7)
