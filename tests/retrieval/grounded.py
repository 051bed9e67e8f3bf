"""Questions grounded in small contexts of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from gtr_core.catalog import Column, ColumnProfile, Relation, Table, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.context.snapshot import Snapshot
from gtr_core.context.snapshot_info import SnapshotInfo
from gtr_core.index import ValueIndex, write_index
from gtr_core.retrieval.candidate import Grounding, Option
from gtr_core.retrieval.grounding import ground


def context(
    folder: Path,
    tables: Mapping[str, Mapping[str, tuple[str, ...]]],
    *,
    truncated: frozenset[str] = frozenset(),
    personal: frozenset[str] = frozenset(),
) -> Snapshot:
    """A snapshot of tables with their columns' values; columns of some names are truncated or personal."""
    made, profiles = [], {}
    for name, columns in tables.items():
        fields = tuple(Column(column, "VARCHAR", i) for i, column in enumerate(columns))
        made.append(Table(name, Relation("db", "main", name), name, columns=fields))
        known = tuple(
            ColumnProfile(column, values=values, truncated=column in truncated, personal=column in personal)
            for column, values in columns.items()
        )
        profiles[name] = TableProfile(name, 10, 10, False, known)
    graph = ContextGraph(tables=tuple(made), joins=(), keys=(), profiles=profiles)
    folder.mkdir(parents=True, exist_ok=True)
    write_index(index_entries(graph), folder)
    now = datetime.now(UTC)
    info = SnapshotInfo.__new__(SnapshotInfo)
    return Snapshot("s", now, graph, ValueIndex.open(folder), None, None, (), {}, info, folder)


def grounded(question: str, snapshot: Snapshot) -> Grounding:
    return ground(question, snapshot.graph, snapshot.index)


def best(question: str, snapshot: Snapshot) -> dict[str, Option]:
    """The best option of each phrase, by the phrase as written."""
    found = grounded(question, snapshot)
    return {
        question[found.tokens[phrase.first].start : found.tokens[phrase.last - 1].end]: phrase.options[0]
        for phrase in found.phrases
    }


def roles(question: str, snapshot: Snapshot) -> dict[str, str]:
    return {token.text: token.role for token in grounded(question, snapshot).tokens}
