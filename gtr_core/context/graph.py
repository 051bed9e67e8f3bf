"""The context graph: tables, their join edges, and all that is known of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.catalog import Column, ColumnProfile, JoinEdge, Key, Metric, Table, TableProfile
from gtr_core.context.exceptions import UnknownColumnError, UnknownTableError
from gtr_core.context.naming import naming_columns
from gtr_core.context.reachability import reachability

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ContextGraph"]


class ContextGraph:
    """G = (T, E) with profiles, keys and metrics. Immutable.

    Args:
        tables: All tables, hidden ones included; they are kept sorted by id.
        joins: Join edges; those with an end that is not among ``tables`` are refused.
        keys: Keys of the tables.
        metrics: Metrics of the semantic layer.
        profiles: Profiles by table id; tables may lack one.
        dialect: sqlglot's name of the warehouse's dialect.

    Raises:
        UnknownTableError: A join edge names a table that is not in the graph.
    """

    def __init__(
        self,
        *,
        tables: Sequence[Table],
        joins: Sequence[JoinEdge] = (),
        keys: Sequence[Key] = (),
        metrics: Sequence[Metric] = (),
        profiles: Mapping[str, TableProfile] | None = None,
        dialect: str = "duckdb",
    ) -> None:
        self.tables: tuple[Table, ...] = tuple(sorted(tables, key=lambda table: table.id))
        self.positions: dict[str, int] = {table.id: i for i, table in enumerate(self.tables)}
        self.joins: tuple[JoinEdge, ...] = tuple(
            sorted(joins, key=lambda edge: (edge.child, edge.parent, edge.child_columns, edge.parent_columns))
        )
        self.keys: tuple[Key, ...] = tuple(keys)
        self.metrics: tuple[Metric, ...] = tuple(metrics)
        self.profiles: Mapping[str, TableProfile] = dict(profiles or {})
        self.dialect = dialect
        for edge in self.joins:
            for end in (edge.child, edge.parent):
                if end not in self.positions:
                    raise UnknownTableError(end, f"the join edge {edge.child} -> {edge.parent}")
        self._metrics = {metric.name: metric for metric in self.metrics}
        # Found when first asked for.
        self._naming_columns: dict[str, tuple[str, ...]] = {}
        self._column_profiles: dict[str, dict[str, ColumnProfile]] = {}

    def table(self, table_id: str) -> Table:
        """The table of that id.

        Raises:
            UnknownTableError: There is none.
        """
        position = self.positions.get(table_id)
        if position is None:
            raise UnknownTableError(table_id, "the context graph")
        return self.tables[position]

    def column(self, table_id: str, name: str) -> Column:
        """The column of that table and name.

        Raises:
            UnknownTableError: There is no such table.
            UnknownColumnError: The table has no such column.
        """
        table = self.table(table_id)
        column = table.column(name)
        if column is None:
            raise UnknownColumnError(table_id, name, tuple(column.name for column in table.columns))
        return column

    def column_profile(self, table_id: str, name: str) -> ColumnProfile | None:
        """What the data say of a column; None where it was not profiled."""
        found = self._column_profiles.get(table_id)
        if found is None:
            profile = self.profiles.get(table_id)
            # Of two profiles of one name the first counts.
            columns = () if profile is None else reversed(profile.columns)
            found = self._column_profiles[table_id] = {column.name: column for column in columns}
        return found.get(name)

    def metric(self, name: str) -> Metric | None:
        """The metric of that name."""
        return self._metrics.get(name)

    def primary_key(self, table_id: str) -> tuple[str, ...]:
        """Columns that tell the rows of the table apart; empty where none are known.

        Its primary key, else its shortest other key, else columns that a join was measured to find at most one row
        by, else the first column of identifiers whose values were all looked at and differ.
        """
        key = self._best_keys.get(table_id)
        return self._measured_key(table_id) if key is None else key.columns

    def _measured_key(self, table_id: str) -> tuple[str, ...]:
        for edge in self.predecessors[self.positions[table_id]]:
            measured = edge.measurement
            if measured is not None and not measured.sampled and measured.cardinality in ("many_to_one", "one_to_one"):
                return edge.parent_columns
        profile = self.profiles.get(table_id)
        if profile is None or profile.sampled or profile.rows < 2:
            return ()
        unique = (
            column.name
            for column in profile.columns
            if column.unique and not column.null_share and column.semantic_type == "identifier"
        )
        return next(((name,) for name in unique), ())

    def naming_columns(self, table_id: str) -> tuple[str, ...]:
        """The columns by which a person tells the rows of the table apart (``gtr_core.context.naming``)."""
        found = self._naming_columns.get(table_id)
        if found is None:
            found = naming_columns(self.table(table_id), self.profiles.get(table_id), self.primary_key(table_id))
            self._naming_columns[table_id] = found
        return found

    @cached_property
    def successors(self) -> tuple[tuple[JoinEdge, ...], ...]:
        """Per table position, the enabled edges of which it is the child."""
        return self._edges_by(child=True)

    @cached_property
    def predecessors(self) -> tuple[tuple[JoinEdge, ...], ...]:
        """Per table position, the enabled edges of which it is the parent."""
        return self._edges_by(child=False)

    @cached_property
    def reachability(self) -> tuple[int, ...]:
        """R(t) per table position, as bit sets (``gtr_core.context.reachability``), t itself included."""
        successors = [sorted({self.positions[edge.parent] for edge in edges}) for edges in self.successors]
        return tuple(row | 1 << position for position, row in enumerate(reachability(successors)))

    @cached_property
    def reached_from(self) -> tuple[int, ...]:
        """Per table position, the tables that reach it, as bit sets, the table itself included."""
        children = [sorted({self.positions[edge.child] for edge in edges}) for edges in self.predecessors]
        return tuple(row | 1 << position for position, row in enumerate(reachability(children)))

    @cached_property
    def hidden(self) -> NDArray[np.bool_]:
        """Per table position, whether the table may not be read."""
        return np.array([table.hidden for table in self.tables], dtype=np.bool_)

    @cached_property
    def outranked(self) -> frozenset[str]:
        """Ids of the tables over which the project prefers a visible one, as a mart over its staging view."""
        visible = {table.id for table in self.tables if not table.hidden}
        return frozenset(table.id for table in self.tables if table.preferred in visible)

    @cached_property
    def visible_count(self) -> int:
        """Number of the tables that may be read."""
        return len(self.tables) - int(np.count_nonzero(self.hidden))

    @cached_property
    def reach_counts(self) -> NDArray[np.int64]:
        """|R(t)| per table position."""
        return np.array([row.bit_count() for row in self.reachability], dtype=np.int64)

    @cached_property
    def components(self) -> tuple[int, ...]:
        """Per table position, a number that it shares with the tables to which enabled edges connect it.

        In either direction, and by way of visible tables alone; a hidden table is on its own.
        """
        found = list(range(len(self.tables)))

        def first(position: int) -> int:
            while found[position] != position:
                found[position] = position = found[found[position]]
            return position

        for edge in self.joins:
            child, parent = self.positions[edge.child], self.positions[edge.parent]
            if edge.enabled and not self.tables[child].hidden and not self.tables[parent].hidden:
                one, other = sorted((first(child), first(parent)))
                found[other] = one
        return tuple(first(position) for position in range(len(self.tables)))

    @cached_property
    def _best_keys(self) -> dict[str, Key]:
        best: dict[str, Key] = {}
        for key in self.keys:
            known = best.get(key.table)
            rank = (not key.primary, len(key.columns))
            if known is None or rank < (not known.primary, len(known.columns)):
                best[key.table] = key
        return best

    def _edges_by(self, *, child: bool) -> tuple[tuple[JoinEdge, ...], ...]:
        edges: list[list[JoinEdge]] = [[] for _ in self.tables]
        for edge in self.joins:
            if edge.enabled:
                edges[self.positions[edge.child if child else edge.parent]].append(edge)
        return tuple(tuple(of_table) for of_table in edges)
