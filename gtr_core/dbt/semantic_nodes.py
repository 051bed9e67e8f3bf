"""The parts of semantic models and metrics that GTR reads, in all forms of dbt's semantic layer."""

from __future__ import annotations

from typing import Any

import msgspec

from gtr_core.dbt.manifest_nodes import DependsOn, NodeConfig

__all__ = [
    "AggregationNode",
    "DimensionNode",
    "EntityNode",
    "InputNode",
    "MeasureNode",
    "MetricNode",
    "SavedSemanticModel",
    "TypeParams",
]


class EntityNode(msgspec.Struct, gc=False):
    """An entity of a semantic model; without ``expr`` its column bears its name."""

    name: str | None = None
    type: str | None = None
    expr: str | int | float | None = None
    role: str | None = None
    description: str | None = None
    label: str | None = None


class DimensionNode(msgspec.Struct, gc=False):
    """A dimension of a semantic model; without ``expr`` its column bears its name."""

    name: str | None = None
    type: str | None = None
    expr: str | int | float | None = None
    description: str | None = None
    label: str | None = None


class MeasureNode(msgspec.Struct, gc=False):
    """A measure of a semantic model (until dbt 1.11)."""

    name: str | None = None
    agg: str | None = None
    expr: str | int | float | None = None
    description: str | None = None
    label: str | None = None
    agg_time_dimension: str | None = None
    non_additive_dimension: Any = None


class _NodeRelation(msgspec.Struct, gc=False):
    alias: str | None = None
    schema_name: str | None = None
    database: str | None = None
    relation_name: str | None = None


class _Defaults(msgspec.Struct, gc=False):
    agg_time_dimension: str | None = None


class SavedSemanticModel(msgspec.Struct, gc=False):
    """A semantic model, as manifests and semantic manifests hold it."""

    name: str | None = None
    model: str | None = None
    node_relation: _NodeRelation | None = None
    package_name: str | None = None
    entities: list[EntityNode | None] | None = None
    dimensions: list[DimensionNode | None] | None = None
    measures: list[MeasureNode | None] | None = None
    primary_entity: str | None = None
    defaults: _Defaults | None = None
    depends_on: DependsOn | None = None
    config: NodeConfig | None = None
    original_file_path: str | None = None
    fqn: list[str] | None = None
    tags: Any = None


class AggregationNode(msgspec.Struct, gc=False):
    """How a simple metric aggregates without a measure (from dbt 1.12 on)."""

    semantic_model: str | None = None
    agg: str | None = None
    expr: str | int | float | None = None
    agg_time_dimension: str | None = None
    non_additive_dimension: Any = None


class InputNode(msgspec.Struct, gc=False):
    """A metric or measure that a metric uses."""

    name: str | None = None
    alias: str | None = None
    filter: Any = None
    offset_window: Any = None
    offset_to_grain: Any = None


class _CumulativeParams(msgspec.Struct, gc=False):
    metric: InputNode | str | None = None


class _ConversionParams(msgspec.Struct, gc=False):
    base_measure: InputNode | None = None
    conversion_measure: InputNode | None = None
    base_metric: InputNode | None = None
    conversion_metric: InputNode | None = None


class TypeParams(msgspec.Struct, gc=False):
    """What a metric is made of, depending on its type."""

    measure: InputNode | str | None = None
    numerator: InputNode | str | None = None
    denominator: InputNode | str | None = None
    metrics: list[InputNode | str | None] | None = None
    expr: str | int | float | None = None
    metric_aggregation_params: AggregationNode | None = None
    cumulative_type_params: _CumulativeParams | None = None
    conversion_type_params: _ConversionParams | None = None


class MetricNode(msgspec.Struct, gc=False):
    """A metric; the lower half are the fields of dbt's first metrics (1.0 to 1.5)."""

    name: str | None = None
    type: str | None = None
    label: str | None = None
    description: str | None = None
    type_params: TypeParams | None = None
    filter: Any = None
    depends_on: DependsOn | None = None
    config: NodeConfig | None = None
    meta: Any = None
    tags: Any = None
    package_name: str | None = None
    original_file_path: str | None = None
    fqn: list[str] | None = None
    calculation_method: str | None = None
    expression: str | None = None
    sql: str | None = None
    model: str | None = None
    timestamp: str | None = None
    filters: Any = None
