from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtr_core.catalog import Relation
from gtr_core.dbt.adapter import adapter_rules
from gtr_core.dbt.manifest_nodes import Node
from gtr_core.dbt.relation_name import node_relation, parse_relation_name


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('"db"."main"."orders"', [("db", True), ("main", True), ("orders", True)]),
        ("db.main.orders", [("db", False), ("main", False), ("orders", False)]),
        ("`my-project`.`sales`.`orders`", [("my-project", True), ("sales", True), ("orders", True)]),
        ("[db].[dbo].[order items]", [("db", True), ("dbo", True), ("order items", True)]),
        ('main."a.b""c"', [("main", False), ('a.b"c', True)]),
        ("read_parquet('s3://x/*.parquet')", []),
        ("'data/file.csv'", []),
        ('"db"."main', []),
        ("a..b", []),
        ("a.", []),
        ("", []),
    ],
)
def test_rendered_names(text: str, parts: list[tuple[str, bool]]) -> None:
    assert [(part.text, part.quoted) for part in parse_relation_name(text)] == parts


@given(st.lists(st.text(min_size=1), min_size=1, max_size=3))
def test_what_is_quoted_comes_back(names: list[str]) -> None:
    text = str(Relation(*([None] * (3 - len(names))), *names))
    assert tuple(part.text for part in parse_relation_name(text)) == tuple(names)


@pytest.mark.parametrize(
    ("adapter", "fields", "relation"),
    [
        ("snowflake", {"relation_name": "db.main.orders"}, Relation("DB", "MAIN", "ORDERS")),
        ("snowflake", {"relation_name": 'db.main."Orders"'}, Relation("DB", "MAIN", "Orders")),
        ("postgres", {"relation_name": "DB.main.Orders"}, Relation("db", "main", "orders")),
        ("duckdb", {"relation_name": "Main.Orders"}, Relation(None, "Main", "Orders")),
        ("bigquery", {"relation_name": "`p.sales.orders`", "schema": "sales"}, Relation("p", "sales", "orders")),
        # Without a rendered name, from its parts: identifier before alias before name.
        ("snowflake", {"database": "db", "schema": "main", "name": "orders"}, Relation("DB", "MAIN", "ORDERS")),
        ("duckdb", {"schema": "main", "name": "o", "alias": "orders"}, Relation(None, "main", "orders")),
        ("duckdb", {"schema": "raw", "name": "o", "identifier": "Orders"}, Relation(None, "raw", "Orders")),
        (
            "snowflake",
            {"schema": "main", "name": "o", "quoting": {"identifier": True}},
            Relation(None, "MAIN", "o"),
        ),
        (
            "duckdb",
            {"relation_name": "read_csv('x.csv')", "database": "db", "schema": "raw", "name": "x"},
            Relation("db", "raw", "x"),
        ),
        ("duckdb", {"schema": "main"}, None),
    ],
)
def test_relations_in_their_stored_spelling(adapter: str, fields: dict[str, object], relation: Relation | None) -> None:
    assert node_relation(msgspec.convert(fields, Node), adapter_rules(adapter)) == relation
