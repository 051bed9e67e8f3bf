"""A thousand tables, three of which fail, by the real daemon: ``python -m tests.bench.bench_dagster_tables [TABLES]``.

Starts a webserver and a daemon of its own over a DuckDB file of small tables, then has the daemon run the whole build
twice (the second time nothing has changed) and a backfill of all profiles, and reads times, the event database's
size and the state of the partitions from them. A plain ``gtr build`` gives the time of the profiling itself.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import duckdb

from tests.dagster_project.shop import model, write_manifest

ROOT = Path(__file__).parents[2]
PORT = 3399
_ASSET = '{assetNodeOrError(assetKey: {path: ["gtr", "profiles"]}) {... on AssetNode {partitionKeys '
_ASSET += "partitionStats {numMaterialized numFailed numPartitions}}}}"
_LAUNCH = """mutation($e: ExecutionParams!) {launchRun(executionParams: $e) {
  __typename ... on LaunchRunSuccess {run {runId}} ... on PythonError {message}}}"""
_RUN = "query($r: ID!) {runOrError(runId: $r) {... on Run {status startTime endTime}}}"
_BACKFILL = """mutation($p: LaunchBackfillParams!) {launchPartitionBackfill(backfillParams: $p) {
  __typename ... on LaunchBackfillSuccess {backfillId} ... on PythonError {message}}}"""
_STATE = "query($b: String!) {partitionBackfillOrError(backfillId: $b) {... on PartitionBackfill {status}}}"


def main(tables: int) -> None:
    """Build, run, and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _project(folder, tables)
        environment = _environment(folder)
        start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = "from gtr_core.cli.main import main; main()"
        arguments = ["build", "--quiet", "--json", "--project-dir", name, "--snapshot-dir", f"{name}/plain"]
        subprocess.run(
            [sys.executable, "-c", command, *arguments],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        cpu = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        print(f"gtr build: {time.perf_counter() - start:.1f} s wall, {cpu:.1f} s CPU", flush=True)
        services = [
            _service(folder, environment, "dagster._daemon", "run"),
            _service(folder, environment, "dagster_webserver", "-p", str(PORT)),
        ]
        try:
            _wait_for_server()
            for number in (1, 2):
                run = _finished(_ask(_LAUNCH, e=_params())["launchRun"]["run"]["runId"])
                seconds = run["endTime"] - run["startTime"]
                print(f"run {number}: {run['status']}, {seconds:.1f} s, {_said(folder)}", flush=True)
            _backfill(folder)
        finally:
            for service in services:
                os.killpg(service.pid, signal.SIGTERM)
                service.wait()


def _backfill(folder: Path) -> None:
    keys = _ask(_ASSET)["assetNodeOrError"]["partitionKeys"]
    asset = [{"path": ["gtr", "profiles"]}]
    start = time.perf_counter()
    launched = _ask(_BACKFILL, p={"assetSelection": asset, "partitionNames": keys})["launchPartitionBackfill"]
    while True:
        status = _ask(_STATE, b=launched["backfillId"])["partitionBackfillOrError"]["status"]
        if status not in ("REQUESTED", "CANCELING", "FAILING"):
            break
        time.sleep(3)
    print(f"backfill of all profiles: {status}, {time.perf_counter() - start:.1f} s, {_said(folder)}", flush=True)


def _project(folder: Path, tables: int) -> None:
    (folder / "dbt_project.yml").write_text("name: shop\nprofile: shop\n")
    (folder / "gtr.yml").write_text("encoder: none\ninfer_joins: false\n")
    database = folder / "shop.duckdb"
    (folder / "profiles.yml").write_text(
        f"shop:\n  target: dev\n  outputs:\n    dev: {{type: duckdb, path: '{database}', schema: main}}\n"
    )
    names = [f"t{number:04}" for number in range(tables)]
    broken = {names[0], names[tables // 2], names[-1]}
    fails = "error('no such luck')"
    with duckdb.connect(str(database)) as connection:
        for name in names:
            made = (
                f"VIEW {name} AS SELECT {fails}::INT AS id, {fails}::INT AS v, {fails} AS name FROM range(3)"
                if name in broken
                else f"TABLE {name} AS SELECT i AS id, i % 5 AS v, 'name ' || (i % 3) AS name FROM range(10) t(i)"
            )
            connection.execute(f"CREATE {made}")
    write_manifest(folder, *(model(name, "id", "v", "name") for name in names))
    home = folder / "home"
    home.mkdir()
    (home / "dagster.yaml").write_text("telemetry: {enabled: false}\nconcurrency: {pools: {default_limit: 2}}\n")
    (folder / "workspace.yaml").write_text(
        "load_from:\n  - python_module:\n      module_name: dagster_project.definitions\n      location_name: gtr\n"
        f"      working_directory: {ROOT}\n"
    )


def _environment(folder: Path) -> dict[str, str]:
    own = {"DAGSTER_HOME": str(folder / "home"), "GTR_PROJECT_DIR": str(folder), "DBT_PROFILES_DIR": str(folder)}
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**os.environ, **own, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore", "PATH": path}


def _service(folder: Path, environment: dict[str, str], module: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments, "-w", "workspace.yaml"],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _wait_for_server() -> None:
    for _ in range(90):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/server_info", timeout=5).read()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(2)
    raise SystemExit("the webserver does not answer")


def _params() -> dict[str, Any]:
    selector = {"repositoryLocationName": "gtr", "repositoryName": "__repository__", "pipelineName": "build_context"}
    return {"selector": selector, "mode": "default", "runConfigData": {}}


def _finished(run_id: str) -> dict[str, Any]:
    while True:
        run: dict[str, Any] = _ask(_RUN, r=run_id)["runOrError"]
        if run["status"] in ("SUCCESS", "FAILURE", "CANCELED"):
            return run
        time.sleep(2)


def _said(folder: Path) -> str:
    stats = _ask(_ASSET)["assetNodeOrError"]["partitionStats"]
    size = sum(path.stat().st_size for path in (folder / "home" / "history").rglob("*.db")) / 1e6
    return f"{stats['numMaterialized']} materialised, {stats['numFailed']} failed, events {size:.1f} MB"


def _ask(query: str, **variables: Any) -> Any:
    data = json.dumps({"query": query, "variables": variables}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}/graphql", data, {"Content-Type": "application/json"})
    return json.loads(urllib.request.urlopen(request, timeout=300).read())["data"]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
