from __future__ import annotations

from pathlib import Path

from gtr_core.dbt import load_catalog
from tests.dbt.artifacts import manifest, model, written
from tests.dbt.conftest import Load
from tests.dbt.semantic import semantic_model

_ORDERS = semantic_model(
    "orders",
    entities=[{"name": "order_id", "type": "primary"}, {"name": "customer", "type": "foreign", "expr": "customer_id"}],
)
_CUSTOMERS = semantic_model("customers", entities=[{"name": "customer", "type": "primary", "expr": "id"}])
_MODELS = (model("orders", "order_id", "customer_id"), model("customers", "id"))
_EDGE = ("model.shop.orders", ("customer_id",), "model.shop.customers", ("id",), ("semantic_entity",))


def _edges(catalog: object) -> list[tuple[object, ...]]:
    return [
        (edge.child, edge.child_columns, edge.parent, edge.parent_columns, edge.origins)
        for edge in catalog.joins  # type: ignore[attr-defined]
    ]


def test_a_foreign_entity_joins_the_primary_one_of_its_name(load: Load) -> None:
    catalog = load(*_MODELS, semantic_models={**_ORDERS, **_CUSTOMERS})
    assert _edges(catalog) == [_EDGE]
    # An entity without an expression is the column of its name.
    assert {(key.columns, key.origin, key.primary) for key in catalog.keys} == {
        (("order_id",), "semantic_entity", True),
        (("id",), "semantic_entity", True),
    }


def test_entities_on_columns_are_the_same(load: Load) -> None:
    catalog = load(
        model("orders", {"name": "customer_id", "entity": {"name": "customer", "type": "foreign"}}),
        model("customers", {"name": "id", "entity": {"name": "customer", "type": "primary"}}),
    )
    assert _edges(catalog) == [_EDGE]


def test_a_semantic_manifest_is_a_list_and_finds_tables_by_relation(tmp_path: Path) -> None:
    models = []
    for name, said in (("orders", _ORDERS), ("customers", _CUSTOMERS)):
        node = {**said[f"semantic_model.shop.{name}"], "model": None, "depends_on": None}
        models.append({**node, "node_relation": {"alias": name, "schema_name": "main", "database": "db"}})
    beside = written(tmp_path, {"semantic_models": models, "metrics": []}, "semantic_manifest.json")
    assert _edges(load_catalog(written(tmp_path, manifest(*_MODELS)), semantic_manifest=beside)) == [_EDGE]


def test_a_foreign_entity_without_a_primary_and_one_that_is_sql_join_nothing(load: Load) -> None:
    lone = semantic_model("orders", entities=[{"name": "shop", "type": "foreign"}, {"name": "day", "type": "foreign"}])
    days = semantic_model("customers", entities=[{"name": "day", "type": "primary", "expr": "date_trunc('day', id)"}])
    assert load(*_MODELS, semantic_models={**lone, **days}).joins == ()


def test_a_primary_entity_without_a_column_joins_nothing(load: Load) -> None:
    named = semantic_model("customers", primary_entity="customer", entities=None)
    assert load(*_MODELS, semantic_models={**_ORDERS, **named}).joins == ()


def test_a_natural_entity_joins_but_is_no_key(load: Load) -> None:
    natural = semantic_model("customers", entities=[{"name": "customer", "type": "natural", "expr": "id"}])
    catalog = load(*_MODELS, semantic_models={**_ORDERS, **natural})
    assert _edges(catalog) == [_EDGE]
    assert [key.table for key in catalog.keys] == ["model.shop.orders"]


def test_a_semantic_model_on_no_table_is_no_trouble(load: Load) -> None:
    helper = model("customers", "id", config={"materialized": "ephemeral"})
    catalog = load(_MODELS[0], helper, semantic_models={**_ORDERS, **_CUSTOMERS})
    assert catalog.joins == ()


def test_dimensions_label_and_describe_their_columns(load: Load) -> None:
    dimensions = [
        {"name": "ordered", "type": "time", "expr": "customer_id", "label": "Ordered on", "description": "When."},
        {"name": "size", "type": "categorical", "expr": "case when order_id > 1 then 'big' end", "label": "Size"},
    ]
    catalog = load(_MODELS[0], semantic_models=semantic_model("orders", dimensions=dimensions))
    columns = {column.name: column for column in catalog.tables[0].columns}
    found = columns["customer_id"]
    assert (found.label, found.description, found.synonyms) == ("Ordered on", "When.", ("ordered",))
    assert columns["order_id"].label is None
