"""A small dbt project on a real DuckDB file, and runs of our definitions over it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import dagster as dg
import duckdb

from dagster_project.deployment import build_gtr_definitions

__all__ = [
    "LINES",
    "ORDERS",
    "definitions_of",
    "failure",
    "make_shop",
    "metadata",
    "model",
    "relationships",
    "run",
    "write_manifest",
]

LINES = "model.shop.lines"
ORDERS = "model.shop.orders"

_QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}


def model(name: str, *columns: str) -> dict:
    return {
        "unique_id": f"model.shop.{name}",
        "resource_type": "model",
        "package_name": "shop",
        "name": name,
        "alias": name,
        "database": "shop",
        "schema": "main",
        "relation_name": f'"shop"."main"."{name}"',
        "description": f"All {name}.",
        "columns": {column: {"name": column, "description": ""} for column in columns},
        "config": {"materialized": "table", "enabled": True, "meta": {}},
        "meta": {},
        "tags": [],
        "depends_on": {"nodes": [], "macros": []},
        "fqn": ["shop", name],
        "original_file_path": f"models/{name}.sql",
        "checksum": {"name": "sha256", "checksum": name},
    }


def relationships(child: str, column: str, parent: str, field: str) -> dict:
    return {
        "unique_id": f"test.shop.relationships_{child}_{column}",
        "resource_type": "test",
        "package_name": "shop",
        "name": f"relationships_{child}_{column}",
        "alias": f"relationships_{child}_{column}",
        "column_name": column,
        "attached_node": f"model.shop.{child}",
        "file_key_name": f"models.{child}",
        "test_metadata": {
            "name": "relationships",
            "namespace": None,
            "kwargs": {
                "to": f"ref('{parent}')",
                "field": field,
                "column_name": column,
                "model": "{{ get_where_subquery(ref('" + child + "')) }}",
            },
        },
        "config": {"enabled": True, "severity": "ERROR"},
        "depends_on": {"nodes": [f"model.shop.{parent}", f"model.shop.{child}"], "macros": []},
        "refs": [{"name": parent}, {"name": child}],
        "fqn": ["shop", "relationships"],
        "original_file_path": "models/schema.yml",
        "tags": [],
    }


def write_manifest(folder: Path, *nodes: dict) -> None:
    manifest = {
        "metadata": {
            "dbt_schema_version": "https://schemas.getdbt.com/dbt/manifest/v12.json",
            "project_name": "shop",
            "adapter_type": "duckdb",
        },
        "nodes": {node["unique_id"]: node for node in nodes},
        "sources": {},
        "metrics": {},
        "semantic_models": {},
        "exposures": {},
        "macros": {},
        "disabled": {},
        "parent_map": {},
        "child_map": {},
    }
    (folder / "target").mkdir(exist_ok=True)
    (folder / "target" / "manifest.json").write_text(json.dumps(manifest))


def make_shop(folder: Path) -> Path:
    """Two tables and a join, and no embeddings, which would take longer than all else."""
    (folder / "dbt_project.yml").write_text("name: shop\nprofile: shop\n")
    (folder / "gtr.yml").write_text("encoder: none\n")
    database = folder / "shop.duckdb"
    (folder / "profiles.yml").write_text(
        f"shop:\n  target: dev\n  outputs:\n    dev: {{type: duckdb, path: '{database}', schema: main}}\n"
    )
    with duckdb.connect(str(database)) as connection:
        connection.execute("CREATE TABLE orders AS SELECT i AS id, 'o' || i AS name FROM range(20) AS t(i)")
        connection.execute("CREATE TABLE lines AS SELECT i AS id, i % 20 AS order_id FROM range(100) AS t(i)")
    write_manifest(
        folder,
        model("orders", "id", "name"),
        model("lines", "id", "order_id"),
        relationships("lines", "order_id", "orders", "id"),
    )
    return folder


def definitions_of(folder: Path | None, **options: Any) -> dg.Definitions:
    """Our definitions over that project."""
    return build_gtr_definitions(folder, profiles_dir=folder and str(folder), **options)


def run(
    folder: Path | None,
    instance: dg.DagsterInstance,
    *assets: dg.AssetKey,
    partition: str | None = None,
    **options: Any,
) -> dg.ExecuteInProcessResult:
    """The whole build, or these assets alone."""
    definitions = definitions_of(folder, **options)
    if not assets:
        job = definitions.resolve_job_def("build_context")
    else:
        job = definitions.resolve_implicit_global_asset_job_def()
    return job.execute_in_process(
        instance=instance,
        asset_selection=list(assets) or None,
        partition_key=partition,
        run_config=_QUIET,
        raise_on_error=False,
    )


def metadata(result: dg.ExecuteInProcessResult, key: dg.AssetKey) -> dict[str, Any]:
    """What the only materialisation of an asset says."""
    (event,) = [event for event in result.get_asset_materialization_events() if event.asset_key == key]
    return {name: value.value for name, value in event.materialization.metadata.items()}


def failure(result: dg.ExecuteInProcessResult) -> str:
    """What the step that failed says."""
    (event,) = result.get_step_failure_events()
    data = event.step_failure_data.user_failure_data
    assert data is not None
    return data.description or ""
