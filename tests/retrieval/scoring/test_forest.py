"""Trees as arrays: what they score equals a walk node by node."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gtr_core.retrieval.scoring.forest import Forest

N_FEATURES = 4


def _walked(forest: Forest, row: NDArray[np.float32]) -> float:
    """One row through every tree, a node at a time."""
    total = 0.0
    for feature, threshold, leaf in zip(forest.feature, forest.threshold, forest.leaf, strict=True):
        node = 0
        while node < len(feature):
            node = 2 * node + (2 if row[feature[node]] > threshold[node] else 1)
        total += float(leaf[node - len(feature)])
    return total


@st.composite
def _forests(draw: st.DrawFn) -> tuple[Forest, NDArray[np.float32]]:
    depth, n_trees, n_rows = draw(st.integers(1, 5)), draw(st.integers(1, 6)), draw(st.integers(0, 12))
    chance = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    inner, leaves = 2**depth - 1, 2**depth
    threshold = chance.integers(-2, 3, (n_trees, inner)).astype(np.float32)
    threshold[chance.random(threshold.shape) < 0.2] = np.inf
    forest = Forest(
        chance.integers(0, N_FEATURES, (n_trees, inner)).astype(np.int16),
        threshold,
        chance.normal(size=(n_trees, leaves)).astype(np.float32),
    )
    # Whole numbers, so that rows often stand on a threshold.
    return forest, chance.integers(-3, 4, (n_rows, N_FEATURES)).astype(np.float32)


@given(made=_forests())
@settings(deadline=None)
def test_the_scores_equal_a_plain_loop(made: tuple[Forest, NDArray[np.float32]]) -> None:
    forest, rows = made
    found = forest.scores(rows)
    assert found.dtype == np.float32
    assert found.tolist() == pytest.approx([_walked(forest, row) for row in rows], abs=1e-5)


@given(made=_forests())
@settings(deadline=None)
def test_a_row_is_scored_alike_alone_and_among_others(made: tuple[Forest, NDArray[np.float32]]) -> None:
    forest, rows = made
    together = forest.scores(rows)
    assert [forest.scores(rows[k : k + 1])[0] for k in range(len(rows))] == pytest.approx(together.tolist(), abs=1e-5)
    assert forest.scores(np.asfortranarray(rows)).tolist() == together.tolist()


@given(made=_forests())
@settings(deadline=None)
def test_the_arrays_make_the_same_forest(made: tuple[Forest, NDArray[np.float32]]) -> None:
    forest, rows = made
    arrays = {**forest.arrays("one"), **forest.arrays("two")}
    again = Forest.from_arrays("two", arrays)
    assert again.depth == forest.depth
    assert again.scores(rows).tolist() == forest.scores(rows).tolist()


def test_a_value_on_the_threshold_goes_left() -> None:
    stump = Forest(np.zeros((1, 1), np.int16), np.array([[0.5]], np.float32), np.array([[-1.0, 2.0]], np.float32))
    rows = np.array([[0.5], [0.50001], [-9.0]], np.float32)
    assert stump.scores(rows).tolist() == [-1.0, 2.0, -1.0]
    assert stump.probabilities(rows) == pytest.approx([0.268941, 0.880797, 0.268941], abs=1e-5)


def test_no_rows_have_no_scores() -> None:
    stump = Forest(np.zeros((1, 1), np.int16), np.zeros((1, 1), np.float32), np.zeros((1, 2), np.float32))
    assert stump.scores(np.zeros((0, 3), np.float32)).shape == (0,)
