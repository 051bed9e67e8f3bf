"""manifest.json of every schema version and of both engines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from gtr_core.dbt.artifact_file import decode_artifact, read_artifact_bytes
from gtr_core.dbt.artifact_sections import ABSENT, SectionReader
from gtr_core.dbt.exceptions import ArtifactFormatError
from gtr_core.dbt.lineage import merged_parents
from gtr_core.dbt.loose import number_or_text, owner_names
from gtr_core.dbt.manifest import Manifest
from gtr_core.dbt.manifest_nodes import ExposureNode, Node
from gtr_core.dbt.semantic_nodes import MetricNode, SavedSemanticModel

__all__ = ["read_manifest"]

_KIND = "manifest"
# Written by dbt-core (1 to 12) and by the Rust engine.
_KNOWN_VERSIONS = frozenset({*range(1, 13), 20})
_SCHEMA_VERSION = re.compile(r"/([a-z-]+)/v(\d+)(?:\.json)?$")


class _Metadata(msgspec.Struct, gc=False):
    dbt_schema_version: Any = None
    adapter_type: Any = None
    project_name: Any = None


class _Envelope(msgspec.Struct, gc=False):
    metadata: _Metadata | None = None
    nodes: msgspec.Raw = ABSENT
    sources: msgspec.Raw = ABSENT
    exposures: msgspec.Raw = ABSENT
    groups: msgspec.Raw = ABSENT
    metrics: msgspec.Raw = ABSENT
    semantic_models: msgspec.Raw = ABSENT
    unit_tests: msgspec.Raw = ABSENT
    functions: msgspec.Raw = ABSENT
    parent_map: msgspec.Raw = ABSENT
    child_map: msgspec.Raw = ABSENT
    disabled: msgspec.Raw = ABSENT


class _Group(msgspec.Struct, gc=False):
    name: str | None = None
    owner: Any = None


class _DisabledNode(msgspec.Struct, gc=False):
    unique_id: str | None = None
    resource_type: str | None = None


_ENVELOPE = msgspec.json.Decoder(_Envelope)
_NODE = msgspec.json.Decoder(Node)
_EXPOSURE = msgspec.json.Decoder(ExposureNode)
_GROUP = msgspec.json.Decoder(_Group)
_METRIC = msgspec.json.Decoder(MetricNode)
_SEMANTIC_MODEL = msgspec.json.Decoder(SavedSemanticModel)
_MAP = msgspec.json.Decoder(dict[str, list[str | None] | None] | None)
# A list of nodes in v1 to v3, later lists of nodes by unique_id.
_DISABLED = msgspec.json.Decoder(dict[str, list[_DisabledNode | None] | None] | list[_DisabledNode | None] | None)


def read_manifest(path: Path) -> Manifest:
    """Reads a manifest, plain or gzipped.

    Raises:
        ArtifactNotFoundError: The file is missing or may not be read.
        ArtifactFormatError: It is no manifest; the reason says why.
    """
    envelope = decode_artifact(read_artifact_bytes(path, _KIND), _ENVELOPE, path, _KIND)
    metadata = _metadata(envelope, path)
    reader = SectionReader(path.name)
    nodes = reader.nodes(envelope.nodes, _NODE, "nodes")
    if reader.warnings:
        raise ArtifactFormatError(path, _KIND, reader.warnings[0].removesuffix("."))
    sources = reader.nodes(envelope.sources, _NODE, "sources")
    exposures = reader.nodes(envelope.exposures, _EXPOSURE, "exposures")
    metrics = reader.nodes(envelope.metrics, _METRIC, "metrics")
    semantic_models = reader.nodes(envelope.semantic_models, _SEMANTIC_MODEL, "semantic_models")
    groups = reader.nodes(envelope.groups, _GROUP, "groups")
    depends_on = (
        (unique_id, node.depends_on.nodes if node.depends_on else None)
        for section in (nodes, exposures, metrics, semantic_models)
        for unique_id, node in section.items()
    )
    parent_map = reader.section(envelope.parent_map, _MAP, "parent_map")
    child_map = reader.section(envelope.child_map, _MAP, "child_map")
    return Manifest(
        path=path,
        adapter=(number_or_text(metadata.adapter_type) or "").lower(),
        project=number_or_text(metadata.project_name) or _root_package(nodes, sources),
        nodes=nodes,
        sources=sources,
        exposures=exposures,
        group_owners={group.name: owner_names(group.owner) for group in groups.values() if group.name},
        metrics=metrics,
        semantic_models=semantic_models,
        disabled=_disabled(reader.section(envelope.disabled, _DISABLED, "disabled")),
        parents=merged_parents(depends_on, parent_map or {}, child_map or {}),
        other={
            **dict.fromkeys(reader.names(envelope.unit_tests, "unit_tests"), "unit_test"),
            **dict.fromkeys(reader.names(envelope.functions, "functions"), "function"),
        },
        unreadable=tuple(reader.unreadable),
        warnings=(*_version_warnings(metadata, path), *reader.warnings),
    )


def _metadata(envelope: _Envelope, path: Path) -> _Metadata:
    metadata = envelope.metadata
    if metadata is None:
        raise ArtifactFormatError(path, _KIND, "it has no metadata")
    stated = number_or_text(metadata.dbt_schema_version) or ""
    match = _SCHEMA_VERSION.search(stated)
    if match is not None and match[1] != _KIND:
        raise ArtifactFormatError(path, _KIND, f"it says that it is a {match[1]} ({stated})")
    if bytes(envelope.nodes) == bytes(ABSENT):
        raise ArtifactFormatError(path, _KIND, "it has no nodes")
    return metadata


def _version_warnings(metadata: _Metadata, path: Path) -> Iterator[str]:
    match = _SCHEMA_VERSION.search(number_or_text(metadata.dbt_schema_version) or "")
    if match is None:
        yield f"{path.name} does not say which schema version it follows: it was read by the fields it has."
    elif int(match[2]) not in _KNOWN_VERSIONS:
        yield (
            f"{path.name} follows manifest schema v{match[2]}, which GTR does not know yet: "
            "it was read by the fields it has."
        )


def _disabled(
    disabled: dict[str, list[_DisabledNode | None] | None] | list[_DisabledNode | None] | None,
) -> dict[str, str]:
    """unique_id to resource type."""
    if isinstance(disabled, list):
        listed = [(node.unique_id if node else None, node) for node in disabled]
    else:
        listed = [(unique_id, node) for unique_id, nodes in (disabled or {}).items() for node in nodes or ()]
    return {
        unique_id: (node.resource_type if node else None) or unique_id.split(".", 1)[0]
        for unique_id, node in listed
        if unique_id
    }


def _root_package(nodes: dict[str, Node], sources: dict[str, Node]) -> str:
    """The package of most nodes: manifests before v10 do not name their project."""
    counts: dict[str, int] = {}
    for node in (*nodes.values(), *sources.values()):
        if node.package_name and node.resource_type in ("model", "seed", "snapshot", "source"):
            counts[node.package_name] = counts.get(node.package_name, 0) + 1
    return max(counts, key=lambda name: (counts[name], name), default="")
