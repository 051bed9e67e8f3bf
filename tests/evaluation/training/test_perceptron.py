"""The network that compares the sets of one question, fitted with torch."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from gtr_core.evaluation.training.exceptions import TrainingUnavailableError
from gtr_core.evaluation.training.perceptron import HIDDEN, fit_perceptron

N_FEATURES = 4


def _questions(seed: int, n: int) -> tuple[list[NDArray[np.float32]], list[NDArray[np.bool_]]]:
    """The right set of each is that with the largest of what the first two features say together."""
    chance = np.random.default_rng(seed)
    rows = [chance.normal(size=(int(chance.integers(1, 8)), N_FEATURES)).astype(np.float32) for _ in range(n)]
    labels = []
    for of_question in rows:
        label = np.zeros(len(of_question), bool)
        label[int(np.argmax(of_question[:, 0] - of_question[:, 1]))] = True
        labels.append(label)
    return rows, labels


def test_without_torch_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(TrainingUnavailableError, match="torch") as raised:
        fit_perceptron(*_questions(0, 3))
    assert raised.value.package == "torch"


def test_the_right_set_gets_the_largest_share() -> None:
    pytest.importorskip("torch", reason="fitting the network needs torch")
    network = fit_perceptron(*_questions(1, 1200))
    assert network.hidden.shape == (N_FEATURES, HIDDEN)
    rows, labels = _questions(2, 300)
    right = [label[int(np.argmax(network.log_odds(row)))] for row, label in zip(rows, labels, strict=True)]
    assert np.mean(right) > 0.85


def test_numpy_and_torch_compute_the_same() -> None:
    torch = pytest.importorskip("torch", reason="fitting the network needs torch")
    network = fit_perceptron(*_questions(3, 60))
    rows = _questions(4, 1)[0][0]
    standard = ((torch.from_numpy(rows) - torch.from_numpy(network.mean)) / torch.from_numpy(network.scale)).clamp(
        -5, 5
    )
    hidden = torch.relu(standard @ torch.from_numpy(network.hidden) + torch.from_numpy(network.hidden_bias))
    shares = torch.softmax(hidden @ torch.from_numpy(network.out), dim=0).clamp(0.0009, 0.9991)
    assert network.log_odds(rows).tolist() == pytest.approx(torch.logit(shares).tolist(), abs=1e-4)


def test_questions_whose_right_set_is_no_candidate_teach_nothing() -> None:
    pytest.importorskip("torch", reason="fitting the network needs torch")
    rows, labels = _questions(5, 40)
    strange = [np.full((3, N_FEATURES), 1e3, np.float32)] * 5
    one = fit_perceptron(rows, labels)
    two = fit_perceptron([*rows, *strange], [*labels, *[np.zeros(3, bool)] * 5])
    for name, array in one.arrays("x").items():
        assert np.array_equal(array, two.arrays("x")[name]), name


def test_the_seed_fixes_the_network() -> None:
    pytest.importorskip("torch", reason="fitting the network needs torch")
    rows, labels = _questions(6, 30)
    first, again, other = (fit_perceptron(rows, labels, seed) for seed in (1, 1, 2))
    assert np.array_equal(first.hidden, again.hidden)
    assert not np.array_equal(first.hidden, other.hidden)
