from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import dagster as dg
import pytest

from dagster_project.definitions import definitions
from dagster_project.keys import CATALOG, JOINS, MANIFEST, PROFILES, SNAPSHOT

ROOT = Path(__file__).parents[2]


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> dg.Definitions:
    monkeypatch.delenv("GTR_PROJECT_DIR", raising=False)
    return definitions()


def test_definitions_load_without_a_project(loaded: dg.Definitions) -> None:
    graph = loaded.resolve_asset_graph()
    assert graph.observable_asset_keys == {MANIFEST}
    assert graph.materializable_asset_keys == {CATALOG, PROFILES, JOINS, SNAPSHOT}
    assert [set(graph.get(key).parent_keys) for key in (CATALOG, PROFILES, JOINS, SNAPSHOT)] == [
        {MANIFEST},
        {CATALOG},
        {PROFILES},
        {JOINS},
    ]


def test_exactly_one_check_blocks(loaded: dg.Definitions) -> None:
    graph = loaded.resolve_asset_graph()
    blocking = [key.name for key in graph.asset_check_keys if graph.get_check_spec(key).blocking]
    assert blocking == ["graph_usable"]


def test_the_schedule_is_stopped_until_somebody_starts_it(loaded: dg.Definitions) -> None:
    schedule = loaded.resolve_schedule_def("nightly_build")
    assert schedule.default_status is dg.DefaultScheduleStatus.STOPPED
    assert schedule.job_name == "build_context"
    assert loaded.resolve_job_def("build_context").executor_def is dg.in_process_executor


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
