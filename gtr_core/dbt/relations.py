"""Which nodes are relations, which of them are the same one, and why the others are none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gtr_core.catalog import LeftOut, Relation
from gtr_core.dbt.adapter import AdapterRules
from gtr_core.dbt.manifest import Manifest
from gtr_core.dbt.manifest_nodes import Node
from gtr_core.dbt.relation_name import node_relation

__all__ = ["PlacedRelations", "place_relations"]

_RELATION_KINDS = ("model", "seed", "snapshot", "source")
# Of several nodes that are one relation, the one that builds it speaks for it.
_RANK = {"model": 0, "snapshot": 1, "seed": 2, "source": 3}


@dataclass(frozen=True, slots=True)
class PlacedRelations:
    """The project's relations.

    Attributes:
        nodes: Every node that is a relation, by unique_id.
        relations: Stored relation by table id, one entry a relation.
        members: unique_ids of the nodes that are that relation, the table's own first.
        canonical: Table id by unique_id.
        left_out: Nodes of ``nodes``, ``sources`` and ``disabled`` that are no relations, tests apart.
    """

    nodes: dict[str, Node]
    relations: dict[str, Relation]
    members: dict[str, tuple[str, ...]]
    canonical: dict[str, str]
    left_out: tuple[LeftOut, ...]


def place_relations(manifest: Manifest, rules: AdapterRules) -> PlacedRelations:
    """Finds the relation of each model, seed, snapshot and source that is not ephemeral or disabled."""
    left_out = list(_no_relations(manifest))
    nodes: dict[str, Node] = {}
    groups: dict[tuple[str, ...], list[tuple[str, Relation]]] = {}
    for unique_id, node in manifest.relations():
        reason = _not_built(node)
        relation = None if reason else node_relation(node, rules)
        if relation is None:
            left_out.append(LeftOut(unique_id, *(reason or ("unreadable", "it has no name"))))
            continue
        nodes[unique_id] = node
        same = tuple(rules.comparable(part) for part in (relation.database, relation.schema, relation.identifier))
        groups.setdefault(same, []).append((unique_id, relation))
    relations: dict[str, Relation] = {}
    members: dict[str, tuple[str, ...]] = {}
    canonical: dict[str, str] = {}
    for group in groups.values():
        group.sort(key=lambda item: _RANK.get(nodes[item[0]].resource_type or "source", 3))
        table, relation = group[0]
        relations[table] = relation
        members[table] = tuple(unique_id for unique_id, _ in group)
        canonical.update(dict.fromkeys(members[table], table))
    return PlacedRelations(nodes, relations, members, canonical, tuple(left_out))


def _not_built(node: Node) -> tuple[str, str] | None:
    config = node.config
    if config is not None and config.disabled:
        return "disabled", ""
    return ("ephemeral", "") if config is not None and config.materialized == "ephemeral" else None


def _no_relations(manifest: Manifest) -> Iterator[LeftOut]:
    for item in manifest.unreadable:
        yield LeftOut(item.unique_id, "unreadable", item.problem)
    for unique_id, node in manifest.nodes.items():
        if node.resource_type not in (*_RELATION_KINDS, "test"):
            yield LeftOut(unique_id, node.resource_type or "unreadable", "" if node.resource_type else "it has no type")
    for unique_id, kind in manifest.other.items():
        yield LeftOut(unique_id, kind)
    for unique_id, kind in manifest.disabled.items():
        # A disabled node may be overridden by an enabled one of the same id.
        if unique_id not in manifest.nodes and unique_id not in manifest.sources:
            yield LeftOut(unique_id, "disabled", "" if kind in _RELATION_KINDS else kind)
