"""Context graphs of small DuckDB databases, and join trees from a line of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import duckdb

from gtr_core.catalog import (
    Column,
    ColumnProfile,
    JoinEdge,
    JoinMeasurement,
    Key,
    Metric,
    Relation,
    Table,
    TableProfile,
)
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import Instance, JoinTree, TreeJoin

_TIMES = ("DATE", "TIMESTAMP")


def graph_of(
    database: duckdb.DuckDBPyConnection,
    edges: Sequence[JoinEdge],
    keys: Mapping[str, tuple[str, ...]],
    metrics: Sequence[Metric] = (),
) -> ContextGraph:
    """Tables, profiles and measured joins as the database has them; ids are identifiers."""
    listed = database.execute(
        "SELECT table_catalog, table_schema, table_name, column_name, data_type FROM information_schema.columns"
        " WHERE table_catalog = current_database() AND table_schema = 'main' ORDER BY table_name, ordinal_position"
    ).fetchall()
    columns: dict[tuple[str, str, str], list[Column]] = {}
    for catalog, schema, name, column, data_type in listed:
        of_table = columns.setdefault((catalog, schema, name), [])
        of_table.append(Column(column, data_type, len(of_table), alias=_readable(column)))
    tables = [
        Table(
            id=name, relation=Relation(catalog, schema, name), name=name, alias=_readable(name), columns=tuple(of_table)
        )
        for (catalog, schema, name), of_table in columns.items()
    ]
    return ContextGraph(
        tables=tables,
        joins=[measured(database, edge) for edge in edges],
        keys=[Key(table, columns, "constraint", primary=True) for table, columns in keys.items()],
        metrics=metrics,
        profiles={table.id: _profile(database, table, keys.get(table.id, ())) for table in tables},
        dialect="duckdb",
    )


def measured(database: duckdb.DuckDBPyConnection, edge: JoinEdge) -> JoinEdge:
    """The edge with what the data say of it."""
    pairs = " AND ".join(f'c."{child}" = p."{parent}"' for child, parent in edge.pairs)
    child_key = ", ".join(f'"{column}"' for column in edge.child_columns)
    parent_key = ", ".join(f'"{column}"' for column in edge.parent_columns)
    has_key = " AND ".join(f'c."{column}" IS NOT NULL' for column in edge.child_columns)
    total, keyed, found = database.execute(
        f"SELECT count(*), count(*) FILTER ({has_key}),"
        f' count(*) FILTER ({has_key} AND EXISTS (SELECT 1 FROM "{edge.parent}" p WHERE {pairs})) FROM "{edge.child}" c'
    ).fetchone()
    one_child, one_parent = (
        database.execute(
            f'SELECT coalesce(max(n), 0) <= 1 FROM (SELECT count(*) n FROM "{t}" GROUP BY {key})'
        ).fetchone()[0]
        for t, key in ((edge.child, child_key), (edge.parent, parent_key))
    )
    cardinality = {
        (True, True): "one_to_one",
        (False, True): "many_to_one",
        (True, False): "one_to_many",
        (False, False): "many_to_many",
    }[one_child, one_parent]
    match = found / keyed if keyed else 1.0
    return replace(
        edge, measurement=JoinMeasurement(cardinality, match, 1 - match, 1 - keyed / total if total else 0.0, total)
    )


def tree_of(text: str, edges: Sequence[JoinEdge]) -> JoinTree:
    """A tree from ``root; left>right; left>alias:table; left>right@role; left>>right`` (``>>`` walks to the child)."""
    parts = [part.strip() for part in text.split(";")]
    instances = [_instance(parts[0])]
    joins = []
    for part in parts[1:]:
        fan_out = ">>" in part
        left, _, rest = part.replace(">>", ">").partition(">")
        right, _, role = rest.partition("@")
        instance = _instance(right)
        left_table = next(i.table for i in instances if i.alias == left)
        ends = (instance.table, left_table) if fan_out else (left_table, instance.table)
        edge = next(e for e in edges if (e.child, e.parent) == ends and (not role or e.role == role))
        instances.append(instance)
        joins.append(TreeJoin(left, instance.alias, edge, fan_out))
    return JoinTree(instances[0].alias, tuple(instances), tuple(joins))


def _instance(text: str) -> Instance:
    alias, _, table = text.partition(":")
    table = table or alias
    return Instance(alias, table, Relation(None, None, "not to be believed"), alias if alias != table else None)


def _profile(database: duckdb.DuckDBPyConnection, table: Table, key: tuple[str, ...]) -> TableProfile:
    rows = database.execute(f'SELECT count(*) FROM "{table.id}"').fetchone()[0]
    profiles = []
    for column in table.columns:
        distinct, least, most = database.execute(
            f'SELECT count(DISTINCT "{column.name}"), min("{column.name}")::VARCHAR, max("{column.name}")::VARCHAR'
            f' FROM "{table.id}"'
        ).fetchone()
        values = database.execute(
            f'SELECT "{column.name}"::VARCHAR FROM "{table.id}" WHERE "{column.name}" IS NOT NULL'
            " GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 20"
        ).fetchall()
        is_key = column.name in key or column.name.endswith(("key", "_id", "id"))
        number = any(word in column.data_type for word in ("INT", "DECIMAL", "DOUBLE"))
        time = column.data_type.startswith(_TIMES)
        use = "key" if is_key else "time" if time else "measure" if number else "dimension"
        profiles.append(
            ColumnProfile(
                column.name,
                rows,
                0.0,
                distinct,
                True,
                least,
                most,
                tuple(v for (v,) in values),
                semantic_type="identifier" if is_key else "date" if time else "number" if number else "category",
                use=use,
                unique=bool(rows) and distinct == rows,
            )  # fmt: skip
        )
    return TableProfile(table.id, rows, rows, False, tuple(profiles))


def _readable(name: str) -> str:
    """``c_acctbal`` -> ``acctbal``: what the semantics of the build would make of it."""
    prefix, _, rest = name.partition("_")
    return rest.replace("_", " ") if rest and len(prefix) <= 2 else name.replace("_", " ")
