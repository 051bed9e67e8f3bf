"""dbt's manifest as a source that can be observed: its data version changes when the project does."""

# No `from __future__ import annotations` here: Dagster reads the annotations of resources as objects.

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import dagster as dg

from dagster_project.automation import manifest_condition
from dagster_project.failures import as_dagster_failures
from dagster_project.keys import MANIFEST
from dagster_project.options import Options
from dagster_project.resources import GtrProject
from gtr_core.build.settings import BuildSettings

__all__ = ["content_fingerprint", "dbt_manifest", "fingerprint_of"]

# What changes with every parse, or repeats what stands elsewhere.
_PASSED_OVER = frozenset({"metadata", "parent_map", "child_map", "group_map", "macros", "docs"})


def dbt_manifest(options: Options) -> dg.AssetsDefinition:
    """The asset ``gtr/dbt_manifest``."""

    @dg.observable_source_asset(
        key=MANIFEST,
        group_name=options.group,
        description="The manifest that the last dbt run of the project has written.",
        automation_condition=manifest_condition() if options.automation else None,
    )
    def gtr_dbt_manifest(gtr_project: GtrProject) -> dg.DataVersion:
        with as_dagster_failures():
            return dg.DataVersion(fingerprint_of(gtr_project.settings()))

    return gtr_dbt_manifest


def fingerprint_of(settings: BuildSettings) -> str:
    """The fingerprint of the manifest of a project, as it is now.

    Raises:
        DbtError: It is missing, or is not what it should be.
    """
    import msgspec

    from gtr_core.build.sources import artifact_paths
    from gtr_core.dbt.artifact_file import decode_artifact, read_artifact_bytes

    path = artifact_paths(settings)["manifest"]
    decoder = msgspec.json.Decoder(dict[str, Any])
    return content_fingerprint(decode_artifact(read_artifact_bytes(path, "manifest"), decoder, path, "manifest"))


def content_fingerprint(manifest: Mapping[str, Any]) -> str:
    """SHA-256 over what a manifest says of the project; the same for two parses of the same files."""
    content = {key: value for key, value in manifest.items() if key not in _PASSED_OVER}
    return hashlib.sha256(json.dumps(_timeless(content), sort_keys=True).encode()).hexdigest()


def _timeless(value: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, dict):
        return {key: _timeless(item) for key, item in value.items() if key != "created_at"}
    return [_timeless(item) for item in value] if isinstance(value, list) else value
