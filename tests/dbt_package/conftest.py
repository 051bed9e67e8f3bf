from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "dbt_package"

Dbt = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def dbt() -> Dbt:
    """Run dbt in the integration project; keywords are further environment variables."""

    def run(project: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        surroundings = {
            **os.environ,
            "DO_NOT_TRACK": "1",
            "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
            "GTR_INTEGRATION_DATABASE": str(project / "integration_tests.duckdb"),
            **environment,
        }
        command = [sys.executable, "-m", "dbt.cli.main", "--no-use-colors", *arguments, "--profiles-dir", str(project)]
        return subprocess.run(command, cwd=project, env=surroundings, capture_output=True, text=True, check=False)

    return run


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory, dbt: Dbt) -> Path:
    """A copy of the integration project, with the package installed from its local path."""
    copy = tmp_path_factory.mktemp("package") / "gtr"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("target", "dbt_packages", "logs", "*.duckdb"))
    folder = copy / "integration_tests"
    installed = dbt(folder, "deps")
    assert installed.returncode == 0, installed.stdout + installed.stderr
    assert (folder / "dbt_packages" / "gtr" / "dbt_project.yml").is_file()
    return folder


@pytest.fixture(scope="session")
def built(project: Path, dbt: Dbt) -> Path:
    """The integration project built on DuckDB as it is, with nothing of the package switched on."""
    build = dbt(project, "build")
    assert build.returncode == 0, build.stdout + build.stderr
    return project
