from __future__ import annotations

import threading
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from sqlglot import exp, parse_one

from gtr_core.catalog import Relation
from gtr_core.warehouse import (
    ConnectionLostError,
    QueryError,
    RelationMissingError,
    StatementRefusedError,
    StatementTimeoutError,
)
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from gtr_core.warehouse.listing import DeclaredKey
from tests.warehouse.databases import open_database


def select(sql: str) -> exp.Query:
    parsed = parse_one(sql, read="duckdb")
    assert isinstance(parsed, exp.Query)
    return parsed


@pytest.fixture
def warehouse(tmp_path: Path):
    with open_database(
        tmp_path / "shop.duckdb",
        "CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR UNIQUE)",
        "COMMENT ON COLUMN customer.name IS 'how we call them'",
        "INSERT INTO customer VALUES (1, 'Ann'), (2, 'Bob')",
        "CREATE TABLE orders "
        "(id INTEGER, customer_id INTEGER REFERENCES customer (id), total DECIMAL(10, 2), day DATE)",
        "INSERT INTO orders VALUES (1, 1, 12.50, '2024-02-29'), (2, NULL, 0.10, NULL)",
        "CREATE SCHEMA mart",
        "CREATE VIEW mart.big AS SELECT * FROM range(100) AS r(n)",
    ) as opened:
        yield opened


def test_it_lists_tables_and_views_with_columns_types_and_known_row_counts(warehouse: DuckDBWarehouse):
    listed = {one.relation.identifier: one for one in warehouse.list_relations()}
    assert {name: (one.kind, one.row_count) for name, one in listed.items()} == {
        "customer": ("table", 2),
        "orders": ("table", 2),
        "big": ("view", None),
    }
    assert [(column.name, column.data_type, column.position) for column in listed["orders"].columns] == [
        ("id", "INTEGER", 0),
        ("customer_id", "INTEGER", 1),
        ("total", "DECIMAL(10,2)", 2),
        ("day", "DATE", 3),
    ]
    assert listed["customer"].columns[1].description == "how we call them"
    assert listed["big"].relation == Relation("shop", "mart", "big")


def test_it_lists_the_schemas_that_are_asked_for_whatever_their_case(warehouse: DuckDBWarehouse):
    assert [one.relation.identifier for one in warehouse.list_relations([(None, "MART")])] == ["big"]
    assert [one.relation.identifier for one in warehouse.list_relations([("Shop", "mart")])] == ["big"]
    assert warehouse.list_relations([("elsewhere", "mart")]) == ()
    assert warehouse.list_relations([]) == ()


def test_it_describes_a_relation_in_its_stored_spelling(warehouse: DuckDBWarehouse):
    assert warehouse.describe(Relation(None, "MAIN", "CUSTOMER")).relation == Relation("shop", "main", "customer")
    assert warehouse.describe(Relation(None, None, "big")).kind == "view"


def test_a_relation_that_is_not_there_is_named(warehouse: DuckDBWarehouse):
    with pytest.raises(RelationMissingError, match='"main"."ghost"'):
        warehouse.describe(Relation(None, "main", "ghost"))


def test_it_tells_primary_unique_and_foreign_keys(warehouse: DuckDBWarehouse):
    customer, orders = Relation("shop", "main", "customer"), Relation("shop", "main", "orders")
    assert set(warehouse.declared_keys()) == {
        DeclaredKey("primary", customer, ("id",)),
        DeclaredKey("unique", customer, ("name",)),
        DeclaredKey("foreign", orders, ("customer_id",), customer, ("id",)),
    }
    assert warehouse.declared_keys([(None, "mart")]) == ()


def test_values_come_back_as_python_objects(warehouse: DuckDBWarehouse):
    result = warehouse.query(select("SELECT *, TIMESTAMP '2024-01-01 10:00:00' AS at FROM orders ORDER BY id"))
    assert result.columns == ("id", "customer_id", "total", "day", "at")
    assert result.types == ("INTEGER", "INTEGER", "DECIMAL(10,2)", "DATE", "TIMESTAMP")
    assert result.rows == [
        (1, 1, Decimal("12.50"), date(2024, 2, 29), datetime(2024, 1, 1, 10)),
        (2, None, Decimal("0.10"), None, datetime(2024, 1, 1, 10)),
    ]
    assert not result.truncated


