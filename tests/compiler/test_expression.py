from __future__ import annotations

import pytest

from gtr_core.catalog import Column, Relation, Table
from gtr_core.compiler.expression import RejectedExpression, scalar_expression

TABLE = Table("t", Relation(None, None, "t"), "t", columns=(Column("price"), Column("Rate"), Column("flag")))


@pytest.mark.parametrize(
    ("text", "sql"),
    [
        ("price * (1 - rate)", '"a"."price" * (1 - "a"."Rate")'),
        ("case when flag = 'R' then 1 else 0 end", 'CASE WHEN "a"."flag" = \'R\' THEN 1 ELSE 0 END'),
        ("coalesce(price, 0) / nullif(rate, 0)", 'COALESCE("a"."price", 0) / NULLIF("a"."Rate", 0)'),
        ("cast(price as integer)", 'CAST("a"."price" AS INT)'),
        ("1", "1"),
    ],
)
def test_scalars_pass_with_their_columns_qualified(text, sql):
    assert scalar_expression(text, TABLE, "a", "duckdb").sql("duckdb") == sql


@pytest.mark.parametrize(
    "text",
    [
        "(SELECT max(price) FROM t)",
        "sum(price)",
        "row_number() over ()",
        "read_csv('/etc/passwd')",
        "getenv('HOME')",
        "other.price",
        "cost",
        "price; DROP TABLE t",
        "{{ Dimension('x') }}",
        "*",
        "price +",
        "random()",
        "price" + " + 1" * 4000,
    ],
)
def test_everything_else_is_rejected_with_a_reason(text):
    rejected = scalar_expression(text, TABLE, "a", "duckdb")
    assert isinstance(rejected, RejectedExpression)
    assert rejected.reason
