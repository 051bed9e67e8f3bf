from __future__ import annotations

from gtr_core.catalog import Column, Relation, Table
from gtr_core.profiling.personal import declared_personal
from gtr_core.warehouse.listing import ListedRelation
from gtr_core.warehouse.snowflake_tags import tags_from_rows, tags_statement, with_tags

ORDERS = Relation("D", "S", "ORDERS")


def personal(*rows: tuple[str | None, str, str]) -> list[str]:
    """Names of the columns that these tags (column, tag, value) declare personal."""
    listed = ListedRelation(ORDERS, "table", (Column("ID"), Column("MAIL")))
    tags = tags_from_rows(("D", "S", "ORDERS", *row) for row in rows)
    (tagged,) = with_tags([listed], tags)
    table = Table("orders", ORDERS, "orders", columns=tagged.columns)
    return [column.name for column in tagged.columns if declared_personal(table, column)]


def test_tags_of_columns_tables_and_values():
    assert personal(("MAIL", "PII", "true")) == ["MAIL"]
    assert personal(("MAIL", "CLASSIFICATION", "pii")) == ["MAIL"]
    assert personal((None, "PII", "yes")) == ["ID", "MAIL"]
    assert personal(("MAIL", "PRIVACY_CATEGORY", "IDENTIFIER")) == ["MAIL"]


def test_a_tag_that_denies_it_declares_nothing():
    assert personal(("MAIL", "PII", "false"), ("ID", "COST_CENTER", "sales")) == []


def test_one_statement_for_all_databases():
    sql = tags_statement({"B", "A"}).sql("snowflake")
    assert "FROM SNOWFLAKE.ACCOUNT_USAGE.TAG_REFERENCES" in sql
    assert "OBJECT_DATABASE IN ('A', 'B')" in sql
