"""Fitting the relation-aware network: it learns a rule that it is shown, and hands on what it learnt."""

from __future__ import annotations

import re
import sys
from functools import cache

import numpy as np
import pytest

from gtr_core.evaluation.training.exceptions import TrainingUnavailableError
from gtr_core.evaluation.training.relation_aware import NetworkSettings, centred, fit_relation_aware
from gtr_core.evaluation.training.relation_batches import Lesson, Texts
from gtr_core.retrieval.scoring.relation_aware import RelationAware
from gtr_core.retrieval.scoring.word_vectors import WordVectors
from tests.evaluation.training.lessons import ruled_lesson, texts_of

SETTINGS = NetworkSettings(text=8, width=16, wide=16, epochs=1)


@cache
def _pieces() -> np.ndarray:
    return np.random.default_rng(0).normal(size=(30_522, 16)).astype(np.float32)


def _lessons(n: int, seed: int = 0) -> tuple[list[Lesson], np.ndarray]:
    texts = Texts(_pieces())
    return [ruled_lesson(seed * 100_000 + k, texts) for k in range(n)], texts.vectors()


def test_pieces_are_moved_about_their_mean() -> None:
    given = (_pieces()[:500] + 5.0).astype(np.float16)
    found = centred(given)
    assert found.dtype == np.float32
    assert np.abs(found.mean(axis=0)).max() < 1e-2
    assert np.linalg.norm(found, axis=1).mean() == pytest.approx(1.0, abs=1e-3)
    # All are scaled alike: the directions from the mean stay, and rarer pieces may be longer.
    moved = given.astype(np.float32) - given.astype(np.float32).mean(axis=0)
    assert np.ptp(found[:, 0] / moved[:, 0]) < 1e-3


def test_without_torch_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    lessons, vectors = _lessons(2)
    with pytest.raises(TrainingUnavailableError, match="torch") as raised:
        fit_relation_aware(lessons, vectors, _pieces(), SETTINGS)
    assert raised.value.package == "torch"


def _right(network: RelationAware, words: WordVectors, lessons: list[Lesson]) -> tuple[float, float]:
    """Shares of lessons whose right set is first, and of columns told right."""
    sets, columns = [], []
    for one in lessons:
        found = network.score(one.inputs, texts_of(one, words))
        sets.append(bool(one.right_set[int(np.argmax(found.sets(one.members)))]))
        assert one.right_columns is not None
        columns.append(int(np.argmax(found.columns)) == int(np.argmax(one.right_columns)))
    return float(np.mean(sets)), float(np.mean(columns))


def test_a_rule_that_words_alone_say_is_learnt() -> None:
    pytest.importorskip("torch", reason="fitting the network needs torch")
    lessons, vectors = _lessons(500)
    said: list[str] = []
    settings = NetworkSettings(text=8, width=16, wide=16, epochs=8, budget=1500.0, rate=8e-3, dropped=0.0, seed=2)
    network, words = fit_relation_aware(lessons, vectors, _pieces(), settings, said.append)
    losses = []
    for epoch, line in enumerate(said, 1):
        told = re.fullmatch(rf"network, epoch {epoch} of 8, loss (\d+\.\d+)", line)
        assert told is not None, line
        losses.append(float(told[1]))
    assert len(losses) == 8
    assert losses[-1] < 0.5 * losses[0]
    # Of lessons never seen, by numpy, with the vectors in eight bits. By chance 1 of 15 sets is right.
    sets, columns = _right(network, words, _lessons(150, seed=1)[0])
    assert sets > 0.8
    assert columns > 0.8


def test_the_vectors_are_the_pieces_projected() -> None:
    pytest.importorskip("torch", reason="fitting the network needs torch")
    lessons, vectors = _lessons(40)
    network, words = fit_relation_aware(lessons, vectors, _pieces(), SETTINGS)
    assert words.dimensions == 8
    arrays = words.arrays("x")
    restored = arrays["x_pieces"].astype(np.float32) * arrays["x_piece_scale"].astype(np.float32)[:, None]
    assert restored.shape == (30_522, 8)
    # Some linear map of the pieces makes them, up to what eight bits lose.
    mapped, *_ = np.linalg.lstsq(_pieces(), restored, rcond=None)
    assert np.abs(_pieces() @ mapped - restored).max() < 0.05
    names = network.arrays("n")
    assert "n:texts" not in names
    assert "n:projection.weight" not in names
    assert np.isfinite(np.concatenate([array.ravel() for array in names.values()])).all()


def test_the_seed_fixes_the_network() -> None:
    pytest.importorskip("torch", reason="fitting the network needs torch")
    lessons, vectors = _lessons(30)
    settings = [NetworkSettings(text=8, width=16, wide=16, epochs=1, seed=seed) for seed in (1, 1, 2)]
    first, again, other = (fit_relation_aware(lessons, vectors, _pieces(), one) for one in settings)
    for name, array in first[0].arrays("n").items():
        assert np.array_equal(array, again[0].arrays("n")[name]), name
    assert np.array_equal(first[1].arrays("w")["w_pieces"], again[1].arrays("w")["w_pieces"])
    assert not np.array_equal(first[0].arrays("n")["n:alone.weight"], other[0].arrays("n")["n:alone.weight"])


def test_one_lesson_is_enough_to_fit() -> None:
    pytest.importorskip("torch", reason="fitting the network needs torch")
    lessons, vectors = _lessons(1)
    network, words = fit_relation_aware(lessons, vectors, _pieces(), SETTINGS)
    assert np.isfinite(network.score(lessons[0].inputs, texts_of(lessons[0], words)).pairs).all()
