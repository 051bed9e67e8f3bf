"""Values that gold queries compare with, for training contexts whose folder samples too few of a column's values."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from gtr_core.catalog import ColumnProfile, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.evaluation.question import Question
from gtr_core.evaluation.training.gold_columns import parsed, resolved_columns

__all__ = ["gold_values", "with_gold_values"]

LONGEST = 80


def gold_values(
    sql: str, columns: Mapping[str, AbstractSet[str]], dialect: str = "sqlite"
) -> set[tuple[str, str, str]]:
    """Triples of table, column (both in lower case) and the text that the query compares the column with.

    Equality and ``IN`` with strings alone; empty where the query does not parse. SQLite takes a name in double
    quotes that nothing bears for a string.

    Args:
        sql: The query.
        columns: Lower-case table name -> lower-case names of its columns.
        dialect: sqlglot's name of the query's dialect.
    """
    from sqlglot import exp

    query = parsed(sql, dialect)
    if query is None:
        return set()
    names = {name for of_table in columns.values() for name in of_table}
    names |= {alias.alias.lower() for alias in query.find_all(exp.Alias)}
    texts = (
        (table, column.name.lower(), _text(other, names if dialect == "sqlite" else None))
        for table, column in resolved_columns(query, columns)
        for other in _compared_with(column)
    )
    return {found for found in texts if found[2].strip() and len(found[2]) <= LONGEST}


def _compared_with(column: object) -> list[object]:
    from sqlglot import exp

    around = column.parent if isinstance(column, exp.Column) else None
    if isinstance(around, exp.EQ):
        return [around.left if around.right is column else around.right]
    return list(around.expressions) if isinstance(around, exp.In) and around.this is column else []


def _text(other: object, names: AbstractSet[str] | None) -> str:
    """The string that an expression is; empty for any other. Names are those that something bears, if that counts."""
    from sqlglot import exp

    if isinstance(other, exp.Literal) and other.is_string:
        return str(other.this)
    if names is None or not isinstance(other, exp.Column) or other.table or not other.this.args.get("quoted"):
        return ""
    return "" if other.name.lower() in names else str(other.name)


def with_gold_values(
    graph: ContextGraph, db: str, questions: Sequence[Question], share: float, chance: random.Random
) -> ContextGraph:
    """A graph whose columns also hold the values that a share of the database's questions ask for.

    A warehouse's index holds nearly all values of a column that people ask for, while a benchmark folder may sample
    one to five of them. What is fitted to such a folder alone learns that values hardly matter. The values of all
    drawn questions are put in together, so that each question meets those of the others as well. Columns of which
    all values are known stay as they are.
    """
    known = {table.name.lower(): {column.name.lower() for column in table.columns} for table in graph.tables}
    added: dict[tuple[str, str], list[str]] = defaultdict(list)
    for question in questions:
        if question.db == db and chance.random() < share:
            for table, column, value in sorted(gold_values(question.sql, known)):
                added[table, column].append(value)
    names = {table.id: table.name.lower() for table in graph.tables}
    return ContextGraph(
        tables=graph.tables,
        joins=graph.joins,
        keys=graph.keys,
        profiles={table: _with_values(profile, names[table], added) for table, profile in graph.profiles.items()},
    )


def _with_values(profile: TableProfile, table: str, added: Mapping[tuple[str, str], Sequence[str]]) -> TableProfile:
    return replace(
        profile, columns=tuple(_with(column, added.get((table, column.name.lower()), ())) for column in profile.columns)
    )


def _with(column: ColumnProfile, values: Sequence[str]) -> ColumnProfile:
    if not values or (column.values and not column.truncated):
        return column
    merged = tuple(dict.fromkeys((*column.values, *values)))
    # Of a column of which nothing was sampled nobody knows that these are all of its values.
    truncated = column.truncated or not column.values
    return replace(column, values=merged, distinct=max(column.distinct, len(merged)), truncated=truncated)
