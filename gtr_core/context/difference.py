"""What changed from one snapshot to another: tables, columns, joins, keys, metrics, and what failed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from gtr_core.catalog import JoinEdge, Table, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot import Snapshot

__all__ = ["Change", "Difference", "difference", "graph_difference", "join_name"]

_RATE_STEP = 0.005
"""Rates that differ by less are the same: samples of one table differ by as much."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is another in the later snapshot.

    Attributes:
        what: table, column, join, key, metric or failure.
        action: added, removed or changed.
        table: Table id; of a join the child's, of a metric its first table's.
        name: Of the column, join, key or metric; empty for a table.
        detail: What changed, in words; never a value of a row.
    """

    what: str
    action: str
    table: str
    name: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """All changes from ``before`` to ``after`` (ids of snapshots), sorted by what, table and name."""

    before: str
    after: str
    changes: tuple[Change, ...] = ()

    def of(self, what: str, action: str | None = None) -> tuple[Change, ...]:
        """The changes of one kind."""
        return tuple(one for one in self.changes if one.what == what and action in (None, one.action))

    @property
    def counts(self) -> dict[str, int]:
        """Number of changes by ``what_action``."""
        counts: dict[str, int] = {}
        for one in self.changes:
            counts[f"{one.what}_{one.action}"] = counts.get(f"{one.what}_{one.action}", 0) + 1
        return dict(sorted(counts.items()))

    def to_json(self) -> dict[str, Any]:
        """The form of ``gtr diff --json``."""
        return {
            "before": self.before,
            "after": self.after,
            "counts": self.counts,
            "changes": [asdict(one) for one in self.changes],
        }


def difference(before: Snapshot, after: Snapshot) -> Difference:
    """What changed between two snapshots, failures included. O(columns + joins)."""
    changes = [*graph_difference(before.graph, after.graph)]
    former = {(failed.table, failed.reason) for failed in before.failed}
    current = {(failed.table, failed.reason) for failed in after.failed}
    changes += [Change("failure", "added", *one) for one in sorted(current - former)]
    changes += [Change("failure", "removed", *one) for one in sorted(former - current)]
    if before.encoder_name != after.encoder_name:
        named = f"{before.encoder_name or 'none'} -> {after.encoder_name or 'none'}"
        changes.append(Change("encoder", "changed", "", detail=named))
    return Difference(before.id, after.id, tuple(changes))


def graph_difference(before: ContextGraph, after: ContextGraph) -> tuple[Change, ...]:
    """What changed between two graphs."""
    changes = [
        *_table_changes(before, after),
        *_join_changes(before, after),
        *_named_changes("key", _keys(before), _keys(after)),
        *_named_changes("metric", _metrics(before), _metrics(after)),
    ]
    return tuple(sorted(changes, key=lambda one: (one.what, one.table, one.name, one.action)))


def join_name(edge: JoinEdge) -> str:
    """Columns and parent of an edge, as lists show it.

    >>> join_name(JoinEdge("orders", ("customer_id",), "customer", ("id",)))
    '(customer_id) to customer (id)'
    """
    return f"({', '.join(edge.child_columns)}) to {edge.parent} ({', '.join(edge.parent_columns)})"


def _table_changes(before: ContextGraph, after: ContextGraph) -> list[Change]:
    former, current = ({table.id: table for table in graph.tables} for graph in (before, after))
    changes = [Change("table", "added", table) for table in current.keys() - former.keys()]
    changes += [Change("table", "removed", table) for table in former.keys() - current.keys()]
    for table_id in former.keys() & current.keys():
        one, other = former[table_id], current[table_id]
        told = _told_of(one, other, before.profiles.get(table_id), after.profiles.get(table_id))
        if told:
            changes.append(Change("table", "changed", table_id, detail="; ".join(told)))
        changes += _column_changes(one, other, before, after)
    return changes


def _told_of(one: Table, other: Table, former: TableProfile | None, current: TableProfile | None) -> list[str]:
    told = []
    if one.hidden != other.hidden:
        told.append("hidden now" if other.hidden else "no longer hidden")
    if one.description != other.description:
        told.append("another description")
    if one.relation != other.relation:
        told.append(f"relation {one.relation} -> {other.relation}")
    rows = (former and former.row_count, current and current.row_count)
    if None not in rows and rows[0] != rows[1]:
        told.append(f"rows {rows[0]:,} -> {rows[1]:,}")
    if (former is None) != (current is None):
        told.append("no longer profiled" if current is None else "profiled now")
    if current is not None and current.stale and not (former and former.stale):
        told.append("its profile is a former build's")
    return told


def _column_changes(one: Table, other: Table, before: ContextGraph, after: ContextGraph) -> list[Change]:
    former, current = ({column.name: column for column in table.columns} for table in (one, other))
    changes = [Change("column", "added", other.id, name) for name in current.keys() - former.keys()]
    changes += [Change("column", "removed", one.id, name) for name in former.keys() - current.keys()]
    for name in former.keys() & current.keys():
        told = []
        if former[name].data_type != current[name].data_type:
            told.append(f"type {former[name].data_type or 'unknown'} -> {current[name].data_type or 'unknown'}")
        profiles = (before.column_profile(one.id, name), after.column_profile(other.id, name))
        personal = [profile is not None and profile.personal for profile in profiles]
        if personal[0] != personal[1]:
            told.append("personal now" if personal[1] else "no longer personal")
        if told:
            changes.append(Change("column", "changed", one.id, name, "; ".join(told)))
    return changes


def _join_changes(before: ContextGraph, after: ContextGraph) -> list[Change]:
    former, current = ({(edge.child, join_name(edge)): edge for edge in graph.joins} for graph in (before, after))
    changes = [Change("join", "added", *ends, _as_measured(current[ends])) for ends in current.keys() - former.keys()]
    changes += [Change("join", "removed", *ends) for ends in former.keys() - current.keys()]
    for ends in former.keys() & current.keys():
        told = _told_of_join(former[ends], current[ends])
        if told:
            changes.append(Change("join", "changed", *ends, "; ".join(told)))
    return changes


def _told_of_join(one: JoinEdge, other: JoinEdge) -> list[str]:
    told = []
    if one.cardinality != other.cardinality:
        told.append(f"{one.cardinality} -> {other.cardinality}")
    if one.origins != other.origins:
        told.append(f"stated by {', '.join(one.origins)} -> {', '.join(other.origins)}")
    if one.contradicted != other.contradicted:
        told.append("contradicted by the data now" if other.contradicted else "no longer contradicted")
    if one.measurement is not None and other.measurement is not None:
        rates = one.measurement.match_rate, other.measurement.match_rate
        if abs(rates[0] - rates[1]) >= _RATE_STEP:
            told.append(f"match rate {rates[0]:.3f} -> {rates[1]:.3f}")
    elif one.measurement is not None or other.measurement is not None:
        told.append("no longer measured" if other.measurement is None else "measured now")
    return told


def _as_measured(edge: JoinEdge) -> str:
    if edge.measurement is None:
        return f"{', '.join(edge.origins)}, not measured"
    return f"{', '.join(edge.origins)}, {edge.cardinality}, match rate {edge.measurement.match_rate:.3f}"


def _keys(graph: ContextGraph) -> dict[tuple[str, str], str]:
    return {
        (key.table, ", ".join(key.columns)): f"{key.origin}{', primary' if key.primary else ''}" for key in graph.keys
    }


def _metrics(graph: ContextGraph) -> dict[tuple[str, str], str]:
    return {
        (metric.tables[0] if metric.tables else "", metric.name): f"{metric.aggregate} {metric.expression}".strip()
        for metric in graph.metrics
    }


def _named_changes(
    what: str, former: Mapping[tuple[str, str], str], current: Mapping[tuple[str, str], str]
) -> list[Change]:
    changes = [Change(what, "added", *name, current[name]) for name in current.keys() - former.keys()]
    changes += [Change(what, "removed", *name) for name in former.keys() - current.keys()]
    changes += [
        Change(what, "changed", *name, f"{former[name]} -> {current[name]}")
        for name in former.keys() & current.keys()
        if former[name] != current[name]
    ]
    return changes
