"""What a sample cannot show, asked of the warehouse: that a key is unique, and what a large key holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from sqlglot import exp

from gtr_core.catalog import JoinEdge, Key, Table
from gtr_core.joins.inference.candidates import Candidate
from gtr_core.joins.inference.column_values import ColumnId, ColumnValues, TableValues
from gtr_core.joins.inference.composite import CompositeCandidate
from gtr_core.joins.inference.keys import KeyCandidate
from gtr_core.joins.inference.reading import ReadingSettings
from gtr_core.joins.measurement import MeasurementSettings, measure_join
from gtr_core.joins.measurement_statement import largest_group_statement
from gtr_core.warehouse import QueryError, StatementTimeoutError, Warehouse, WarehousePermissionError
from gtr_core.warehouse.sampling import relation_node

__all__ = ["still_unique", "verified_candidates", "verified_columns", "verified_composites", "verified_keys"]

_LONGEST = 64
_MOST_WIDE_KEYS = 6
_COUNTED_WHOLE = 1_000_000
_LEAST_CONTAINED = 0.75
_CHILDREN, _PARENT = "gtr_children", "gtr_parent"
_REFUSALS = (QueryError, StatementTimeoutError, WarehousePermissionError)


def verified_columns(warehouse: Warehouse, table: Table, values: TableValues, timeout_s: float | None) -> TableValues:
    """The table with ``unique`` and ``bounds`` as the whole table has them. One statement, none for a small table.

    Raises:
        WarehouseError: The table cannot be read.
    """
    doubtful = [column for column in values.columns if column.unique and column.length <= _LONGEST]
    if values.whole or not doubtful:
        return values
    wanted: list[exp.Expr] = []
    for column in doubtful:
        node = exp.column(column.name, quoted=True)
        wanted += [exp.Count(this=node), exp.Count(this=exp.Distinct(expressions=[node.copy()]))]
        wanted += [exp.Min(this=node.copy()), exp.Max(this=node.copy())]
    select = exp.select(*(exp.alias_(one, f"v{place}") for place, one in enumerate(wanted)))
    row = warehouse.query(select.from_(relation_node(table.relation)), timeout_s=timeout_s).rows[0]
    told: dict[str, ColumnValues] = {}
    for place, column in enumerate(doubtful):
        filled, distinct, low, high = row[4 * place : 4 * place + 4]
        numeric = column.kind == "int" and not column.as_text
        told[column.name] = replace(
            column,
            unique=filled == distinct,
            keys=int(distinct) if filled == distinct else None,
            bounds=(int(low), int(high)) if numeric and low is not None else None,
        )
    return replace(values, columns=tuple(told.get(column.name, column) for column in values.columns))


def verified_keys(
    warehouse: Warehouse, table: Table, values: TableValues, keys: Sequence[KeyCandidate], limits: ReadingSettings
) -> tuple[KeyCandidate, ...]:
    """The keys of which the whole table bears out that they are unique, the first one primary.

    Single columns are verified already; of keys of several columns the likeliest few are counted: in a large table
    on all rows that share a value of one of the columns with a sampled row. Two rows of the same key share all
    their values, so that if one key in a thousand occurs twice, ten thousand of them show it for certain enough
    (0.99995), at the cost of one scan instead of a sort of the table.

    Raises:
        WarehouseError: The table cannot be read.
    """
    if values.whole:
        return tuple(keys)
    kept: list[KeyCandidate] = []
    counted = 0
    for key in keys:
        if len(key.columns) > 1:
            counted += 1
            if counted > _MOST_WIDE_KEYS or any(len(one.columns) > 1 for one in kept):
                continue
            sampled = _of_sampled(warehouse, table, values, key, limits)
            statement = largest_group_statement(relation_node(table.relation), key.columns, sampled)
            largest, size = warehouse.query(statement, timeout_s=limits.timeout_s).rows[0]
            if (largest or 0) > 1:
                continue
            key = replace(key, size=None if sampled is not None else int(size))
        kept.append(key)
    return tuple(replace(key, primary=place == 0) for place, key in enumerate(kept))


def still_unique(warehouse: Warehouse, table: Table, key: Key, timeout_s: float | None = 60.0) -> bool:
    """Whether no two rows of a table share that key now. One statement; False where it cannot be counted."""
    statement = largest_group_statement(relation_node(table.relation), key.columns, None)
    try:
        return (warehouse.query(statement, timeout_s=timeout_s).rows[0][0] or 0) <= 1
    except _REFUSALS:
        return False


def _of_sampled(
    warehouse: Warehouse, table: Table, values: TableValues, key: KeyCandidate, limits: ReadingSettings
) -> exp.Expr | None:
    """That a row has a sampled value of the key's column of most values; None for a table that is counted whole."""
    if values.rows <= _COUNTED_WHOLE:
        return None
    part = max((column for column in values.columns if column.name in key.columns), key=lambda one: one.distinct)
    drawn = warehouse.sample(warehouse.describe(table.relation), [part.name], limits.rows, limits.seed)
    return exp.In(this=exp.column(part.name, quoted=True), query=drawn.select.subquery())


