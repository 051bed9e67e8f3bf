"""Snowflake's own account of its relations (one statement a database) and keys (SHOW, by schema)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from sqlglot import exp

from gtr_core.catalog import Relation
from gtr_core.warehouse.listing import DeclaredKey
from gtr_core.warehouse.listing_rows import ColumnRow

__all__ = ["keys_from_rows", "relation_from_row", "relations_statement", "show_keys"]

_INFORMATION_SCHEMA = "INFORMATION_SCHEMA"
_SHOWN = {"primary": "PRIMARY KEYS", "unique": "UNIQUE KEYS", "foreign": "IMPORTED KEYS"}


def relations_statement(database: str, schemas: Collection[str] | None, identifier: str | None = None) -> exp.Select:
    """One row a column, with rows, bytes and the time of the last change of its table.

    A database's name is compared as Snowflake resolves an unquoted one where it is all in one case.
    """
    tables, columns = (_table(database, name, alias) for name, alias in (("TABLES", "T"), ("COLUMNS", "C")))
    same = exp.and_(
        *(
            exp.EQ(this=exp.column(name, "T"), expression=exp.column(name, "C"))
            for name in ("TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME")
        )
    )
    statement = (
        exp.select(
            "C.TABLE_CATALOG", "C.TABLE_SCHEMA", "C.TABLE_NAME", "T.TABLE_TYPE", "C.COLUMN_NAME", "C.DATA_TYPE",
            "C.NUMERIC_PRECISION", "C.NUMERIC_SCALE", "C.COMMENT", "T.ROW_COUNT", "T.BYTES", "T.LAST_ALTERED",
        )
        .from_(columns)
        .join(tables, on=same, join_type="left")
        .where(exp.NEQ(this=exp.column("TABLE_SCHEMA", "C"), expression=exp.Literal.string(_INFORMATION_SCHEMA)))
        .order_by("C.TABLE_CATALOG", "C.TABLE_SCHEMA", "C.TABLE_NAME", "C.ORDINAL_POSITION")
    )  # fmt: skip
    if schemas is not None:
        statement = statement.where(_among("TABLE_SCHEMA", schemas))
    return statement if identifier is None else statement.where(_among("TABLE_NAME", [identifier]))


def relation_from_row(row: Sequence[Any]) -> ColumnRow:
    """A row of ``relations_statement``. Only base tables are sampled by block and have a row count."""
    database, schema, name, kind, column, data_type, precision, scale, comment, rows, size, altered = row
    table = kind == "BASE TABLE"
    if data_type == "NUMBER" and precision is not None:
        data_type = f"NUMBER({int(precision)},{int(scale or 0)})"
    return ColumnRow(
        Relation(database, schema, name),
        "table" if table else "view",
        column,
        data_type,
        comment,
        int(rows) if table and rows is not None else None,
        int(size) if table and size is not None else None,
        None if altered is None else str(altered),
    )


def show_keys(kind: str, database: str, schema: str) -> str:
    """``SHOW … KEYS IN SCHEMA "database"."schema"``; names are quoted nodes, the rest is fixed."""
    where = exp.Table(this=_name(schema), db=_name(database)).sql("snowflake")
    return f"SHOW {_SHOWN[kind]} IN SCHEMA {where}"


def keys_from_rows(kind: str, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[DeclaredKey]:
    """Keys from the rows of ``show_keys``, one row a column, told apart by relation and constraint."""
    grouped: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    prefix = "fk_" if kind == "foreign" else ""
    constraint = "fk_name" if kind == "foreign" else "constraint_name"
    for row in rows:
        fields = {name.casefold(): value for name, value in zip(names, row, strict=True)}
        own = _relation(fields, prefix)
        key = (*own.parts, str(fields.get(constraint) or ""))
        grouped.setdefault(key, []).append(fields)
    for fields_of_key in grouped.values():
        ordered = sorted(fields_of_key, key=lambda fields: int(fields.get("key_sequence") or 0))
        first = ordered[0]
        columns = tuple(str(fields[f"{prefix}column_name"]) for fields in ordered)
        if kind != "foreign":
            yield DeclaredKey(kind, _relation(first, prefix), columns)
        elif first.get("pk_table_name"):
            parents = tuple(str(fields["pk_column_name"]) for fields in ordered)
            yield DeclaredKey(kind, _relation(first, prefix), columns, _relation(first, "pk_"), parents)


def _relation(fields: dict[str, Any], prefix: str) -> Relation:
    return Relation(
        str(fields[f"{prefix}database_name"]), str(fields[f"{prefix}schema_name"]), str(fields[f"{prefix}table_name"])
    )


def _table(database: str, name: str, alias: str) -> exp.Table:
    return exp.Table(
        this=exp.to_identifier(name),
        db=exp.to_identifier(_INFORMATION_SCHEMA),
        catalog=_name(database),
        alias=exp.TableAlias(this=exp.to_identifier(alias)),
    )


def _name(name: str) -> exp.Identifier:
    """A profile writes unquoted names, which Snowflake stores in upper case."""
    return exp.to_identifier(name.upper() if name.islower() else name, quoted=True)


def _among(column: str, names: Collection[str]) -> exp.Expr:
    wanted = [exp.Literal.string(name) for name in sorted({name.upper() for name in names})]
    return exp.In(this=exp.Upper(this=exp.column(column, "C")), expressions=wanted)
