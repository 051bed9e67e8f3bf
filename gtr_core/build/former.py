"""What former builds know that may still hold: profiles, and measurements of joins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gtr_core.build.fingerprint import altered_marks, fingerprint, same_settings
from gtr_core.build.journal import Entry, Journal
from gtr_core.build.settings import BuildSettings
from gtr_core.build.store_journal import StoreJournal
from gtr_core.catalog import ColumnProfile, JoinEdge, JoinMeasurement, Table, TableProfile
from gtr_core.context.exceptions import SnapshotError
from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot import Snapshot
from gtr_core.context.store_address import is_remote, open_store
from gtr_core.profiling import ProfilingSettings
from gtr_core.warehouse import Warehouse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["WAREHOUSE_STATE", "Former", "journal_of", "read_former"]

WAREHOUSE_STATE = "warehouse"
"""Name of the warehouse's state among a snapshot's fingerprints."""

_JOURNAL = "unfinished.jsonl"

_JoinEnds = tuple[str, tuple[str, ...], str, tuple[str, ...]]


def journal_of(settings: BuildSettings) -> Journal:
    """The journal of builds under those settings, which lies with the snapshots.

    Raises:
        DriverForAddressMissingError: The package that reaches the store's address is not installed.
    """
    store = settings.snapshot_dir
    if isinstance(store, str) and is_remote(store):
        return StoreJournal(store)
    return Journal(Path(str(store).removeprefix("file://").removeprefix("local://")) / _JOURNAL)


@dataclass(slots=True)
class Former:
    """Profiles and measurements that may be used again, and how to tell whether they may.

    Attributes:
        profiles: By table id, the latest.
        states: By table id, the state of the warehouse when that profile was made.
        joins: By their ends, those that the last snapshot measured.
        state: Of the warehouse now.
        marks: By table id, the mark of its rows now; filled when a state alone does not tell.
        journal: Where new profiles are noted.
        snapshot: The store's current one, for what else of it can be used again.
        max_age_s: Seconds for which an unchanged profile holds; None: for ever.
    """

    profiles: Mapping[str, TableProfile] = field(default_factory=dict)
    states: Mapping[str, str | None] = field(default_factory=dict)
    joins: Mapping[_JoinEnds, JoinEdge] = field(default_factory=dict)
    state: str | None = None
    marks: Mapping[str, str] = field(default_factory=dict)
    journal: Journal | None = None
    snapshot: Snapshot | None = None
    max_age_s: float | None = None
    settings: ProfilingSettings = field(default_factory=ProfilingSettings)

    def unchanged(self, table: Table) -> TableProfile | None:
        """The former profile of a table, where all that it rests on is as it was, and nothing of it is to be mended."""
        profile = self.profiles.get(table.id)
        if (
            profile is None
            or profile.stale
            or profile.unread
            or profile.fingerprint != fingerprint(table, self.settings)
        ):
            return None
        if self._is_too_old(profile):
            return None
        if self._is_same_state(table.id):
            return profile
        mark = self.marks.get(table.id)
        return profile if mark is not None and mark == profile.altered else None

    def stamped(self, table: Table, profile: TableProfile) -> TableProfile:
        """A new profile with what will tell whether it still holds, noted in the journal."""
        profile = replace(
            profile,
            profiled_at=datetime.now(UTC).isoformat(timespec="seconds"),
            fingerprint=fingerprint(table, self.settings),
            altered=self.marks.get(table.id),
        )
        if self.journal is not None:
            self.journal.add(Entry(profile, self.state))
        return profile

    def kept_stale(self, table: Table, reason: str) -> TableProfile | None:
        """The former profile of a table that could not be profiled now, marked; without values that may not be kept."""
        profile = self.profiles.get(table.id)
        if profile is None:
            return None
        keeps = same_settings(profile.fingerprint, fingerprint(table, self.settings))
        columns = [
            column if keeps and (stored := table.column(column.name)) and stored.personal is not True else _bare(column)
            for column in profile.columns
        ]
        return replace(profile, columns=tuple(columns), stale=reason)

    def embedded(
        self, encoder_name: str, context: Callable[[Table, ContextGraph], str]
    ) -> dict[str, NDArray[np.float32]]:
        """Vectors of the last snapshot by the context that was embedded, where that encoder made them."""
        snapshot = self.snapshot
        if snapshot is None or snapshot.embeddings is None or snapshot.encoder_name != encoder_name:
            return {}
        graph = snapshot.graph
        rows = zip(graph.tables, snapshot.embeddings, strict=True)
        return {context(table, graph): vector for table, vector in rows if not table.hidden}

    def measurement(self, edge: JoinEdge) -> JoinMeasurement | None:
        """What the last snapshot measured of an edge; whether its tables are unchanged is the caller's to know."""
        found = self.joins.get(_ends(edge))
        if found is None or found.problem is not None:
            return None
        same = (found.conditions, found.parent_conditions) == (edge.conditions, edge.parent_conditions)
        return found.measurement if same else None

    def _is_same_state(self, table_id: str) -> bool:
        return self.state is not None and self.state == self.states.get(table_id)

    def _is_too_old(self, profile: TableProfile) -> bool:
        if self.max_age_s is None:
            return False
        if profile.profiled_at is None:
            return True
        return (datetime.now(UTC) - datetime.fromisoformat(profile.profiled_at)).total_seconds() > self.max_age_s


def read_former(
    settings: BuildSettings, warehouse: Warehouse, tables: Sequence[Table], profiling: ProfilingSettings
) -> Former:
    """What the store's current snapshot and an unfinished build's journal hold.

    A snapshot that cannot be read is no reason not to build a new one: then there is nothing to go by. Marks are
    asked for here, before any row is read, so that a change in between is seen by the next build.

    Raises:
        WarehouseError: The warehouse does not answer.
    """
    former = Former(
        state=warehouse.state(),
        journal=journal_of(settings),
        max_age_s=settings.profile_max_age_s,
        settings=profiling,
    )
    if not settings.full_refresh:
        _fill(former, settings)
    same = former.state is not None and all(former.state == former.states.get(table.id) for table in tables)
    if same:
        former.marks = {table_id: profile.altered for table_id, profile in former.profiles.items() if profile.altered}
    else:
        former.marks = altered_marks(warehouse, tables)
    return former


def _fill(former: Former, settings: BuildSettings) -> None:
    profiles: dict[str, TableProfile] = {}
    states: dict[str, str | None] = {}
    try:
        snapshot = open_store(settings.snapshot_dir).current()
    except SnapshotError:
        snapshot = None
    if snapshot is not None:
        former.snapshot = snapshot
        state = snapshot.info.fingerprints.get(WAREHOUSE_STATE)
        profiles |= snapshot.graph.profiles
        states |= dict.fromkeys(profiles, state)
        former.joins = {_ends(edge): edge for edge in snapshot.graph.joins}
    for entry in () if former.journal is None else former.journal.entries():
        profiles[entry.profile.table] = entry.profile
        states[entry.profile.table] = entry.state
    former.profiles, former.states = profiles, states


def _ends(edge: JoinEdge) -> _JoinEnds:
    return edge.child, edge.child_columns, edge.parent, edge.parent_columns


def _bare(column: ColumnProfile) -> ColumnProfile:
    return replace(
        column, minimum=None, maximum=None, values=(), mean=None, deviation=None, length_quantiles=(), top_counts=()
    )
