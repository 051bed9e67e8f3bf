"""dbt's node selection: names, tags, paths and more, ``+`` and ``@``, unions by space, intersections by comma."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gtr_core.dbt.exceptions import SelectionError
from gtr_core.dbt.lineage import children_of, closure
from gtr_core.dbt.manifest import Manifest
from gtr_core.dbt.selection_methods import METHODS, SelectableNode, selectable_nodes

__all__ = ["select_nodes"]

_PART = re.compile(
    r"^(?P<at>@)?(?:(?P<parents_depth>\d*)(?P<parents>\+))?"
    r"(?:(?P<method>[a-z_]+)(?P<arguments>(?:\.\w+)*):)?(?P<value>[^+@].*?)"
    r"(?:(?P<children>\+)(?P<children_depth>\d*))?$"
)
_FILE_ENDINGS = (".sql", ".py", ".csv", ".yml", ".yaml")


def select_nodes(manifest: Manifest, select: Sequence[str] = (), exclude: Sequence[str] = ()) -> frozenset[str]:
    """unique_ids of the selected nodes: those of any of ``select`` (all, without one), less those of ``exclude``.

    The syntax is that of dbt's ``--select``; tests are not among what is returned. Methods that need a former run
    (``state``, ``result``, ``source_status``), or that select tests, are not known here.

    Raises:
        SelectionError: A selection cannot be read.
    """
    nodes = selectable_nodes(manifest)
    graph = _Graph(manifest, nodes)
    chosen = _union(select, graph) if any(part.strip() for part in select) else set(nodes)
    chosen -= _union(exclude, graph)
    return frozenset(unique_id for unique_id in chosen if nodes[unique_id].kind != "test")


class _Graph:
    """Selectable nodes with their edges."""

    def __init__(self, manifest: Manifest, nodes: dict[str, SelectableNode]) -> None:
        self.nodes = nodes
        self.project = manifest.project
        self.parents = {
            child: tuple(parent for parent in found if parent in nodes)
            for child, found in manifest.parents.items()
            if child in nodes
        }
        self.children = children_of(self.parents)


def _union(selections: Iterable[str], graph: _Graph) -> set[str]:
    found: set[str] = set()
    for selection in selections:
        for part in selection.split():
            criteria = [_one(criterion, graph) for criterion in part.split(",") if criterion]
            if criteria:
                found |= set.intersection(*criteria)
    return found


def _one(criterion: str, graph: _Graph) -> set[str]:
    match = _PART.match(criterion)
    if match is None:
        raise SelectionError(criterion, "it names no node")
    if match["at"] and match["children"]:
        raise SelectionError(criterion, "@ before a name and + after it exclude each other")
    found = _named(match, criterion, graph)
    chosen = set(found)
    if match["at"]:
        descendants = closure(found, graph.children)
        return closure(descendants, graph.parents)
    if match["parents"]:
        chosen |= closure(found, graph.parents, _depth(match["parents_depth"]))
    if match["children"]:
        chosen |= closure(found, graph.children, _depth(match["children_depth"]))
    return chosen


def _named(match: re.Match[str], criterion: str, graph: _Graph) -> set[str]:
    value, method = match["value"], match["method"]
    arguments = (match["arguments"] or "").removeprefix(".")
    if method is None:
        method = _default_method(value)
    elif method not in METHODS:
        raise SelectionError(criterion, f"there is no method {method!r}", tuple(METHODS))
    if method == "config":
        if not arguments:
            raise SelectionError(criterion, "config needs a name: config.materialized:table")
        value = f"{arguments}:{value}"
    matches = METHODS[method]
    return {unique_id for unique_id, node in graph.nodes.items() if matches(node, value, graph.project)}


def _default_method(value: str) -> str:
    if "/" in value or "\\" in value:
        return "path"
    return "file" if value.endswith(_FILE_ENDINGS) else "fqn"


def _depth(text: str | None) -> int | None:
    return int(text) if text else None
