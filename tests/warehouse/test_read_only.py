from __future__ import annotations

import duckdb
import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp, parse_one

from gtr_core.warehouse import StatementRefusedError
from gtr_core.warehouse.read_only import check_read_only, render_read_only

PERMITTED = [
    "SELECT 1 AS a",
    "SELECT a, COUNT(*), SUM(b) FILTER (WHERE b > 0) FROM s.t GROUP BY a HAVING COUNT(*) > 1 ORDER BY 2 DESC LIMIT 5",
    "WITH x AS (SELECT a FROM t) SELECT * FROM x JOIN u ON x.a = u.a LEFT JOIN v USING (a)",
    "SELECT a FROM t UNION ALL SELECT a FROM u EXCEPT SELECT a FROM v",
    "SELECT CASE WHEN a IN (1, 2) THEN 'x' ELSE CAST(b AS TEXT) END FROM t WHERE c LIKE 'a%' AND d IS NOT NULL",
    "SELECT DATE_TRUNC('month', d), EXTRACT(YEAR FROM d), d + INTERVAL '1' DAY FROM t",
    "SELECT SUM(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t",
    "SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a) AND b > (SELECT AVG(b) FROM t)",
    "SELECT * FROM t TABLESAMPLE SYSTEM (10 PERCENT) REPEATABLE (42)",
    'SELECT "select", "odd ""name""; --" FROM "a.csv"."drop table"',
    "SELECT a FROM (VALUES (1), (2)) AS t(a)",
    "SELECT s.field FROM t AS s QUALIFY ROW_NUMBER() OVER (ORDER BY a) = 1",
]

REFUSED = [
    "INSERT INTO t VALUES (1)",
    "UPDATE t SET a = 1",
    "DELETE FROM t",
    "DROP TABLE t",
    "CREATE TABLE t AS SELECT 1",
    "ALTER TABLE t ADD COLUMN a INT",
    "TRUNCATE TABLE t",
    "MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN DELETE",
    "COPY t TO 'x.csv'",
    "ATTACH 'x.duckdb' AS x",
    "PRAGMA database_list",
    "SET threads = 1",
    "CALL pragma_version()",
    "VACUUM",
    "SELECT * INTO u FROM t",
    "SELECT * FROM t FOR UPDATE",
    "SELECT * FROM read_csv('x.csv')",
    "SELECT * FROM read_parquet('x.parquet')",
    "SELECT * FROM read_json('x.json')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM glob('*')",
    "SELECT * FROM parquet_scan('x')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM 'data.csv'",
    "SELECT * FROM 'data.csv.gz'",
    "SELECT * FROM 's3://bucket/x'",
    "SELECT * FROM duckdb_secrets()",
    "SELECT * FROM range(1000000000)",
    "SELECT nextval('sequence')",
    "SELECT getenv('HOME')",
    "SELECT pg_sleep(10)",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT system$cancel_all_queries(1)",
    "SELECT main.read_text('x')",
    "SELECT a FROM t WHERE b = (SELECT content FROM read_text('x'))",
    "WITH x AS (SELECT * FROM read_csv('x.csv')) SELECT * FROM x",
    "SELECT 1 UNION SELECT a FROM read_csv('x.csv')",
    "SELECT RANDOM()",
    "SELECT $1",
    "SELECT ?",
]


@pytest.mark.parametrize("sql", PERMITTED)
def test_a_query_over_tables_passes(sql: str):
    assert render_read_only(parse_one(sql, read="duckdb"), "duckdb")


@pytest.mark.parametrize("sql", REFUSED)
def test_anything_else_is_refused(sql: str):
    with pytest.raises(StatementRefusedError):
        check_read_only(parse_one(sql, read="duckdb"))


def test_postgres_data_changing_expressions_are_refused():
    with pytest.raises(StatementRefusedError):
        check_read_only(parse_one("WITH x AS (DELETE FROM t RETURNING a) SELECT a FROM x", read="postgres"))


@pytest.mark.parametrize(
    "smuggled",
    [
        exp.select(exp.column("a; DROP TABLE t", quoted=False)).from_("t"),
        exp.select(exp.Literal(this="1; DROP TABLE t", is_string=False)),
        exp.select(exp.Var(this="1; DROP TABLE t")),
        exp.select(exp.Anonymous(this="x(); DROP TABLE t; --")),
        exp.select("a").from_(exp.Table(this=exp.Identifier(this="t; DROP TABLE t", quoted=False))),
        exp.select(
            exp.Cast(this=exp.Literal.number(1), to=exp.DataType(this=exp.DType.USERDEFINED, kind="int); DROP"))
        ),
        exp.Select(expressions=[exp.Literal.number(1)], kind="1; DROP TABLE t"),
        exp.select("a").from_("t").join(exp.Join(this=exp.to_table("u"), kind="CROSS JOIN v; DROP TABLE t; --")),
    ],
)
def test_text_that_a_generator_would_write_bare_cannot_carry_sql(smuggled: exp.Query):
    with pytest.raises(StatementRefusedError):
        check_read_only(smuggled)


def test_something_that_is_no_expression_is_refused():
    with pytest.raises(StatementRefusedError, match="str"):
        check_read_only("SELECT 1")  # type: ignore[arg-type]


def test_comments_do_not_reach_the_engine():
    select = parse_one("SELECT 1 /* a comment */ AS a -- another", read="duckdb")
    assert render_read_only(select, "duckdb") == "SELECT 1 AS a"


def test_the_reason_names_the_function():
    with pytest.raises(StatementRefusedError, match="function getenv"):
        check_read_only(parse_one("SELECT getenv('HOME')", read="duckdb"))


@given(name=st.text(min_size=1, max_size=40), value=st.text(max_size=40))
def test_whatever_names_and_strings_hold_one_select_is_sent(name: str, value: str):
    select = (
        exp.select(exp.alias_(exp.Literal.string(value), name, quoted=True))
        .from_(exp.Table(this=exp.to_identifier(name, quoted=True), db=exp.to_identifier("s", quoted=True)))
        .where(exp.EQ(this=exp.column(name, quoted=True), expression=exp.Literal.string(value)))
    )
    sql = render_read_only(select, "duckdb")
    statements = sqlglot.parse(sql, read="duckdb")
    assert len(statements) == 1
    literals = {literal.this for literal in statements[0].find_all(exp.Literal)}
    assert literals == {value}


@given(value=st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40))
def test_strings_come_back_from_the_engine_as_they_went(value: str):
    select = exp.select(exp.Literal.string(value))
    assert duckdb.sql(render_read_only(select, "duckdb")).fetchall() == [(value,)]
