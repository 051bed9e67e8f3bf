"""A made-up schema full of traps, on DuckDB, with its context graph.

One order has lines, shipments and payments (a chasm); two address roles and three date columns; employees who
report to employees; students and courses with a bridge; a parent table without a key; orphans and null keys.
"""

from __future__ import annotations

import duckdb

from gtr_core.catalog import JoinEdge, Metric
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from tests.compiler.graphs import graph_of, tree_of

STATEMENTS = """
CREATE TABLE purchase (id INTEGER, buyer_id INTEGER, ship_address_id INTEGER, bill_address_id INTEGER,
    total DECIMAL(10,2),
    placed_at TIMESTAMP, due_on DATE, paid BOOLEAN);
CREATE TABLE line (purchase_id INTEGER, number INTEGER, sku VARCHAR, quantity INTEGER, price DECIMAL(10,2));
CREATE TABLE shipment (id INTEGER, purchase_id INTEGER, weight DOUBLE, sent_on DATE);
CREATE TABLE payment (id INTEGER, purchase_id INTEGER, amount DECIMAL(10,2), method VARCHAR);
CREATE TABLE address (id INTEGER, city VARCHAR, country VARCHAR);
CREATE TABLE buyer (id INTEGER, name VARCHAR, tier VARCHAR, joined_year INTEGER);
CREATE TABLE employee (id INTEGER, name VARCHAR, manager_id INTEGER, salary INTEGER);
CREATE TABLE student (id INTEGER, name VARCHAR, credit INTEGER);
CREATE TABLE course (id INTEGER, title VARCHAR, fee INTEGER);
CREATE TABLE enrolment (student_id INTEGER, course_id INTEGER, grade INTEGER);
CREATE TABLE log (purchase_ref INTEGER, size INTEGER);
CREATE TABLE log_note (log_ref INTEGER, note VARCHAR);
INSERT INTO address VALUES (1, 'Bern', 'CH'), (2, 'Rome', 'IT'), (3, 'Bonn', 'DE');
INSERT INTO buyer VALUES (1, 'Ann', 'gold', 2020), (2, 'Bob', 'silver', 2021), (3, 'Cem', 'gold', 2021);
INSERT INTO purchase VALUES (1, 1, 1, 2, 100.00, '2024-01-05 10:00:00', '2024-02-01', true),
    (2, 1, 2, 2, 200.00, '2024-02-10 11:00:00', '2024-03-01', false),
    (3, 2, 3, 1, 300.00, '2024-02-20 12:00:00', NULL, true),
    (4, NULL, 1, 1, 400.00, '2024-05-01 09:00:00', '2024-06-01', true),
    (5, 9, 2, 3, 500.00, '2025-01-01 00:00:00', NULL, NULL);
INSERT INTO line VALUES (1, 1, 'A', 2, 10), (1, 2, 'B', 3, 20), (2, 1, 'A', 4, 10), (3, 1, 'C', 1, 300),
    (3, 2, 'A', 1, 10),
    (3, 3, 'B', 5, 20), (4, 1, 'A', 7, 10);
INSERT INTO shipment VALUES (1, 1, 1.5, '2024-01-06'), (2, 1, 2.5, '2024-01-07'), (3, 2, 4.0, '2024-02-11'),
    (4, 5, 8.0, '2025-01-02');
INSERT INTO payment VALUES (1, 1, 60, 'card'), (2, 1, 40, 'cash'), (3, 3, 300, 'card'), (4, 4, 100, 'card'),
    (5, 4, 300, 'card');
INSERT INTO employee VALUES (1, 'Eve', NULL, 100), (2, 'Fay', 1, 80), (3, 'Gus', 1, 70), (4, 'Hal', 2, 90);
INSERT INTO student VALUES (1, 'Ida', 10), (2, 'Jon', 20), (3, 'Kim', 30);
INSERT INTO course VALUES (1, 'Logic', 5), (2, 'Music', 7), (3, 'Norse', 9);
INSERT INTO enrolment VALUES (1, 1, 4), (1, 2, 5), (2, 1, 3), (2, 2, 2), (3, 1, 5);
INSERT INTO log VALUES (1, 5), (1, 5), (2, 7);
INSERT INTO log_note VALUES (1, 'x'), (1, 'y'), (2, 'z');
"""
EDGES = (
    JoinEdge("purchase", ("buyer_id",), "buyer", ("id",), ("relationships_test",)),
    JoinEdge("purchase", ("ship_address_id",), "address", ("id",), ("relationships_test",), role="ship_address"),
    JoinEdge("purchase", ("bill_address_id",), "address", ("id",), ("relationships_test",), role="bill_address"),
    JoinEdge("line", ("purchase_id",), "purchase", ("id",), ("constraint",)),
    JoinEdge("shipment", ("purchase_id",), "purchase", ("id",), ("constraint",)),
    JoinEdge("payment", ("purchase_id",), "purchase", ("id",), ("constraint",)),
    JoinEdge("employee", ("manager_id",), "employee", ("id",), ("meta",), role="manager"),
    JoinEdge("enrolment", ("student_id",), "student", ("id",), ("constraint",)),
    JoinEdge("enrolment", ("course_id",), "course", ("id",), ("constraint",)),
    JoinEdge("log", ("purchase_ref",), "purchase", ("id",), ("inferred",), conditions=("size > 5",)),
    JoinEdge("log_note", ("log_ref",), "log", ("purchase_ref",), ("inferred",)),
)
KEYS = {
    "purchase": ("id",),
    "line": ("purchase_id", "number"),
    "shipment": ("id",),
    "payment": ("id",),
    "address": ("id",),
    "buyer": ("id",),
    "employee": ("id",),
    "student": ("id",),
    "course": ("id",),
    "enrolment": ("student_id", "course_id"),
}
METRICS = (
    Metric("turnover", "simple", ("line",), "sum", "quantity * price", label="Turnover"),
    Metric("weight_shipped", "simple", ("shipment",), "sum", "weight", time_column="sent_on"),
    Metric("paid_amount", "simple", ("payment",), "sum", "amount"),
    Metric("paid_share", "ratio", ("payment", "purchase"), inputs=("paid_amount", "purchase_total")),
    Metric("purchase_total", "simple", ("purchase",), "sum", "total", time_column="placed_at"),
    Metric("typical_price", "simple", ("line",), "median", "price"),
)


def connection() -> duckdb.DuckDBPyConnection:
    """A database in memory that holds the rows."""
    database = duckdb.connect()
    database.execute("ATTACH ':memory:' AS warehouse; USE warehouse")
    database.execute(STATEMENTS)
    return database


def graph(database: duckdb.DuckDBPyConnection) -> ContextGraph:
    """Its context graph, with measured joins, keys and metrics."""
    return graph_of(database, EDGES, KEYS, METRICS)


def tree(text: str) -> JoinTree:
    """A tree over these tables (``tests.compiler.graphs.tree_of``)."""
    return tree_of(text, EDGES)
