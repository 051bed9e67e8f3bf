from __future__ import annotations

import pytest

from gtr_core.catalog import Column, Relation, Table
from gtr_core.joins.conditions import usable_condition

TABLE = Table("t", Relation(None, "main", "t"), "t", columns=(Column("Kind"), Column("id"), Column("day")))


@pytest.mark.parametrize(
    ("texts", "sql"),
    [
        (("kind = 'a'",), "\"Kind\" = 'a'"),
        (("t.kind IN ('a', 'b') AND id IS NOT NULL",), "\"Kind\" IN ('a', 'b') AND NOT \"id\" IS NULL"),
        (("id > 1", "day < DATE '2024-01-01'"), '"id" > 1 AND "day" < CAST(\'2024-01-01\' AS DATE)'),
        (("LOWER(kind) LIKE 'x%'",), "LOWER(\"Kind\") LIKE 'x%'"),
    ],
)
def test_conditions_over_the_table_s_own_columns_are_used(texts: tuple[str, ...], sql: str):
    condition = usable_condition(texts, TABLE, "duckdb")
    assert condition is not None
    assert condition.sql("duckdb") == sql


@pytest.mark.parametrize(
    "text",
    [
        "ghost = 1",
        "id IN (SELECT id FROM other)",
        "EXISTS (SELECT 1)",
        "id = 1; DROP TABLE t",
        "id = 1 UNION SELECT 1",
        "id = 1 GROUP BY id",
        "id = 1 LIMIT 1",
        "COUNT(*) > 1",
        "getenv('HOME') = 'x'",
        "day > '{{ var(\"start\") }}'",
        "not sql at all (",
        "id",
        "",
    ],
)
def test_anything_else_is_not(text: str):
    assert usable_condition((text,), TABLE, "duckdb") is None


def test_one_that_cannot_be_used_spoils_the_rest():
    assert usable_condition(("id > 1", "ghost = 1"), TABLE, "duckdb") is None
    assert usable_condition((), TABLE, "duckdb") is None
