"""Small made-up artifacts, as terse as their pitfalls allow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["catalog_entry", "generic_test", "manifest", "model", "seed", "source", "written"]


def manifest(*nodes: dict[str, Any], adapter: str = "duckdb", version: int = 12, **sections: Any) -> dict[str, Any]:
    """A manifest of these nodes; sources are told by their resource type."""
    return {
        "metadata": {
            "dbt_schema_version": f"https://schemas.getdbt.com/dbt/manifest/v{version}.json",
            "adapter_type": adapter,
            "project_name": "shop",
        },
        "nodes": {node["unique_id"]: node for node in nodes if node["resource_type"] != "source"},
        "sources": {node["unique_id"]: node for node in nodes if node["resource_type"] == "source"},
        **sections,
    }


def model(name: str, *columns: str | dict[str, Any], kind: str = "model", **fields: Any) -> dict[str, Any]:
    """A model on ``"db"."main"."<name>"``; columns are names or whole entries."""
    package = fields.get("package_name", "shop")
    entries = [{"name": column} if isinstance(column, str) else column for column in columns]
    config = {"materialized": "table", "enabled": True, **fields.pop("config", {})}
    return {
        "unique_id": f"{kind}.{package}.{name}",
        "resource_type": kind,
        "name": name,
        "package_name": package,
        "database": "db",
        "schema": "main",
        "alias": name,
        "fqn": [package, name],
        "relation_name": f'"db"."main"."{name}"',
        "original_file_path": f"models/{name}.sql",
        "patch_path": f"{package}://models/{name}.yml",
        "config": config,
        "columns": {entry["name"]: entry for entry in entries},
        "depends_on": {"nodes": []},
        **fields,
    }


def seed(name: str, *columns: str | dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A seed."""
    return model(name, *columns, kind="seed", **fields)


def source(name: str, *columns: str | dict[str, Any], schema: str = "raw", **fields: Any) -> dict[str, Any]:
    """A table of the source ``raw``."""
    made = model(name, *columns, kind="source", **fields)
    return {
        **made,
        "unique_id": f"source.shop.raw.{name}",
        "source_name": "raw",
        "identifier": name,
        "schema": schema,
        "relation_name": f'"db"."{schema}"."{name}"',
        **fields,
    }


def generic_test(name: str, on: str, kwargs: dict[str, Any], number: int = 0, **fields: Any) -> dict[str, Any]:
    """A generic test on a ``ref`` or ``source`` call."""
    package, _, plain = name.rpartition(".")
    return {
        "unique_id": f"test.shop.{plain}_{number}_{abs(hash(str((on, sorted(map(str, kwargs.items()))))))}",
        "resource_type": "test",
        "name": plain,
        "package_name": "shop",
        "test_metadata": {
            "name": plain,
            "namespace": package or None,
            "kwargs": {**kwargs, "model": "{{ get_where_subquery(" + on + ") }}"},
        },
        "column_name": kwargs.get("column_name"),
        "config": {"enabled": True, "severity": "ERROR", **fields.pop("config", {})},
        "depends_on": {"nodes": []},
        **fields,
    }


def catalog_entry(database: str | None, schema: str, name: str, **columns: str) -> dict[str, Any]:
    """One relation of a catalog.json, its columns with their types."""
    return {
        "metadata": {"database": database, "schema": schema, "name": name, "type": "BASE TABLE"},
        "columns": {
            column: {"name": column, "type": data_type, "index": index}
            for index, (column, data_type) in enumerate(columns.items(), start=1)
        },
    }


def written(folder: Path, document: dict[str, Any], name: str = "manifest.json") -> Path:
    """The document as a file."""
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return path
