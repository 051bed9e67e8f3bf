"""The network that compares sets: log-odds of shares, bounded, whatever the rows hold."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gtr_core.retrieval.scoring.perceptron import Perceptron

N_FEATURES, N_HIDDEN = 5, 7
BOUND = math.log(0.9991 / 0.0009)


def _network(seed: int, spread: float = 1.0) -> Perceptron:
    chance = np.random.default_rng(seed)
    made = [chance.normal(scale=spread, size=size) for size in ((N_FEATURES, N_HIDDEN), N_HIDDEN, N_HIDDEN)]
    hidden, bias, out = (part.astype(np.float32) for part in made)
    mean, scale = chance.normal(size=N_FEATURES), chance.random(N_FEATURES) + 0.1
    return Perceptron(mean.astype(np.float32), scale.astype(np.float32), hidden, bias, out)


def _rows(seed: int, n: int, spread: float = 1.0) -> NDArray[np.float32]:
    return (np.random.default_rng(seed).normal(size=(n, N_FEATURES)) * spread).astype(np.float32)


@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(1, 40),
    spread=st.sampled_from([0.0, 1.0, 1e6]),
    weights=st.sampled_from([0.1, 1.0, 30.0]),
)
@settings(deadline=None)
def test_the_log_odds_are_finite_and_bounded(seed: int, n: int, spread: float, weights: float) -> None:
    found = _network(seed, weights).log_odds(_rows(seed, n, spread))
    assert found.shape == (n,)
    assert found.dtype == np.float32
    assert np.isfinite(found).all()
    assert np.abs(found).max() <= BOUND + 1e-3


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 20))
@settings(deadline=None)
def test_the_log_odds_are_those_of_a_softmax_row_by_row(seed: int, n: int) -> None:
    network, rows = _network(seed, 0.3), _rows(seed, n)
    scores = []
    for row in rows.astype(np.float64):
        standard = [min(max((x - m) / s, -5.0), 5.0) for x, m, s in zip(row, network.mean, network.scale, strict=True)]
        hidden = [
            max(sum(x * w for x, w in zip(standard, network.hidden[:, k], strict=True)) + network.hidden_bias[k], 0.0)
            for k in range(N_HIDDEN)
        ]
        scores.append(sum(x * w for x, w in zip(hidden, network.out, strict=True)))
    total = sum(math.exp(score) for score in scores)
    shares = [min(max(math.exp(score) / total, 0.0009), 0.9991) for score in scores]
    assert network.log_odds(rows).tolist() == pytest.approx(
        [math.log(share / (1 - share)) for share in shares], abs=2e-3
    )


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 20))
@settings(deadline=None)
def test_the_order_of_the_rows_does_not_matter(seed: int, n: int) -> None:
    network, rows = _network(seed), _rows(seed, n)
    order = np.random.default_rng(seed).permutation(n)
    assert network.log_odds(rows[order]) == pytest.approx(network.log_odds(rows)[order], abs=1e-3)


def test_like_rows_share_alike() -> None:
    found = _network(1).log_odds(np.repeat(_rows(1, 1), 4, axis=0))
    assert found == pytest.approx([math.log(0.25 / 0.75)] * 4, abs=1e-5)


def test_a_row_alone_is_as_sure_as_can_be() -> None:
    assert _network(2).log_odds(_rows(2, 1)) == pytest.approx([BOUND], abs=1e-3)


def test_no_rows_have_no_log_odds() -> None:
    assert _network(3).log_odds(np.zeros((0, N_FEATURES), np.float32)).shape == (0,)


def test_the_arrays_make_the_same_network() -> None:
    network, rows = _network(4), _rows(4, 6)
    again = Perceptron.from_arrays("b", {**_network(5).arrays("a"), **network.arrays("b")})
    assert again.log_odds(rows).tolist() == network.log_odds(rows).tolist()
