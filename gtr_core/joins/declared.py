"""Join edges that somebody declares: the project, the warehouse, or both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gtr_core.catalog import Catalog, JoinEdge, Origin, Relation, Table
from gtr_core.joins.roles import name_roles
from gtr_core.warehouse import DeclaredKey

__all__ = ["DeclaredJoins", "collect_declared", "declared_joins"]

_STRENGTH: tuple[Origin, ...] = (
    "reviewed", "constraint", "warehouse_key", "foreign_key_test", "relationships_test", "meta", "semantic_entity",
    "query_history", "inferred",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DeclaredJoins:
    """Edges, and sentences about those that name what does not exist."""

    edges: tuple[JoinEdge, ...]
    warnings: tuple[str, ...] = ()


def declared_joins(catalog: Catalog, warehouse_keys: Iterable[DeclaredKey] = ()) -> tuple[JoinEdge, ...]:
    """The edges of ``collect_declared``, without its warnings."""
    return collect_declared(catalog, warehouse_keys).edges


def collect_declared(catalog: Catalog, warehouse_keys: Iterable[DeclaredKey] = ()) -> DeclaredJoins:
    """The catalog's edges and the warehouse's foreign keys, each edge once, with all its origins.

    Edges are the same when they join the same columns, compared without case, in whatever order a composite
    key names them. Of several statements the one without conditions and the one of severity error prevail,
    disabled ones count only where there are no others, and the largest confidence holds. An edge of a table
    to itself over the same columns says nothing and is dropped. Where several edges lead from one table to
    another, each has a role.

    Args:
        catalog: Tables and the edges that the project declares.
        warehouse_keys: Keys that the warehouse declares; only foreign ones between tables of the catalog
            become edges.
    """
    lookup = _Tables(catalog.tables)
    warnings: list[str] = []
    groups: dict[tuple[object, ...], list[JoinEdge]] = {}
    for edge in (*catalog.joins, *_foreign_keys(lookup, warehouse_keys)):
        stored = _stored(edge, lookup, warnings)
        if stored is not None:
            pairs = frozenset((child.casefold(), parent.casefold()) for child, parent in stored.pairs)
            groups.setdefault((stored.child, stored.parent, pairs), []).append(stored)
    merged = [_merged(group) for group in groups.values()]
    merged.sort(key=lambda edge: (edge.child, edge.parent, edge.child_columns, edge.parent_columns))
    return DeclaredJoins(name_roles(merged), tuple(dict.fromkeys(warnings)))


class _Tables:
    """Tables by id, by the ids of other nodes that are the same relation, and by relation."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.by_id = {table.id: table for table in tables}
        self._also = {other: table for table in tables for other in table.also}
        self._by_relation = {table.relation.folded(): table for table in tables}
        self._unnamed = {table.relation.folded()[1:]: table for table in tables if not table.relation.database}

    def find(self, table_id: str) -> Table | None:
        return self.by_id.get(table_id) or self._also.get(table_id)

    def at(self, relation: Relation) -> Table | None:
        _, schema, identifier = relation.folded()
        # A project that names no database means the connection's own.
        return self._by_relation.get(relation.folded()) or self._unnamed.get((schema, identifier))


def _foreign_keys(tables: _Tables, keys: Iterable[DeclaredKey]) -> Iterator[JoinEdge]:
    for key in keys:
        if key.kind != "foreign" or key.parent is None or len(key.columns) != len(key.parent_columns):
            continue
        child, parent = tables.at(key.relation), tables.at(key.parent)
        if child is not None and parent is not None:
            yield JoinEdge(child.id, key.columns, parent.id, key.parent_columns, origins=("warehouse_key",))


def _stored(edge: JoinEdge, tables: _Tables, warnings: list[str]) -> JoinEdge | None:
    """The edge with ids and columns as they are stored; None, and a warning, where one does not exist."""
    child, parent = tables.find(edge.child), tables.find(edge.parent)
    for table, table_id in ((child, edge.child), (parent, edge.parent)):
        if table is None:
            warnings.append(f"The join from {edge.child} to {edge.parent} was left out: there is no table {table_id}.")
    if child is None or parent is None:
        return None
    if len(edge.child_columns) != len(edge.parent_columns) or not edge.child_columns:
        warnings.append(f"The join from {edge.child} to {edge.parent} was left out: its columns do not pair up.")
        return None
    child_columns = _columns(child, edge.child_columns, edge, warnings)
    parent_columns = _columns(parent, edge.parent_columns, edge, warnings)
    if child_columns is None or parent_columns is None:
        return None
    if child.id == parent.id and child_columns == parent_columns:
        return None
    role = edge.role or _declared_role(child, child_columns)
    return replace(
        edge, child=child.id, parent=parent.id, child_columns=child_columns, parent_columns=parent_columns, role=role
    )


def _columns(table: Table, names: Sequence[str], edge: JoinEdge, warnings: list[str]) -> tuple[str, ...] | None:
    """Names in stored spelling. A table of which no column is known may have any."""
    if not table.columns:
        return tuple(names)
    found = [table.column(name) for name in names]
    missing = [name for name, column in zip(names, found, strict=True) if column is None]
    if missing:
        warnings.append(
            f"The join from {edge.child} to {edge.parent} was left out: {table.id} has no column {', '.join(missing)}."
        )
        return None
    return tuple(column.name for column in found if column is not None)


def _declared_role(child: Table, columns: Sequence[str]) -> str | None:
    """The role that the project gives to a foreign key's column."""
    roles = (column.role for name in columns if (column := child.column(name)) is not None)
    return next((role for role in roles if role), None)


def _merged(group: Sequence[JoinEdge]) -> JoinEdge:
    first = group[0]
    firm = [edge for edge in group if edge.enabled] or list(group)
    unconditional = any(not edge.conditions and not edge.parent_conditions for edge in firm)
    severities = {edge.severity for edge in firm} - {None}
    origins = {origin for edge in group for origin in edge.origins}
    return replace(
        first,
        origins=tuple(origin for origin in _STRENGTH if origin in origins),
        role=next((edge.role for edge in group if edge.role), None),
        conditions=() if unconditional else _all(edge.conditions for edge in firm),
        parent_conditions=() if unconditional else _all(edge.parent_conditions for edge in firm),
        severity=("error" if "error" in severities else "warn") if severities else None,
        enabled=any(edge.enabled for edge in group),
        confidence=max(edge.confidence for edge in firm),
    )


def _all(texts: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for several in texts for text in several))
