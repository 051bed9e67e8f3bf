"""Holding the project's tables against those that the warehouse has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gtr_core.catalog import Catalog, Column, Relation, Table
from gtr_core.context.snapshot_info import FailedTable
from gtr_core.dbt.inherited_personal import inherit_personal
from gtr_core.joins import with_warehouse_keys
from gtr_core.warehouse import ListedRelation, Schema, Warehouse

__all__ = ["NOT_IN_WAREHOUSE", "Reconciled", "reconcile", "references_among", "schemas_of"]

NOT_IN_WAREHOUSE = "not_in_warehouse"


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The catalog as the warehouse bears it out.

    Attributes:
        catalog: Tables that exist, in the warehouse's spelling, with the columns that exist; keys, joins
            and metrics among them.
        failed: Tables that do not exist.
        warnings: What else did not fit.
    """

    catalog: Catalog
    failed: tuple[FailedTable, ...]
    warnings: tuple[str, ...]


def reconcile(catalog: Catalog, warehouse: Warehouse) -> Reconciled:
    """Find each table of the catalog in the warehouse, and take names, types and order of columns from there.

    A relation is matched as it is spelled, else by the only one that differs in case alone. Columns that only
    the project knows are dropped with a warning; columns that only the warehouse knows are taken in. Keys,
    joins and metrics that name what does not exist are dropped, joins and keys with a warning. Keys that only
    the warehouse declares are taken in.

    Raises:
        WarehouseError: The warehouse does not answer.
    """
    schemas = schemas_of(catalog)
    listed = _Listed(warehouse.list_relations(schemas))
    tables: list[Table] = []
    failed: list[FailedTable] = []
    warnings: list[str] = []
    for table in catalog.tables:
        found = listed.find(table.relation)
        if found is None:
            failed.append(FailedTable(table.id, NOT_IN_WAREHOUSE, f"The warehouse has no relation {table.relation}."))
            continue
        columns, unknown = _columns(table, found.columns)
        if unknown:
            warnings.append(f"{table.id}: the warehouse has no column {', '.join(unknown)}.")
        tables.append(replace(table, relation=found.relation, columns=columns))
    kept, dropped = references_among(replace(catalog, tables=tuple(tables)))
    keys = with_warehouse_keys(kept, warehouse.declared_keys(schemas))
    return Reconciled(inherit_personal(replace(kept, keys=keys)), tuple(failed), tuple(warnings + dropped))


def schemas_of(catalog: Catalog) -> frozenset[Schema]:
    """Where the catalog's tables lie."""
    relations = (table.relation for table in catalog.tables)
    return frozenset((relation.database, relation.schema) for relation in relations if relation.schema)


class _Listed:
    """Relations of the warehouse by their names, with and without the database."""

    def __init__(self, relations: Iterable[ListedRelation]) -> None:
        self._exact = {relation.relation: relation for relation in relations}
        self._folded: dict[tuple[str, str, str], list[ListedRelation]] = {}
        for relation in self._exact.values():
            database, schema, identifier = relation.relation.folded()
            for key in {(database, schema, identifier), ("", schema, identifier)}:
                self._folded.setdefault(key, []).append(relation)

    def find(self, relation: Relation) -> ListedRelation | None:
        exact = self._exact.get(relation)
        if exact is not None:
            return exact
        near = self._folded.get(relation.folded(), [])
        return near[0] if len(near) == 1 else None


def _columns(table: Table, existing: Sequence[Column]) -> tuple[tuple[Column, ...], list[str]]:
    """The existing columns with what the project says of them, and the project's columns that do not exist."""
    if not existing:
        return table.columns, []
    columns = []
    told: set[str] = set()
    for position, column in enumerate(existing):
        described = table.column(column.name)
        if described is None:
            columns.append(replace(column, position=position))
        else:
            told.add(described.name)
            data_type = column.data_type or described.data_type
            tags = tuple(dict.fromkeys(described.tags + column.tags))
            columns.append(replace(described, name=column.name, data_type=data_type, position=position, tags=tags))
    return tuple(columns), [column.name for column in table.columns if column.name not in told]


def references_among(catalog: Catalog) -> tuple[Catalog, list[str]]:
    """The catalog with the keys, joins and metrics whose tables and columns it has, in their stored spelling.

    With them, sentences about the keys and joins that name a column that does not exist.
    """
    tables = {table.id: table for table in catalog.tables}
    warnings = []
    keys = []
    for key in catalog.keys:
        columns = _stored(tables.get(key.table), key.columns)
        if columns is not None:
            keys.append(replace(key, columns=columns))
        elif key.table in tables:
            warnings.append(f"{key.table}: the key ({', '.join(key.columns)}) names a column that does not exist.")
    joins = []
    for edge in catalog.joins:
        child = _stored(tables.get(edge.child), edge.child_columns)
        parent = _stored(tables.get(edge.parent), edge.parent_columns)
        if child is not None and parent is not None:
            joins.append(replace(edge, child_columns=child, parent_columns=parent))
        elif edge.child in tables and edge.parent in tables:
            warnings.append(
                f"{edge.child}: the join ({', '.join(edge.child_columns)}) to {edge.parent} "
                f"({', '.join(edge.parent_columns)}) names a column that does not exist."
            )
    metrics = tuple(metric for metric in catalog.metrics if all(table in tables for table in metric.tables))
    return replace(catalog, keys=tuple(keys), joins=tuple(joins), metrics=metrics), warnings


def _stored(table: Table | None, names: Sequence[str]) -> tuple[str, ...] | None:
    if table is None:
        return None
    columns = [table.column(name) for name in names]
    stored = tuple(column.name for column in columns if column is not None)
    return stored if len(stored) == len(names) else None
