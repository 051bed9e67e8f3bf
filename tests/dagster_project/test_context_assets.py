"""Runs of the whole build on a small project of their own, on a real DuckDB file."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
import duckdb
import pytest
from dagster._core.storage.partition_status_cache import get_and_update_asset_status_cache_value

from dagster_project import snapshot_checks
from dagster_project.keys import CATALOG, CONTEXT, GRAPH, JOINS, PROFILES, SNAPSHOT, VALUES
from dagster_project.options import CheckBounds
from dagster_project.partitions import PARTITIONS, TABLES
from gtr_core.context.store import SnapshotStore
from tests.dagster_project.shop import LINES, ORDERS, failure, metadata, model, run, write_manifest


def test_a_run_publishes_a_snapshot_and_says_what_it_did(project: Path, instance: dg.DagsterInstance) -> None:
    result = run(project, instance)
    assert result.success
    snapshot = SnapshotStore(project / ".gtr").current()
    assert [table.id for table in snapshot.graph.tables] == [LINES, ORDERS]
    (edge,) = snapshot.graph.joins
    assert edge.measurement is not None
    assert (edge.child, edge.parent, edge.measurement.match_rate) == (LINES, ORDERS, 1.0)
    assert [event.asset_key for event in result.get_asset_materialization_events() if event.partition is None] == [
        CATALOG,
        *(key for key in CONTEXT if key.path[-1] not in ("value_index", "snapshot", "table_embeddings")),
        *(key for key in CONTEXT if key.path[-1] == "table_embeddings"),
        *(key for key in CONTEXT if key.path[-1] in ("value_index", "snapshot")),
    ]
    catalog, values, joins, published = (metadata(result, key) for key in (CATALOG, VALUES, JOINS, SNAPSHOT))
    assert (catalog["tables"], catalog["joins_declared"], catalog["tables_failed"]) == (2, 1, 0)
    assert (values["tables_profiled"], values["rows_looked_at"], values["coverage"]) == (2, 120, 1.0)
    assert (joins["joins"], joins["joins_measured"], joins["joins_contradicted"]) == (1, 1, 0)
    assert published["snapshot"] == snapshot.id
    assert published["bytes"] > 0
    assert all(found["seconds"] >= 0 for found in (catalog, values, joins, published))
    assert {check.check_name: check.passed for check in result.get_asset_check_evaluations()} == dict.fromkeys(
        (
            "graph_usable",
            "columns_remain",
            "joins_hold",
            "few_orphans",
            "encoder_unchanged",
            "nothing_personal",
            "golden_questions",
            "every_table_taken_in",
        ),
        True,
    )


def test_each_table_is_a_partition_and_unchanged_ones_cost_no_event(
    project: Path, instance: dg.DagsterInstance
) -> None:
    first = run(project, instance)
    assert instance.get_dynamic_partitions(PARTITIONS) == [LINES, ORDERS]
    assert instance.get_materialized_partitions(PROFILES) == {LINES, ORDERS}
    assert sum(event.asset_key == PROFILES for event in first.get_asset_materialization_events()) == 2
    with duckdb.connect(str(project / "shop.duckdb")) as connection:
        connection.execute("INSERT INTO orders VALUES (99, 'o99')")
    second = run(project, instance)
    assert [event.partition for event in second.get_asset_materialization_events() if event.asset_key == PROFILES] == [
        ORDERS
    ]
    values = metadata(second, VALUES)
    assert (values["tables_profiled"], values["tables_unchanged"]) == (1, 1)


def test_a_table_that_goes_takes_its_partition_along_and_is_warned_of(
    project: Path, instance: dg.DagsterInstance
) -> None:
    assert run(project, instance).success
    write_manifest(project, model("orders", "id", "name"))
    result = run(project, instance)
    assert instance.get_dynamic_partitions(PARTITIONS) == [ORDERS]
    (check,) = [check for check in result.get_asset_check_evaluations() if check.check_name == "columns_remain"]
    assert not check.passed
    assert check.metadata["which"].value == f"- {LINES}"
    graph = metadata(result, GRAPH)
    assert f"- **removed** `{LINES}`" in graph["changes_since_last"]
    assert graph["changed_part"].startswith("```mermaid\nflowchart LR\n")


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


def test_a_table_that_fails_ends_the_run_red_when_all_else_is_published(
    project: Path, instance: dg.DagsterInstance
) -> None:
    with duckdb.connect(str(project / "shop.duckdb")) as connection:
        connection.execute("CREATE VIEW broken AS SELECT error('no such luck') AS id FROM range(3)")
    write_manifest(project, model("orders", "id", "name"), model("lines", "id", "order_id"), model("broken", "id"))
    result = run(project, instance)
    assert not result.success
    assert "1 of 3 tables failed; the rest is done. model.shop.broken" in failure(result)
    snapshot = SnapshotStore(project / ".gtr").current()
    assert set(snapshot.graph.profiles) == {LINES, ORDERS}
    assert metadata(result, SNAPSHOT)["snapshot"] == snapshot.id
    state = get_and_update_asset_status_cache_value(instance, PROFILES, TABLES)
    assert state is not None
    assert state.deserialize_materialized_partition_subsets(TABLES).get_partition_keys() == {LINES, ORDERS}
    assert state.deserialize_failed_partition_subsets(TABLES).get_partition_keys() == {"model.shop.broken"}


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
    assert {check.check_name for check in result.get_asset_check_evaluations() if not check.passed} == {"graph_usable"}
    assert SnapshotStore(project / ".gtr").current_id() == before


@pytest.mark.parametrize("blocks", [False, True])
def test_golden_questions_warn_or_block(project: Path, instance: dg.DagsterInstance, blocks: bool) -> None:
    assert run(project, instance).success
    before = SnapshotStore(project / ".gtr").current_id()
    (project / "golden_questions.yml").write_text(
        "- {question: 'How many orders?', tables: [orders]}\n- {question: 'How many orders?', tables: [lines]}\n"
    )
    result = run(project, instance, checks=CheckBounds(golden_blocks=blocks))
    (check,) = [check for check in result.get_asset_check_evaluations() if check.check_name == "golden_questions"]
    assert (check.passed, check.metadata["share"].value) == (False, 0.5)
    assert (SnapshotStore(project / ".gtr").current_id() == before) is blocks
    assert result.success is not blocks


def test_a_snapshot_with_personal_values_is_not_published(
    project: Path, instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot_checks, "_personal_columns", lambda snapshot: {(ORDERS, "id"), (LINES, "order_id")})
    result = run(project, instance)
    assert "Values of 2 personal columns stand in the snapshot" in failure(result)
    assert SnapshotStore(project / ".gtr").ids() == ()


def test_a_connection_may_be_given_without_profiles_yml(
    project: Path, instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "profiles.yml").unlink()
    monkeypatch.setenv("SHOP_DATABASE", str(project / "shop.duckdb"))
    result = run(project, instance, connection={"type": "duckdb", "path": "{{ env_var('SHOP_DATABASE') }}"})
    assert result.success
    monkeypatch.delenv("SHOP_DATABASE")
    result = run(project, instance, connection={"type": "duckdb", "path": "{{ env_var('SHOP_DATABASE') }}"})
    assert "SHOP_DATABASE" in failure(result)


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
