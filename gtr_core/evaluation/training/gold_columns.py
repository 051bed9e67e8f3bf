"""The columns that a gold query uses, resolved to the tables of the schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlglot import exp

__all__ = ["gold_columns", "parsed", "resolved_columns"]


def gold_columns(
    sql: str, columns: Mapping[str, AbstractSet[str]], dialect: str = "sqlite"
) -> set[tuple[str, str]] | None:
    """Pairs of table and column that the query names, both in lower case; None where it does not parse.

    Args:
        sql: The query.
        columns: Lower-case table name -> lower-case names of its columns.
        dialect: sqlglot's name of the query's dialect.
    """
    query = parsed(sql, dialect)
    return (
        None if query is None else {(table, column.name.lower()) for table, column in resolved_columns(query, columns)}
    )


def parsed(sql: str, dialect: str) -> exp.Expr | None:
    """The query as an expression whose scopes can be told apart; None where it is none."""
    import sqlglot
    from sqlglot.optimizer.scope import traverse_scope

    try:
        query = sqlglot.parse_one(sql, read=dialect)
        traverse_scope(query)
    except sqlglot.errors.SqlglotError:
        return None
    return query


def resolved_columns(query: exp.Expr, columns: Mapping[str, AbstractSet[str]]) -> Iterator[tuple[str, exp.Column]]:
    """Every column of a query with the lower-case name of its table, once.

    A column without a table belongs to the only table of its scope that has it; where several do, it is left
    out. Common table expressions and derived tables are looked into, not named.

    Args:
        query: See ``parsed``.
        columns: Lower-case table name -> lower-case names of its columns.
    """
    from sqlglot import exp
    from sqlglot.optimizer.scope import traverse_scope

    # Inner scopes come first; what one of them explains is listed by those around it once more.
    explained: set[int] = set()
    for scope in traverse_scope(query):
        tables = {
            alias.lower(): source.name.lower()
            for alias, source in scope.sources.items()
            if isinstance(source, exp.Table)
        }
        for column in scope.columns:
            owners = {tables.get(column.table.lower(), "")} if column.table else set(tables.values())
            owners = {owner for owner in owners if column.name.lower() in columns.get(owner, ())}
            if not owners or id(column) in explained:
                continue
            explained.add(id(column))
            if len(owners) == 1:
                yield owners.pop(), column
