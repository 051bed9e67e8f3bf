from __future__ import annotations

from typing import Any

import pytest

from gtr_core.catalog import Column
from tests.dbt.artifacts import generic_test, model
from tests.dbt.conftest import Load


def _column(load: Load, entry: dict[str, Any], **fields: Any) -> Column:
    return load(model("people", {"name": "x", **entry}, **fields)).tables[0].columns[0]


@pytest.mark.parametrize(
    ("entry", "personal"),
    [
        ({}, None),
        ({"meta": {"gtr": {"personal": True}}}, True),
        ({"config": {"meta": {"gtr": {"personal": True}}}}, True),
        ({"tags": ["pii"], "meta": {"gtr": {"personal": False}}}, False),
        ({"tags": ["PII"]}, True),
        ({"config": {"tags": "gdpr"}}, True),
        ({"meta": {"contains_pii": True}}, True),
        ({"meta": {"pii": "false"}}, False),
        ({"meta": {"contains_pii": "yes"}}, True),
        ({"tags": ["piii"]}, None),
    ],
)
def test_personal_columns_are_known_by_meta_and_marks(load: Load, entry: dict[str, Any], personal: bool | None) -> None:
    assert _column(load, entry).personal is personal


def test_a_personal_table_has_personal_columns_but_where_they_say_otherwise(load: Load) -> None:
    said = {"name": "b", "meta": {"gtr": {"personal": False}}}
    catalog = load(model("people", "a", said, meta={"gtr": {"personal": True}}))
    assert [column.personal for column in catalog.tables[0].columns] == [True, False]


def test_meta_gtr_of_a_column(load: Load) -> None:
    said = {"synonyms": ["state"], "hidden": True, "role": "ship to", "glossary": {"open": ["O", "P"], "big": 300}}
    column = _column(load, {"config": {"meta": {"gtr": said}}, "data_type": "text", "tags": ["a"]})
    assert column == Column(
        "x",
        "text",
        tags=("a",),
        synonyms=("state",),
        hidden=True,
        role="ship to",
        glossary=(("open", "O, P"), ("big", "300")),
    )


@pytest.mark.parametrize(
    ("name", "quote", "stored"),
    [
        ("total", None, "TOTAL"),
        ("Total", True, "Total"),
        ("order total", None, "order total"),
        ('"Total"', None, "Total"),
    ],
)
def test_columns_in_their_stored_spelling_without_a_catalog(
    load: Load, name: str, quote: bool | None, stored: str
) -> None:
    catalog = load(model("orders", {"name": name, "quote": quote}), adapter="snowflake")
    assert catalog.tables[0].columns[0].name == stored


def test_struct_fields_are_columns_with_dots(load: Load) -> None:
    catalog = load(model("orders", "address", "address.city"), adapter="bigquery")
    assert [column.name for column in catalog.tables[0].columns] == ["address", "address.city"]


def test_accepted_values_are_known_values_unless_disabled(load: Load) -> None:
    catalog = load(
        model("orders", "status", "size", "paid"),
        generic_test("accepted_values", "ref('orders')", {"column_name": "status", "values": ["open", "closed"]}),
        generic_test("accepted_values", "ref('orders')", {"column_name": "status", "values": ["lost", "open"]}, 1),
        generic_test(
            "accepted_values", "ref('orders')", {"arguments": {"column_name": "size", "values": [1, 2.5, True]}}
        ),
        generic_test(
            "accepted_values", "ref('orders')", {"column_name": "paid", "values": [1]}, config={"enabled": False}
        ),
    )
    assert [column.known_values for column in catalog.tables[0].columns] == [
        ("open", "closed", "lost"),
        ("1", "2.5", "true"),
        (),
    ]
