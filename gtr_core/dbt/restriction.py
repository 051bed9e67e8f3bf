"""A catalog restricted to selected nodes."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.catalog import Catalog, LeftOut, Table

__all__ = ["restrict"]


def restrict(catalog: Catalog, selected: frozenset[str], *, named: bool) -> Catalog:
    """The catalog with the selected tables, and the joins, keys and metrics that lie wholly among them.

    Args:
        catalog: What the project declares.
        selected: unique_ids; a table stays if it or a node that is the same relation is among them.
        named: Whether tables were selected, not only excluded. Then a preference for a table that was not selected
            gives way: the older version of a model, or the staging view, is what the user asked for.
    """
    ids = {table.id for table in catalog.tables}
    kept = {
        table.id: table
        for table in catalog.tables
        # Other versions among ``also`` are tables of their own.
        if table.id in selected or any(other in selected and other not in ids for other in table.also)
    }
    if named:
        kept = {table_id: _preferred_among(table, kept) for table_id, table in kept.items()}
    left_out = [LeftOut(table.id, "not_selected") for table in catalog.tables if table.id not in kept]
    return replace(
        catalog,
        tables=tuple(kept.values()),
        keys=tuple(key for key in catalog.keys if key.table in kept),
        joins=tuple(edge for edge in catalog.joins if edge.child in kept and edge.parent in kept),
        metrics=tuple(metric for metric in catalog.metrics if all(table in kept for table in metric.tables)),
        left_out=(*catalog.left_out, *left_out),
    )


def _preferred_among(table: Table, kept: dict[str, Table]) -> Table:
    if table.preferred is None or table.preferred in kept:
        return table
    hidden = table.hidden and table.version is None
    return replace(table, preferred=None, hidden=hidden)
