"""dbt's manifest as a source that can be observed: its data version changes when the project does."""

# No `from __future__ import annotations` here: Dagster reads the annotations of resources as objects.

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import dagster as dg

from dagster_project.failures import as_dagster_failures
from dagster_project.keys import MANIFEST
from dagster_project.resources import GtrProject

__all__ = ["content_fingerprint", "dbt_manifest"]

# What changes with every parse, or repeats what stands elsewhere.
_PASSED_OVER = frozenset({"metadata", "parent_map", "child_map", "group_map", "macros", "docs"})


@dg.observable_source_asset(
    key=MANIFEST, group_name="gtr", description="The manifest that the last dbt run of the project has written."
)
def dbt_manifest(project: GtrProject) -> dg.DataVersion:
    """The data version of the manifest as it is now."""
    import msgspec

    from gtr_core.build.sources import artifact_paths
    from gtr_core.dbt.artifact_file import decode_artifact, read_artifact_bytes

    with as_dagster_failures():
        path = artifact_paths(project.settings())["manifest"]
        decoder = msgspec.json.Decoder(dict[str, Any])
        manifest = decode_artifact(read_artifact_bytes(path, "manifest"), decoder, path, "manifest")
        return dg.DataVersion(content_fingerprint(manifest))


def content_fingerprint(manifest: Mapping[str, Any]) -> str:
    """SHA-256 over what a manifest says of the project; the same for two parses of the same files."""
    content = {key: value for key, value in manifest.items() if key not in _PASSED_OVER}
    return hashlib.sha256(json.dumps(_timeless(content), sort_keys=True).encode()).hexdigest()


def _timeless(value: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, dict):
        return {key: _timeless(item) for key, item in value.items() if key != "created_at"}
    return [_timeless(item) for item in value] if isinstance(value, list) else value
