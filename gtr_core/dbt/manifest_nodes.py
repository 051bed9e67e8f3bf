"""The parts of manifest nodes that GTR reads, by the presence of fields rather than by schema version.

Missing and null are the same everywhere. Fields whose form differs between versions and engines are
``Any`` and are read through the functions of ``gtr_core.dbt.loose``; everything else of a node (code,
macros, docs, timings) is never built.
"""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = [
    "ColumnNode",
    "ConstraintNode",
    "DependsOn",
    "ExposureNode",
    "Node",
    "NodeConfig",
    "GenericTestMetadata",
]


class DependsOn(msgspec.Struct, gc=False):
    """What a node reads."""

    nodes: list[str | None] | None = None


class ConstraintNode(msgspec.Struct, gc=False):
    """A constraint of a column (then without ``columns``) or of a model."""

    type: str | None = None
    name: str | None = None
    expression: str | None = None
    columns: list[str] | None = None
    to: str | None = None
    to_columns: list[str] | None = None


class NodeConfig(msgspec.Struct, gc=False):
    """A node's configuration."""

    enabled: Any = None
    materialized: str | None = None
    meta: Any = None
    tags: Any = None
    where: Any = None
    severity: Any = None
    group: str | None = None
    access: str | None = None
    quoting: Any = None
    # Read by node selection alone.
    alias: Any = None
    database: Any = None
    schema: Any = None
    incremental_strategy: Any = None
    strategy: Any = None
    unique_key: Any = None

    @property
    def disabled(self) -> bool:
        """Whether the node is switched off; Jinja that nobody rendered counts as on, as nodes are listed."""
        return self.enabled is False or (isinstance(self.enabled, str) and self.enabled.strip().lower() == "false")


class ColumnNode(msgspec.Struct, gc=False):
    """A documented column; from dbt 1.12 on with its entity and dimension."""

    name: str | None = None
    description: str | None = None
    data_type: str | None = None
    quote: bool | None = None
    meta: Any = None
    tags: Any = None
    config: Any = None
    constraints: list[ConstraintNode | None] | None = None
    entity: Any = None
    dimension: Any = None


class GenericTestMetadata(msgspec.Struct, gc=False):
    """Which generic test a test node is, and its arguments."""

    name: str | None = None
    namespace: str | None = None
    kwargs: dict[str, Any] | None = None


class Node(msgspec.Struct, gc=False):
    """A model, seed, snapshot, source, test, analysis or operation."""

    resource_type: str | None = None
    name: str | None = None
    package_name: str | None = None
    database: str | None = None
    schema: str | None = None
    alias: str | None = None
    identifier: str | None = None
    relation_name: str | None = None
    source_name: str | None = None
    description: str | None = None
    original_file_path: str | None = None
    patch_path: str | None = None
    fqn: list[str] | None = None
    tags: Any = None
    meta: Any = None
    config: NodeConfig | None = None
    quoting: Any = None
    columns: dict[str, ColumnNode | None] | None = None
    constraints: list[ConstraintNode | None] | None = None
    depends_on: DependsOn | None = None
    version: str | int | float | None = None
    latest_version: str | int | float | None = None
    group: str | None = None
    access: str | None = None
    checksum: Any = None
    test_metadata: GenericTestMetadata | None = None
    column_name: str | None = None
    attached_node: str | None = None


class ExposureNode(msgspec.Struct, gc=False):
    """What reads the project's tables: a dashboard, a notebook, an application."""

    name: str | None = None
    label: str | None = None
    owner: Any = None
    depends_on: DependsOn | None = None
    config: NodeConfig | None = None
    package_name: str | None = None
    original_file_path: str | None = None
    fqn: list[str] | None = None
    tags: Any = None
