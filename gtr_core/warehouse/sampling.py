"""Where a sampled statement reads from: the engine's own sampling, or a form that works for views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from gtr_core.catalog import Relation
from gtr_core.warehouse.listing import ListedRelation

__all__ = ["Sample", "columns_of", "engine_sample", "limit_sample", "relation_node", "whole_sample"]

_BLOCK_ROWS = 2048
_FEWEST_BLOCKS = 20
"""Below so many blocks of so many rows a block sample is too coarse, and rows are drawn one by one."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A SELECT of columns over rows of a relation.

    Attributes:
        select: ``SELECT columns FROM …`` to be used as a subquery or a common table expression.
        whole: Whether it holds all rows for certain.
        most_rows: Rows that it can hold at most; None where the engine decides.
        form: whole, block, row or limit.
    """

    select: exp.Select
    whole: bool
    most_rows: int | None
    form: str


def whole_sample(listed: ListedRelation, columns: Sequence[str]) -> Sample:
    """All rows."""
    size = listed.row_count if listed.kind == "table" else None
    return Sample(columns_of(listed.relation, columns), whole=True, most_rows=size, form="whole")


def limit_sample(listed: ListedRelation, columns: Sequence[str], rows: int) -> Sample:
    """The first rows that come: for views and where the size is unknown, since anything else reads it all."""
    select = columns_of(listed.relation, columns).limit(rows)
    return Sample(select, whole=False, most_rows=rows, form="limit")


def engine_sample(listed: ListedRelation, columns: Sequence[str], rows: int | None, seed: int) -> Sample:
    """Draw about ``rows`` rows of a relation (None: all of them) by TABLESAMPLE with a seed.

    A table that the engine knows to be no larger is read whole; a larger one is drawn by block, by row
    where blocks would be too coarse; a relation of unknown size, such as a view, is cut by a LIMIT.
    """
    size = listed.row_count if listed.kind == "table" else None
    if rows is None or (size is not None and size <= rows):
        return whole_sample(listed, columns)
    if size is None:
        return limit_sample(listed, columns, rows)
    by_block = rows >= _FEWEST_BLOCKS * _BLOCK_ROWS
    select = columns_of(listed.relation, columns)
    node = exp.TableSample(
        method=exp.var("SYSTEM" if by_block else "BERNOULLI"),
        percent=exp.Literal.number(_percent(rows, size)),
        seed=exp.Literal.number(seed),
    )
    select.args["from_"].this.set("sample", node)
    return Sample(select, whole=False, most_rows=None, form="block" if by_block else "row")


def columns_of(relation: Relation, columns: Sequence[str]) -> exp.Select:
    """A SELECT of these columns, or of a constant where none are wanted."""
    chosen: Sequence[exp.Expr] = [exp.column(name, quoted=True) for name in columns] or [exp.Literal.number(1)]
    return exp.select(*chosen).from_(relation_node(relation))


def relation_node(relation: Relation, alias: str | None = None) -> exp.Table:
    """The relation as a node of a statement, its names quoted as stored."""
    database, schema = relation.database, relation.schema
    return exp.Table(
        this=exp.to_identifier(relation.identifier, quoted=True),
        db=exp.to_identifier(schema, quoted=True) if schema else None,
        catalog=exp.to_identifier(database, quoted=True) if database and schema else None,
        alias=exp.TableAlias(this=exp.to_identifier(alias, quoted=True)) if alias else None,
    )


def _percent(rows: int, size: int) -> str:
    """A plain decimal: engines do not all read an exponent here."""
    return f"{min(100.0, 100.0 * rows / size):.8f}".rstrip("0").rstrip(".")
