from __future__ import annotations

from pathlib import Path

import pytest

from gtr_core.catalog import Column, JoinEdge, Key, Relation, Table
from gtr_core.joins.mining import Mined, mine_joins, sql_files


def table(name: str, columns: str, schema: str = "main") -> Table:
    return Table(name, Relation("db", schema, name), name, columns=tuple(Column(one) for one in columns.split()))


TABLES = (
    table("orders", "id customer_id ship_to status"),
    table("customer", "id name country_id"),
    table("country", "id name"),
    table("line", "order_id part supplier"),
    table("partsupp", "part supplier cost"),
)
KEYS = (Key("customer", ("id",), "tests", True), Key("partsupp", ("part", "supplier"), "tests", True))
TO_CUSTOMER = "orders(customer_id) -> customer(id)"


def mined(*texts: str, dialect: str = "duckdb") -> Mined:
    return mine_joins(texts, TABLES, dialect, KEYS)


def described(edges: tuple[JoinEdge, ...]) -> list[str]:
    return [f"{e.child}({', '.join(e.child_columns)}) -> {e.parent}({', '.join(e.parent_columns)})" for e in edges]


@pytest.mark.parametrize(
    ("sql", "joins"),
    [
        ("SELECT 1 FROM orders o JOIN customer c ON o.customer_id = c.id", [TO_CUSTOMER]),
        ("SELECT 1 FROM orders, customer AS c WHERE c.id = orders.customer_id AND status = 'x'", [TO_CUSTOMER]),
        ("SELECT 1 FROM main.orders o JOIN DB.MAIN.CUSTOMER c ON o.customer_id = c.id", [TO_CUSTOMER]),
        ("SELECT 1 FROM orders o WHERE o.customer_id = 3", []),
        ("SELECT 1 FROM orders o JOIN customer c ON o.customer_id = c.id OR o.ship_to = c.id", []),
        ("SELECT 1 FROM orders o JOIN elsewhere e ON o.customer_id = e.id", []),
        (
            "WITH recent AS (SELECT id AS order_nr, customer_id AS buyer FROM orders), "
            "named AS (SELECT * FROM customer) "
            "SELECT 1 FROM recent JOIN named ON recent.buyer = named.id",
            [TO_CUSTOMER],
        ),
        (
            "SELECT 1 FROM (SELECT customer_id + 1 AS buyer FROM orders) o JOIN customer c ON o.buyer = c.id",
            [],
        ),
        (
            "SELECT 1 FROM line l JOIN partsupp p USING (part, supplier)",
            ["line(part, supplier) -> partsupp(part, supplier)"],
        ),
        (
            "SELECT 1 FROM orders WHERE EXISTS (SELECT 1 FROM customer c WHERE c.id = orders.customer_id)",
            [TO_CUSTOMER],
        ),
        (
            "CREATE TABLE x AS SELECT 1 FROM orders o JOIN customer c ON o.customer_id = c.id",
            [TO_CUSTOMER],
        ),
        (
            "SELECT 1 FROM orders o JOIN customer a ON o.customer_id = a.id JOIN customer b ON o.ship_to = b.id",
            [TO_CUSTOMER, "orders(ship_to) -> customer(id)"],
        ),
        (
            "SELECT 1 FROM (SELECT customer_id FROM orders UNION ALL SELECT ship_to FROM orders) u "
            "JOIN customer c ON u.customer_id = c.id",
            [TO_CUSTOMER],
        ),
    ],
)
def test_joins_of_a_statement(sql: str, joins: list[str]):
    found = mined(sql)
    assert described(found.joins) == joins
    assert (found.statements, found.unread) == (1, 0)
    assert all(edge.origins == ("query_history",) for edge in found.joins)


def test_statements_are_counted():
    join = "SELECT 1 FROM orders o JOIN customer c ON o.customer_id = c.id"
    found = mined(f"{join}; {join}", join, "SELECT 1 FROM customer JOIN country ON country_id = country.id")
    assert described(found.joins) == [TO_CUSTOMER, "customer(country_id) -> country(id)"]
    assert found.counts == (3, 1)
    assert found.joins[0].confidence > found.joins[1].confidence
    assert found.statements == 4


def test_what_cannot_be_read_is_counted():
    found = mined("SELECT FROM WHERE (", "SELECT 1")
    assert (found.joins, found.statements, found.unread) == ((), 2, 1)


def test_files_of_a_folder(tmp_path: Path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.sql").write_text("SELECT 1")
    (tmp_path / "b.sql").write_text("SELECT 2")
    (tmp_path / "c.txt").write_text("SELECT 3")
    assert list(sql_files(tmp_path)) == ["SELECT 2", "SELECT 1"]
