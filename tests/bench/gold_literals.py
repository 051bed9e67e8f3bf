"""Columns of text that gold SQL compares with a string, for scoring alone."""

from __future__ import annotations

from collections.abc import Iterator

import sqlglot
from sqlglot import exp

from gtr_core.context.graph import ContextGraph

__all__ = ["Place", "gold_literals"]

# Table id and column.
Place = tuple[str, str]


def gold_literals(sql: str, graph: ContextGraph) -> Iterator[tuple[Place, str]]:
    """Columns that the SQL compares with a string, and the strings; a name in double quotes that is no column is one.

    Raises:
        sqlglot.errors.ParseError: The SQL cannot be read.
    """
    tree = sqlglot.parse_one(sql, dialect="sqlite")
    names = _Names(graph, tree)
    for node in tree.find_all(exp.EQ, exp.NEQ, exp.In, exp.Like):
        for other in node.expressions if isinstance(node, exp.In) else [node.expression]:
            for left, right in ((node.this, other), (other, node.this)):
                at, literal = names.place(left), names.text(right)
                if at is not None and literal is not None:
                    yield at, literal


class _Names:
    """What the names in a statement stand for."""

    def __init__(self, graph: ContextGraph, tree: exp.Expr) -> None:
        self.tables = {
            table.name.lower(): (table.id, {column.name.lower(): column.name for column in table.columns})
            for table in graph.tables
        }
        self.columns = {name for _, of_table in self.tables.values() for name in of_table}
        self.aliases = {table.alias_or_name.lower(): table.name.lower() for table in tree.find_all(exp.Table)}

    def place(self, column: exp.Expr) -> Place | None:
        if not isinstance(column, exp.Column):
            return None
        named = [self.aliases.get(column.table.lower(), "")] if column.table else list(self.aliases.values())
        for name in named:
            if name in self.tables and column.name.lower() in self.tables[name][1]:
                return self.tables[name][0], self.tables[name][1][column.name.lower()]
        return None

    def text(self, side: exp.Expr) -> str | None:
        if isinstance(side, exp.Literal) and side.is_string:
            return str(side.this)
        named = isinstance(side, exp.Column) and not side.table and side.this.quoted
        return str(side.name) if named and side.name.lower() not in self.columns else None
