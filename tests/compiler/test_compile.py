from __future__ import annotations

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.catalog import Column, Key, Relation, Table
from gtr_core.compiler import (
    CompilerError,
    DialectError,
    MisplacedReferenceError,
    UnknownReferenceError,
    compile_query,
    spec_from_json,
)
from gtr_core.compiler.spec import Comparison, Dimension, Measure, Order, QuerySpec
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import Instance, JoinTree
from tests.compiler import small_tpch

COUNT = {"name": "n", "aggregate": "count", "node": "orders"}


@pytest.fixture(scope="module", name="graph")
def _graph():
    with small_tpch.connection() as database:
        yield small_tpch.graph(database)


@pytest.mark.parametrize(
    ("spec", "error", "named"),
    [
        ({"measures": [{**COUNT, "node": "order"}]}, UnknownReferenceError, "'order'"),
        ({"dimensions": [{"node": "orders", "column": "o_clark"}]}, UnknownReferenceError, "o_clerk"),
        ({"measures": [{"name": "m", "metric": "revenu"}]}, UnknownReferenceError, "revenue"),
        ({"measures": [{"name": "m", "metric": "revenue"}]}, MisplacedReferenceError, "not in the join tree"),
        ({"measures": [COUNT, COUNT]}, MisplacedReferenceError, "Two measures"),
        ({"measures": [COUNT], "order": [{"by": "m"}]}, UnknownReferenceError, "'m'"),
        ({"measures": [COUNT], "having": [{"measure": "m", "op": ">", "values": [1]}]}, UnknownReferenceError, "'m'"),
        (
            {"measures": [COUNT, {"name": "p", "aggregate": "none", "node": "orders", "column": "o_totalprice"}]},
            MisplacedReferenceError,
            "'p'",
        ),
        (
            {"dimensions": [{"node": "orders", "column": "o_totalprice", "grain": "year"}]},
            MisplacedReferenceError,
            "holds no times",
        ),
        ({"measures": [COUNT], "filters": [{"not_exists": {"node": "orders"}}]}, MisplacedReferenceError, "taken out"),
        (
            {
                "dimensions": [{"node": "customer", "column": "c_name"}],
                "filters": [
                    {
                        "not_exists": {
                            "node": "orders",
                            "filters": [{"node": "customer", "column": "c_name", "op": "=", "values": ["C1"]}],
                        }
                    }
                ],
            },
            MisplacedReferenceError,
            "outside",
        ),
        ({}, MisplacedReferenceError, "asks for nothing"),
    ],
)
def test_what_cannot_be_meant_is_refused_and_named(spec, error, named, graph):
    with pytest.raises(error) as raised:
        compile_query(small_tpch.tree("orders; orders>customer"), spec_from_json(spec), graph, "duckdb")
    assert named in str(raised.value)


def test_an_unknown_dialect_is_refused(graph):
    with pytest.raises(DialectError, match="snowflake"):
        compile_query(small_tpch.tree("orders"), spec_from_json({"measures": [COUNT]}), graph, "snowflak")


def test_own_dialect_quotes_every_identifier_as_stored(graph):
    compiled = compile_query(small_tpch.tree("orders"), spec_from_json({"measures": [COUNT]}), graph, "duckdb")
    assert compiled.sql == 'SELECT\n  COUNT(*) AS "n"\nFROM "warehouse"."main"."orders" AS "orders"'


def test_another_dialect_leaves_plain_names_to_its_own_case():
    columns = (Column("id", "INTEGER", 0), Column("order", "INTEGER", 1), Column("Mixed Case", "INTEGER", 2))
    graph = ContextGraph(tables=[Table("t", Relation("db", "main", "t"), "t", columns=columns)])
    tree = JoinTree("t", (Instance("t", "t", Relation(None, None, "t")),))
    spec = QuerySpec(dimensions=tuple(Dimension("t", column.name) for column in columns))
    compiled = compile_query(tree, spec, graph, "snowflake")
    assert compiled.sql.splitlines() == [
        "SELECT",
        "  t.id AS id,",
        '  t."ORDER" AS "ORDER",',
        '  t."Mixed Case" AS "Mixed Case"',
        "FROM db.main.t AS t",
    ]


