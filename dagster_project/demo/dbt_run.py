"""Running dbt on the demo's project."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from dagster_project.demo.exceptions import DbtRunError

__all__ = ["run_dbt"]

_TARGET = "demo"


def run_dbt(project: Path, *arguments: str) -> None:
    """Run dbt with those arguments on the project.

    As a process of its own: within ours it would keep its writing connection to the warehouse file open, and DuckDB
    lets no other process, nor a reading connection of ours, have the file as long as that stands.

    Raises:
        DbtRunError: dbt failed; the error holds what it said.
    """
    # runpy warns that `dbt.cli` has imported its own main; that is of no concern to whoever reads the output.
    command = [
        sys.executable,
        "-W",
        "ignore::RuntimeWarning:runpy",
        "-m",
        "dbt.cli.main",
        "--quiet",
        "--no-use-colors",
        *arguments,
    ]
    command += ["--project-dir", ".", "--profiles-dir", ".", "--target", _TARGET, "--target-path", "target"]
    finished = subprocess.run(
        command,
        cwd=project,
        env=_environment(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        close_fds=False,  # it holds the folder's lock as we do
    )
    if finished.returncode != 0:
        raise DbtRunError(arguments, finished.stdout[-3000:], project)


def _environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Ours, without the settings of the user's own dbt, and with telemetry off."""
    kept = {name: value for name, value in environment.items() if not name.startswith("DBT_")}
    return {**kept, "DO_NOT_TRACK": "1", "DBT_SEND_ANONYMOUS_USAGE_STATS": "false"}
