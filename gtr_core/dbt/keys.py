"""Keys that a project states: constraints, ``meta.gtr``, tests, and the entities of its semantic layer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from gtr_core.catalog import JoinEdge, Key, Table
from gtr_core.dbt.adapter import AdapterRules
from gtr_core.dbt.columns import stored_column
from gtr_core.dbt.generic_tests import GenericTest
from gtr_core.dbt.join_constraints import constraints_of
from gtr_core.dbt.loose import texts
from gtr_core.dbt.relations import PlacedRelations
from gtr_core.dbt.tables import BuiltTables

__all__ = ["KEY_TESTS", "choose_primary", "keys_of_constraints", "keys_of_meta", "keys_of_tests"]

# The arguments that name the columns; where none does, it is the test's own column.
_COMBINATIONS: Mapping[str, tuple[str, ...]] = {
    "unique_combination_of_columns": ("combination_of_columns",),
    "expect_compound_columns_to_be_unique": ("column_list",),
    "unique_key": ("column_names", "column_name"),
    "primary_key": ("column_names", "column_name"),
}
_UNIQUE = ("unique", "expect_column_values_to_be_unique")
_NOT_NULL = ("not_null", "expect_column_values_to_not_be_null")
KEY_TESTS = frozenset({*_COMBINATIONS, *_UNIQUE, *_NOT_NULL})

# The surest first: the one kept when a key is stated several times.
_STRENGTH = ("constraint", "meta", "primary_key_test", "tests", "semantic_entity", "combination_test", "unique_test")
# These say in so many words that a key is the primary one.
_SAY_PRIMARY = frozenset({"constraint", "meta", "primary_key_test"})


def keys_of_constraints(placed: PlacedRelations, tables: Mapping[str, Table], rules: AdapterRules) -> Iterator[Key]:
    """Keys of primary-key and unique constraints, on columns and on models."""
    for unique_id, node in placed.nodes.items():
        table = tables[placed.canonical[unique_id]]
        for constraint, columns in constraints_of(node, "primary_key", "unique"):
            primary = constraint.type == "primary_key"
            yield Key(table.id, _stored(table, columns, rules), "constraint", primary=primary)


def keys_of_meta(built: BuiltTables, rules: AdapterRules) -> Iterator[Key]:
    """Keys of ``meta.gtr.primary_key``."""
    for table_id, meta in built.metas.items():
        if meta.primary_key is not None:
            table = built.tables[table_id]
            yield Key(table_id, _stored(table, texts(meta.primary_key), rules), "meta", primary=True)
    for table_id, metas in built.column_metas.items():
        for column, said in metas.items():
            if said.primary_key:
                yield Key(table_id, (column,), "meta", primary=True)


def keys_of_tests(tests: Iterable[GenericTest], tables: Mapping[str, Table], rules: AdapterRules) -> Iterator[Key]:
    """Keys of tests: ``unique`` with ``not_null``, ``unique`` alone, combinations, ``dbt_constraints``.

    A test that is disabled, or holds for part of the rows only, states no key.
    """
    unique: dict[tuple[str, str], str] = {}
    present: set[tuple[str, str]] = set()
    for test in tests:
        table = tables.get(test.table or "")
        if table is None or not _for_all_rows(test):
            continue
        if test.name in _COMBINATIONS:
            columns = test.names(*_COMBINATIONS[test.name]) or ((test.column,) if test.column else ())
            stored = tuple(stored_column(table, column, rules) for column in columns)
            known = tuple(column for column in stored if column is not None)
            if known and len(known) == len(stored):
                yield Key(table.id, known, _combination_origin(test.name, known), severity=test.severity)
            continue
        column = stored_column(table, test.column, rules) if test.column else None
        if column is None:
            continue
        if test.name in _NOT_NULL:
            present.add((table.id, column))
        elif test.name in _UNIQUE and unique.get((table.id, column)) != "error":
            unique[table.id, column] = test.severity
    for (table_id, name), severity in unique.items():
        origin = "tests" if (table_id, name) in present else "unique_test"
        yield Key(table_id, (name,), origin, severity=severity)


def choose_primary(keys: Iterable[Key], joins: Iterable[JoinEdge], tables: Mapping[str, Table]) -> tuple[Key, ...]:
    """Each key once, by its surest statement, with at most one primary key a table.

    Among several that could be it: what a constraint, ``meta.gtr`` or a primary-key test says; else unique and
    not null, a primary entity, a combination; then the one that most edges refer to; then the one that bears the
    table's name; then the leftmost. A lone ``unique`` test may allow nulls and is never primary.
    """
    best: dict[tuple[str, frozenset[str]], Key] = {}
    for key in keys:
        if key.table not in tables or not key.columns:
            continue
        same = (key.table, frozenset(key.columns))
        kept = best.get(same)
        if kept is None or _strength(key) < _strength(kept):
            best[same] = key if kept is None else replace(key, primary=key.primary or kept.primary)
        elif key.primary and not kept.primary:
            best[same] = replace(kept, primary=True)
    referred = Counter((edge.parent, frozenset(edge.parent_columns)) for edge in joins if edge.enabled)
    by_table: dict[str, list[Key]] = {}
    for key in best.values():
        by_table.setdefault(key.table, []).append(key)
    chosen: list[Key] = []
    for table_id, found in by_table.items():
        table = tables[table_id]
        able = [key for key in found if key.primary or key.origin != "unique_test"]
        primary = min(
            able, key=lambda key: _primary_order(key, table, referred[table_id, frozenset(key.columns)]), default=None
        )
        chosen.extend(replace(key, primary=key is primary) for key in found)
    return tuple(chosen)


def _strength(key: Key) -> tuple[int, bool]:
    return (_STRENGTH.index(key.origin) if key.origin in _STRENGTH else len(_STRENGTH), key.severity == "warn")


def _primary_order(key: Key, table: Table, referred: int) -> tuple[object, ...]:
    positions = [column.position for name in key.columns if (column := table.column(name)) is not None]
    named = {"id", "key", f"{table.name}_id", f"{table.name.rstrip('s')}_id", f"{table.name}_key"}
    return (
        not (key.primary and key.origin in _SAY_PRIMARY or key.origin == "primary_key_test"),
        _strength(key),
        -referred,
        key.columns[0].casefold() not in named,
        min(positions, default=len(table.columns)),
        key.columns,
    )


def _combination_origin(test: str, columns: tuple[str, ...]) -> str:
    if test == "primary_key":
        return "primary_key_test"
    return "combination_test" if len(columns) > 1 else "unique_test"


def _for_all_rows(test: GenericTest) -> bool:
    return test.enabled and not test.where and not test.text("row_condition", "where")


def _stored(table: Table, columns: tuple[str, ...], rules: AdapterRules) -> tuple[str, ...]:
    return tuple(stored_column(table, column, rules) or column for column in columns)
