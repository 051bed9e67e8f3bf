"""Manifests of every schema version and of both engines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from gtr_core.dbt.artifact_file import decode_artifact, read_artifact_bytes
from gtr_core.dbt.exceptions import ArtifactFormatError
from gtr_core.dbt.lineage import Parents, merged_parents
from gtr_core.dbt.loose import owner_names
from gtr_core.dbt.manifest_nodes import DependsOn, ExposureNode, Node
from gtr_core.dbt.semantic_nodes import MetricNode, SavedSemanticModel

__all__ = ["Manifest", "Unreadable", "read_manifest"]

T = TypeVar("T")

_KIND = "manifest"
# Written by dbt-core (1 to 12) and by the Rust engine.
_KNOWN_VERSIONS = frozenset({*range(1, 13), 20})
_SCHEMA_VERSION = re.compile(r"/([a-z-]+)/v(\d+)(?:\.json)?$")


class _Metadata(msgspec.Struct, gc=False):
    dbt_schema_version: str | None = None
    dbt_version: str | None = None
    adapter_type: str | None = None
    project_name: str | None = None
    quoting: Any = None


class _Envelope(msgspec.Struct, gc=False):
    metadata: _Metadata | None = None
    nodes: dict[str, msgspec.Raw] | None = None
    sources: dict[str, msgspec.Raw] | None = None
    exposures: dict[str, msgspec.Raw] | None = None
    groups: dict[str, msgspec.Raw] | None = None
    metrics: dict[str, msgspec.Raw] | None = None
    semantic_models: dict[str, msgspec.Raw] | None = None
    unit_tests: dict[str, msgspec.Raw] | None = None
    functions: dict[str, msgspec.Raw] | None = None
    parent_map: msgspec.Raw = msgspec.Raw(b"null")
    child_map: msgspec.Raw = msgspec.Raw(b"null")
    disabled: msgspec.Raw = msgspec.Raw(b"null")


class _Group(msgspec.Struct, gc=False):
    name: str | None = None
    owner: Any = None


_ENVELOPE = msgspec.json.Decoder(_Envelope)
_NODE = msgspec.json.Decoder(Node)
_EXPOSURE = msgspec.json.Decoder(ExposureNode)
_GROUP = msgspec.json.Decoder(_Group)
_METRIC = msgspec.json.Decoder(MetricNode)
_SEMANTIC_MODEL = msgspec.json.Decoder(SavedSemanticModel)
_MAP = msgspec.json.Decoder(dict[str, list[str | None] | None] | None)
_DISABLED = msgspec.json.Decoder(dict[str, list[msgspec.Raw] | None] | list[msgspec.Raw] | None)


class _DisabledNode(msgspec.Struct, gc=False):
    unique_id: str | None = None
    resource_type: str | None = None


_DISABLED_NODE = msgspec.json.Decoder(_DisabledNode)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A node that is not in the form in which dbt writes nodes."""

    unique_id: str
    problem: str


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
    parents: dict[str, tuple[str, ...]] = field(default_factory=dict)
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


def read_manifest(path: Path) -> Manifest:
    """Reads a manifest, plain or gzipped.

    Raises:
        ArtifactNotFoundError: The file is missing or may not be read.
        ArtifactFormatError: It is no manifest; the reason says why.
    """
    data = read_artifact_bytes(path, _KIND)
    envelope = decode_artifact(data, _ENVELOPE, path, _KIND)
    metadata = _metadata(envelope, path)
    unreadable: list[Unreadable] = []
    nodes = _decode_all(envelope.nodes, _NODE, unreadable)
    sources = _decode_all(envelope.sources, _NODE, unreadable)
    exposures = _decode_all(envelope.exposures, _EXPOSURE, unreadable)
    metrics = _decode_all(envelope.metrics, _METRIC, unreadable)
    semantic_models = _decode_all(envelope.semantic_models, _SEMANTIC_MODEL, unreadable)
    groups = _decode_all(envelope.groups, _GROUP, unreadable)
    return Manifest(
        path=path,
        adapter=(metadata.adapter_type or "").lower(),
        project=metadata.project_name or _root_package(nodes, sources),
        nodes=nodes,
        sources=sources,
        exposures=exposures,
        group_owners={group.name: owner_names(group.owner) for group in groups.values() if group.name},
        metrics=metrics,
        semantic_models=semantic_models,
        disabled=_disabled(decode_artifact(bytes(envelope.disabled), _DISABLED, path, _KIND), path),
        parents=_parents(
            envelope,
            (
                (unique_id, node.depends_on)
                for readers in (nodes, exposures, metrics, semantic_models)
                for unique_id, node in readers.items()
            ),
            path,
        ),
        other={
            **dict.fromkeys(envelope.unit_tests or (), "unit_test"),
            **dict.fromkeys(envelope.functions or (), "function"),
        },
        unreadable=tuple(unreadable),
        warnings=tuple(_version_warnings(metadata, path)),
    )


