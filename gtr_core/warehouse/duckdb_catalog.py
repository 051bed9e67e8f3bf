"""DuckDB's own account of its relations and keys: one statement each, for all schemas at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from sqlglot import exp

from gtr_core.catalog import Column, Relation
from gtr_core.warehouse.listing import DeclaredKey, ListedRelation
from gtr_core.warehouse.warehouse import Schema

__all__ = ["keys_from_rows", "keys_statement", "relations_from_rows", "relations_statement"]

_NOT_OURS = ("system", "temp")


def relations_statement(schemas: Collection[Schema] | None, database: str, names: Collection[str] = ()) -> exp.Select:
    """One row a column of a table or view, with the estimated rows of its table (null for views)."""
    columns = exp.to_table("c")
    statement = (
        exp.select(
            "c.database_name", "c.schema_name", "c.table_name", "c.column_name", "c.data_type", "c.comment",
            "t.estimated_size",
        )
        .from_(_call("duckdb_columns", columns))
        .join(
            _call("duckdb_tables", exp.to_table("t")),
            on="t.database_oid = c.database_oid AND t.schema_oid = c.schema_oid AND t.table_oid = c.table_oid",
            join_type="left",
        )
        .where(exp.column("internal", "c").not_(), _in_databases("c"))
        .order_by("c.database_name", "c.schema_name", "c.table_name", "c.column_index")
    )  # fmt: skip
    if schemas is not None:
        statement = statement.where(_in_schemas("c", schemas, database))
    if names:
        folded = [exp.Literal.string(name.casefold()) for name in names]
        statement = statement.where(exp.In(this=exp.Lower(this=exp.column("table_name", "c")), expressions=folded))
    return statement


def keys_statement(schemas: Collection[Schema] | None, database: str) -> exp.Select:
    """One row a constraint."""
    kinds = [exp.Literal.string(kind) for kind in ("PRIMARY KEY", "UNIQUE", "FOREIGN KEY")]
    statement = (
        exp.select(
            "k.database_name", "k.schema_name", "k.table_name", "k.constraint_type", "k.constraint_column_names",
            "k.referenced_table", "k.referenced_column_names",
        )
        .from_(_call("duckdb_constraints", exp.to_table("k")))
        .where(exp.In(this=exp.column("constraint_type", "k"), expressions=kinds), _in_databases("k"))
        .order_by("k.database_name", "k.schema_name", "k.table_name", "k.constraint_index")
    )  # fmt: skip
    return statement if schemas is None else statement.where(_in_schemas("k", schemas, database))


def relations_from_rows(rows: Iterable[tuple[Any, ...]]) -> tuple[ListedRelation, ...]:
    """Group the rows of ``relations_statement`` by relation, in their order."""
    grouped: dict[tuple[str, str, str], list[Column]] = {}
    sizes: dict[tuple[str, str, str], int | None] = {}
    for database, schema, name, column, data_type, comment, size in rows:
        key = (database, schema, name)
        columns = grouped.setdefault(key, [])
        columns.append(Column(column, data_type, len(columns), comment or ""))
        sizes[key] = size
    return tuple(
        ListedRelation(Relation(*key), "view" if sizes[key] is None else "table", tuple(columns), sizes[key])
        for key, columns in grouped.items()
    )


def keys_from_rows(rows: Iterable[tuple[Any, ...]]) -> tuple[DeclaredKey, ...]:
    """The rows of ``keys_statement``; DuckDB's foreign keys stay within their database and schema."""
    keys = []
    for database, schema, name, kind, columns, parent, parent_columns in rows:
        relation = Relation(database, schema, name)
        if kind == "FOREIGN KEY":
            target = Relation(database, schema, parent)
            keys.append(DeclaredKey("foreign", relation, tuple(columns), target, tuple(parent_columns)))
        else:
            keys.append(DeclaredKey("primary" if kind == "PRIMARY KEY" else "unique", relation, tuple(columns)))
    return tuple(keys)


def _call(function: str, alias: exp.Table) -> exp.Table:
    return exp.Table(this=exp.Anonymous(this=function), alias=exp.TableAlias(this=exp.to_identifier(alias.name)))


def _in_databases(alias: str) -> exp.Expr:
    system = [exp.Literal.string(name) for name in _NOT_OURS]
    return exp.In(this=exp.column("database_name", alias), expressions=system).not_()


def _in_schemas(alias: str, schemas: Collection[Schema], database: str) -> exp.Expr:
    """Databases and schemas compared without case, as DuckDB itself does."""
    wanted = sorted({((name or database).casefold(), schema.casefold()) for name, schema in schemas})
    pairs = exp.Tuple(
        expressions=[exp.Lower(this=exp.column(name, alias)) for name in ("database_name", "schema_name")]
    )
    tuples: list[exp.Expr] = [
        exp.Tuple(expressions=[exp.Literal.string(name), exp.Literal.string(schema)]) for name, schema in wanted
    ]
    return exp.In(this=pairs, expressions=tuples) if tuples else exp.false()
