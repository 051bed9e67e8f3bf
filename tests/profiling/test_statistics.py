from __future__ import annotations

from pathlib import Path

import pytest
from sqlglot import exp

from gtr_core.catalog import Relation
from gtr_core.profiling.statistics import (
    ColumnStatistics,
    ProfiledColumn,
    statistics_from_row,
    statistics_statement,
)
from gtr_core.profiling.type_group import type_group
from gtr_core.profiling.value_counts import (
    ValueCount,
    WantedValues,
    value_counts_from_rows,
    value_counts_statement,
)
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from gtr_core.warehouse.read_only import check_read_only
from gtr_core.warehouse.sampling import Sample
from tests.warehouse.databases import open_database


@pytest.fixture
def warehouse(tmp_path: Path):
    with open_database(
        tmp_path / "x.duckdb",
        "CREATE TABLE t (n INTEGER, d DECIMAL(5, 2), f DOUBLE, s VARCHAR, b BOOLEAN, day DATE, l INTEGER[], "
        "gtr_value VARCHAR, gtr_rows VARCHAR)",
        """INSERT INTO t VALUES
           (1, 1.50, 'nan', 'red', true, '2024-02-29', [1], 'x', 'y'),
           (2, 2.00, 'inf', 'red', false, '0044-03-15 (BC)', [2], 'x', 'y'),
           (2, NULL, 1e300, 'a longer text', NULL, '9999-12-31', NULL, 'z', 'y'),
           (NULL, -7.25, -2.5, NULL, true, NULL, [], NULL, 'w')""",
    ) as opened:
        yield opened


def read(warehouse: DuckDBWarehouse) -> tuple[Sample, list[ProfiledColumn]]:
    listed = warehouse.describe(Relation(None, "main", "t"))
    columns = [ProfiledColumn(column, type_group(column.data_type, "duckdb")) for column in listed.columns]
    return warehouse.sample(listed, [column.name for column in listed.columns], None, 1), columns


def edges(known: ColumnStatistics) -> tuple[object, ...]:
    return known.rows, known.filled, known.distinct, known.minimum, known.maximum, known.mean_length


def test_one_row_tells_of_all_columns(warehouse: DuckDBWarehouse):
    source, columns = read(warehouse)
    result = warehouse.query(statistics_statement(source, columns, approximate=False))
    assert len(result.rows) == 1
    statistics = dict(
        zip((column.column.name for column in columns), statistics_from_row(columns, result.rows[0]), strict=True)
    )
    assert edges(statistics["n"]) == (4, 3, 2, "1", "2", None)
    assert edges(statistics["d"]) == (4, 3, 3, "-7.25", "2", None)
    assert edges(statistics["f"]) == (4, 4, 4, "-2.5", "1e+300", None)
    assert edges(statistics["s"]) == (4, 3, 2, "a longer text", "red", 19 / 3)
    assert statistics["s"].lengths == (3, 3, 3, 13, 13)
    assert (statistics["n"].mean, statistics["n"].deviation) == (pytest.approx(5 / 3), pytest.approx(3**-0.5))
    assert statistics["f"].mean == -2.5  # NaN, infinity and what cannot be squared are left out
    assert statistics["b"] == ColumnStatistics(4, 3, 2, "false", "true", None)
    assert statistics["day"] == ColumnStatistics(4, 3, 3, "-0043-03-15", "9999-12-31", None)
    assert statistics["l"] == ColumnStatistics(4, 3, None, None, None, None)


def test_of_a_withheld_column_only_counts_are_asked_for(warehouse: DuckDBWarehouse):
    source, columns = read(warehouse)
    withheld = [ProfiledColumn(column.column, column.group, withheld=True) for column in columns]
    statement = statistics_statement(source, withheld, approximate=False)
    assert {type(node) for node in statement.find_all(exp.AggFunc)} == {exp.Count}
    assert statistics_from_row(withheld, warehouse.query(statement).rows[0])[3] == ColumnStatistics(
        4, 3, 2, None, None, None
    )


def test_estimates_never_exceed_what_there_is(warehouse: DuckDBWarehouse):
    source, columns = read(warehouse)
    statement = statistics_statement(source, columns, approximate=True)
    assert statement.find(exp.ApproxDistinct) is not None
    for known in statistics_from_row(columns, warehouse.query(statement).rows[0]):
        assert known.distinct is None or known.distinct <= known.filled


def test_values_come_by_frequency_then_by_value(warehouse: DuckDBWarehouse):
    source, columns = read(warehouse)
    wanted = [WantedValues(column, 10, 5) for column in columns if column.column.name in ("n", "s", "gtr_value")]
    rows = warehouse.query(value_counts_statement(source, wanted)).rows
    assert value_counts_from_rows(rows, 3) == (
        (ValueCount("2", 2), ValueCount("1", 1)),
        (ValueCount("red", 2),),
        (ValueCount("x", 2), ValueCount("z", 1)),
    )


def test_no_more_values_come_than_are_wanted(warehouse: DuckDBWarehouse):
    source, columns = read(warehouse)
    rows = warehouse.query(value_counts_statement(source, [WantedValues(columns[8], 1, 5)])).rows
    assert value_counts_from_rows(rows, 1) == ((ValueCount("y", 3),),)


@pytest.mark.parametrize("dialect", ["duckdb", "postgres", "snowflake"])
def test_the_statements_can_be_sent_in_every_dialect(warehouse: DuckDBWarehouse, dialect: str):
    source, columns = read(warehouse)
    for statement in (
        statistics_statement(source, columns, approximate=False),
        value_counts_statement(source, [WantedValues(columns[3], 10, 5)]),
    ):
        check_read_only(statement)
        assert exp.maybe_parse(statement.sql(dialect), dialect=dialect)
