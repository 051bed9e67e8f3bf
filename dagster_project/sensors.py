"""When the context is built anew, by what dbt has written."""

# No `from __future__ import annotations` here: Dagster reads the annotations of resources as objects.

import json
from typing import TYPE_CHECKING

import dagster as dg

from dagster_project.artifacts import artifact_stamp
from dagster_project.manifest import fingerprint_of
from dagster_project.resources import GtrProject
from gtr_core.errors import GtrError

if TYPE_CHECKING:
    from dagster._core.definitions.unresolved_asset_job_definition import UnresolvedAssetJobDefinition

__all__ = ["new_manifest_sensor"]

_INTERVAL_S = 60


def new_manifest_sensor(job: "UnresolvedAssetJobDefinition") -> dg.SensorDefinition:
    """Asks for a build when the manifest says something that the last build has not seen. Stopped by default.

    Each look costs a file's time and size, or an object's checksum; only where these are others is the manifest
    read. A parse of the same project changes nothing and starts nothing.
    """

    @dg.sensor(
        name="new_manifest",
        job=job,
        minimum_interval_seconds=_INTERVAL_S,
        default_status=dg.DefaultSensorStatus.STOPPED,
        description="Builds the context when dbt has written a manifest that says something new.",
    )
    def new_manifest(context: dg.SensorEvaluationContext, gtr_project: GtrProject) -> dg.SensorResult | dg.SkipReason:
        seen = json.loads(context.cursor) if context.cursor else {}
        try:
            address = gtr_project.manifest_address()
            if address is None:
                from gtr_core.build.sources import artifact_paths

                address = str(artifact_paths(gtr_project.settings())["manifest"])
            stamp = artifact_stamp(address)
            if stamp == seen.get("stamp"):
                return dg.SkipReason(f"{address} has not been written since.")
            fingerprint = fingerprint_of(gtr_project.settings())
        except OSError as error:
            return dg.SkipReason(f"The manifest cannot be read yet: {error}.")
        except GtrError as error:
            return dg.SkipReason(str(error))
        cursor = json.dumps({"stamp": stamp, "fingerprint": fingerprint})
        if fingerprint == seen.get("fingerprint"):
            return dg.SensorResult(
                skip_reason=dg.SkipReason(f"{address} was written anew and says the same."), cursor=cursor
            )
        request = dg.RunRequest(run_key=f"{fingerprint[:16]}-{stamp}", tags={"gtr/manifest": fingerprint[:16]})
        return dg.SensorResult(run_requests=[request], cursor=cursor)

    return new_manifest
