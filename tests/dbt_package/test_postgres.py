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


def test_the_models_profile_on_postgres_too(
    project: Path, server: dict[str, str], dbt: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    run = dbt(
        project, "run", "--select", "package:gtr", "--target", "postgres", "--vars", "{gtr_enabled: true}", **server
    )
    assert run.returncode == 0, run.stdout + run.stderr
    with psycopg.connect(
        host="127.0.0.1", port=server["GTR_INTEGRATION_POSTGRES_PORT"], user="postgres", dbname="postgres"
    ) as connection:
        profiled = connection.execute(
            "select column_name, filled, distinct_values, minimum, maximum, personal"
            " from gtr_integration_tests.gtr_column_profiles"
            " where table_id = 'seed.gtr_integration_tests.offers' order by position"
        ).fetchall()
        offered = connection.execute(
            "select value, value_rows from gtr_integration_tests.gtr_sample_values"
            " where column_name = 'offered_on' order by 2 desc, 1"
        ).fetchall()
        checked = connection.execute(
            "select rows_with_key, rows_matched, keys_without_parent from gtr_integration_tests.gtr_join_checks"
            " where child_columns = 'part_id,supplier_id' and parent_id = 'seed.gtr_integration_tests.offers'"
        ).fetchall()
    assert profiled[3] == ("contact", 3, 3, None, None, True)
    assert profiled[4] == ("offered_on", 4, 3, "2023-12-31", "2024-02-01", False)
    assert offered == [("2024-01-05", 2), ("2023-12-31", 1), ("2024-02-01", 1)]
    assert checked == [(5, 4, 1)]
