from __future__ import annotations

import yaml

from gtr_core.catalog import JoinEdge, JoinMeasurement, Relation, Table
from gtr_core.joins.dbt_tests import dbt_tests


def made(table_id: str, kind: str) -> Table:
    name = table_id.rsplit(".", 1)[-1]
    return Table(table_id, Relation(None, "main", name), name, kind=kind)


TABLES = {
    table.id: table
    for table in (
        made("model.shop.orders", "model"),
        made("seed.shop.country", "seed"),
        made("source.shop.raw.customer", "source"),
        made("db.main.log", "relation"),
    )
}


def edge(child: str, columns: str, parent: str, origin: str = "inferred", **keywords: object) -> JoinEdge:
    names = tuple(columns.split())
    return JoinEdge(child, names, parent, ("id",) * len(names), (origin,), **keywords)  # type: ignore[arg-type]


def test_tests_for_what_no_test_states():
    orphans = JoinMeasurement("many_to_one", 0.99, 0.01, 0.0, 100)
    text, left_out = dbt_tests(
        [
            edge("model.shop.orders", "customer_id", "source.shop.raw.customer", confidence=0.8, measurement=orphans),
            edge("source.shop.raw.customer", "country", "seed.shop.country"),
            edge("model.shop.orders", "agent_id", "source.shop.raw.customer", origin="relationships_test"),
            edge("model.shop.orders", "a b", "seed.shop.country"),
            edge("db.main.log", "order_id", "model.shop.orders"),
        ],
        TABLES,
    )
    assert yaml.safe_load(text) == {
        "version": 2,
        "models": [
            {
                "name": "orders",
                "columns": [
                    {
                        "name": "customer_id",
                        "data_tests": [
                            {
                                "relationships": {
                                    "to": "source('raw', 'customer')",
                                    "field": "id",
                                    "config": {"severity": "warn"},
                                }
                            }
                        ],
                    }
                ],
            }
        ],
        "sources": [
            {
                "name": "raw",
                "tables": [
                    {
                        "name": "customer",
                        "columns": [
                            {
                                "name": "country",
                                "data_tests": [{"relationships": {"to": "ref('country')", "field": "id"}}],
                            }
                        ],
                    }
                ],
            }
        ],
    }
    assert "# inferred: confidence 0.80, 99.00% of 100 rows match, many_to_one" in text
    assert left_out == ("model.shop.orders (a, b) to seed.shop.country", "db.main.log (order_id) to model.shop.orders")


def test_names_that_yaml_would_read_otherwise_are_quoted():
    tables = {"model.shop.yes": made("model.shop.yes", "model")}
    text, _ = dbt_tests([edge("model.shop.yes", "no", "model.shop.yes")], tables)
    (model,) = yaml.safe_load(text)["models"]
    assert (model["name"], model["columns"][0]["name"]) == ("yes", "no")
