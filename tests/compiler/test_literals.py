from __future__ import annotations

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.catalog import Column
from gtr_core.compiler.exceptions import LiteralError
from gtr_core.compiler.literals import kind_of, literal


@pytest.mark.parametrize(
    ("data_type", "kind"),
    [
        ("INTEGER", "number"),
        ("DECIMAL(15,2)", "number"),
        ("real", "number"),
        ("number", "number"),
        ("VARCHAR", "text"),
        ("text", "text"),
        ("DATE", "date"),
        ("TIMESTAMP WITH TIME ZONE", "timestamp"),
        ("datetime", "timestamp"),
        ("BOOLEAN", "boolean"),
        ("TIME", "other"),
        ("INTEGER[]", "other"),
        ("no such type (", "other"),
        ("", "unknown"),
    ],
)
def test_kind_of_type(data_type, kind):
    assert kind_of(data_type, "duckdb") == kind


@pytest.mark.parametrize(
    ("value", "data_type", "sql"),
    [
        ("40", "INTEGER", "40"),
        (-1e-7, "DOUBLE", "-0.0000001"),
        (1995, "VARCHAR", "'1995'"),
        ("O'Brien", "VARCHAR", "'O''Brien'"),
        ("1995-01-01", "DATE", "CAST('1995-01-01' AS DATE)"),
        ("1995-01-01", "TIMESTAMP", "CAST('1995-01-01 00:00:00' AS TIMESTAMP)"),
        ("1995-01-01T10:00:00", "DATE", "CAST('1995-01-01 10:00:00' AS TIMESTAMP)"),
        ("No", "BOOLEAN", "FALSE"),
        (True, "", "TRUE"),
        (7, "", "7"),
        ("x", "", "'x'"),
    ],
)
def test_literal_of_the_column_s_type(value, data_type, sql):
    assert literal(value, Column("c", data_type), "duckdb").sql("duckdb") == sql


@pytest.mark.parametrize(
    ("value", "data_type"),
    [
        ("40; DROP TABLE t", "INTEGER"),
        ("NaN", "DOUBLE"),
        (float("inf"), "DOUBLE"),
        (True, "INTEGER"),
        ("1e999999999", "DOUBLE"),
        ("yesterday", "DATE"),
        (1995, "DATE"),
        ("maybe", "BOOLEAN"),
        ("a\x00b", "VARCHAR"),
    ],
)
def test_what_does_not_fit_is_refused(value, data_type):
    with pytest.raises(LiteralError) as raised:
        literal(value, Column("c", data_type), "duckdb")
    assert raised.value.data_type == data_type


@given(st.text(alphabet=st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=30))
def test_any_text_comes_back_as_it_went_in(text):
    sql = literal(text, Column("c", "VARCHAR"), "duckdb").sql("duckdb")
    assert duckdb.sql(f"SELECT {sql}").fetchall() == [(text,)]
