"""The one statement that measures a join edge."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from gtr_core.catalog import JoinEdge
from gtr_core.warehouse.sampling import Sample

__all__ = ["largest_group_statement", "measurement_statement"]

_CHILD, _KEYS, _PARENT = "gtr_child", "gtr_child_keys", "gtr_parent_keys"
_ROWS = "gtr_rows"


def measurement_statement(
    edge: JoinEdge,
    child: Sample,
    parent: exp.Table,
    parent_condition: exp.Expr | None = None,
    parent_keys: int | None = None,
) -> exp.Select:
    """A SELECT of one row: child rows, those with a key, those that match, the largest groups of each side, its keys.

    The child's rows are grouped by key before they meet the parent's keys, which are grouped too, so that
    neither duplicates nor many children to a parent make the join grow. Cost: one scan of each side.

    Args:
        edge: Whose columns are compared; a key of several columns is absent if one of them is null.
        child: Rows of the child, with the edge's child columns.
        parent: The whole parent.
        parent_condition: What parent rows must meet.
        parent_keys: How many keys the parent has, where its columns are known to be unique: they are then not
            grouped, and the engine need hold none but those of the child.
    """
    keys = _grouped(exp.to_table(_CHILD), edge.child_columns)
    known = parent_keys is not None and parent_condition is None
    parents = _keys(parent, edge.parent_columns) if known else _grouped(parent, edge.parent_columns)
    if parent_condition is not None:
        parents = parents.where(parent_condition)
    matches = exp.and_(
        *(exp.EQ(this=_key(_KEYS, position), expression=_key(_PARENT, position)) for position in range(len(edge.pairs)))
    )
    of_child, of_parent = exp.column(_ROWS, _KEYS), exp.column(_ROWS, _PARENT)
    matched = exp.Case(
        ifs=[exp.If(this=of_parent.is_(exp.null()), true=exp.Literal.number(0))], default=of_child.copy()
    )
    return (
        exp.select(
            exp.alias_(exp.select(exp.Count(this=exp.Star())).from_(_CHILD).subquery(), "n"),
            exp.alias_(exp.Sum(this=of_child.copy()), "filled"),
            exp.alias_(exp.Sum(this=matched), "matched"),
            exp.alias_(exp.Max(this=of_child.copy()), "child_largest"),
            exp.alias_(_number(1) if known else _of_parents(exp.Max(this=exp.column(_ROWS))), "parent_largest"),
            exp.alias_(exp.Count(this=of_child.copy()), "child_distinct"),
            exp.alias_(_number(parent_keys) if known else _of_parents(exp.Count(this=exp.Star())), "parent_distinct"),
        )
        .from_(_KEYS)
        .join(exp.to_table(_PARENT), on=matches, join_type="left")
        .with_(_CHILD, as_=child.select, materialized=True)
        .with_(_KEYS, as_=keys)
        .with_(_PARENT, as_=parents, materialized=None if known else True)
    )


def largest_group_statement(table: exp.Table, columns: Sequence[str], condition: exp.Expr | None) -> exp.Select:
    """A SELECT of one row: the most rows that share a key, and how many keys there are.

    Over the rows under the condition (None: all).
    """
    grouped = _grouped(table, columns)
    if condition is not None:
        grouped = grouped.where(condition)
    return exp.select(exp.Max(this=exp.column(_ROWS)), exp.Count(this=exp.Star())).from_(grouped.subquery(_KEYS))


def _grouped(table: exp.Table, columns: Sequence[str]) -> exp.Select:
    """Keys without a null and how many rows hold each."""
    stored = [exp.column(name, quoted=True) for name in columns]
    named = [exp.alias_(column.copy(), f"k{position}") for position, column in enumerate(stored)]
    return (
        exp.select(*named, exp.alias_(exp.Count(this=exp.Star()), _ROWS))
        .from_(table)
        .where(*(column.copy().is_(exp.null()).not_() for column in stored))
        .group_by(*(column.copy() for column in stored))
    )


def _keys(table: exp.Table, columns: Sequence[str]) -> exp.Select:
    """Keys without a null, of columns of which no two rows share one."""
    stored = [exp.column(name, quoted=True) for name in columns]
    named = [exp.alias_(column.copy(), f"k{position}") for position, column in enumerate(stored)]
    rows = exp.alias_(exp.Literal.number(1), _ROWS)
    return exp.select(*named, rows).from_(table).where(*(column.copy().is_(exp.null()).not_() for column in stored))


def _number(number: int | None) -> exp.Expr:
    return exp.Literal.number(number or 0)


def _of_parents(aggregate: exp.Expr) -> exp.Expr:
    return exp.select(aggregate).from_(_PARENT).subquery()


def _key(table: str, position: int) -> exp.Column:
    return exp.column(f"k{position}", table)
