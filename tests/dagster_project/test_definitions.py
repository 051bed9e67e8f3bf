from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import dagster as dg
import pytest

from dagster_project.definitions import definitions
from dagster_project.keys import CATALOG, CONTEXT, EMBEDDINGS, GRAPH, INDEX, JOINS, MANIFEST, PROFILES, SNAPSHOT, VALUES
from dagster_project.options import WAREHOUSE_POOL

ROOT = Path(__file__).parents[2]


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> dg.Definitions:
    for name in ("GTR_PROJECT_DIR", "GTR_DBT_DEPENDENCIES", "GTR_CRON", "GTR_TIME_ZONE"):
        monkeypatch.delenv(name, raising=False)
    return definitions()


def test_definitions_load_without_a_project(loaded: dg.Definitions) -> None:
    graph = loaded.resolve_asset_graph()
    assert graph.observable_asset_keys == {MANIFEST}
    assert graph.materializable_asset_keys == {CATALOG, PROFILES, *CONTEXT}
    parents = {key: set(graph.get(key).parent_keys) for key in graph.materializable_asset_keys}
    assert parents == {
        CATALOG: {MANIFEST},
        PROFILES: {CATALOG},
        VALUES: {CATALOG, PROFILES},
        JOINS: {CATALOG, PROFILES},
        GRAPH: {JOINS, PROFILES},
        INDEX: {GRAPH, VALUES},
        EMBEDDINGS: {GRAPH},
        SNAPSHOT: {INDEX, EMBEDDINGS},
    }


def test_every_asset_is_described(loaded: dg.Definitions) -> None:
    graph = loaded.resolve_asset_graph()
    for key in graph.materializable_asset_keys:
        node = graph.get(key)
        assert node.description
        assert (node.group_name, bool(node.code_version), "gtr" in node.kinds) == ("gtr", True, True)
        assert graph.get(key).assets_def.op.pool == WAREHOUSE_POOL
    assert graph.get(SNAPSHOT).freshness_policy is not None


def test_checks_that_block(loaded: dg.Definitions) -> None:
    graph = loaded.resolve_asset_graph()
    checks = {key.name: graph.get_check_spec(key).blocking for key in graph.asset_check_keys}
    assert {name for name, blocking in checks.items() if blocking} == {"graph_usable", "nothing_personal"}
    assert len(checks) == 8


def test_nothing_runs_until_somebody_starts_it(loaded: dg.Definitions) -> None:
    schedule = loaded.resolve_schedule_def("nightly_build")
    assert schedule.default_status is dg.DefaultScheduleStatus.STOPPED
    assert (schedule.job_name, schedule.cron_schedule, schedule.execution_timezone) == (
        "build_context",
        "0 5 * * *",
        "UTC",
    )
    sensor = loaded.resolve_sensor_def("new_manifest")
    assert sensor.default_status is dg.DefaultSensorStatus.STOPPED
    assert loaded.resolve_job_def("build_context").executor_def is dg.in_process_executor
    graph = loaded.resolve_asset_graph()
    assert all(graph.get(key).automation_condition is None for key in graph.get_all_asset_keys())


def test_the_workspace_is_valid(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("GTR_", "DAGSTER_"))}
    finished = subprocess.run(
        [sys.executable, "-m", "dagster", "definitions", "validate", "-w", "workspace.yaml"],
        cwd=ROOT,
        env={**environment, "DAGSTER_DISABLE_TELEMETRY": "1", "DAGSTER_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "All code locations passed validation" in finished.stdout + finished.stderr


def test_pyproject_does_not_make_dagster_ignore_the_workspace() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    assert not {"dg", "dagster"} & set(tool)
