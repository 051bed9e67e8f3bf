"""Snapshots: one build's whole output, as it lies on disk and as questions read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gtr_core.context.exceptions import DamagedSnapshotError
from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot_info import FailedTable, SnapshotInfo, check_files, read_info
from gtr_core.index import IndexEntry, ValueIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["EMBEDDINGS_FILE", "INDEX_FOLDER", "Snapshot", "SnapshotContent", "open_snapshot"]

EMBEDDINGS_FILE = "embeddings.npy"
INDEX_FOLDER = "index"


@dataclass(frozen=True, slots=True)
class SnapshotContent:
    """What a build hands to a store for publishing.

    Attributes:
        entries: Entries of the value index; read once, while they are written.
        embeddings: ``(n_tables, dimensions)`` float32, rows of unit length in the order of
            ``graph.tables``; None where no encoder was available.
        encoder_name: The encoder of those embeddings.
        fingerprints: SHA-256 of each source by its name.
        left_out: Numbers of the project's nodes that did not become tables, by reason.
    """

    graph: ContextGraph
    entries: Iterable[IndexEntry]
    embeddings: NDArray[np.float32] | None = None
    encoder_name: str | None = None
    project: str = ""
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    failed: tuple[FailedTable, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An opened snapshot: all that asking reads.

    Attributes:
        embeddings: ``(n_tables, dimensions)`` float32, memory-mapped, rows of unit length in the order
            of ``graph.tables``; None where the build had no encoder.
        encoder_name: The encoder of those embeddings.
        failed: What failed in the build.
        counts: Numbers of what the snapshot holds.
        info: The contents of snapshot.json.
        folder: Where it lies.
    """

    id: str
    created_at: datetime
    graph: ContextGraph
    index: ValueIndex
    embeddings: NDArray[np.float32] | None
    encoder_name: str | None
    failed: tuple[FailedTable, ...]
    counts: Mapping[str, int]
    info: SnapshotInfo
    folder: Path

    def age_s(self, now: datetime | None = None) -> float:
        """Seconds since the build finished."""
        return max(0.0, ((now or datetime.now(UTC)) - self.created_at).total_seconds())


def open_snapshot(folder: Path) -> Snapshot:
    """Open the snapshot in that folder: Parquet files read, arrays memory-mapped.

    Raises:
        DamagedSnapshotError: A file is missing or damaged; the error names it.
        UnknownFormatError: The snapshot's format is not this program's.
    """
    info = read_info(folder)
    check_files(info, folder)
    return Snapshot(
        id=info.id,
        created_at=info.created_at,
        graph=_graph(info, folder),
        index=ValueIndex.open(folder / INDEX_FOLDER),
        embeddings=_embeddings(info, folder),
        encoder_name=info.encoder_name,
        failed=info.failed,
        counts=info.counts,
        info=info,
        folder=folder,
    )


def _graph(info: SnapshotInfo, folder: Path) -> ContextGraph:
    from gtr_core.context.parquet_read import read_graph

    try:
        return read_graph(folder, info.dialect)
    except (OSError, ValueError, KeyError, TypeError) as error:
        # The checksums agreed, so the files are as written: written by another version of the same format.
        raise DamagedSnapshotError(info.id, "*.parquet", f"cannot be read ({error})") from error


def _embeddings(info: SnapshotInfo, folder: Path) -> NDArray[np.float32] | None:
    import numpy as np

    if EMBEDDINGS_FILE not in info.files:
        return None
    try:
        embeddings: NDArray[np.float32] = np.load(folder / EMBEDDINGS_FILE, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError) as error:
        raise DamagedSnapshotError(info.id, EMBEDDINGS_FILE, f"cannot be read ({error})") from error
    return embeddings
