"""Asset keys of dbt nodes, by the rule of dagster-dbt, so that a team's own dbt assets and ours link up.

dagster-dbt is not imported: that would cost five seconds at each load of the definitions.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import dagster as dg

__all__ = ["dbt_asset_key", "upstream_keys"]

_TABLES = ("model", "seed", "snapshot", "source")


def dbt_asset_key(node: Mapping[str, Any]) -> dg.AssetKey:
    """The key that ``dagster_dbt.DagsterDbtTranslator`` gives a node by default.

    ``meta.dagster.asset_key`` where it is set, else a source's name with its source's, a versioned model's alias, and
    any other node's name, below its schema where one is configured.

    >>> dbt_asset_key({"resource_type": "model", "name": "orders", "config": {"schema": "sales"}}).to_user_string()
    'sales/orders'
    """
    config: Mapping[str, Any] = node.get("config") or {}
    for meta in (config.get("meta"), node.get("meta")):
        named = ((meta or {}).get("dagster") or {}).get("asset_key")
        if named:
            return dg.AssetKey(named)
    if node.get("resource_type") == "source":
        return dg.AssetKey([str(node["source_name"]), str(node["name"])])
    name = str(node["alias"] if node.get("version") else node["name"])
    schema = config.get("schema")
    return dg.AssetKey([str(schema), name] if schema else [name])


def upstream_keys(manifest: Path) -> tuple[dg.AssetKey, ...]:
    """Keys of all models, seeds, snapshots and sources that become relations, sorted, each once.

    Raises:
        DbtError: The manifest is missing, or is not what it should be.
    """
    import msgspec

    from gtr_core.dbt.artifact_file import decode_artifact, read_artifact_bytes

    decoder = msgspec.json.Decoder(dict[str, Any])
    content = decode_artifact(read_artifact_bytes(manifest, "manifest"), decoder, manifest, "manifest")
    nodes = [*content.get("nodes", {}).values(), *content.get("sources", {}).values()]
    keys = {
        dbt_asset_key(node)
        for node in nodes
        if node.get("resource_type") in _TABLES
        and (node.get("config") or {}).get("materialized") != "ephemeral"
        and (node.get("config") or {}).get("enabled", True)
    }
    return tuple(sorted(keys))
