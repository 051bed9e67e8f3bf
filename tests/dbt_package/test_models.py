"""The package's models, switched on by their one variable, on DuckDB; and what the library makes of them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from gtr_core.build import build_settings, read_settings
from gtr_core.build.build_context import build_context
from gtr_core.catalog import TableProfile
from gtr_core.context.snapshot import Snapshot
from gtr_core.context.store import SnapshotStore

Dbt = Callable[..., subprocess.CompletedProcess[str]]

ON = "{gtr_enabled: true, gtr_exclude_tags: [derived]}"


def rows(project: Path, sql: str) -> list[tuple]:
    with duckdb.connect(str(project / "integration_tests.duckdb"), read_only=True) as connection:
        return connection.sql(sql).fetchall()


@pytest.fixture(scope="module")
def profiled(built: Path, dbt: Dbt) -> Path:
    run = dbt(built, "run", "--select", "package:gtr", "--vars", ON)
    assert run.returncode == 0, run.stdout + run.stderr
    return built


def snapshot(project: Path, store: str, **flags: str) -> Snapshot:
    given = read_settings(
        project,
        {
            "snapshot_dir": str(project / store),
            "profiles_dir": str(project),
            "encoder": "none",
            "infer_joins": "off",
            **flags,
        },
        {},
    )
    build_context(build_settings(project, given))
    return SnapshotStore(project / store).current()


@pytest.fixture
def environment(profiled: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GTR_INTEGRATION_DATABASE", str(profiled / "integration_tests.duckdb"))
    return profiled


def test_every_column_is_profiled_and_personal_ones_have_counts_alone(profiled: Path) -> None:
    found = rows(
        profiled,
        "select column_name, filled, distinct_values, minimum, maximum, mean_length, personal from gtr_column_profiles"
        " where table_id = 'seed.gtr_integration_tests.offers' order by position",
    )
    assert [row[0] for row in found] == ["part_id", "supplier_id", "price", "contact", "offered_on", "active"]
    assert found[3] == ("contact", 3, 3, None, None, None, True)
    assert found[4][1:5] == (4, 3, "2023-12-31", "2024-02-01")
    looks = rows(profiled, "select personal, looks_like, minimum from gtr_column_profiles where column_name = 'remark'")
    assert looks == [(True, "email", None)]


def test_no_value_of_a_personal_column_is_stored(profiled: Path) -> None:
    kept = rows(
        profiled,
        "select distinct v.column_name from gtr_sample_values as v join gtr_column_profiles as p"
        " using (table_id, column_name) where p.personal",
    )
    assert kept == []
    offered = "select value, value_rows from gtr_sample_values where column_name = 'offered_on' order by 2 desc, 1"
    assert rows(profiled, offered) == [("2024-01-05", 2), ("2023-12-31", 1), ("2024-02-01", 1)]


def test_declared_joins_are_checked(profiled: Path) -> None:
    checked = rows(
        profiled,
        "select child_rows, rows_with_key, rows_matched, keys_without_parent, child_largest, parent_largest"
        " from gtr_join_checks where child_columns = 'part_id,supplier_id'"
        " and parent_id = 'seed.gtr_integration_tests.offers'",
    )
    assert checked == [(6, 5, 4, 1, 2, 1)]


def test_the_library_makes_the_same_profiles_of_them(environment: Path) -> None:
    own = snapshot(environment, "own")
    packaged = snapshot(environment, "packaged", from_package="on")

    def bare(profile: TableProfile) -> TableProfile:
        return replace(profile, seconds=0.0, profiled_at=None, fingerprint="", altered=None)

    visible = [table.id for table in packaged.graph.tables if not table.hidden]
    assert [table for table in visible if table not in packaged.graph.profiles] == []
    for table in visible:
        assert bare(packaged.graph.profiles[table]) == bare(own.graph.profiles[table])
    joins = {
        edge.child_columns: replace(edge.measurement, measured_at=None) for edge in own.graph.joins if edge.measurement
    }
    of_package = {
        edge.child_columns: replace(edge.measurement, measured_at=None)
        for edge in packaged.graph.joins
        if edge.measurement
    }
    assert of_package == joins
    assert {table.name for table in packaged.graph.tables if table.hidden} >= {
        "gtr_column_profiles",
        "gtr_sample_values",
    }


def test_operations_print_and_keep_nothing(profiled: Path, dbt: Dbt) -> None:
    printed = dbt(profiled, "--quiet", "run-operation", "gtr_profile", "--args", "{model: offers}")
    assert "offered_on | DATE | 5 | 4 | 3 | 2023-12-31 | 2024-02-01 | False" in printed.stdout
    docs = dbt(profiled, "--quiet", "run-operation", "gtr_docs", "--args", "{model: people}")
    assert (
        '      - name: email\n        description: ""\n        config: {meta: {gtr: {personal: true}}}' in docs.stdout
    )


def test_unchanged_tables_are_taken_over_and_what_is_personal_by_now_goes(profiled: Path, dbt: Dbt) -> None:
    before = dict(rows(profiled, "select distinct table_id, profiled_at from gtr_column_profiles"))
    seeds = profiled / "seeds" / "_seeds.yml"
    text = seeds.read_text()
    seeds.write_text(
        text.replace(
            "      - name: contact\n",
            "      - name: offered_on\n        meta: {gtr: {personal: true}}\n      - name: contact\n",
        )
    )
    try:
        marked = dbt(profiled, "run", "--select", "package:gtr", "--vars", ON)
    finally:
        seeds.write_text(text)
    assert f"1 relations are profiled, {len(before) - 1} have not changed" in marked.stdout, marked.stdout
    assert rows(profiled, "select count(*) from gtr_sample_values where column_name = 'offered_on'") == [(0,)]
    assert (
        dict(rows(profiled, "select distinct table_id, profiled_at from gtr_column_profiles")).keys() == before.keys()
    )
