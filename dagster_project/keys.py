"""Keys of the assets, in the order in which they are made."""

from __future__ import annotations

import dagster as dg

__all__ = ["CATALOG", "JOINS", "MANIFEST", "PROFILES", "SNAPSHOT"]

MANIFEST = dg.AssetKey(["gtr", "dbt_manifest"])
CATALOG = dg.AssetKey(["gtr", "catalog"])
PROFILES = dg.AssetKey(["gtr", "profiles"])
JOINS = dg.AssetKey(["gtr", "joins"])
SNAPSHOT = dg.AssetKey(["gtr", "snapshot"])
