"""What tests and the semantic layer add to columns: known values, labels, descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from gtr_core.catalog import Column, Table
from gtr_core.dbt.adapter import AdapterRules
from gtr_core.dbt.columns import stored_column
from gtr_core.dbt.generic_tests import GenericTest
from gtr_core.dbt.loose import texts
from gtr_core.dbt.semantic_models import Dimension, SemanticModel

__all__ = ["VALUE_TESTS", "with_dimensions", "with_known_values"]

# Tests that list a column's values, and the argument that holds the list.
VALUE_TESTS = {"accepted_values": "values", "expect_column_values_to_be_in_set": "value_set"}


def with_known_values(
    tables: Mapping[str, Table], tests: Iterable[GenericTest], rules: AdapterRules
) -> dict[str, Table]:
    """Tables whose columns hold the values that enabled tests accept; columns that only tests name are added."""
    values: dict[str, dict[str, tuple[str, ...]]] = {}
    for test in tests:
        table = tables.get(test.table or "")
        if table is None or not test.enabled or test.name not in VALUE_TESTS or not test.column:
            continue
        column = stored_column(table, test.column, rules)
        accepted = texts(test.arguments.get(VALUE_TESTS[test.name]))
        if column is not None and accepted:
            known = values.setdefault(table.id, {})
            known[column] = tuple(dict.fromkeys(known.get(column, ()) + accepted))
    changed = dict(tables)
    for table_id, by_column in values.items():
        table = tables[table_id]
        columns = {column.name: column for column in table.columns}
        for name, accepted in by_column.items():
            column_of = columns.get(name) or Column(name, position=len(columns))
            columns[name] = replace(column_of, known_values=accepted)
        changed[table_id] = replace(table, columns=tuple(columns.values()))
    return changed


def with_dimensions(
    tables: Mapping[str, Table], models: Iterable[SemanticModel], rules: AdapterRules
) -> dict[str, Table]:
    """Tables whose columns bear the labels and descriptions of the dimensions that are those columns."""
    changed = dict(tables)
    for model in models:
        table = changed.get(model.table or "")
        if table is None:
            continue
        columns = {column.name: column for column in table.columns}
        for dimension in model.dimensions:
            name = stored_column(table, dimension.expression, rules)
            if name in columns and name is not None:
                columns[name] = _described(columns[name], dimension)
        changed[table.id] = replace(table, columns=tuple(columns.values()))
    return changed


def _described(column: Column, dimension: Dimension) -> Column:
    known = {_plain(text) for text in (column.name, *column.synonyms)}
    named_otherwise = _plain(dimension.name) not in known
    return replace(
        column,
        label=column.label or dimension.label,
        description=column.description or dimension.description,
        synonyms=tuple(dict.fromkeys((*column.synonyms, *((dimension.name,) if named_otherwise else ())))),
    )


def _plain(name: str) -> str:
    return name.replace("_", " ").casefold()
