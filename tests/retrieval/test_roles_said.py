"""Questions that say which of two keys to one table they mean, or do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtr_core.catalog import Column, ColumnProfile, JoinEdge, Relation, Table, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.index import ValueIndex, write_index
from gtr_core.retrieval import retrieve
from tests.retrieval.snapshots import OpenContext

_TABLES = {
    "visit": ("visit_id", "vet_id", "referring_vet_id", "owner_id", "fee"),
    "vet": ("vet_id", "vet_name", "specialty", "clinic_city"),
    "owner": ("owner_id", "owner_name", "city"),
}


def _context(folder: Path) -> OpenContext:
    tables = [
        Table(
            name,
            Relation("db", "main", name),
            name,
            columns=tuple(
                Column(column, "VARCHAR", i, alias=column.replace("_", " ")) for i, column in enumerate(names)
            ),
        )
        for name, names in _TABLES.items()
    ]
    keys = [("vet_id", "vet", "vet_id"), ("referring_vet_id", "vet", "vet_id"), ("owner_id", "owner", "owner_id")]
    joins = [JoinEdge("visit", (column,), parent, (key,)) for column, parent, key in keys]
    profiles = {"owner": TableProfile("owner", 9, 9, False, (ColumnProfile("city", values=("Lyon", "Turin")),))}
    graph = ContextGraph(tables=tables, joins=joins, profiles=profiles)
    write_index(index_entries(graph), folder)
    return OpenContext(graph, ValueIndex.open(folder))


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("number of visits per vet", "vet_id"),
        ("fees per specialty of the vet", "vet_id"),
        ("fees per specialty of the referring vet", "referring_vet_id"),
        ("Which vets were referring most visits?", "referring_vet_id"),
    ],
)
def test_the_key_that_is_meant(question: str, column: str, tmp_path: Path) -> None:
    found = retrieve(question, _context(tmp_path))  # type: ignore[arg-type]
    assert found.status == "resolved", found.reason
    assert found.tree is not None
    assert [join.on[0][0] for join in found.tree.joins] == [column]


def test_a_name_turned_round_by_of_is_found_whole(tmp_path: Path) -> None:
    found = retrieve("number of visits per city of the clinic", _context(tmp_path))  # type: ignore[arg-type]
    assert ("vet", "clinic_city") in {(mention.posting.table, mention.posting.column) for mention in found.mentions}
    assert found.tree is not None
    assert "owner" not in found.tree.tables


def test_a_value_alone_among_unknown_words_answers_nothing(tmp_path: Path) -> None:
    found = retrieve("What is the weather in Lyon tomorrow?", _context(tmp_path))  # type: ignore[arg-type]
    assert found.status == "unresolved"
    assert found.reason is not None
    assert "'Lyon'" in found.reason
    assert "'weather'" in found.reason
