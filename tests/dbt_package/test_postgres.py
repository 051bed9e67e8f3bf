"""The same integration project on a PostgreSQL server of the test's own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.postgres_server import postgres

psycopg = pytest.importorskip("psycopg")
pytest.importorskip("dbt.adapters.postgres")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A running server, as the environment variables that the integration project's profile reads."""
    with postgres(tmp_path_factory.mktemp("postgres")) as settings:
        yield {"GTR_INTEGRATION_POSTGRES_HOST": "127.0.0.1", "GTR_INTEGRATION_POSTGRES_PORT": str(settings["port"])}


def test_the_integration_project_builds(
    project: Path, server: dict[str, str], dbt: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    built = dbt(project, "build", "--target", "postgres", **server)
    assert built.returncode == 0, built.stdout + built.stderr
    statuses = [
        result["status"] for result in json.loads((project / "target" / "run_results.json").read_text())["results"]
    ]
    assert len(statuses) == 25
    assert set(statuses) == {"success", "pass"}
    sampled = dbt(
        project,
        "--quiet",
        "compile",
        "--target",
        "postgres",
        "--inline",
        "{{ gtr.profile_relation(ref('offers'), sample_percent=50) }}",
        **server,
    )
    assert sampled.returncode == 0, sampled.stdout + sampled.stderr
    with psycopg.connect(
        host="127.0.0.1", port=server["GTR_INTEGRATION_POSTGRES_PORT"], user="postgres", dbname="postgres"
    ) as connection:
        rows = connection.execute(sampled.stdout).fetchall()
    assert [row[0] for row in rows] == ["part_id", "supplier_id", "price", "contact", "offered_on", "active"]
    assert all(0 <= row[3] <= 5 and row[9] == 50 for row in rows)
