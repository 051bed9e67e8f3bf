"""Manifests, as far as GTR reads them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gtr_core.dbt.artifact_sections import Unreadable
from gtr_core.dbt.lineage import Parents
from gtr_core.dbt.manifest_nodes import ExposureNode, Node
from gtr_core.dbt.semantic_nodes import MetricNode, SavedSemanticModel

__all__ = ["Manifest"]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What GTR reads of a manifest, macros and docs left aside.

    Attributes:
        nodes: Models, seeds, snapshots, tests, analyses and operations by unique_id.
        disabled: unique_id to resource type of what is disabled.
        parents: What each node reads, by unique_id, from its own ``depends_on`` and both maps.
        other: unique_id to kind of what stands beside the nodes and is no table (unit tests, functions).
        unreadable: Nodes that are not in the form in which dbt writes them.
    """

    path: Path
    adapter: str
    project: str
    nodes: dict[str, Node]
    sources: dict[str, Node]
    exposures: dict[str, ExposureNode] = field(default_factory=dict)
    group_owners: dict[str, tuple[str, ...]] = field(default_factory=dict)
    metrics: dict[str, MetricNode] = field(default_factory=dict)
    semantic_models: dict[str, SavedSemanticModel] = field(default_factory=dict)
    disabled: dict[str, str] = field(default_factory=dict)
    parents: Parents = field(default_factory=dict)
    other: dict[str, str] = field(default_factory=dict)
    unreadable: tuple[Unreadable, ...] = ()
    warnings: tuple[str, ...] = ()

    def relations(self) -> Iterator[tuple[str, Node]]:
        """Nodes that may be tables, sources last."""
        for unique_id, node in self.nodes.items():
            if node.resource_type in ("model", "seed", "snapshot"):
                yield unique_id, node
        yield from self.sources.items()

    def tests(self) -> Iterator[tuple[str, Node]]:
        """Generic and singular tests."""
        for unique_id, node in self.nodes.items():
            if node.resource_type == "test":
                yield unique_id, node
