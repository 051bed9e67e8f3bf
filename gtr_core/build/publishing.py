"""The last step: the snapshot becomes the current one, and old ones go."""

from __future__ import annotations

from dataclasses import dataclass

from gtr_core.build.embeddings import Embedded
from gtr_core.build.former import WAREHOUSE_STATE
from gtr_core.build.inference_reuse import INFERENCE_STATE
from gtr_core.build.partial_refresh import Kept
from gtr_core.build.settings import BuildSettings
from gtr_core.build.sources import Sources
from gtr_core.context.glossary import unapplied_conditions
from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.context.snapshot import SnapshotContent
from gtr_core.context.snapshot_info import FailedTable, SnapshotInfo
from gtr_core.context.store import Inspect
from gtr_core.context.store_address import open_store
from gtr_core.joins import contradicted_keys

__all__ = ["Published", "publish"]


@dataclass(frozen=True, slots=True)
class Published:
    """The snapshot that is current now, and the ids of those that were removed."""

    info: SnapshotInfo
    pruned: tuple[str, ...]


def publish(
    settings: BuildSettings,
    sources: Sources,
    graph: ContextGraph,
    embedded: Embedded,
    *,
    failed: tuple[FailedTable, ...],
    warnings: tuple[str, ...],
    warehouse_state: str | None = None,
    inference: str | None = None,
    kept: Kept | None = None,
    inspect: Inspect | None = None,
) -> Published:
    """Write the snapshot with its value index, make it current, prune the store to ``settings.keep``.

    Args:
        warehouse_state: The warehouse's state when the first row was read, for the next build to compare.
        inference: By which inference its joins were found, for the same; None: by none.
        kept: What was taken over from the last snapshot.
        inspect: Called with the snapshot before it becomes the current one; what it raises keeps it from that.

    Raises:
        SnapshotWriteError: The operating system refused to write; the former snapshot is still current.
    """
    store = open_store(settings.snapshot_dir)
    fingerprints = _fingerprints(sources, warehouse_state, kept or Kept())
    fingerprints.pop(INFERENCE_STATE, None)
    if inference is not None:
        fingerprints[INFERENCE_STATE] = inference
    info = store.publish(
        SnapshotContent(
            graph=graph,
            entries=index_entries(graph),
            embeddings=embedded.vectors,
            encoder_name=embedded.encoder_name,
            project=sources.catalog.project,
            fingerprints=fingerprints,
            failed=failed,
            left_out=sources.left_out,
            warnings=(
                *warnings,
                *contradicted_keys(graph.keys, graph.profiles),
                *unapplied_conditions(graph.tables),
            ),
        ),
        inspect=inspect,
    )
    return Published(info, store.prune(settings.keep))


def _fingerprints(sources: Sources, warehouse_state: str | None, kept: Kept) -> dict[str, str]:
    """Of the artifacts and the warehouse that the oldest part of the snapshot rests on.

    Tables that were taken over were read in the warehouse's state of then: where it is another by now, none is
    stated, and the next build goes by the mark of each table.
    """
    fingerprints = dict(sources.fingerprints)
    if warehouse_state is not None:
        fingerprints[WAREHOUSE_STATE] = warehouse_state
    if kept.snapshot is None or not kept.tables:
        return fingerprints
    former = dict(kept.snapshot.info.fingerprints)
    if former.get(WAREHOUSE_STATE) != warehouse_state:
        former.pop(WAREHOUSE_STATE, None)
    return former
