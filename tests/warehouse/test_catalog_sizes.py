from __future__ import annotations

import pytest
import sqlglot

from gtr_core.warehouse.catalog_sizes import Size, sizes_from_rows, sizes_statements


@pytest.mark.parametrize("dialect", ["bigquery", "clickhouse", "mysql", "postgres", "redshift", "tsql"])
def test_engines_are_asked_for_the_schemas_alone(dialect: str):
    statements = [statement.sql(dialect) for statement in sizes_statements(dialect, "p", ["Main", "mart"])]
    assert len(statements) == (2 if dialect == "bigquery" else 1)
    for sql in statements:
        assert len(sqlglot.parse(sql, read=dialect)) == 1
    assert "main" in statements[0].lower()
    assert "mart" in statements[-1].lower()


def test_of_other_engines_no_size_is_known():
    assert list(sizes_statements("trino", "p", ["main"])) == []


def test_sizes_are_found_without_case():
    found = sizes_from_rows([("Main", "Orders", 5, None, None), ("main", "x", None, 10, "2024-01-01")])
    assert found == {("main", "orders"): Size(5, None, None), ("main", "x"): Size(None, 10, "2024-01-01")}
