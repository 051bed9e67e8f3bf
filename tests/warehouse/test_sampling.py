from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp

from gtr_core.catalog import Relation
from gtr_core.warehouse import ListedRelation
from gtr_core.warehouse.read_only import check_read_only
from gtr_core.warehouse.sampling import engine_sample, relation_node, whole_sample

RELATION = Relation("db", "main", "t")


@pytest.mark.parametrize(
    ("kind", "size", "rows", "form", "dialect", "sql"),
    [
        ("table", 10, 100, "whole", "duckdb", 'SELECT "a" FROM "db"."main"."t"'),
        ("table", 10**6, None, "whole", "duckdb", 'SELECT "a" FROM "db"."main"."t"'),
        (
            "table", 10**6, 10**5, "block", "duckdb",
            'SELECT "a" FROM "db"."main"."t" TABLESAMPLE SYSTEM (10 PERCENT) REPEATABLE (7)',
        ),
        (
            "table", 10**6, 10**5, "block", "postgres",
            'SELECT "a" FROM "db"."main"."t" TABLESAMPLE SYSTEM (10) REPEATABLE (7)',
        ),
        (
            "table", 10**6, 10**5, "block", "snowflake",
            'SELECT "a" FROM "db"."main"."t" TABLESAMPLE SYSTEM (10) SEED (7)',
        ),
        (
            "table", 1000, 100, "row", "duckdb",
            'SELECT "a" FROM "db"."main"."t" TABLESAMPLE BERNOULLI (10 PERCENT) REPEATABLE (7)',
        ),
        ("view", None, 100, "limit", "duckdb", 'SELECT "a" FROM "db"."main"."t" LIMIT 100'),
        ("table", None, 100, "limit", "postgres", 'SELECT "a" FROM "db"."main"."t" LIMIT 100'),
    ],
)  # fmt: skip
def test_each_kind_of_relation_has_its_form(kind: str, size: int, rows: int, form: str, dialect: str, sql: str):
    drawn = engine_sample(ListedRelation(RELATION, kind, row_count=size), ["a"], rows, 7)
    assert drawn.form == form
    assert drawn.whole == (form == "whole")
    assert drawn.select.sql(dialect) == sql
    check_read_only(drawn.select)


@given(rows=st.integers(1, 10**7), size=st.integers(1, 10**12))
def test_the_share_is_a_plain_number_between_nought_and_all(rows: int, size: int):
    drawn = engine_sample(ListedRelation(RELATION, "table", row_count=size), ["a"], rows, 1)
    node = drawn.select.find(exp.TableSample)
    assert (node is None) == (size <= rows)
    if node is not None:
        share = node.args["percent"].this
        assert "e" not in share.lower()
        assert 0 <= float(share) <= 100


def test_a_relation_s_names_are_quoted_and_may_be_aliased():
    assert relation_node(Relation(None, None, 'a"b'), "x").sql("duckdb") == '"a""b" AS "x"'
    assert relation_node(Relation("db", None, "t")).sql("duckdb") == '"t"'


def test_without_columns_rows_can_still_be_counted():
    assert whole_sample(ListedRelation(RELATION, "view"), []).select.sql("duckdb") == 'SELECT 1 FROM "db"."main"."t"'
