"""Join claims of ``meta.gtr.joins``, on tables and on columns."""

from __future__ import annotations

from collections.abc import Iterator

from gtr_core.catalog import Table
from gtr_core.dbt.adapter import AdapterRules
from gtr_core.dbt.columns import column_file, stored_column
from gtr_core.dbt.join_claims import JoinClaim
from gtr_core.dbt.loose import texts
from gtr_core.dbt.meta_gtr import JoinMeta, MetaReader
from gtr_core.dbt.references import References
from gtr_core.dbt.relations import PlacedRelations
from gtr_core.dbt.tables import BuiltTables

__all__ = ["claims_of_meta"]


def claims_of_meta(
    built: BuiltTables, placed: PlacedRelations, references: References, rules: AdapterRules, reader: MetaReader
) -> Iterator[JoinClaim]:
    """One claim an entry; an entry that names no table, or pairs columns unevenly, is a problem of the project's."""
    for table_id, meta in built.metas.items():
        for index, join in enumerate(meta.joins or ()):
            where = f"joins[{index}]"
            yield from _claim(join, table_id, texts(join.columns), where, built, placed, references, rules, reader)
    for table_id, metas in built.column_metas.items():
        for column, said in metas.items():
            for index, join in enumerate(said.joins or ()):
                columns = texts(join.columns) or (column,)
                where = f"column {column}, joins[{index}]"
                yield from _claim(join, table_id, columns, where, built, placed, references, rules, reader)


def _claim(
    join: JoinMeta,
    table_id: str,
    columns: tuple[str, ...],
    where: str,
    built: BuiltTables,
    placed: PlacedRelations,
    references: References,
    rules: AdapterRules,
    reader: MetaReader,
) -> Iterator[JoinClaim]:
    node = placed.nodes[table_id]
    parent = built.tables.get(references.resolve(join.to, node.package_name) or "")
    to_columns = texts(join.to_columns) or columns
    problem = ""
    if parent is None:
        problem = f"{join.to!r} is no model, seed, snapshot or source of this project that has a relation"
    elif not columns:
        problem = "columns is missing"
    elif len(columns) != len(to_columns):
        problem = f"{len(columns)} columns are paired with {len(to_columns)}"
    child = built.tables[table_id]
    unknown = _unknown(child, columns) + (_unknown(parent, to_columns) if parent is not None else ())
    problem = problem or (f"no such column: {', '.join(unknown)}" if unknown else "")
    if problem or parent is None:
        reader.problem(file=column_file(node), node=table_id, where=where, text=problem)
        return
    yield JoinClaim(
        child.id,
        _stored(child, columns, rules),
        parent.id,
        _stored(parent, to_columns, rules),
        "meta",
        table_id,
        role=join.role,
        conditions=(join.condition,) if join.condition else (),
    )


def _stored(table: Table, columns: tuple[str, ...], rules: AdapterRules) -> tuple[str, ...]:
    return tuple(stored_column(table, column, rules) or column for column in columns)


def _unknown(table: Table, columns: tuple[str, ...]) -> tuple[str, ...]:
    """Columns that a table does not have, as far as its types show that catalog.json listed it in full."""
    if not any(column.data_type for column in table.columns):
        return ()
    return tuple(f"{table.name}.{column}" for column in columns if table.column(column.strip('"`[]')) is None)
