"""The package's own integration project, installed with `dbt deps` and built on DuckDB."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

Dbt = Callable[..., subprocess.CompletedProcess[str]]


def results(project: Path) -> dict[str, dict]:
    """Results of the last run by the name of the node."""
    document = json.loads((project / "target" / "run_results.json").read_text())
    return {result["unique_id"].split(".")[2]: result for result in document["results"]}


def test_every_node_succeeds_and_nothing_of_the_package_runs_until_it_is_switched_on(built: Path) -> None:
    statuses = {name: result["status"] for name, result in results(built).items()}
    assert len(statuses) == 25
    assert set(statuses.values()) == {"success", "pass"}, statuses
    assert not {"gtr_column_profiles", "gtr_sample_values", "gtr_join_checks"} & set(statuses)


def test_a_profile_says_what_the_rows_hold(built: Path) -> None:
    with duckdb.connect(str(built / "integration_tests.duckdb"), read_only=True) as connection:
        rows = connection.sql(
            "select row_count, null_count, round(null_share, 6), distinct_count, minimum, maximum, personal"
            " from offer_profile where column_name in ('supplier_id', 'contact', 'offered_on') order by position"
        ).fetchall()
    assert rows == [
        (5, 2, 0.4, 2, "1", "2", False),
        (5, 2, 0.4, 3, None, None, True),
        (5, 1, 0.2, 3, "2023-12-31", "2024-02-01", False),
    ]


def test_a_join_that_is_not_many_to_one_fails_with_counts_and_no_values(built: Path, dbt: Dbt) -> None:
    seeds = built / "seeds" / "_seeds.yml"
    text = seeds.read_text()
    assert 'error_if: "!= 2"' in text
    seeds.write_text(text.replace("!= 2", "!= 0"))
    try:
        failed = dbt(built, "test", "--select", "keys_that_stand_twice_are_counted")
    finally:
        seeds.write_text(text)
    result = results(built)["keys_that_stand_twice_are_counted"]
    assert failed.returncode == 1, failed.stdout + failed.stderr
    assert (result["status"], result["failures"]) == ("fail", 2)
    with duckdb.connect(str(built / "integration_tests.duckdb"), read_only=True) as connection:
        relation = connection.sql(result["compiled_code"])
        assert relation.columns == ["duplicated_keys", "parent_rows", "child_rows"]
        assert relation.fetchall() == [(2, 5, 3)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("{to: ref('offers'), columns: [part_id], to_columns: [part_id, supplier_id]}", "name as many of one"),
        ("{to: ref('offers'), to_columns: part_id}", "0 columns"),
    ],
)
def test_a_test_with_columns_that_do_not_pair_says_so(built: Path, dbt: Dbt, arguments: str, message: str) -> None:
    extra = built / "models" / "_extra.yml"
    extra.write_text(
        "models:\n  - name: awkward_names\n    data_tests:\n"
        f"      - gtr.gtr_many_to_one:\n          name: badly_paired\n          arguments: {arguments}\n"
    )
    try:
        failed = dbt(built, "test", "--select", "badly_paired")
    finally:
        extra.unlink()
    assert failed.returncode != 0
    assert message in failed.stdout
