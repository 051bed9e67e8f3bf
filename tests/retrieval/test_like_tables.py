"""Words that two tables share: which is meant is asked back, whatever was learnt."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtr_core.catalog import ColumnProfile, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.index import ValueIndex, write_index
from gtr_core.retrieval import retrieve
from tests.context.shapes import edge, table
from tests.retrieval.snapshots import OpenContext


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> OpenContext:
    folder: Path = tmp_path_factory.mktemp("like")
    known = ColumnProfile("status", values=("open", "shipped"))
    graph = ContextGraph(
        tables=[table("orders", "order_id", "status", "total"), table("parcels", "parcel_id", "order_id", "status")],
        joins=[edge("parcels", "order_id", "orders", "order_id")],
        profiles={name: TableProfile(name, 9, 9, False, (known,)) for name in ("orders", "parcels")},
    )
    write_index(index_entries(graph), folder)
    return OpenContext(graph, ValueIndex.open(folder))


def test_a_column_of_two_tables_alone_is_ambiguous(context: OpenContext) -> None:
    found = retrieve("status", context)  # type: ignore[arg-type]
    assert found.status == "ambiguous"
    assert found.tree is not None
    read = {found.tree.tables, *(other.tree.tables for other in found.alternatives)}
    assert read == {("orders",), ("parcels",)}


def test_the_name_of_one_of_them_decides(context: OpenContext) -> None:
    found = retrieve("status of parcels", context)  # type: ignore[arg-type]
    assert found.tree is not None
    assert (found.status, found.tree.tables) == ("resolved", ("parcels",))
