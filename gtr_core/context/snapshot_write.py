"""Writing a snapshot's folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gtr_core.context.parquet_write import write_graph
from gtr_core.context.snapshot import EMBEDDINGS_FILE, INDEX_FOLDER, SnapshotContent
from gtr_core.context.snapshot_info import SnapshotInfo, stamp_files, write_info
from gtr_core.index import IndexStatistics, write_index

__all__ = ["sync_folder", "sync_tree", "write_snapshot"]


def write_snapshot(folder: Path, content: SnapshotContent, snapshot_id: str, created_at: datetime) -> SnapshotInfo:
    """Write all files of a snapshot into an empty folder.

    snapshot.json comes last: a folder without it is no snapshot.

    Raises:
        OSError: The operating system refused to write.
        ValueError: There is not one embedding a table.
    """
    (folder / INDEX_FOLDER).mkdir()
    write_graph(content.graph, folder)
    statistics = write_index(content.entries, folder / INDEX_FOLDER)
    _write_embeddings(content, folder)
    info = SnapshotInfo(
        id=snapshot_id,
        created_at=created_at,
        producer=_producer(),
        project=content.project,
        dialect=content.graph.dialect,
        encoder_name=None if content.embeddings is None else content.encoder_name,
        fingerprints=dict(content.fingerprints),
        counts=_counts(content, statistics),
        failed=content.failed,
        left_out=dict(content.left_out),
        warnings=content.warnings,
        files=stamp_files(folder),
    )
    write_info(info, folder)
    return info


def sync_tree(folder: Path) -> None:
    """Flush all files below a folder to the disk, and the folders' own entries."""
    for path in folder.rglob("*"):
        if path.is_dir():
            sync_folder(path)
        else:
            _sync_file(path)
    sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to the disk, so that a rename within it survives a crash of the machine."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_embeddings(content: SnapshotContent, folder: Path) -> None:
    import numpy as np

    embeddings = content.embeddings
    if embeddings is None:
        return
    tables = len(content.graph.tables)
    if len(embeddings) != tables:
        raise ValueError(f"there are {len(embeddings)} embeddings for {tables} tables")
    np.save(folder / EMBEDDINGS_FILE, np.ascontiguousarray(embeddings, dtype=np.float32), allow_pickle=False)


def _counts(content: SnapshotContent, statistics: IndexStatistics) -> dict[str, int]:
    graph = content.graph
    profiles: Mapping[str, object] = graph.profiles
    return {
        "tables": len(graph.tables),
        "hidden_tables": sum(table.hidden for table in graph.tables),
        "profiled_tables": len(profiles),
        "columns": sum(len(table.columns) for table in graph.tables),
        "personal_columns": sum(column.personal for profile in graph.profiles.values() for column in profile.columns),
        "values": sum(len(column.values) for profile in graph.profiles.values() for column in profile.columns),
        "joins": len(graph.joins),
        "measured_joins": sum(edge.measurement is not None for edge in graph.joins),
        "keys": len(graph.keys),
        "metrics": len(graph.metrics),
        "postings": statistics.postings,
        "failed": len(content.failed),
    }


def _producer() -> str:
    try:
        return version("guided-table-retrieval")
    except PackageNotFoundError:  # run from a source tree that is not installed
        return "unknown"


def _sync_file(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
