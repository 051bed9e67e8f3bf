from __future__ import annotations

from pathlib import Path

import dagster as dg

from dagster_project.keys import CATALOG, CONTEXT, MANIFEST
from tests.dagster_project.shop import definitions_of, model, run, write_manifest


def test_a_changed_manifest_leads_to_a_new_catalog_and_that_to_a_new_context(
    project: Path, instance: dg.DagsterInstance
) -> None:
    definitions = definitions_of(project, automation=True)

    def asked(cursor: dg.AssetDaemonCursor | None) -> tuple[set[dg.AssetKey], object]:
        result = dg.evaluate_automation_conditions(definitions, instance=instance, cursor=cursor)
        return {key for key in (CATALOG, *CONTEXT) if result.get_num_requested(key)}, result.cursor

    def observe() -> None:
        job = definitions.resolve_implicit_global_asset_job_def()
        assert job.execute_in_process(instance=instance, asset_selection=[MANIFEST]).success

    observe()
    _, cursor = asked(None)
    assert run(project, instance).success
    _, cursor = asked(cursor)
    settled, cursor = asked(cursor)
    assert settled == set()
    write_manifest(project, model("orders", "id", "name"))
    observe()
    # Both in one go: the daemon makes one run of them, the catalog first.
    wanted, cursor = asked(cursor)
    assert wanted == {CATALOG, *CONTEXT}
    assert run(project, instance).success
    _, cursor = asked(cursor)
    assert asked(cursor)[0] == set()