def _metadata(envelope: _Envelope, path: Path) -> _Metadata:
    metadata = envelope.metadata
    if metadata is None:
        raise ArtifactFormatError(path, _KIND, "it has no metadata")
    stated = metadata.dbt_schema_version or ""
    match = _SCHEMA_VERSION.search(stated)
    if match is not None and match[1] != _KIND:
        raise ArtifactFormatError(path, _KIND, f"it says that it is a {match[1]} ({stated})")
    if envelope.nodes is None:
        raise ArtifactFormatError(path, _KIND, "it has no nodes")
    return metadata


def _version_warnings(metadata: _Metadata, path: Path) -> Iterator[str]:
    match = _SCHEMA_VERSION.search(metadata.dbt_schema_version or "")
    if match is None:
        yield f"{path.name} does not say which schema version it follows: it was read by the fields it has."
    elif int(match[2]) not in _KNOWN_VERSIONS:
        yield (
            f"{path.name} follows manifest schema v{match[2]}, which GTR does not know yet: "
            "it was read by the fields it has."
        )


def _decode_all(
    raw: dict[str, msgspec.Raw] | None, decoder: msgspec.json.Decoder[T], unreadable: list[Unreadable]
) -> dict[str, T]:
    decoded: dict[str, T] = {}
    for unique_id, item in (raw or {}).items():
        try:
            decoded[unique_id] = decoder.decode(item)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            unreadable.append(Unreadable(unique_id, str(error)))
        except RecursionError:
            unreadable.append(Unreadable(unique_id, "it is nested too deeply"))
    return decoded


def _disabled(disabled: dict[str, list[msgspec.Raw] | None] | list[msgspec.Raw] | None, path: Path) -> dict[str, str]:
    """unique_id to resource type: a list of nodes in v1 to v3, later lists of nodes by unique_id."""
    if disabled is None:
        return {}
    found: dict[str, str] = {}
    groups: list[tuple[str, list[msgspec.Raw]]] = (
        [("", disabled)] if isinstance(disabled, list) else [(key, nodes or []) for key, nodes in disabled.items()]
    )
    for key, listed in groups:
        for raw in listed:
            node = decode_artifact(bytes(raw), _DISABLED_NODE, path, _KIND)
            node_id = node.unique_id or key
            if node_id:
                found[node_id] = node.resource_type or node_id.split(".", 1)[0]
    return found


def _parents(envelope: _Envelope, depends_on: Iterator[tuple[str, DependsOn | None]], path: Path) -> Parents:
    parent_map = decode_artifact(bytes(envelope.parent_map), _MAP, path, _KIND)
    child_map = decode_artifact(bytes(envelope.child_map), _MAP, path, _KIND)
    nodes = ((unique_id, said.nodes if said else None) for unique_id, said in depends_on)
    return merged_parents(nodes, parent_map or {}, child_map or {})


def _root_package(nodes: dict[str, Node], sources: dict[str, Node]) -> str:
    """The package of most nodes: manifests before v10 do not name their project."""
    counts: dict[str, int] = {}
    for node in (*nodes.values(), *sources.values()):
        if node.package_name and node.resource_type in ("model", "seed", "snapshot", "source"):
            counts[node.package_name] = counts.get(node.package_name, 0) + 1
    return max(counts, key=lambda name: (counts[name], name), default="")
