"""The rows of a question: one for each column, table and set, and the labels of its tables."""

from __future__ import annotations

import numpy as np
import pytest

from gtr_core.evaluation.training.example_rows import column_rows, likely_sets, set_rows, table_labels, table_rows
from gtr_core.evaluation.training.examples import Example
from gtr_core.retrieval.scoring.blending import Judged
from gtr_core.retrieval.scoring.column_features import COLUMN_FEATURES
from gtr_core.retrieval.scoring.relation_aware import NetworkScores
from gtr_core.retrieval.scoring.set_features import SET_FEATURES
from gtr_core.retrieval.scoring.table_features import TABLE_FEATURES
from tests.evaluation.training.small_fit import small_examples


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Example:
    return small_examples(tmp_path_factory.mktemp("bench") / "small")[0]


def test_each_column_and_table_has_a_row(example: Example) -> None:
    assert column_rows(example).shape == (example.candidates.n_columns, len(COLUMN_FEATURES))
    scores = np.full(example.candidates.n_columns, 0.3, np.float32)
    assert table_rows(example, scores).shape == (len(example.candidates.tables), len(TABLE_FEATURES))


def test_the_tables_of_the_gold_are_right(example: Example) -> None:
    labels = table_labels(example)
    assert sum(1 << position for position, on in zip(example.candidates.tables, labels, strict=True) if on) == (
        example.gold
    )


def test_the_right_tables_are_a_likely_set_where_they_score_best(example: Example) -> None:
    assert example.gold in likely_sets(example, np.where(table_labels(example), 0.9, 0.1).astype(np.float32))


def test_each_set_has_a_row(example: Example) -> None:
    n = len(example.candidates.tables)
    columns, tables = np.full(example.candidates.n_columns, 0.3, np.float32), np.full(n, 0.4, np.float32)
    network = NetworkScores(columns, tables, np.zeros(n, np.float32), np.zeros((n, n), np.float32))
    sets = likely_sets(example, tables)
    rows = set_rows(example, Judged(columns, tables, tables, network), sets)
    assert rows.shape == (len(sets), len(SET_FEATURES))
    assert np.isfinite(rows).all()
