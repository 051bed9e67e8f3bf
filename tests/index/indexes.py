"""Making small indexes for tests."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from gtr_core.index import IndexEntry, IndexStatistics, MatchKind, Posting, ValueIndex, write_index
from gtr_core.text import normalise, split_identifier


def value(text: str, table: str = "city", column: str = "name") -> IndexEntry:
    return IndexEntry(normalise(text), Posting("value", table, column, text))


def name(text: str, table: str, column: str | None = None, kind: MatchKind = "column") -> IndexEntry:
    return IndexEntry(split_identifier(text), Posting(kind, table, column))


def written(folder: Path, entries: Iterable[IndexEntry]) -> tuple[ValueIndex, IndexStatistics]:
    statistics = write_index(entries, folder)
    return ValueIndex.open(folder), statistics
