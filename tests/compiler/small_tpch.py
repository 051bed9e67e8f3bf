"""A few rows in the shape of TPC-H, on DuckDB, with their context graph."""

from __future__ import annotations

import duckdb

from gtr_core.catalog import JoinEdge, Metric, MetricInput
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from tests.compiler.graphs import graph_of, tree_of

STATEMENTS = """
CREATE TABLE region (r_regionkey INTEGER, r_name VARCHAR);
CREATE TABLE nation (n_nationkey INTEGER, n_name VARCHAR, n_regionkey INTEGER);
CREATE TABLE supplier (s_suppkey INTEGER, s_name VARCHAR, s_nationkey INTEGER, s_acctbal DECIMAL(15,2));
CREATE TABLE customer (c_custkey INTEGER, c_name VARCHAR, c_nationkey INTEGER, c_acctbal DECIMAL(15,2),
    c_mktsegment VARCHAR);
CREATE TABLE part (p_partkey INTEGER, p_name VARCHAR, p_type VARCHAR, p_size INTEGER);
CREATE TABLE partsupp (ps_partkey INTEGER, ps_suppkey INTEGER, ps_supplycost DECIMAL(15,2));
CREATE TABLE orders (o_orderkey INTEGER, o_custkey INTEGER, o_totalprice DECIMAL(15,2), o_orderdate DATE,
    o_orderpriority VARCHAR, o_clerk VARCHAR);
CREATE TABLE lineitem (l_orderkey INTEGER, l_linenumber INTEGER, l_partkey INTEGER, l_suppkey INTEGER,
    l_quantity DECIMAL(15,2), l_extendedprice DECIMAL(15,2), l_discount DECIMAL(15,2), l_returnflag VARCHAR,
    l_shipmode VARCHAR, l_shipdate DATE);
INSERT INTO region VALUES (0, 'ASIA'), (1, 'EUROPE');
INSERT INTO nation VALUES (1, 'INDIA', 0), (2, 'CHINA', 0), (3, 'GERMANY', 1), (4, 'FRANCE', 1), (5, 'SPAIN', 1);
INSERT INTO supplier VALUES (1, 'S1', 1, 10.00), (2, 'S2', 1, 20.00), (3, 'S3', 3, 30.00), (4, 'S4', 4, 40.00);
INSERT INTO customer VALUES (1, 'C1', 2, 100.00, 'AUTOMOBILE'), (2, 'C2', 2, 200.00, 'BUILDING'),
    (3, 'C3', 4, 300.00, 'AUTOMOBILE'), (4, 'C4', 5, 400.00, 'BUILDING');
INSERT INTO part VALUES (1, 'almond', 'STANDARD POLISHED BRASS', 45), (2, 'blush', 'STANDARD POLISHED BRASS', 10),
    (3, 'chocolate', 'ECONOMY TIN', 50);
INSERT INTO partsupp VALUES (1, 1, 5.00), (1, 3, 7.00), (2, 3, 6.00), (2, 4, 9.00), (3, 2, 1.00);
INSERT INTO orders VALUES (1, 1, 1000.00, '1995-03-01', '1-URGENT', 'K1'),
    (2, 1, 2000.00, '1995-12-31', '2-HIGH', 'K1'),
    (3, 2, 3000.00, '1996-01-01', '1-URGENT', 'K2'), (4, 3, 4000.00, '1995-07-07', '1-URGENT', 'K2');
INSERT INTO lineitem VALUES
    (1, 1, 1, 1, 10, 100.00, 0.10, 'R', 'TRUCK', '1995-03-05'),
    (1, 2, 1, 2, 20, 200.00, 0.00, 'N', 'TRUCK', '1995-03-06'),
    (2, 1, 2, 3, 30, 300.00, 0.00, 'R', 'AIR', '1996-01-02'),
    (3, 1, 3, 2, 40, 400.00, 0.50, 'R', 'TRUCK', '1996-01-05'),
    (3, 2, 2, 4, 50, 500.00, 0.00, 'N', 'RAIL', '1996-01-06'),
    (4, 1, 2, 4, 60, 600.00, 0.00, 'R', 'AIR', '1995-08-01');
"""
EDGES = (
    JoinEdge("nation", ("n_regionkey",), "region", ("r_regionkey",), ("relationships_test",)),
    JoinEdge("supplier", ("s_nationkey",), "nation", ("n_nationkey",), ("relationships_test",)),
    JoinEdge("customer", ("c_nationkey",), "nation", ("n_nationkey",), ("relationships_test",)),
    JoinEdge("partsupp", ("ps_partkey",), "part", ("p_partkey",), ("relationships_test",)),
    JoinEdge("partsupp", ("ps_suppkey",), "supplier", ("s_suppkey",), ("relationships_test",)),
    JoinEdge("orders", ("o_custkey",), "customer", ("c_custkey",), ("relationships_test",)),
    JoinEdge("lineitem", ("l_orderkey",), "orders", ("o_orderkey",), ("relationships_test",)),
    JoinEdge("lineitem", ("l_partkey",), "part", ("p_partkey",), ("relationships_test",)),
    JoinEdge("lineitem", ("l_suppkey",), "supplier", ("s_suppkey",), ("relationships_test",)),
    JoinEdge("lineitem", ("l_partkey", "l_suppkey"), "partsupp", ("ps_partkey", "ps_suppkey"), ("meta",)),
)
KEYS = {
    "region": ("r_regionkey",),
    "nation": ("n_nationkey",),
    "supplier": ("s_suppkey",),
    "customer": ("c_custkey",),
    "part": ("p_partkey",),
    "partsupp": ("ps_partkey", "ps_suppkey"),
    "orders": ("o_orderkey",),
    "lineitem": ("l_orderkey", "l_linenumber"),
}
REVENUE = "l_extendedprice * (1 - l_discount)"
METRICS = (
    Metric("revenue", "simple", ("lineitem",), "sum", REVENUE, label="Revenue", time_column="l_shipdate"),
    Metric("shipped_quantity", "simple", ("lineitem",), "sum", "l_quantity", label="Shipped quantity"),
    Metric("order_price", "simple", ("orders",), "sum", "o_totalprice", time_column="o_orderdate"),
    Metric("order_count", "simple", ("orders",), "count", "1"),
    Metric("line_item_count", "simple", ("lineitem",), "sum", "1"),
    Metric("returned_lines", "simple", ("lineitem",), "sum_boolean", "l_returnflag = 'R'"),
    Metric("ordering_customers", "simple", ("orders",), "count_distinct", "o_custkey"),
    Metric("price_per_unit", "ratio", ("lineitem",), inputs=("revenue", "shipped_quantity")),
    Metric("revenue_per_order", "ratio", ("lineitem", "orders"), inputs=("revenue", "order_count")),
    Metric(
        "discounted",
        "derived",
        ("lineitem",),
        expression="revenue - shipped_quantity * 2",
        inputs=("revenue", "shipped_quantity"),
    ),
    Metric("filtered", "simple", ("lineitem",), "sum", "l_quantity", filter="{{ Dimension('line__flag') }} = 'R'"),
    Metric(
        "air_quantity",
        "simple",
        ("lineitem",),
        "sum",
        "l_quantity",
        filter="{{ Dimension('line__l_shipmode') }} = 'AIR'",
    ),
    Metric(
        "air_lines", "simple", ("lineitem",), "count", "1", filter="{{ Dimension('l_shipmode') }} in ('AIR', 'MAIL')"
    ),
    Metric("dear_orders", "simple", ("orders",), "count", "1", filter="{{ Dimension('order__o_totalprice') }} > 1500"),
    Metric(
        "recent_price",
        "simple",
        ("orders",),
        "avg",
        "o_totalprice",
        time_column="o_orderdate",
        filter="{{ TimeDimension('metric_time', 'day') }} >= '1996-01-01'",
    ),
    Metric(
        "yearly_price",
        "simple",
        ("orders",),
        "sum",
        "o_totalprice",
        time_column="o_orderdate",
        filter="{{ TimeDimension('metric_time', 'year') }} = '1996-01-01'",
    ),
    Metric(
        "german_orders", "simple", ("orders",), "count", "1", filter="{{ Dimension('customer__nation__name') }} = 'DE'"
    ),
    Metric(
        "air_share",
        "ratio",
        ("lineitem",),
        inputs=("shipped_quantity", "shipped_quantity"),
        uses=(
            MetricInput("shipped_quantity", "air", filter="{{ Dimension('l_shipmode') }} = 'AIR'"),
            MetricInput("shipped_quantity", "shipped_quantity"),
        ),
    ),
    Metric(
        "shifted",
        "ratio",
        ("lineitem",),
        inputs=("revenue", "revenue"),
        uses=(MetricInput("revenue", "now"), MetricInput("revenue", "then", offset="1 month")),
    ),
    Metric("stolen", "simple", ("lineitem",), "sum", "(SELECT max(s_acctbal) FROM supplier)"),
    Metric("half", "simple", ("lineitem",), "percentile", "l_quantity"),
    Metric("balance", "simple", ("customer",), "sum", "c_acctbal", non_additive_dimension="day"),
    Metric("average_balance", "simple", ("customer",), "average", "c_acctbal"),
    Metric("running", "cumulative", ("lineitem",), inputs=("revenue",)),
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
    """A tree over these tables, as ``lineitem; lineitem>supplier; supplier>supplier_nation:nation``."""
    return tree_of(text, EDGES)
