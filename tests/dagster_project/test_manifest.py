from __future__ import annotations

import gzip
import json
from pathlib import Path

import dagster as dg
import pytest

from dagster_project.keys import MANIFEST
from dagster_project.manifest import content_fingerprint, dbt_manifest
from dagster_project.options import Options
from dagster_project.resources import GtrProject

PARSED = {
    "metadata": {"generated_at": "2024-01-01T00:00:00Z", "invocation_id": "a"},
    "nodes": {"model.shop.orders": {"name": "orders", "created_at": 1.5, "columns": {"id": {"description": "Key."}}}},
    "parent_map": {},
}


def test_parsing_the_same_files_again_changes_nothing() -> None:
    again = json.loads(json.dumps(PARSED))
    again["metadata"]["generated_at"] = "2025-01-01T00:00:00Z"
    again["nodes"]["model.shop.orders"]["created_at"] = 9.5
    again["macros"] = {"macro.dbt.x": {}}
    assert content_fingerprint(again) == content_fingerprint(PARSED)


@pytest.mark.parametrize("path", [("name",), ("columns", "id", "description")])
def test_whatever_the_project_says_counts(path: tuple[str, ...]) -> None:
    changed = json.loads(json.dumps(PARSED))
    place = changed["nodes"]["model.shop.orders"]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = "something else"
    assert content_fingerprint(changed) != content_fingerprint(PARSED)


def observe(folder: Path) -> dg.ExecuteInProcessResult:
    (folder / "dbt_project.yml").write_text("name: shop\nprofile: shop\n")
    with dg.DagsterInstance.ephemeral() as instance:
        job = dg.Definitions(
            assets=[dbt_manifest(Options())],
            jobs=[dg.define_asset_job("observe", selection=dg.AssetSelection.assets(MANIFEST))],
            resources={"gtr_project": GtrProject(project_dir=str(folder))},
        ).resolve_job_def("observe")
        return job.execute_in_process(instance=instance, raise_on_error=False)


@pytest.mark.parametrize("pack", [lambda data: data, gzip.compress])
def test_an_observation_bears_the_fingerprint(tmp_path: Path, pack: object) -> None:
    (tmp_path / "target").mkdir()
    (tmp_path / "target" / "manifest.json").write_bytes(pack(json.dumps(PARSED).encode()))
    result = observe(tmp_path)
    (event,) = result.get_asset_observation_events()
    assert event.asset_observation_data.asset_observation.data_version == content_fingerprint(PARSED)


def test_a_manifest_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = observe(tmp_path)
    (event,) = result.get_step_failure_events()
    assert "manifest.json" in event.step_failure_data.user_failure_data.description
