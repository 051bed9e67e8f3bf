"""Fitting the whole scorer on a few questions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gtr_core.evaluation.training.boosting import Boosting
from gtr_core.evaluation.training.examples import FOLDS, Example
from gtr_core.evaluation.training.exceptions import FewDatabasesError
from gtr_core.evaluation.training.fitting import _stage, fit, save
from gtr_core.retrieval.scoring.column_features import COLUMN_FEATURES
from gtr_core.retrieval.scoring.forest import Forest
from gtr_core.retrieval.scoring.model import shipped_model
from gtr_core.retrieval.scoring.perceptron import Perceptron
from gtr_core.retrieval.scoring.relation_aware import RelationAware
from gtr_core.retrieval.scoring.scored_sets import score_sets
from gtr_core.retrieval.scoring.set_features import SET_FEATURES
from gtr_core.retrieval.scoring.table_features import TABLE_FEATURES
from gtr_core.retrieval.scoring.word_vectors import WordVectors
from tests.evaluation.training.small_fit import NETWORK, SETTINGS, pieces, small_examples
from tests.retrieval.scoring.random_network import random_question
from tests.retrieval.scoring.trade import grounded, means, named

# All stages as they are told; the network's own epochs stand between them.
STAGES = ["columns", "tables", *(f"network without fold {fold + 1}" for fold in range(FOLDS)), "sets"]


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> list[Example]:
    return small_examples(tmp_path_factory.mktemp("bench") / "small")


def test_a_fit_from_examples_to_a_weights_file(examples: list[Example], tmp_path: Path) -> None:
    pytest.importorskip("lightgbm", reason="fitting forests needs lightgbm")
    pytest.importorskip("torch", reason="fitting the network needs torch")
    stages: list[str] = []
    fitted = fit(examples, pieces(), SETTINGS, stages.append)
    assert [stage for stage in stages if "epoch" not in stage] == STAGES
    # One epoch of each network that saw no question of a fold, and of the one that saw all.
    assert [stage for stage in stages if "epoch" in stage] == [
        stage for stage in stages if stage.startswith("network, epoch 1 of 1, loss ")
    ]
    assert len(stages) == len(STAGES) + FOLDS + 1
    assert sum(fitted.examples.values()) == len(examples)
    assert set(fitted.exact) == set(fitted.among) == set(fitted.examples)
    assert all(fitted.exact[kind] <= fitted.among[kind] <= 1.0 for kind in fitted.exact)
    assert 0.0 <= fitted.calibration_error <= 1.0
    assert len(fitted.out_of_fold) == len(examples)
    assert all(len(sets) == len(scores) for sets, scores in fitted.out_of_fold)
    path = tmp_path / "scoring.npz"
    np.savez_compressed(path, **save(fitted.model))
    arrays = dict(np.load(path, allow_pickle=False))
    assert set(arrays) == set(save(shipped_model()))
    rows = np.random.default_rng(0).random((5, len(SET_FEATURES))).astype(np.float32)
    again = Forest.from_arrays("sets", arrays)
    assert again.scores(rows).tolist() == fitted.model.sets.scores(rows).tolist()
    comparison = Perceptron.from_arrays("comparison", arrays)
    assert comparison.log_odds(rows).tolist() == fitted.model.comparison.log_odds(rows).tolist()
    texts = ["customer", "order date", ""]
    words = WordVectors.from_arrays("words", arrays)
    assert words.dimensions == NETWORK.text
    assert np.array_equal(words.of(texts), fitted.model.words.of(texts))
    question = random_question(0, 4, 6, 3, len(COLUMN_FEATURES) + 2, len(TABLE_FEATURES) + 1)
    network = RelationAware.from_arrays("network", arrays)
    found, expected = (of.score(*question) for of in (network, fitted.model.network))
    # Two bytes a number.
    assert np.allclose(found.tables, expected.tables, atol=0.02)
    assert np.allclose(found.columns, expected.columns, atol=0.02)
    # A question is answered with what was fitted.
    words_of_question = grounded(
        "Titles of books", means(0, named("library.books", "title")), means(2, named("library.books"))
    )
    graph = next(example.graph for example in examples if "library.books" in example.graph.positions)
    scored = score_sets(graph, fitted.model, words_of_question, None, {1 << graph.positions["library.books"]: 0.0})
    assert 1 << graph.positions["library.books"] in scored.sets
    assert np.isfinite(scored.probabilities).all()


def test_the_file_names_the_features_it_was_fitted_to() -> None:
    arrays = save(shipped_model())
    assert tuple(arrays["columns_names"]) == COLUMN_FEATURES
    assert tuple(arrays["tables_names"]) == TABLE_FEATURES
    assert tuple(arrays["sets_names"]) == SET_FEATURES


def test_what_judges_a_fold_saw_none_of_it() -> None:
    """Rows of each fold are labelled by a rule of their own, which only a forest that saw them can know."""
    pytest.importorskip("lightgbm", reason="fitting forests needs lightgbm")
    chance = np.random.default_rng(0)
    folds = np.arange(30) % FOLDS
    rows = [chance.normal(size=(40, FOLDS)).astype(np.float32) for _ in folds]
    labels = [of[:, fold] > 0 for of, fold in zip(rows, folds, strict=True)]
    for of, fold in zip(rows, folds, strict=True):
        # Only the fold's own feature is not zero.
        of[:, np.arange(FOLDS) != fold] = 0.0
    models, whole = _stage(rows, labels, folds, Boosting(trees=20, least=5))
    assert len(models) == FOLDS
    for fold in range(FOLDS):
        probe = np.zeros((2, FOLDS), np.float32)
        probe[:, fold] = (-1.0, 1.0)
        blind, seeing = models[fold].scores(probe), whole.scores(probe)
        assert blind[0] == blind[1]
        assert seeing[0] < 0 < seeing[1]


def test_databases_of_one_fold_are_refused(examples: list[Example]) -> None:
    same = [replace(example, fold=1) for example in examples]
    with pytest.raises(FewDatabasesError, match="one fold"):
        fit(same, np.zeros((4, 4), np.float32))
