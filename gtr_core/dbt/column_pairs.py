"""Columns of a key that are written as SQL expressions, such as a concatenation that stands for a composite key."""

from __future__ import annotations

__all__ = ["expression_pairs"]

_LONGEST = 4_000


def expression_pairs(child: str, parent: str, dialect: str) -> tuple[tuple[str, str], ...]:
    """Pairs of child and parent column where both texts are the same expression over different columns.

    Equal columns then make equal expressions, so the columns join wherever the expressions were meant to. Empty where
    the texts differ in more than their columns, or cannot be parsed.

    >>> expression_pairs("a || '~' || b", "x || '~' || y", "postgres")
    (('a', 'x'), ('b', 'y'))
    """
    if len(child) > _LONGEST or len(parent) > _LONGEST:
        return ()
    import sqlglot
    from sqlglot import exp
    from sqlglot.errors import SqlglotError

    try:
        trees = [sqlglot.parse_one(text, dialect=dialect or None) for text in (child, parent)]
    except (SqlglotError, RecursionError):
        return ()
    columns = [[column.name for column in tree.find_all(exp.Column, bfs=False)] for tree in trees]
    if not columns[0] or len(columns[0]) != len(columns[1]):
        return ()
    for tree in trees:
        for column in tree.find_all(exp.Column):
            column.this.set("this", "column")
            column.set("table", None)
    if any(tree.find(exp.Subquery, exp.Select) for tree in trees) or trees[0] != trees[1]:
        return ()
    return tuple(dict.fromkeys(zip(columns[0], columns[1], strict=True)))
