from __future__ import annotations

from pathlib import Path

import dagster as dg
import duckdb

from dagster_project.keys import CATALOG, PROFILES, VALUES
from dagster_project.partitions import PARTITIONS
from tests.dagster_project.shop import LINES, ORDERS, definitions_of, failure, metadata, model, run, write_manifest

BROKEN = "model.shop.broken"


def events(result: dg.ExecuteInProcessResult) -> dict[str | None, dict]:
    return {
        event.partition: {name: value.value for name, value in event.materialization.metadata.items()}
        for event in result.get_asset_materialization_events()
        if event.asset_key == PROFILES
    }


def run_range(folder: Path, instance: dg.DagsterInstance) -> dg.ExecuteInProcessResult:
    keys = instance.get_dynamic_partitions(PARTITIONS)
    tags = {"dagster/asset_partition_range_start": keys[0], "dagster/asset_partition_range_end": keys[-1]}
    job = definitions_of(folder).resolve_implicit_global_asset_job_def()
    return job.execute_in_process(instance=instance, asset_selection=[PROFILES], tags=tags, raise_on_error=False)


def test_one_table_is_profiled_alone_and_published_by_the_next_build(
    project: Path, instance: dg.DagsterInstance
) -> None:
    assert run(project, instance, CATALOG).success
    assert instance.get_dynamic_partitions(PARTITIONS) == [LINES, ORDERS]
    result = run(project, instance, PROFILES, partition=ORDERS)
    assert result.success
    found = events(result)
    assert list(found) == [ORDERS]
    assert (found[ORDERS]["rows_looked_at"], found[ORDERS]["columns"], found[ORDERS]["unchanged"]) == (20, 2, False)
    values = metadata(run(project, instance), VALUES)
    assert (values["tables_profiled"], values["tables_unchanged"]) == (1, 1)


def test_a_range_gives_an_event_a_table_and_one_that_fails_fails_alone(
    project: Path, instance: dg.DagsterInstance
) -> None:
    with duckdb.connect(str(project / "shop.duckdb")) as connection:
        connection.execute("CREATE VIEW broken AS SELECT error('no such luck') AS id FROM range(3)")
    write_manifest(project, model("orders", "id", "name"), model("lines", "id", "order_id"), model("broken", "id"))
    assert run(project, instance, CATALOG).success
    result = run_range(project, instance)
    assert not result.success
    assert set(events(result)) == {LINES, ORDERS}
    assert f"1 of 3 tables failed; the rest is done. {BROKEN}" in failure(result)
    with duckdb.connect(str(project / "shop.duckdb")) as connection:
        connection.execute("CREATE OR REPLACE VIEW broken AS SELECT 1 AS id")
    mended = run(project, instance, PROFILES, partition=BROKEN)
    assert mended.success
    assert set(events(mended)) == {BROKEN}
    again = run_range(project, instance)
    assert again.success
    assert {table: found["unchanged"] for table, found in events(again).items()} == {
        LINES: True,
        ORDERS: True,
        BROKEN: True,
    }


def test_a_partition_without_a_table_says_so(project: Path, instance: dg.DagsterInstance) -> None:
    instance.add_dynamic_partitions(PARTITIONS, ["model.shop.gone"])
    result = run(project, instance, PROFILES, partition="model.shop.gone")
    assert "run the catalog first" in failure(result)
