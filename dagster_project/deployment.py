"""GTR as part of a team's own Dagster deployment.

Three lines::

    from dagster_project.deployment import build_gtr_definitions

    defs = dg.Definitions.merge(ours, build_gtr_definitions("dbt_project_folder", dbt_dependencies=True))
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import dagster as dg

from dagster_project.catalog_asset import catalog_asset
from dagster_project.context_assets import context_assets
from dagster_project.dbt_keys import upstream_keys
from dagster_project.manifest import dbt_manifest
from dagster_project.options import CheckBounds, Options, cron_of, time_zone_of
from dagster_project.profiles_asset import profiles_asset
from dagster_project.resources import GtrEncoder, GtrProject, GtrStore, GtrWarehouse
from dagster_project.schedules import build_context_job, nightly_build
from dagster_project.sensors import new_manifest_sensor
from gtr_core.errors import ConfigurationError

__all__ = ["build_gtr_definitions"]


def build_gtr_definitions(
    project_dir: str | Path | None = None,
    *,
    snapshot_dir: str | None = None,
    manifest: str | None = None,
    connection: dict[str, Any] | None = None,
    profiles_dir: str | None = None,
    profile: str | None = None,
    target: str | None = None,
    encoder: str | None = None,
    keep: int | None = None,
    threads: int | None = None,
    dbt_dependencies: bool = False,
    group: str = "gtr",
    owners: Sequence[str] = (),
    cron: str | None = None,
    time_zone: str | None = None,
    automation: bool = False,
    fresh_for: timedelta | None = timedelta(hours=36),
    retries: int = 2,
    checks: CheckBounds | None = None,
) -> dg.Definitions:
    """Assets, checks, job, schedule and sensor; merge them with a team's own definitions.

    Schedule, sensor and automation are stopped until somebody starts them. Without ``dbt_dependencies`` nothing is
    read here, so that the code location loads whatever state the project is in.

    Args:
        project_dir: Folder of dbt_project.yml; None: ``GTR_PROJECT_DIR`` when a run starts.
        snapshot_dir: The snapshot store: a folder, or an fsspec address such as ``s3://bucket/gtr``.
        manifest: Where dbt's manifest.json is, if not in the project's target folder: a path or an fsspec address.
        connection: The warehouse, as an output of profiles.yml, instead of ``profiles_dir``, ``profile``, ``target``.
        encoder: The embedding model; ``none`` for none.
        keep: Snapshots that stay.
        threads: Tables profiled at a time.
        dbt_dependencies: Whether the project's models, seeds, snapshots and sources stand upstream of the profiles,
            under the keys that dagster-dbt gives them. The manifest must be there when the definitions load.
        group: Asset group.
        owners: Owners of the assets, as Dagster writes them.
        cron, time_zone: Of the schedule; None: ``GTR_CRON`` and ``GTR_TIME_ZONE``, else five in the morning, UTC.
        automation: Whether the assets carry automation conditions.
        fresh_for: Age past which the snapshot counts as stale.
        retries: Times that a step is begun anew after an error that may pass.
        checks: When checks fail.

    Raises:
        ConfigurationError: ``dbt_dependencies`` without a folder or a manifest.
        DbtError: The manifest cannot be read.
    """
    project = GtrProject(
        project_dir=None if project_dir is None else str(project_dir),
        manifest=manifest,
        warehouse=GtrWarehouse(connection=connection, profiles_dir=profiles_dir, profile=profile, target=target),
        store=GtrStore(address=snapshot_dir, keep=keep),
        encoder=GtrEncoder(name=encoder),
        threads=threads,
    )
    options = Options(
        group=group,
        owners=tuple(owners),
        upstream=_upstream(project) if dbt_dependencies else (),
        cron=cron_of(cron),
        time_zone=time_zone_of(time_zone),
        automation=automation,
        fresh_for=fresh_for,
        retries=retries,
        checks=checks or CheckBounds(),
    )
    job = build_context_job()
    return dg.Definitions(
        assets=[dbt_manifest(options), catalog_asset(options), profiles_asset(options), context_assets(options)],
        jobs=[job],
        schedules=[nightly_build(options, job)],
        sensors=[new_manifest_sensor(job)],
        resources={"gtr_project": project},
    )


def _upstream(project: GtrProject) -> tuple[dg.AssetKey, ...]:
    from gtr_core.build.sources import artifact_paths

    try:
        manifest = artifact_paths(project.settings())["manifest"]
    except ConfigurationError as error:
        raise ConfigurationError(
            f"dbt_dependencies needs the manifest when the definitions load. {error.problem}", error.remedy
        ) from error
    return upstream_keys(manifest)
