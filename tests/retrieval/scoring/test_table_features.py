"""Features of tables, from the scores of their columns and what the words say of their names."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gtr_core.context.graph import ContextGraph
from gtr_core.index import Posting
from gtr_core.retrieval.candidate import Option
from gtr_core.retrieval.scoring.table_features import TABLE_FEATURES, table_features
from tests.context.random_graphs import graphs
from tests.retrieval.scoring.scoring_inputs import Inputs, inputs
from tests.retrieval.scoring.trade import grounded, means, named, trade, valued


def _features(
    of: Inputs, scores: NDArray[np.float32] | None = None, hand_made: NDArray[np.float32] | None = None
) -> NDArray[np.float32]:
    scores = np.zeros(of.candidates.n_columns, np.float32) if scores is None else scores
    hand_made = np.zeros(len(of.candidates.tables), np.float32) if hand_made is None else hand_made
    return table_features(of.graph, of.schema, of.candidates, of.texts, of.cue, scores, hand_made)


def _named(row: NDArray[np.float32]) -> dict[str, float]:
    return dict(zip(TABLE_FEATURES, row.tolist(), strict=True))


@pytest.fixture(scope="module")
def asked() -> Inputs:
    revenue = Option(Posting("metric", "line", None, "revenue"), "", "exact", 1.0)
    words = grounded(
        "revenue of suppliers in India",
        means(0, revenue),
        means(2, named("supplier")),
        means(4, valued("India")),
    )
    return inputs(trade(), words)


def test_the_scores_of_columns_by_what_they_are(asked: Inputs) -> None:
    scores = np.full(asked.candidates.n_columns, 0.01, np.float32)
    said = {("supplier", "id"): 0.3, ("supplier", "supplier_name"): 0.8, ("supplier", "country_id"): 0.4}
    said |= {("country", "country_name"): 0.9, ("customer", "customer_name"): 0.2}
    for name, score in said.items():
        scores[asked.column(*name)] = score
    found = _features(asked, scores)
    supplier = _named(found[asked.row("supplier")])
    assert [supplier[f"{place}_column"] for place in ("best", "second", "third")] == pytest.approx([0.8, 0.4, 0.3])
    assert supplier["columns_sum"] == pytest.approx(1.5)
    assert supplier["best_own_column"] == pytest.approx(0.8)
    assert supplier["best_key"] == pytest.approx(0.3)
    assert supplier["best_foreign_key"] == pytest.approx(0.4)
    assert supplier["best_value_column"] == 0.0
    assert (supplier["best_rank"], supplier["margin_to_best"]) == (1.0, pytest.approx(-0.1))
    assert supplier["near_best_column"] == supplier["near_best_own"] == pytest.approx(0.9)
    assert supplier["own_only_here"] == pytest.approx(-0.1)
    country = _named(found[asked.row("country")])
    assert country["best_value_column"] == pytest.approx(0.9)
    assert (country["best_rank"], country["margin_to_best"]) == (0.0, 0.0)
    assert country["near_best_column"] == pytest.approx(0.8)


def test_what_the_words_say_of_the_tables_name(asked: Inputs) -> None:
    found = _features(asked)
    supplier, country = (_named(found[asked.row(name)]) for name in ("supplier", "country"))
    names = ("whole_name", "name_words", "name_share", "name_best", "metric", "near_name")
    # A line of an order is near, and its metric names it.
    assert [supplier[f"question_{name}"] for name in names] == [1.0, 1.0, 1.0, 1.0, 0.0, 1.0]
    assert [country[f"question_{name}"] for name in names] == [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    assert _named(found[asked.row("line")])["question_metric"] == 1.0
    assert country["question_columns_share"] == country["question_exclusive"] == 1.0
    assert _named(found[asked.row("part")])["question_exclusive"] == 0.0


def test_the_score_of_the_rules_is_handed_on(asked: Inputs) -> None:
    vector = np.arange(len(asked.candidates.tables), dtype=np.float32)
    found = _features(asked, hand_made=vector)
    assert found[:, TABLE_FEATURES.index("best_hand_made")].tolist() == vector.tolist()


def test_notes_count_in_what_both_say_alone() -> None:
    made = inputs(trade(), grounded("good ones"), grounded("parts", means(0, named("part"))))
    part = _named(_features(made)[made.row("part")])
    assert (part["question_name_words"], part["all_name_words"], part["has_notes"]) == (0.0, 1.0, 1.0)


@given(graph=graphs(), seed=st.integers(0, 2**16))
@settings(deadline=None)
def test_any_graph_has_finite_features(graph: ContextGraph, seed: int) -> None:
    words = grounded("a b", means(0, named("t0")), means(1, named("t1", "id", coverage=0.5)))
    made = inputs(graph, words)
    scores = np.random.default_rng(seed).random(made.candidates.n_columns).astype(np.float32)
    found = _features(made, scores)
    assert found.shape == (len(made.candidates.tables), len(TABLE_FEATURES))
    assert np.isfinite(found).all()
    best = [
        scores[start:end].max(initial=0.0)
        for start, end in zip(made.candidates.starts, made.candidates.starts[1:], strict=False)
    ]
    assert found[:, 0].tolist() == pytest.approx([float(one) for one in best])
    assert found[:, TABLE_FEATURES.index("margin_to_best")].max() == 0.0
