"""A small dbt project with its DuckDB file, as dbt would leave them, for the tests of builds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb

__all__ = ["make_shop"]

_PROJECT = "name: shop\nprofile: shop\n"
_PROFILES = (
    "shop:\n  target: dev\n  outputs:\n    dev:\n      type: duckdb\n      path: shop.duckdb\n      schema: main\n"
)
_ROWS = """
create table country (id integer, name varchar);
insert into country values (1, 'India'), (2, 'China'), (3, 'Peru');
create table Customer (id integer, name varchar, email varchar, country_id integer);
insert into Customer select i, 'Customer ' || i, 'c' || i || '@example.org', 1 + i % 3 from range(1, 51) r(i);
create table orders (id integer, customer_id integer, ordered date, amount decimal(12, 2), status varchar);
insert into orders
  select i, 1 + i % 55, date '2024-01-01' + to_days(i::int % 365), (i * 7 % 1000) / 4,
    ['open', 'paid', 'late'][1 + i % 3]
  from range(1, 1001) r(i);
"""


def make_shop(folder: Path, *, missing: tuple[str, ...] = (), extra_tables: int = 0) -> Path:
    """Write the project into the folder.

    Args:
        missing: Names of models that the manifest states and the database lacks.
        extra_tables: Further tables without joins, so that a build takes longer.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "dbt_project.yml").write_text(_PROJECT)
    (folder / "profiles.yml").write_text(_PROFILES)
    with duckdb.connect(str(folder / "shop.duckdb")) as database:
        database.execute(_ROWS)
        for i in range(extra_tables):
            database.execute(
                f"create table extra_{i} as select i as id, 'word ' || i % 97 as word from range(2000) r(i)"
            )
    nodes = {
        **_model("country", {"id": "", "name": "Name of the country."}),
        **_model("customer", {"id": "", "name": "", "email": "", "country_id": ""}, alias="Customer"),
        **_model("orders", {"id": "", "customer_id": "", "ordered": "", "amount": "", "status": ""}),
        **_relationship("orders", "customer_id", "customer"),
        **_relationship("customer", "country_id", "country"),
        **_test("unique", "customer", "id"),
        **_test("not_null", "customer", "id"),
    }
    for i in range(extra_tables):
        nodes |= _model(f"extra_{i}", {"id": "", "word": ""})
    for name in missing:
        nodes |= _model(name, {"id": ""})
    manifest = {
        "metadata": {
            "dbt_schema_version": "https://schemas.getdbt.com/dbt/manifest/v12.json",
            "dbt_version": "1.11.0",
            "project_name": "shop",
            "adapter_type": "duckdb",
            "generated_at": "2026-01-01T00:00:00Z",
        },
        "nodes": nodes,
        "sources": {},
        "macros": {},
        "docs": {},
        "exposures": {},
        "metrics": {},
        "groups": {},
        "selectors": {},
        "disabled": {},
        "parent_map": {},
        "child_map": {},
        "semantic_models": {},
        "saved_queries": {},
        "unit_tests": {},
    }
    (folder / "target").mkdir(exist_ok=True)
    (folder / "target" / "manifest.json").write_text(json.dumps(manifest))
    return folder


def _model(name: str, columns: dict[str, str], alias: str | None = None) -> dict[str, Any]:
    alias = alias or name
    return {
        f"model.shop.{name}": {
            "unique_id": f"model.shop.{name}",
            "resource_type": "model",
            "package_name": "shop",
            "name": name,
            "alias": alias,
            "database": "shop",
            "schema": "main",
            "relation_name": f'"shop"."main"."{alias}"',
            "path": f"marts/{name}.sql",
            "original_file_path": f"models/marts/{name}.sql",
            "fqn": ["shop", "marts", name],
            "description": f"The {name} table.",
            "config": {"enabled": True, "materialized": "table", "meta": {}, "tags": []},
            "tags": [],
            "meta": {},
            "columns": {column: {"name": column, "description": text, "meta": {}} for column, text in columns.items()},
            "depends_on": {"nodes": [], "macros": []},
            "checksum": {"name": "sha256", "checksum": "0" * 64},
        }
    }


def _test(kind: str, model: str, column: str, **arguments: str) -> dict[str, Any]:
    unique_id = f"test.shop.{kind}_{model}_{column}"
    return {
        unique_id: {
            "unique_id": unique_id,
            "resource_type": "test",
            "package_name": "shop",
            "name": f"{kind}_{model}_{column}",
            "column_name": column,
            "attached_node": f"model.shop.{model}",
            "config": {"enabled": True, "severity": "ERROR"},
            "depends_on": {"nodes": [f"model.shop.{model}"], "macros": []},
            "test_metadata": {
                "name": kind,
                "namespace": None,
                "kwargs": {
                    "column_name": column,
                    "model": f"{{{{ get_where_subquery(ref('{model}')) }}}}",
                    **arguments,
                },
            },
        }
    }


def _relationship(child: str, column: str, parent: str) -> dict[str, Any]:
    made = _test("relationships", child, column, to=f"ref('{parent}')", field="id")
    next(iter(made.values()))["depends_on"]["nodes"].append(f"model.shop.{parent}")
    return made
