"""Semantic models in one form, whichever of dbt's three ways of writing them a project uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from gtr_core.catalog import Table
from gtr_core.dbt.loose import mapping, number_or_text
from gtr_core.dbt.manifest import Manifest
from gtr_core.dbt.references import References
from gtr_core.dbt.relations import PlacedRelations
from gtr_core.dbt.semantic_manifest import SemanticManifest
from gtr_core.dbt.semantic_nodes import DimensionNode, EntityNode, MeasureNode, SavedSemanticModel

__all__ = ["Dimension", "Entity", "SemanticModel", "semantic_models", "to_semantic_model"]

P = TypeVar("P", EntityNode, DimensionNode)


@dataclass(frozen=True, slots=True)
class Entity:
    """What a column identifies.

    Attributes:
        kind: primary, unique, natural or foreign.
        expression: The column, or SQL over the table's columns.
    """

    name: str
    kind: str
    expression: str
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Dimension:
    """What a measure can be grouped by; ``expression`` as in entities, ``kind`` time or categorical."""

    name: str
    kind: str
    expression: str
    label: str | None = None
    description: str = ""


@dataclass(frozen=True, slots=True)
class SemanticModel:
    """A semantic model on a table.

    Attributes:
        table: Table id; None where the project has no such table.
        time_dimension: The default time dimension of its measures.
    """

    name: str
    table: str | None
    entities: tuple[Entity, ...] = ()
    dimensions: tuple[Dimension, ...] = ()
    measures: tuple[MeasureNode, ...] = ()
    time_dimension: str | None = None

    def dimension(self, name: str) -> Dimension | None:
        """The dimension of that name."""
        return next((dimension for dimension in self.dimensions if dimension.name == name), None)


def semantic_models(
    manifest: Manifest,
    semantic_manifest: SemanticManifest | None,
    placed: PlacedRelations,
    tables: Mapping[str, Table],
    references: References,
) -> tuple[SemanticModel, ...]:
    """All semantic models, each name once: the manifest's, the semantic manifest's, those written on columns."""
    found: dict[str, SemanticModel] = {}
    saved = (*manifest.semantic_models.values(), *(semantic_manifest.semantic_models if semantic_manifest else ()))
    for node in saved:
        if node.config is None or not node.config.disabled:
            model = to_semantic_model(node, _table_of(node, references, tables))
            if model.name:
                found.setdefault(model.name, model)
    covered = {model.table for model in found.values()}
    for model in _on_columns(placed):
        if model.table not in covered:
            found.setdefault(model.name, model)
    return tuple(found.values())


def to_semantic_model(node: SavedSemanticModel, table: str | None) -> SemanticModel:
    """A saved semantic model; an entity, dimension or measure without a name is passed over."""
    return SemanticModel(
        node.name or "",
        table,
        tuple(_entity(entity) for entity in node.entities or () if entity is not None and entity.name),
        tuple(_dimension(dimension) for dimension in node.dimensions or () if dimension is not None and dimension.name),
        tuple(measure for measure in node.measures or () if measure is not None and measure.name),
        node.defaults.agg_time_dimension if node.defaults else None,
    )


def _entity(node: EntityNode) -> Entity:
    name = node.name or ""
    return Entity(name, (node.type or "").lower(), _expression(node.expr, name), node.role or None)


def _dimension(node: DimensionNode) -> Dimension:
    name = node.name or ""
    description = (node.description or "").strip()
    return Dimension(name, (node.type or "").lower(), _expression(node.expr, name), node.label or None, description)


def _expression(stated: object, name: str) -> str:
    """Without an expression the name is the column's."""
    return (number_or_text(stated) or "").strip() or name


def _table_of(node: SavedSemanticModel, references: References, tables: Mapping[str, Table]) -> str | None:
    candidates: list[str | None] = [references.resolve(node.model, node.package_name)] if node.model else []
    candidates += [
        references.canonical(parent or "") for parent in (node.depends_on.nodes if node.depends_on else None) or ()
    ]
    relation = node.node_relation
    if relation is not None:
        rendered = relation.relation_name or ".".join(
            f'"{part}"' for part in (relation.database, relation.schema_name, relation.alias) if part
        )
        candidates.append(references.relation(rendered))
    return next((candidate for candidate in candidates if candidate in tables), None)


def _on_columns(placed: PlacedRelations) -> Iterator[SemanticModel]:
    """Semantic models of dbt 1.12, written as entities and dimensions on a model's columns."""
    for unique_id, node in placed.nodes.items():
        entities: list[Entity] = []
        dimensions: list[Dimension] = []
        for key, column in (node.columns or {}).items():
            if column is None or (column.entity is None and column.dimension is None):
                continue
            name = column.name or key
            entities.extend(_entity(part) for part in _parts(column.entity, name, EntityNode))
            dimensions.extend(_dimension(part) for part in _parts(column.dimension, name, DimensionNode))
        if entities or dimensions:
            table = placed.canonical[unique_id]
            yield SemanticModel(node.name or unique_id, table, tuple(entities), tuple(dimensions))


def _parts(said: object, column: str, kind: type[P]) -> Iterable[P]:
    if isinstance(said, str):
        # `entity: primary` and `dimension: time` are the short spellings.
        said = {"type": said}
    if not mapping(said):
        return
    try:
        part = msgspec.convert(said, kind)
    except msgspec.ValidationError:
        return
    yield msgspec.structs.replace(part, name=part.name or column, expr=part.expr or column)
