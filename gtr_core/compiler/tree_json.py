"""Join trees from the JSON form of answers, by ids alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gtr_core.catalog import JoinEdge
from gtr_core.compiler.exceptions import TreeFormError, UnknownReferenceError
from gtr_core.compiler.tree import looked_up
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import Instance, JoinTree, TreeJoin

__all__ = ["tree_from_json"]


def tree_from_json(document: object, graph: ContextGraph) -> JoinTree:
    """The tree of a document such as ``gtr retrieve --json`` gives under ``tree``, already parsed.

    Only aliases, table ids, roles, and the columns and direction of joins are read; relations, cardinalities and
    rates are the graph's own.

    Raises:
        TreeFormError: The document is no tree; it names where.
        UnknownTableError: A table is not in the graph.
        UnknownReferenceError: A join is not in the graph.
        MisplacedReferenceError: Aliases repeat, or an instance is not joined to one listed before it.
    """
    fields = _object(document, "tree")
    nodes = tuple(_instance(value, f"nodes[{i}]", graph) for i, value in enumerate(_list(fields, "nodes")))
    tables = {node.alias: node.table for node in nodes}
    joins = tuple(_join(value, f"joins[{i}]", tables, graph) for i, value in enumerate(_list(fields, "joins")))
    return looked_up(JoinTree(_text(fields, "root", "tree"), nodes, joins), graph)


def _instance(value: object, path: str, graph: ContextGraph) -> Instance:
    fields = _object(value, path)
    table = graph.table(_text(fields, "table", path))
    role = fields.get("role")
    if role is not None and not isinstance(role, str):
        raise TreeFormError(f"{path}.role", "a text or null is expected")
    return Instance(_text(fields, "alias", path), table.id, table.relation, role)


def _join(value: object, path: str, tables: Mapping[str, str], graph: ContextGraph) -> TreeJoin:
    fields = _object(value, path)
    left, right = _text(fields, "left", path), _text(fields, "right", path)
    for alias in (left, right):
        if alias not in tables:
            raise UnknownReferenceError("alias", alias, "the join tree", tables)
    fan_out = fields.get("fan_out", False)
    if not isinstance(fan_out, bool):
        raise TreeFormError(f"{path}.fan_out", "true or false is expected")
    pairs = _pairs(fields, path)
    child, parent = (right, left) if fan_out else (left, right)
    wanted = {(there, here) for here, there in pairs} if fan_out else set(pairs)
    return TreeJoin(left, right, _edge(graph, tables[child], tables[parent], wanted), fan_out)


def _edge(graph: ContextGraph, child: str, parent: str, pairs: set[tuple[str, str]]) -> JoinEdge:
    between = [edge for edge in graph.joins if (edge.child, edge.parent) == (child, parent)]
    found = next((edge for edge in between if set(edge.pairs) == pairs), None)
    if found is None:
        known = (" and ".join(f"{c} = {p}" for c, p in edge.pairs) for edge in between)
        raise UnknownReferenceError("join", " and ".join(f"{c} = {p}" for c, p in sorted(pairs)), "the context", known)
    return found


def _pairs(fields: Mapping[str, Any], path: str) -> list[tuple[str, str]]:
    pairs = []
    for value in _list(fields, "on"):
        is_pair = isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2
        if not is_pair or not all(isinstance(name, str) for name in value):
            raise TreeFormError(f"{path}.on", "pairs of column names are expected")
        pairs.append((value[0], value[1]))
    if not pairs:
        raise TreeFormError(f"{path}.on", "it is empty")
    return pairs


def _object(value: object, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TreeFormError(path, "an object is expected")
    return value


def _list(fields: Mapping[str, Any], name: str) -> Sequence[Any]:
    value: object = fields.get(name, [])
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise TreeFormError(name, "a list is expected")
    return value


def _text(fields: Mapping[str, Any], name: str, path: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not value:
        raise TreeFormError(f"{path}.{name}", "a text is expected")
    return value