def test_upper_case_names_of_a_snowflake_snapshot_are_plain_elsewhere():
    table = Table("T", Relation("DB", "PUBLIC", "T"), "t", columns=(Column("ID", "NUMBER(38,0)"),))
    graph = ContextGraph(tables=[table], dialect="snowflake")
    tree = JoinTree("t", (Instance("t", "T", table.relation),))
    spec = QuerySpec(dimensions=(Dimension("t", "ID"),))
    assert 'FROM "DB"."PUBLIC"."T" AS "t"' in compile_query(tree, spec, graph, "snowflake").sql
    assert 'FROM DB.PUBLIC.T AS "t"' in compile_query(tree, spec, graph, "postgres").sql


HOSTILE = [
    'x"; DROP TABLE t; --',
    "x'); DELETE FROM t; --",
    "SELECT",
    "a.b",
    "“quoted”",
    "`tick`",
    "[bracket]",
    "line\nbreak",
    "/* comment */",
    "-- comment",
    "$$dollar$$",
    "{{ jinja }}",
    "\\",
    "a\\'; --",
    "ﬀ",
    "x\u202etxt",
    "%(name)s",
    "?",
    ":name",
    "0; SELECT 1",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_and_values_stay_names_and_values(name):
    quoted = '"' + name.replace('"', '""') + '"'
    text = "'" + name.replace("'", "''") + "'"
    with duckdb.connect() as database:
        database.execute(f"CREATE TABLE {quoted} ({quoted} VARCHAR)")
        database.execute(f"INSERT INTO {quoted} VALUES ({text}), ('other')")
        table = Table(name, Relation("memory", "main", name), name, columns=(Column(name, "VARCHAR"),))
        graph = ContextGraph(tables=[table], keys=[Key(name, (name,), "constraint", primary=True)])
        tree = JoinTree(name, (Instance(name, name, table.relation),))
        spec = QuerySpec(
            measures=(Measure(name, "count", name),),
            dimensions=(Dimension(name, name),),
            filters=(Comparison(name, name, "=", (name,)),),
            order=(Order(name),),
            limit=5,
        )
        compiled = compile_query(tree, spec, graph, "duckdb")
        assert database.execute(compiled.sql).fetchall() == [(name, 1)]
        assert database.execute(f"SELECT count(*) FROM {quoted}").fetchone() == (2,)


@settings(max_examples=60, deadline=None)
@given(
    alias=st.text(min_size=1, max_size=8),
    column=st.text(min_size=1, max_size=8),
    value=st.text(max_size=12),
    dialect=st.sampled_from(["duckdb", "postgres", "snowflake", "bigquery", "redshift", "databricks"]),
)
def test_whatever_stands_in_a_specification_one_select_comes_out_or_a_refusal(alias, column, value, dialect):
    table = Table("t", Relation("db", "main", "t"), "t", columns=(Column("c", "VARCHAR"),))
    graph = ContextGraph(tables=[table])
    tree = JoinTree(alias, (Instance(alias, "t", table.relation),))
    spec = QuerySpec(dimensions=(Dimension(alias, column),), filters=(Comparison(alias, "c", "=", (value,)),))
    try:
        compiled = compile_query(tree, spec, graph, dialect)
    except CompilerError:
        return
    assert compiled.sql.startswith("SELECT\n")


def test_periods_are_called_after_their_grain_and_stand_in_order(graph):
    spec = QuerySpec(
        measures=(Measure("n", "count", "orders"),),
        dimensions=(Dimension("orders", "o_orderdate", "month"),),
        filters=(
            Comparison("orders", "o_clerk", "=", ("K1",)),
            Comparison("orders", "o_totalprice", ">", (1,)),
            Comparison("orders", "o_totalprice", "<", (5000,)),
        ),
    )
    compiled = compile_query(small_tpch.tree("orders"), spec, graph, "duckdb")
    assert compiled.columns == ("o_orderdate_month", "n")
    where = compiled.sql.partition("WHERE")[2].partition("GROUP BY")[0]
    assert "(" not in where.replace("CAST(", "")
    assert "ORDER BY" in compiled.sql
    assert '"o_orderdate_month" ASC' in compiled.sql
