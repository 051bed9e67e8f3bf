"""The methods of dbt's node selection: which nodes a ``method:value`` names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from gtr_core.dbt.loose import mapping, number_or_text, texts
from gtr_core.dbt.manifest import Manifest
from gtr_core.dbt.manifest_nodes import ExposureNode, Node
from gtr_core.dbt.semantic_nodes import MetricNode, SavedSemanticModel

__all__ = ["METHODS", "SelectableNode", "selectable_nodes"]

_WILDCARDS = "*?["
_CONFIG_KEYS = ("alias", "database", "schema", "incremental_strategy", "strategy", "unique_key")


@dataclass(frozen=True, slots=True)
class SelectableNode:
    """A node as selection sees it."""

    unique_id: str
    kind: str
    name: str
    package: str
    fqn: tuple[str, ...]
    tags: tuple[str, ...] = ()
    path: str = ""
    source: str = ""
    group: str = ""
    access: str = ""
    version: str | None = None
    latest: str | None = None
    config: Mapping[str, Any] | None = None


def selectable_nodes(manifest: Manifest) -> dict[str, SelectableNode]:
    """Everything that dbt selects from, by unique_id: ``@`` and ``+`` lead through tests and readers too."""
    nodes = {
        unique_id: _of_node(unique_id, node)
        for unique_id, node in (*manifest.nodes.items(), *manifest.sources.items())
        if node.resource_type not in ("operation", "sql_operation")
        and not (node.config is not None and node.config.disabled)
    }
    readers: tuple[tuple[str, Mapping[str, ExposureNode | MetricNode | SavedSemanticModel]], ...] = (
        ("exposure", manifest.exposures),
        ("metric", manifest.metrics),
        ("semantic_model", manifest.semantic_models),
    )
    for kind, found in readers:
        for unique_id, reader in found.items():
            name = reader.name or unique_id.rsplit(".", 1)[-1]
            package = reader.package_name or "".join(unique_id.split(".")[1:2])
            fqn = tuple(reader.fqn or (package, name))
            path = (reader.original_file_path or "").replace("\\", "/")
            nodes[unique_id] = SelectableNode(unique_id, kind, name, package, fqn, texts(reader.tags), path)
    return nodes


def _of_node(unique_id: str, node: Node) -> SelectableNode:
    config = node.config
    kind = node.resource_type or unique_id.split(".", 1)[0]
    return SelectableNode(
        unique_id,
        kind,
        node.name or "",
        node.package_name or "",
        tuple(node.fqn or (node.package_name or "", node.name or "")),
        texts(node.tags) + texts(config.tags if config else None),
        (node.original_file_path or "").replace("\\", "/"),
        node.source_name or "",
        node.group or (config.group if config else None) or "",
        node.access or (config.access if config else None) or "",
        number_or_text(node.version),
        number_or_text(node.latest_version),
        {
            "materialized": (config.materialized if config else None) or ("seed" if kind == "seed" else ""),
            **{key: getattr(config, key) if config else None for key in _CONFIG_KEYS},
            "tags": list(texts(node.tags) + texts(config.tags if config else None)),
            "meta": {**mapping(node.meta), **mapping(config.meta if config else None)},
            "group": node.group or (config.group if config else None),
            "access": node.access or (config.access if config else None),
            "enabled": True,
        },
    )


def _fqn(node: SelectableNode, value: str, _: str) -> bool:
    """By name, or by dotted path from the package or its first folder; wildcards match the rest of the path."""
    if node.kind == "source":
        return False
    return _path_matches(node, node.fqn, value) or _path_matches(node, node.fqn[1:], value)


def _path_matches(node: SelectableNode, fqn: tuple[str, ...], value: str) -> bool:
    if not fqn:
        return False
    wanted = value.split(".")
    leaf = fqn[-2] if node.version is not None and len(fqn) > 1 else fqn[-1]
    if leaf == value or (node.version is not None and "_".join(fqn[-2:]) == "_".join(wanted[-2:])):
        return True
    flat = [part for segment in fqn for part in segment.split(".")]
    if len(flat) < len(wanted):
        return False
    for index, part in enumerate(wanted):
        if any(wildcard in part for wildcard in _WILDCARDS):
            rest = fnmatchcase(".".join(flat[index:]), ".".join(wanted[index:]))
            return rest or (len(wanted) == 1 and fnmatchcase(leaf, value))
        if flat[index] != part:
            return False
    return True


def _source(node: SelectableNode, value: str, _: str) -> bool:
    if node.kind != "source":
        return False
    wanted = value.split(".")
    own = {1: [node.source], 2: [node.source, node.name], 3: [node.package, node.source, node.name]}.get(len(wanted))
    return own is not None and all(fnmatchcase(have, want) for have, want in zip(own, wanted, strict=True))


def _path(node: SelectableNode, value: str, _: str) -> bool:
    wanted = value.replace("\\", "/").removeprefix("./").rstrip("/")
    return bool(node.path) and (
        node.path == wanted or node.path.startswith(f"{wanted}/") or fnmatchcase(node.path, wanted)
    )


def _file(node: SelectableNode, value: str, _: str) -> bool:
    file = node.path.rsplit("/", 1)[-1]
    return fnmatchcase(file, value) or fnmatchcase(file.rsplit(".", 1)[0], value)


def _package(node: SelectableNode, value: str, project: str) -> bool:
    return fnmatchcase(node.package, project if value == "this" else value)


def _config(node: SelectableNode, value: str, _: str) -> bool:
    """``config.materialized:view``, ``config.meta.owner:finance``; the method hands on ``materialized:view``."""
    path, _, wanted = value.partition(":")
    found: object = node.config
    for part in path.split("."):
        found = mapping(found).get(part)
    if isinstance(found, dict):
        return wanted in found
    return any(fnmatchcase(text.lower(), wanted.lower()) for text in texts(found))


def _version(node: SelectableNode, value: str, _: str) -> bool:
    if node.kind != "model":
        return False
    if node.version is None or node.latest is None:
        return value == "none" and node.version is None
    order = _compare(node.version, node.latest)
    return {"latest": order == 0, "prerelease": order > 0, "old": order < 0}.get(value, False)


def _compare(left: str, right: str) -> int:
    try:
        ours, theirs = float(left), float(right)
    except ValueError:
        return (left > right) - (left < right)
    return (ours > theirs) - (ours < theirs)


def _reader(kind: str) -> Callable[[SelectableNode, str, str], bool]:
    def matches(node: SelectableNode, value: str, _: str) -> bool:
        return node.kind == kind and (
            fnmatchcase(node.name, value) or fnmatchcase(f"{node.package}.{node.name}", value)
        )

    return matches


METHODS: Mapping[str, Callable[[SelectableNode, str, str], bool]] = {
    "access": lambda node, value, _: node.access == value,
    "config": _config,
    "exposure": _reader("exposure"),
    "file": _file,
    "fqn": _fqn,
    "group": lambda node, value, _: bool(node.group) and fnmatchcase(node.group, value),
    "metric": _reader("metric"),
    "package": _package,
    "path": _path,
    "resource_type": lambda node, value, _: node.kind == value or value == "all",
    "semantic_model": _reader("semantic_model"),
    "source": _source,
    "tag": lambda node, value, _: any(fnmatchcase(tag, value) for tag in node.tags),
    "version": _version,
}
