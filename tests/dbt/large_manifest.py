"""A made-up manifest of 12,000 nodes, in the proportions of real ones: code, macros and docs are most of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["write_large_manifest"]

# What dbt 1.11 writes for every node beyond what it says of itself.
_CONFIG: dict[str, Any] = {
    "enabled": True,
    "alias": None,
    "schema": None,
    "database": None,
    "tags": ["nightly"],
    "meta": {},
    "group": None,
    "incremental_strategy": None,
    "batch_size": None,
    "lookback": 1,
    "begin": None,
    "persist_docs": {},
    "post-hook": [],
    "pre-hook": [],
    "quoting": {},
    "column_types": {},
    "full_refresh": None,
    "unique_key": None,
    "on_schema_change": "ignore",
    "on_configuration_change": "apply",
    "grants": {},
    "packages": [],
    "docs": {"show": True, "node_color": None},
    "contract": {"enforced": False, "alias_types": True},
    "event_time": None,
    "concurrent_batches": None,
    "access": "protected",
    "freshness": None,
}
_COLUMN: dict[str, Any] = {
    "meta": {},
    "data_type": None,
    "constraints": [],
    "quote": None,
    "config": {"meta": {}, "tags": []},
    "tags": [],
    "granularity": None,
    "doc_blocks": [],
}
_SQL = "select a.id, a.name, sum(b.amount) as amount from {{ ref('x') }} a join b on a.id = b.a_id group by 1, 2\n"


def write_large_manifest(path: Path, models: int = 3_000, macros: int = 2_500) -> Path:
    """Writes a manifest with ``models`` models and three tests for each, about 60 MB at the default sizes."""
    nodes: dict[str, Any] = {}
    for index in range(models):
        unique_id = f"model.big.model_{index}"
        nodes[unique_id] = _model(unique_id, index)
        parent = index // 2
        arguments = [
            ("unique", {"column_name": "id"}),
            ("not_null", {"column_name": "id"}),
            ("relationships", {"column_name": "parent_id", "field": "id", "to": f"ref('model_{parent}')"}),
        ]
        for name, kwargs in arguments:
            test_id = f"test.big.{name}_{index}.abc"
            nodes[test_id] = _test(test_id, name, kwargs, index)
    manifest = {
        "metadata": {
            "dbt_schema_version": "https://schemas.getdbt.com/dbt/manifest/v12.json",
            "adapter_type": "duckdb",
            "project_name": "big",
        },
        "nodes": nodes,
        "sources": {},
        "macros": {f"macro.big.macro_{n}": _macro(n) for n in range(macros)},
        "docs": {f"doc.big.doc_{n}": {"block_contents": "words " * 100} for n in range(500)},
        "exposures": {},
        "disabled": {},
        "parent_map": {unique_id: node["depends_on"]["nodes"] for unique_id, node in nodes.items()},
        "child_map": {},
    }
    path.write_text(json.dumps(manifest))
    return path


def _macro(index: int) -> dict[str, Any]:
    return {
        "name": f"macro_{index}",
        "resource_type": "macro",
        "package_name": "big",
        "original_file_path": "macros/some.sql",
        "macro_sql": _SQL * 20,
        "depends_on": {"macros": ["macro.dbt.default"]},
        "meta": {},
        "docs": {"show": True, "node_color": None},
        "arguments": [],
        "supported_languages": None,
    }


def _base(unique_id: str, kind: str) -> dict[str, Any]:
    return {
        "unique_id": unique_id,
        "resource_type": kind,
        "package_name": "big",
        "database": "warehouse",
        "schema": "main",
        "tags": ["nightly"],
        "meta": {},
        "docs": {"show": True, "node_color": None},
        "created_at": 1.5,
        "unrendered_config": {"materialized": "table"},
        "compiled": True,
        "extra_ctes": [],
        "refs": [{"name": "x", "package": None, "version": None}],
        "sources": [],
        "metrics": [],
    }


def _model(unique_id: str, index: int) -> dict[str, Any]:
    names = ("id", "parent_id", *(f"measure_{number}" for number in range(18)))
    columns = {name: {"name": name, "description": f"What {name} of {index} means.", **_COLUMN} for name in names}
    return {
        **_base(unique_id, "model"),
        "name": f"model_{index}",
        "alias": f"model_{index}",
        "fqn": ["big", "marts", f"model_{index}"],
        "relation_name": f'"warehouse"."main"."model_{index}"',
        "original_file_path": f"models/marts/model_{index}.sql",
        "description": f"Model {index}. " * 5,
        "raw_code": _SQL * 12,
        "compiled_code": _SQL * 18,
        "config": {**_CONFIG, "materialized": "table"},
        "columns": columns,
        "depends_on": {"macros": [], "nodes": [f"model.big.model_{index // 2}"] if index else []},
    }


def _test(unique_id: str, name: str, kwargs: dict[str, Any], index: int) -> dict[str, Any]:
    model = "{{ get_where_subquery(ref('model_" + str(index) + "')) }}"
    return {
        **_base(unique_id, "test"),
        "name": name,
        "alias": name,
        "fqn": ["big", "marts", name],
        "raw_code": "{{ generic_test(**_dbt_generic_test_kwargs) }}",
        "compiled_code": _SQL * 3,
        "config": {**_CONFIG, "materialized": "test", "severity": "ERROR", "where": None, "limit": None},
        "columns": {},
        "column_name": kwargs["column_name"],
        "test_metadata": {"name": name, "kwargs": {**kwargs, "model": model}, "namespace": None},
        "depends_on": {"macros": [], "nodes": [f"model.big.model_{index}", f"model.big.model_{index // 2}"]},
    }