@pytest.mark.parametrize(("most", "rows", "truncated"), [(1, 1, True), (2, 2, False), (0, 0, True), (None, 2, False)])
def test_more_rows_than_asked_for_are_cut_and_said_to_be(
    warehouse: DuckDBWarehouse, most: int | None, rows: int, truncated: bool
):
    result = warehouse.query(select("SELECT id FROM customer"), max_rows=most)
    assert (len(result.rows), result.truncated) == (rows, truncated)


def test_a_result_s_rows_are_not_in_its_repr(warehouse: DuckDBWarehouse):
    assert "Ann" not in repr(warehouse.query(select("SELECT name FROM customer")))


def test_what_is_no_query_is_refused_and_changes_nothing(warehouse: DuckDBWarehouse):
    with pytest.raises(StatementRefusedError):
        warehouse.query(parse_one("DROP TABLE orders", read="duckdb"))  # type: ignore[arg-type]
    assert warehouse.query(select("SELECT COUNT(*) FROM orders")).rows == [(2,)]


def test_a_missing_table_or_column_is_told_apart_from_other_failures(warehouse: DuckDBWarehouse):
    with pytest.raises(RelationMissingError, match="ghost"):
        warehouse.query(select("SELECT * FROM main.ghost"))
    with pytest.raises(RelationMissingError, match="phantom"):
        warehouse.query(select("SELECT phantom FROM orders"))
    with pytest.raises(QueryError) as failure:
        warehouse.query(select("SELECT SUM(name) FROM customer"))
    assert not isinstance(failure.value, RelationMissingError)


def test_a_failure_s_message_does_not_quote_the_data(warehouse: DuckDBWarehouse):
    with pytest.raises(QueryError) as failure:
        warehouse.query(select("SELECT CAST(name AS INTEGER) FROM customer"))
    assert failure.value.kind == "conversion"
    assert "Ann" not in str(failure.value)
    assert "Bob" not in str(failure.value)


def test_a_statement_that_takes_too_long_is_stopped(warehouse: DuckDBWarehouse):
    endless = "SELECT COUNT(*) FROM mart.big a, mart.big b, mart.big c, mart.big d, mart.big e, mart.big f, mart.big g"
    with pytest.raises(StatementTimeoutError) as failure:
        warehouse.query(select(endless + " WHERE a.n + b.n + c.n + d.n + e.n + f.n + g.n = -1"), timeout_s=0.05)
    assert failure.value.seconds == 0.05
    assert not failure.value.transient


def test_it_works_on_after_a_stopped_statement_and_within_a_generous_limit(warehouse: DuckDBWarehouse):
    test_a_statement_that_takes_too_long_is_stopped(warehouse)
    assert warehouse.query(select("SELECT COUNT(*) FROM customer"), timeout_s=60).rows == [(2,)]


def test_a_closed_connection_says_so(warehouse: DuckDBWarehouse):
    warehouse.close()
    with pytest.raises(ConnectionLostError) as failure:
        warehouse.query(select("SELECT 1"))
    assert failure.value.transient
    warehouse.close()


def test_threads_share_a_connection(warehouse: DuckDBWarehouse):
    counts: list[int] = []

    def count() -> None:
        for _ in range(20):
            counts.append(warehouse.query(select("SELECT COUNT(*) FROM mart.big")).rows[0][0])

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [100] * 80


def test_odd_names_are_only_names(tmp_path: Path):
    names = ['a"b', "select", "with.dot", "with space", "😀", "'; DROP TABLE x; --", "a.csv"]
    columns = ", ".join('"' + name.replace('"', '""') + '" INTEGER' for name in names)
    with open_database(tmp_path / "odd.duckdb", f'CREATE TABLE "odd; table" ({columns})') as warehouse:
        listed = warehouse.describe(Relation(None, "main", "odd; table"))
        assert [column.name for column in listed.columns] == names
