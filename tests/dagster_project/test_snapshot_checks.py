from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dagster_project.options import CheckBounds
from dagster_project.snapshot_checks import golden_questions, nothing_personal, read_golden_questions
from gtr_core.context.index_entries import index_entries
from gtr_core.context.snapshot import Snapshot, SnapshotContent
from gtr_core.context.store import SnapshotStore
from gtr_core.errors import ConfigurationError
from tests.context.graphs import small_graph


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot:
    graph = small_graph()
    store = SnapshotStore(tmp_path / "store")
    store.publish(SnapshotContent(graph, index_entries(graph)))
    return store.current()


def test_a_snapshot_as_it_is_written_holds_nothing_personal(snapshot: Snapshot) -> None:
    result = nothing_personal(snapshot)
    assert result.passed
    assert result.metadata["columns_personal"].value == 1


def test_values_in_parquet_and_in_the_index_are_found(snapshot: Snapshot) -> None:
    graph = snapshot.graph
    for table in graph.tables:
        marked = tuple(replace(column, personal=True) for column in table.columns)
        object.__setattr__(table, "columns", marked)
    result = nothing_personal(snapshot)
    assert not result.passed
    places = result.metadata["which"].value.splitlines()
    assert "- columns.parquet: model.shop.customer.id" in places
    assert "- values.parquet: model.shop.customer.country" in places
    assert "- index: model.shop.customer.country" in places


@pytest.mark.parametrize(
    "text",
    ["question: a", "- {question: a}", "- {question: a, tables: []}", "- {question: a, tables: [1]}", "- x", "{"],
)
def test_a_file_of_another_form_is_refused_with_the_form(tmp_path: Path, text: str) -> None:
    path = tmp_path / "golden.yml"
    path.write_text(text)
    with pytest.raises(ConfigurationError, match="It holds a list of"):
        read_golden_questions(path)


def test_without_a_file_nothing_is_asked(snapshot: Snapshot, tmp_path: Path) -> None:
    result = golden_questions(snapshot, tmp_path, CheckBounds())
    assert (result.passed, result.description) == (True, "There is no golden_questions.yml.")


def test_a_question_that_cannot_be_asked_counts_as_wrong(snapshot: Snapshot, tmp_path: Path) -> None:
    (tmp_path / "golden_questions.yml").write_text("- {question: '?', tables: [customer]}\n")
    result = golden_questions(snapshot, tmp_path, CheckBounds())
    assert (result.passed, result.metadata["share"].value) == (False, 0.0)
