from __future__ import annotations

import pytest
import sqlglot

from gtr_core.warehouse import StatementRefusedError
from gtr_core.warehouse.model_call import is_model_call
from gtr_core.warehouse.read_only import check_read_only


def test_a_literal_prompt_passes():
    statement = sqlglot.parse_one("SELECT SNOWFLAKE.CORTEX.COMPLETE('m', 'It''s; DROP')", read="snowflake")
    assert is_model_call(statement)
    check_read_only(statement)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT SNOWFLAKE.CORTEX.COMPLETE('m', name) FROM customer",
        "SELECT SNOWFLAKE.CORTEX.COMPLETE('m', 'x') FROM customer",
        "SELECT SNOWFLAKE.CORTEX.COMPLETE('m', 'x'), 1",
        "SELECT SNOWFLAKE.CORTEX.COMPLETE('m', (SELECT name FROM customer))",
        "SELECT SNOWFLAKE.CORTEX.COMPLETE('m', 'a' || 'b')",
        "SELECT SNOWFLAKE.CORTEX.COMPLETE('m')",
        "SELECT SNOWFLAKE.CORTEX.COMPLETE('m', 1)",
        "SELECT SNOWFLAKE.CORTEX.SUMMARIZE('m', 'x')",
        "SELECT MINE.CORTEX.COMPLETE('m', 'x')",
        "SELECT COMPLETE('m', 'x')",
        "WITH a AS (SELECT 1) SELECT SNOWFLAKE.CORTEX.COMPLETE('m', 'x')",
        "SELECT SNOWFLAKE.CORTEX.COMPLETE('m', 'x') UNION ALL SELECT 'y'",
    ],
)
def test_anything_that_could_carry_a_row_is_refused(sql: str):
    statement = sqlglot.parse_one(sql, read="snowflake")
    assert not is_model_call(statement)  # type: ignore[arg-type]
    with pytest.raises(StatementRefusedError):
        check_read_only(statement)  # type: ignore[arg-type]
