"""Samples of DuckDB tables that are the same every time.

``TABLESAMPLE … REPEATABLE`` draws other rows whenever threads take turns in another order, so blocks of
row ids are named instead. The engine skips the row groups in between, which makes the cost one of the
sample and not of the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from sqlglot import exp

from gtr_core.catalog import Relation
from gtr_core.warehouse.listing import ListedRelation
from gtr_core.warehouse.sampling import Sample, columns_of, relation_node

__all__ = ["block_sample", "has_row_ids", "row_id_bounds_statement"]

_ROW_ID = "rowid"
_BLOCK_ROWS = 2048
"""Rows of DuckDB's vectors; a smaller sample takes smaller blocks, to have some from all over the table."""

_FEWEST_BLOCKS = 20
_MOST_BLOCKS = 500
"""Ranges that one statement names; where deletions left a table sparse, blocks grow instead."""


def has_row_ids(listed: ListedRelation) -> bool:
    """Whether row ids can be asked for: views have none, and a column of that name hides them."""
    return listed.kind == "table" and all(column.name.casefold() != _ROW_ID for column in listed.columns)


def row_id_bounds_statement(relation: Relation) -> exp.Select:
    """A SELECT of the lowest and the highest row id. Deleted rows leave gaps, so the row count does not tell."""
    return exp.select(exp.Min(this=_row_id()), exp.Max(this=_row_id())).from_(relation_node(relation))


def block_sample(
    listed: ListedRelation, columns: Sequence[str], rows: int, seed: int, bounds: tuple[int, int]
) -> Sample:
    """About ``rows`` rows in blocks: one from each of as many equal parts of the table, at a place drawn by seed.

    Args:
        listed: A table with row ids and a known row count above ``rows``.
        columns: Columns to select.
        rows: Rows wanted, about.
        seed: Of the places.
        bounds: The lowest and the highest row id.
    """
    low, high = bounds
    span = high - low + 1
    density = min(1.0, (listed.row_count or span) / span)
    block = max(1, min(_BLOCK_ROWS, rows // _FEWEST_BLOCKS), math.ceil(rows / density / _MOST_BLOCKS))
    blocks = min(max(1, round(rows / density / block)), max(1, span // block))
    draw = Random(seed)
    ranges: list[exp.Expr] = []
    for part in range(blocks):
        start, end = low + span * part // blocks, low + span * (part + 1) // blocks
        first = start + draw.randrange(max(1, end - start - block + 1))
        ranges.append(_between(first, min(first + block, end) - 1))
    select = columns_of(listed.relation, columns).where(exp.or_(*ranges))
    return Sample(select, whole=False, most_rows=None, form="block")


def _between(first: int, last: int) -> exp.Expr:
    return exp.Between(this=_row_id(), low=exp.Literal.number(first), high=exp.Literal.number(last))


def _row_id() -> exp.Column:
    return exp.column(_ROW_ID)
