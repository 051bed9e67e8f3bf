"""The columns that a gold query uses, resolved to the tables of the schema."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

__all__ = ["gold_columns"]


def gold_columns(
    sql: str, columns: Mapping[str, AbstractSet[str]], dialect: str = "sqlite"
) -> set[tuple[str, str]] | None:
    """Pairs of table and column that the query names, both in lower case; None where it does not parse.

    A column without a table belongs to the only table of its scope that has it; where several do, it is left
    out. Common table expressions and derived tables are looked into, not named.

    Args:
        sql: The query.
        columns: Lower-case table name -> lower-case names of its columns.
        dialect: sqlglot's name of the query's dialect.
    """
    import sqlglot
    from sqlglot import exp
    from sqlglot.optimizer.scope import traverse_scope

    try:
        scopes = traverse_scope(sqlglot.parse_one(sql, read=dialect))
    except sqlglot.errors.SqlglotError:
        return None
    used: set[tuple[str, str]] = set()
    # Inner scopes come first; what one of them explains is listed by those around it once more.
    explained: set[int] = set()
    for scope in scopes:
        tables = {
            alias.lower(): source.name.lower()
            for alias, source in scope.sources.items()
            if isinstance(source, exp.Table)
        }
        for column in scope.columns:
            name = column.name.lower()
            owners = {tables.get(column.table.lower(), "")} if column.table else set(tables.values())
            owners = {owner for owner in owners if name in columns.get(owner, ())}
            if not owners or id(column) in explained:
                continue
            explained.add(id(column))
            if len(owners) == 1:
                used.add((owners.pop(), name))
    return used
