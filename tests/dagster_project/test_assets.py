"""Runs of the assets on a small project of their own, on a real DuckDB file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import duckdb
import pytest

from dagster_project.assets import context_assets
from dagster_project.keys import CATALOG, JOINS, PROFILES, SNAPSHOT
from dagster_project.resources import GtrProject
from gtr_core.context.store import SnapshotStore

LINES = "model.shop.lines"
ORDERS = "model.shop.orders"


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


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "dbt_project.yml").write_text("name: shop\nprofile: shop\n")
    database = tmp_path / "shop.duckdb"
    (tmp_path / "profiles.yml").write_text(
        f"shop:\n  target: dev\n  outputs:\n    dev: {{type: duckdb, path: '{database}', schema: main}}\n"
    )
    with duckdb.connect(str(database)) as connection:
        connection.execute("CREATE TABLE orders AS SELECT i AS id, 'o' || i AS name FROM range(20) AS t(i)")
        connection.execute("CREATE TABLE lines AS SELECT i AS id, i % 20 AS order_id FROM range(100) AS t(i)")
    write_manifest(
        tmp_path,
        model("orders", "id", "name"),
        model("lines", "id", "order_id"),
        relationships("lines", "order_id", "orders", "id"),
    )
    return tmp_path


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as instance:
        yield instance


def run(folder: Path | None, instance: dg.DagsterInstance) -> dg.ExecuteInProcessResult:
    resource = GtrProject(project_dir=None if folder is None else str(folder), profiles_dir=folder and str(folder))
    return dg.materialize(
        [context_assets],
        instance=instance,
        resources={"project": resource},
        raise_on_error=False,
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
    )


def metadata(result: dg.ExecuteInProcessResult, key: dg.AssetKey) -> dict:
    (event,) = [event for event in result.get_asset_materialization_events() if event.asset_key == key]
    return {name: value.value for name, value in event.materialization.metadata.items()}


def failure(result: dg.ExecuteInProcessResult) -> str:
    (event,) = result.get_step_failure_events()
    data = event.step_failure_data.user_failure_data
    assert data is not None
    return data.description or ""


def test_a_run_publishes_a_snapshot_and_says_what_it_did(project: Path, instance: dg.DagsterInstance) -> None:
    result = run(project, instance)
    assert result.success
    snapshot = SnapshotStore(project / ".gtr").current()
    assert [table.id for table in snapshot.graph.tables] == [LINES, ORDERS]
    (edge,) = snapshot.graph.joins
    assert edge.measurement is not None
    assert (edge.child, edge.parent, edge.measurement.match_rate) == (LINES, ORDERS, 1.0)
    catalog, profiles, joins, published = (metadata(result, key) for key in (CATALOG, PROFILES, JOINS, SNAPSHOT))
    assert (catalog["tables"], catalog["joins_declared"], catalog["tables_failed"]) == (2, 1, 0)
    assert (profiles["tables_profiled"], profiles["rows_looked_at"]) == (2, 120)
    assert (joins["joins"], joins["joins_measured"]) == (1, 1)
    assert published["snapshot"] == snapshot.id
    assert published["bytes"] > 0
    assert all(found["seconds"] >= 0 for found in (catalog, profiles, joins, published))
    assert {check.check_name: check.passed for check in result.get_asset_check_evaluations()} == {
        "graph_usable": True,
        "every_table_taken_in": True,
    }


def test_a_missing_table_is_named_and_the_rest_is_published(project: Path, instance: dg.DagsterInstance) -> None:
    write_manifest(
        project, model("orders", "id", "name"), model("lines", "id", "order_id"), model("returns", "id", "line_id")
    )
    result = run(project, instance)
    assert result.success
    snapshot = SnapshotStore(project / ".gtr").current()
    assert [(failed.table, failed.reason) for failed in snapshot.failed] == [("model.shop.returns", "not_in_warehouse")]
    assert metadata(result, CATALOG)["tables_failed"] == 1
    checks = {check.check_name: check for check in result.get_asset_check_evaluations()}
    assert checks["graph_usable"].passed
    assert not checks["every_table_taken_in"].passed
    assert checks["every_table_taken_in"].severity is dg.AssetCheckSeverity.WARN


def test_a_graph_that_is_not_usable_is_not_published(project: Path, instance: dg.DagsterInstance) -> None:
    assert run(project, instance).success
    before = SnapshotStore(project / ".gtr").current_id()
    nodes = [model("orders", "id", "name"), model("lines", "id", "order_id")]
    for node in nodes:
        node["config"]["meta"] = node["meta"] = {"gtr": {"hidden": True}}
    write_manifest(project, *nodes)
    result = run(project, instance)
    assert not result.success
    assert "Nothing was published" in failure(result)
    assert [(check.check_name, check.passed) for check in result.get_asset_check_evaluations()] == [
        ("graph_usable", False)
    ]
    assert SnapshotStore(project / ".gtr").current_id() == before


def test_without_a_manifest_the_run_fails_and_says_what_to_run(project: Path, instance: dg.DagsterInstance) -> None:
    (project / "target" / "manifest.json").unlink()
    result = run(project, instance)
    assert not result.success
    assert "manifest.json" in failure(result)


def test_without_a_project_the_run_fails_and_names_the_setting(
    instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GTR_PROJECT_DIR", raising=False)
    result = run(None, instance)
    assert not result.success
    assert "GTR_PROJECT_DIR" in failure(result)
