"""Odd data: each is profiled, and what comes out is what is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from gtr_core.catalog import ColumnProfile, TableProfile
from gtr_core.profiling import ProfilingSettings, profile_table
from gtr_core.warehouse import ResultSet
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from tests.warehouse.databases import open_database, stored_table

ODD_NAMES = ('with "quotes"', "a.b.c", "two words", "select", "😀", "ünïcödé", "tab\there", "'; drop table t; --", "")


def profiled(tmp_path: Path, name: str, *statements: str, **settings: object) -> TableProfile:
    with open_database(tmp_path / "odd.duckdb", *statements) as warehouse:
        return profile_table(warehouse, stored_table(warehouse, name), ProfilingSettings(**settings))  # type: ignore[arg-type]


def column(profile: TableProfile, name: str) -> ColumnProfile:
    found = profile.column(name)
    assert found is not None
    return found


def test_an_empty_table(tmp_path: Path):
    profile = profiled(tmp_path, "t", "CREATE TABLE t (a INTEGER, b VARCHAR, c STRUCT(x INTEGER), d JSON)")
    assert (profile.rows, profile.row_count, profile.sampled) == (0, 0, False)
    assert [(one.null_share, one.minimum, one.values, one.unique) for one in profile.columns] == [
        (0.0, None, (), False)
    ] * 4


def test_a_column_of_nulls(tmp_path: Path):
    profile = profiled(tmp_path, "t", "CREATE TABLE t AS SELECT NULL::VARCHAR AS a, NULL::DOUBLE AS b FROM range(9)")
    for one in profile.columns:
        assert (one.rows, one.null_share, one.distinct, one.mean, one.length_quantiles) == (9, 1.0, 0, None, ())


def test_two_thousand_columns_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    sent = []
    query = DuckDBWarehouse.query

    def counting(self: DuckDBWarehouse, *arguments: object, **keywords: object) -> ResultSet:
        sent.append(arguments)
        return query(self, *arguments, **keywords)  # type: ignore[arg-type]

    monkeypatch.setattr(DuckDBWarehouse, "query", counting)
    columns = ", ".join(f"i + {n} AS c{n}" if n % 2 else f"'v' || (i % 3) AS c{n}" for n in range(2_000))
    profile = profiled(tmp_path, "t", f"CREATE TABLE t AS SELECT {columns} FROM range(20) r(i)")
    assert len(profile.columns) == 2_000
    assert len(sent) <= 40
    assert column(profile, "c1999").maximum == "2018"
    assert column(profile, "c1998").values == ("v0", "v1", "v2")


def test_a_megabyte_in_a_cell(tmp_path: Path):
    profile = profiled(
        tmp_path,
        "t",
        "CREATE TABLE t AS SELECT repeat('x', 1000000 + i::INTEGER) AS long, "
        "json_object('a', repeat('y', 1000000)) AS doc, "
        "'short' AS other FROM range(3) r(i)",
        values="all",
    )
    assert column(profile, "long").length_quantiles == (1_000_000, 1_000_000, 1_000_001, 1_000_002, 1_000_002)
    assert len(repr(profile)) < 20_000
    assert column(profile, "other").values == ("short",)
    assert any("doc: 3 cells" in sentence for sentence in profile.limits)


def test_nan_and_the_infinities(tmp_path: Path):
    profile = profiled(
        tmp_path,
        "t",
        "CREATE TABLE t (f DOUBLE)",
        "INSERT INTO t VALUES ('nan'), ('inf'), ('-inf'), (2.0), (4.0), (1e308)",
    )
    found = column(profile, "f")
    assert (found.minimum, found.mean, found.deviation) == ("2", 3.0, pytest.approx(2**0.5))
    assert found.maximum is not None
    assert float(found.maximum) == 1e308
    assert (found.distinct, found.null_share) == (6, 0.0)


def test_dates_far_off(tmp_path: Path):
    profile = profiled(
        tmp_path,
        "t",
        "CREATE TABLE t (d DATE, ts TIMESTAMP)",
        "INSERT INTO t VALUES ('9999-12-31', '9999-12-31 23:59:59'), ('0044-03-15 (BC)', '0044-03-15 (BC) 12:00:00'), "
        "('infinity', '-infinity'), ('2024-02-29', '2024-02-29 00:00:00')",
    )
    assert (column(profile, "d").minimum, column(profile, "d").use) == ("-0043-03-15", "time")
    assert column(profile, "ts").rows == 4


def test_text_of_mixed_encodings(tmp_path: Path):
    profile = profiled(
        tmp_path,
        "t",
        "CREATE TABLE t (city VARCHAR)",
        "INSERT INTO t SELECT unnest(['Zürich', 'ZÃ¼rich', 'M\ufffdnchen', 'Köln', 'Ko\u0308ln', '東京', 'a\u0000b', "
        "'\u202eabc', 'İzmir'])",
    )
    values = column(profile, "city").values
    assert {"Zürich", "Köln", "東京", "İzmir"} <= set(values)
    assert not any("\ufffd" in value or "\x00" in value for value in values)


def test_odd_names_of_columns_and_tables(tmp_path: Path):
    names = [name for name in ODD_NAMES if name]
    quoted = ", ".join(f"'v' || i % 2 AS \"{name.replace(chr(34), chr(34) * 2)}\"" for name in names)
    profile = profiled(
        tmp_path, 'odd "table".name', f'CREATE TABLE "odd ""table"".name" AS SELECT {quoted} FROM range(10) r(i)'
    )
    assert [one.name for one in profile.columns] == names
    assert all(one.values == ("v0", "v1") or one.personal for one in profile.columns)


def test_names_that_differ_in_case_alone(tmp_path: Path):
    """DuckDB compares names without case, so that there two tables are needed."""
    statements = (
        'CREATE SCHEMA "S"',
        'CREATE TABLE "S"."Orders" AS SELECT 1 AS "Id"',
        "CREATE TABLE orders AS SELECT 2 AS id",
    )
    with open_database(tmp_path / "odd.duckdb", *statements) as warehouse:
        upper = profile_table(warehouse, stored_table(warehouse, "Orders", "S"))
        lower = profile_table(warehouse, stored_table(warehouse, "orders"))
    assert [upper.columns[0].name, lower.columns[0].name] == ["Id", "id"]
    assert [upper.columns[0].maximum, lower.columns[0].maximum] == ["1", "2"]
