from __future__ import annotations

import pytest

from gtr_core.catalog import Relation
from gtr_core.compiler.exceptions import VerificationError
from gtr_core.compiler.verification import verify

RELATIONS = [Relation("db", "main", "orders")]


@pytest.mark.parametrize(
    "sql",
    [
        'SELECT 1 FROM "db"."main"."orders" AS o',
        "SELECT 1 FROM db.main.ORDERS",
        'WITH t AS (SELECT 1 AS a FROM "db"."main"."orders") SELECT a FROM t',
        'SELECT 1 FROM "db"."main"."orders" AS o WHERE NOT EXISTS(SELECT 1 FROM "db"."main"."orders" AS p)',
    ],
)
def test_one_select_over_the_relations_passes(sql):
    verify(sql, RELATIONS, "duckdb")


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1; SELECT 2",
        "DROP TABLE orders",
        'SELECT 1 FROM "db"."main"."customer"',
        "SELECT 1 FROM orders",
        'SELECT 1 FROM "db"."main"."orders" UNION SELECT 2',
        'SELECT 1 INTO x FROM "db"."main"."orders"',
        'SELECT getenv(1) FROM "db"."main"."orders"',
        "SELECT * FROM read_csv('x.csv')",
        "SELECT ((1",
        'WITH t AS (DELETE FROM "db"."main"."orders" RETURNING 1) SELECT 1 FROM t',
    ],
)
def test_anything_else_is_refused(sql):
    with pytest.raises(VerificationError) as raised:
        verify(sql, RELATIONS, "postgres" if "INTO" in sql or "DELETE" in sql else "duckdb")
    assert raised.value.sql == sql
