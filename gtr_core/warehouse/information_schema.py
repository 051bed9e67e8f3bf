"""Relations from INFORMATION_SCHEMA, which most warehouses have."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from sqlglot import exp

from gtr_core.catalog import Relation
from gtr_core.warehouse.listing_rows import ColumnRow

__all__ = ["relation_from_row", "relations_statement"]

_INFORMATION_SCHEMA = "INFORMATION_SCHEMA"
_KEYS = ("TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME")
_WITHOUT_CATALOGS = frozenset({"mysql", "clickhouse", "doris", "starrocks", "duckdb"})


def relations_statement(
    dialect: str, database: str, schemas: Collection[str] | None, identifier: str | None = None
) -> Iterator[exp.Select]:
    """Statements of one row a column, with the kind of its table: one for all schemas, for BigQuery one each."""
    places: list[tuple[str | None, str | None]] = [(None if dialect in _WITHOUT_CATALOGS else database or None, None)]
    if dialect == "bigquery":
        places = [(schema, schema) for schema in sorted(schemas or ())]
    for catalog, only in places:
        tables, columns = (_table(catalog, name, alias) for name, alias in (("TABLES", "t"), ("COLUMNS", "c")))
        same = exp.and_(*(exp.EQ(this=exp.column(key, "t"), expression=exp.column(key, "c")) for key in _KEYS))
        statement = (
            exp.select(*(exp.column(key, "c") for key in _KEYS), exp.column("TABLE_TYPE", "t"))
            .select(exp.column("COLUMN_NAME", "c"), exp.column("DATA_TYPE", "c"))
            .from_(columns)
            .join(tables, on=same)
            .order_by(*(exp.column(key, "c") for key in _KEYS), exp.column("ORDINAL_POSITION", "c"))
        )
        wanted = schemas if only is None else [only]
        if wanted is not None:
            statement = statement.where(_among("TABLE_SCHEMA", wanted))
        else:
            statement = statement.where(_among("TABLE_SCHEMA", [_INFORMATION_SCHEMA, "pg_catalog"]).not_())
        yield statement if identifier is None else statement.where(_among("TABLE_NAME", [identifier]))


def relation_from_row(row: Sequence[Any]) -> ColumnRow:
    """A row of ``relations_statement``."""
    database, schema, name, kind, column, data_type = row
    table = "VIEW" not in str(kind).upper()
    return ColumnRow(Relation(database, schema, name), "table" if table else "view", column, str(data_type))


def _table(catalog: str | None, name: str, alias: str) -> exp.Table:
    return exp.Table(
        this=exp.to_identifier(name),
        db=exp.to_identifier(_INFORMATION_SCHEMA),
        catalog=exp.to_identifier(catalog, quoted=True) if catalog else None,
        alias=exp.TableAlias(this=exp.to_identifier(alias)),
    )


def _among(column: str, names: Collection[str]) -> exp.Expr:
    wanted = [exp.Literal.string(name) for name in sorted({name.lower() for name in names})]
    return exp.In(this=exp.Lower(this=exp.column(column, "c")), expressions=wanted)
