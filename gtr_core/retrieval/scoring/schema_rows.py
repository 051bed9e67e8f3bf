"""What a column and a table are, whatever is asked: as numbers."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.catalog import Column, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.text import split_identifier

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SCHEMA_COLUMN_FEATURES", "SCHEMA_TABLE_FEATURES", "column_rows", "table_row"]

SCHEMA_COLUMN_FEATURES = (
    "primary_key",
    "foreign_key",
    "referenced",
    "text_type",
    "integer_type",
    "real_type",
    "date_type",
    "position",
    "siblings",
    "name_words",
    "names_rows",
    "same_name_tables",
    "has_values",
    "described",
)
SCHEMA_TABLE_FEATURES = (
    "columns",
    "parents",
    "children",
    "junction",
    "own_columns",
    "name_table_words",
    "preferred_over",
)

_INTEGER = ("int", "serial")
_REAL = ("real", "float", "double", "decimal", "numeric", "number", "money")
_DATE = ("date", "time")
# Snowflake's integers are NUMBER(38,0).
_WHOLE = re.compile(r"(?:number|numeric|decimal)\s*\(\s*\d+\s*(?:,\s*0\s*)?\)")


def column_rows(graph: ContextGraph, position: int, same_name: Counter[str]) -> NDArray[np.float32]:
    """``(n_columns, len(SCHEMA_COLUMN_FEATURES))`` of the table's visible columns.

    Args:
        graph: The context graph.
        position: Of the table.
        same_name: How many of the graph's tables have a column of each casefolded name.
    """
    table = graph.tables[position]
    columns = [column for column in table.columns if not column.hidden]
    key = set(graph.primary_key(table.id))
    foreign = {name for edge in graph.successors[position] for name in edge.child_columns}
    referenced = {name for edge in graph.predecessors[position] for name in edge.parent_columns}
    naming = graph.naming_columns(table.id)
    rows = [
        [
            column.name in key,
            column.name in foreign,
            column.name in referenced,
            *_type(column.data_type),
            i / max(len(columns), 1),
            math.log1p(len(columns)),
            len(split_identifier(column.name)),
            column.name in naming,
            math.log1p(same_name[column.name.casefold()]),
            _has_values(graph, table, column),
            bool(column.description),
        ]
        for i, column in enumerate(columns)
    ]
    return np.array(rows, dtype=np.float32).reshape(len(columns), len(SCHEMA_COLUMN_FEATURES))


def table_row(graph: ContextGraph, position: int) -> NDArray[np.float32]:
    """``(len(SCHEMA_TABLE_FEATURES),)``."""
    table = graph.tables[position]
    parents, children = graph.successors[position], graph.predecessors[position]
    keys = {name for edge in parents for name in edge.child_columns} | set(graph.primary_key(table.id))
    own = sum(column.name not in keys for column in table.columns)
    row = (
        math.log1p(len(table.columns)),
        len(parents),
        len(children),
        len(parents) >= 2 and own <= 2,
        math.log1p(own),
        len(split_identifier(table.name)),
        table.preferred is not None,
    )
    return np.array(row, dtype=np.float32)


@lru_cache(maxsize=1024)
def _type(data_type: str) -> tuple[bool, bool, bool, bool]:
    name = data_type.casefold()
    date = any(word in name for word in _DATE)
    integer = not date and (any(word in name for word in _INTEGER) or _WHOLE.fullmatch(name) is not None)
    real = not date and not integer and any(word in name for word in _REAL)
    return not (date or integer or real), integer, real, date


def _has_values(graph: ContextGraph, table: Table, column: Column) -> bool:
    profile = graph.column_profile(table.id, column.name)
    return bool(column.known_values) or (profile is not None and bool(profile.values))
