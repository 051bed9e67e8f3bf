"""A project that installs the package, on several dbt versions: ``python -m tests.bench.bench_dbt_versions DBT...``.

Each argument is the ``dbt`` of one virtual environment (dbt-core 1.8 needs protobuf below 6, and none can hold it and
1.11). With each, a project of twenty models is built without the package, with it from a local path, and with it from a
subdirectory of a git repository; then the package's models are switched on.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "dbt_package"
_MODELS = 20
_ON = "{gtr_enabled: true}"


def main(commands: list[str]) -> None:
    """Install, build, switch on, and print what ran and how long it took."""
    with tempfile.TemporaryDirectory() as name:
        repository = Path(name) / "repository"
        package = repository / "packages" / "gtr"
        shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("integration_tests", "target", "logs"))
        for arguments in (
            ["init", "-q"],
            ["add", "-A"],
            ["-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-qm", "package"],
        ):
            subprocess.run(["git", *arguments], cwd=repository, check=True)
        ways = {
            "without": "",
            "local": f"packages:\n  - local: {package}\n",
            "git": f'packages:\n  - git: "file://{repository}"\n    subdirectory: packages/gtr\n    revision: HEAD\n',
        }
        for command in commands:
            for way, packages in ways.items():
                _consume(Path(name) / "project", command, way, packages)


def _consume(project: Path, command: str, way: str, packages: str) -> None:
    shutil.rmtree(project, ignore_errors=True)
    (project / "models").mkdir(parents=True)
    (project / "dbt_project.yml").write_text('name: consumer\nversion: "1.0"\nprofile: consumer\n')
    (project / "profiles.yml").write_text(
        "consumer:\n  target: dev\n  outputs:\n    dev: {type: duckdb, path: consumer.duckdb, threads: 2}\n"
    )
    for number in range(_MODELS):
        sql = f"select i as id, i % 7 as parent_id, 'n' || (i % 5) as name from range(1000) t(i) -- {number}"
        (project / "models" / f"m{number}.sql").write_text(sql)
    if packages:
        (project / "packages.yml").write_text(packages)
        _dbt(project, command, "deps")
    _dbt(project, command, "parse")
    print(f"{command} {way}: build {_dbt(project, command, 'build')}", flush=True)
    if packages:
        on = _dbt(project, command, "run", "--select", "package:gtr", "--vars", _ON)
        print(f"{command} {way}: switched on {on}", flush=True)


def _dbt(project: Path, command: str, *arguments: str) -> str:
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    finished = subprocess.run(
        [command, *arguments, "--profiles-dir", "."],
        cwd=project,
        env={**os.environ, "DBT_SEND_ANONYMOUS_USAGE_STATS": "false"},
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode:
        raise SystemExit(finished.stdout + finished.stderr)
    wall, cpu = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return f"{wall:.1f} s wall, {cpu:.1f} s CPU, {_ran(project)}"


def _ran(project: Path) -> str:
    path = project / "target" / "run_results.json"
    if not path.is_file():
        return "nothing ran"
    results = json.loads(path.read_text())["results"]
    ours = sum(result["unique_id"].split(".")[1] == "gtr" for result in results)
    return f"{len(results)} nodes ran, {ours} of them the package's"


if __name__ == "__main__":
    main(sys.argv[1:] or ["dbt"])
