"""Keys of the assets, in the order in which they are made."""

from __future__ import annotations

import dagster as dg

__all__ = [
    "CATALOG",
    "CONTEXT",
    "EMBEDDINGS",
    "GRAPH",
    "INDEX",
    "JOINS",
    "MANIFEST",
    "PROFILES",
    "SNAPSHOT",
    "VALUES",
]

MANIFEST = dg.AssetKey(["gtr", "dbt_manifest"])
CATALOG = dg.AssetKey(["gtr", "catalog"])
PROFILES = dg.AssetKey(["gtr", "profiles"])
VALUES = dg.AssetKey(["gtr", "value_samples"])
JOINS = dg.AssetKey(["gtr", "joins"])
GRAPH = dg.AssetKey(["gtr", "context_graph"])
INDEX = dg.AssetKey(["gtr", "value_index"])
EMBEDDINGS = dg.AssetKey(["gtr", "table_embeddings"])
SNAPSHOT = dg.AssetKey(["gtr", "snapshot"])

CONTEXT = (VALUES, JOINS, GRAPH, INDEX, EMBEDDINGS, SNAPSHOT)
"""What one run of ``build_and_publish`` makes, in order."""
