from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import fsspec
import pytest

from dagster_project.deployment import build_gtr_definitions
from tests.dagster_project.shop import model, write_manifest


def look(folder: Path, cursor: str | None, manifest: str | None = None) -> dg.SensorResult | dg.SkipReason:
    definitions = build_gtr_definitions(folder, profiles_dir=str(folder), manifest=manifest)
    sensor = definitions.resolve_sensor_def("new_manifest")
    with dg.build_sensor_context(cursor=cursor, resources=definitions.resources) as context:
        return sensor(context)


def rewritten(folder: Path, *nodes: dict) -> None:
    path = folder / "target" / "manifest.json"
    before = path.stat().st_mtime_ns
    write_manifest(folder, *nodes)
    os.utime(path, ns=(before + 1_000_000_000, before + 1_000_000_000))


def test_a_build_is_asked_for_once_and_again_when_the_project_says_something_new(project: Path) -> None:
    nodes = [model("orders", "id", "name")]
    write_manifest(project, *nodes)
    first = look(project, None)
    assert isinstance(first, dg.SensorResult)
    assert [request.tags["gtr/manifest"] for request in first.run_requests or ()] != []
    assert isinstance(look(project, first.cursor), dg.SkipReason)
    rewritten(project, *nodes)
    same = look(project, first.cursor)
    assert isinstance(same, dg.SensorResult)
    assert (same.run_requests or [], same.skip_reason is not None) == ([], True)
    rewritten(project, *nodes, model("lines", "id"))
    second = look(project, same.cursor)
    assert isinstance(second, dg.SensorResult)
    assert len(second.run_requests or ()) == 1
    assert json.loads(second.cursor or "")["fingerprint"] != json.loads(first.cursor or "")["fingerprint"]


def test_a_project_that_is_not_there_yet_is_waited_for(project: Path) -> None:
    (project / "target" / "manifest.json").unlink()
    skipped = look(project, None)
    assert isinstance(skipped, dg.SkipReason)
    assert "manifest" in (skipped.skip_message or "")


@pytest.fixture
def bucket() -> Iterator[str]:
    files = fsspec.filesystem("memory")
    yield "memory://sensor-tests/target/manifest.json"
    files.rm("/sensor-tests", recursive=True)


def test_an_object_store_is_looked_at_by_checksum(project: Path, bucket: str) -> None:
    files = fsspec.filesystem("memory")
    files.pipe_file("/sensor-tests/target/manifest.json", (project / "target" / "manifest.json").read_bytes())
    first = look(project, None, bucket)
    assert isinstance(first, dg.SensorResult)
    assert len(first.run_requests or ()) == 1
    assert isinstance(look(project, first.cursor, bucket), dg.SkipReason)