def verified_candidates(
    warehouse: Warehouse,
    candidates: Sequence[Candidate],
    tables: Mapping[str, Table],
    *,
    rows: int,
    seed: int,
    timeout_s: float | None,
) -> list[Candidate]:
    """The candidates with their containment as the warehouse tells it, those dropped that it does not bear out.

    One statement for each large key and each type of the columns that are held against it: their sampled
    distinct values meet the whole key at once.
    """
    known = [candidate for candidate in candidates if candidate.contained is not None]
    open_ones: dict[tuple[ColumnId, str], list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        if candidate.contained is None:
            child = candidate.child.column
            column = tables[child.table].column(child.name)
            open_ones[candidate.parent.column.id, column.data_type if column else ""].append(candidate)
    for (parent, _), several in sorted(open_ones.items()):
        try:
            shares = _shares(warehouse, parent, several, tables, rows, seed, timeout_s)
        except _REFUSALS:
            continue  # types that do not compare are no join
        for candidate, share in zip(several, shares, strict=True):
            if share >= _LEAST_CONTAINED:
                known.append(replace(candidate, contained=share))
    return known


def verified_composites(
    warehouse: Warehouse, candidates: Sequence[CompositeCandidate], tables: Mapping[str, Table], rows: int,
    keys: Mapping[str, Sequence[KeyCandidate]],
) -> list[CompositeCandidate]:  # fmt: skip
    """The same for keys of several columns: one measurement for each candidate of which only samples were seen."""
    sizes = {(key.table, key.columns): key.size for several in keys.values() for key in several}
    kept = []
    for candidate in candidates:
        if not candidate.exact:
            edge = JoinEdge(candidate.child, candidate.child_columns, candidate.parent, candidate.parent_columns)
            size = sizes.get((candidate.parent, candidate.parent_columns))
            settings = MeasurementSettings(rows=rows)
            measurement = measure_join(warehouse, edge, tables, settings, parent_keys=size).measurement
            if measurement is None or measurement.null_rate == 1.0:
                continue
            candidate = replace(candidate, contained=measurement.match_rate)
        kept.append(candidate)
    return kept


def _shares(
    warehouse: Warehouse, parent: ColumnId, candidates: Sequence[Candidate], tables: Mapping[str, Table], rows: int,
    seed: int, timeout_s: float | None,
) -> list[float]:  # fmt: skip
    """The share of each child's sampled distinct values that the parent has."""
    union: exp.Query | None = None
    for place, candidate in enumerate(candidates):
        child = candidate.child.column
        listed = warehouse.describe(tables[child.table].relation)
        sample = warehouse.sample(listed, [child.name], rows, seed)
        one = (
            exp.select(exp.alias_(exp.Literal.number(place), "n"), exp.alias_(exp.column(child.name, quoted=True), "v"))
            .distinct()
            .from_(sample.select.subquery(f"c{place}"))
            .where(exp.column(child.name, quoted=True).is_(exp.null()).not_())
        )
        union = one if union is None else exp.union(union, one, distinct=False)
    assert union is not None, "a parent without candidates is not asked for"
    key = exp.alias_(exp.column(parent[1], quoted=True), "k")
    keys = exp.select(key).from_(relation_node(tables[parent[0]].relation)).subquery(_PARENT)
    of_child, of_parent = exp.column("v", _CHILDREN), exp.column("k", _PARENT)
    statement = (
        exp.select(exp.column("n"), exp.Count(this=of_child), exp.Count(this=of_parent))
        .from_(union.subquery(_CHILDREN))
        .join(keys, on=exp.EQ(this=of_child.copy(), expression=of_parent.copy()), join_type="left")
        .group_by(exp.column("n"))
    )
    shares = np.zeros(len(candidates))
    for place, total, matched in warehouse.query(statement, timeout_s=timeout_s).rows:
        shares[int(place)] = matched / total if total else 0.0
    return [float(share) for share in shares]
