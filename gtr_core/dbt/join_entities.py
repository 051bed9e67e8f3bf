"""Join claims and keys of semantic-layer entities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gtr_core.catalog import Key, Table
from gtr_core.dbt.adapter import AdapterRules
from gtr_core.dbt.columns import stored_column
from gtr_core.dbt.join_claims import JoinClaim
from gtr_core.dbt.semantic_models import Entity, SemanticModel

__all__ = ["claims_of_entities", "entity_pairs", "keys_of_entities"]

_PARENT_KINDS = ("primary", "unique", "natural")


def entity_pairs(models: Iterable[SemanticModel]) -> Iterator[tuple[SemanticModel, Entity, SemanticModel, Entity]]:
    """Each foreign entity with each primary, unique or natural entity of its name in another semantic model."""
    models = tuple(models)
    parents: dict[str, list[tuple[SemanticModel, Entity]]] = {}
    for model in models:
        for entity in model.entities:
            if entity.kind in _PARENT_KINDS:
                parents.setdefault(entity.name, []).append((model, entity))
    for model in models:
        for entity in model.entities:
            if entity.kind == "foreign":
                for parent, key in parents.get(entity.name, ()):
                    if parent is not model:
                        yield model, entity, parent, key


def claims_of_entities(
    models: Iterable[SemanticModel], tables: Mapping[str, Table], rules: AdapterRules
) -> Iterator[JoinClaim]:
    """One claim a pair of entities; entities that are SQL expressions make none."""
    for child, foreign, parent, key in entity_pairs(models):
        if child.table is None or parent.table is None:
            continue
        child_column = stored_column(tables[child.table], foreign.expression, rules)
        parent_column = stored_column(tables[parent.table], key.expression, rules)
        if child_column is not None and parent_column is not None:
            yield JoinClaim(
                child.table,
                (child_column,),
                parent.table,
                (parent_column,),
                "semantic_entity",
                child.name,
                role=foreign.role,
            )


def keys_of_entities(
    models: Iterable[SemanticModel], tables: Mapping[str, Table], rules: AdapterRules
) -> Iterator[Key]:
    """Keys of primary and unique entities; a natural one is unique only within a span of validity."""
    for model in models:
        for entity in model.entities:
            column = None
            if model.table is not None and entity.kind in ("primary", "unique"):
                column = stored_column(tables[model.table], entity.expression, rules)
            if column is not None and model.table is not None:
                yield Key(model.table, (column,), "semantic_entity", primary=entity.kind == "primary")
