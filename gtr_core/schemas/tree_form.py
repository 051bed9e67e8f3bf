"""Join trees to and from their JSON form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import Instance, JoinTree, TreeJoin
from gtr_core.schemas.exceptions import TreeFormError

__all__ = ["tree_from_json", "tree_to_json"]


def tree_to_json(tree: JoinTree) -> dict[str, Any]:
    """The JSON form of a join tree."""
    return {
        "root": tree.root,
        "nodes": [
            {"alias": node.alias, "table": node.table, "relation": str(node.relation), "role": node.role}
            for node in tree.nodes
        ],
        "joins": [_join_to_json(join) for join in tree.joins],
    }


def tree_from_json(document: object, graph: ContextGraph) -> JoinTree:
    """A join tree from its JSON form, taken by ids: relations, cardinalities and rates come from the graph.

    Raises:
        TreeFormError: It is not of the form, not a tree, or has a join that the graph does not hold.
        UnknownTableError: It names a table that the graph does not hold.
    """
    fields = _object(document, "the document")
    nodes = tuple(_node(node, f"nodes[{i}]", graph) for i, node in enumerate(_list(fields, "nodes", "the document")))
    by_alias = {node.alias: node for node in nodes}
    root = _text(fields, "root", "the document")
    if not nodes or nodes[0].alias != root:
        raise TreeFormError("root", "the first of the nodes is expected")
    if len(by_alias) != len(nodes):
        raise TreeFormError("nodes", "an alias stands more than once")
    joins = [
        _join(join, f"joins[{i}]", by_alias, graph) for i, join in enumerate(_list(fields, "joins", "the document"))
    ]
    return JoinTree(root, nodes, _in_order(joins, nodes))


def _join_to_json(join: TreeJoin) -> dict[str, Any]:
    measured = join.edge.measurement
    return {
        "left": join.left,
        "right": join.right,
        "on": [list(pair) for pair in join.on],
        "cardinality": join.cardinality,
        "fan_out": join.fan_out,
        "origin": join.edge.origins[0] if join.edge.origins else "inferred",
        "match_rate": None if measured is None else measured.match_rate,
        "orphan_rate": None if measured is None else measured.orphan_rate,
    }


def _node(document: object, where: str, graph: ContextGraph) -> Instance:
    fields = _object(document, where)
    table = graph.table(_text(fields, "table", where))
    role = None if fields.get("role") is None else _text(fields, "role", where)
    return Instance(_text(fields, "alias", where), table.id, table.relation, role)


def _join(document: object, where: str, nodes: Mapping[str, Instance], graph: ContextGraph) -> TreeJoin:
    fields = _object(document, where)
    left, right = _text(fields, "left", where), _text(fields, "right", where)
    for alias in (left, right):
        if alias not in nodes:
            raise TreeFormError(where, f"{alias!r} is not the alias of a node")
    pairs = []
    for i, pair in enumerate(_list(fields, "on", where)):
        if not isinstance(pair, Sequence) or len(pair) != 2 or not all(isinstance(name, str) for name in pair):
            raise TreeFormError(f"{where}.on[{i}]", "a pair of column names is expected")
        pairs.append((pair[0], pair[1]))
    fan_out = fields.get("fan_out", False)
    if not isinstance(fan_out, bool):
        raise TreeFormError(f"{where}.fan_out", "true or false is expected")
    child, parent = (nodes[right].table, nodes[left].table) if fan_out else (nodes[left].table, nodes[right].table)
    wanted = {(mine, theirs) if not fan_out else (theirs, mine) for mine, theirs in pairs}
    return TreeJoin(left, right, _edge(graph, child, parent, wanted, where), fan_out)


def _edge(graph: ContextGraph, child: str, parent: str, pairs: set[tuple[str, str]], where: str) -> JoinEdge:
    for edge in graph.joins:
        if (edge.child, edge.parent) == (child, parent) and set(edge.pairs) == pairs:
            return edge
    raise TreeFormError(where, f"the context holds no such join from {child} to {parent}")


def _in_order(joins: Sequence[TreeJoin], nodes: Sequence[Instance]) -> tuple[TreeJoin, ...]:
    """One join a node but the root, in the order of the nodes, each to a node that stands before it."""
    by_right = {join.right: join for join in joins}
    if len(by_right) != len(joins) or len(joins) != len(nodes) - 1:
        raise TreeFormError("joins", "exactly one join to each node but the root is expected")
    ordered: list[TreeJoin] = []
    before = {nodes[0].alias}
    for node in nodes[1:]:
        join = by_right.get(node.alias)
        if join is None or join.left not in before:
            raise TreeFormError("joins", f"{node.alias!r} is not joined to a node that stands before it")
        ordered.append(join)
        before.add(node.alias)
    return tuple(ordered)


def _object(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TreeFormError(where, "an object is expected")
    return value


def _list(fields: Mapping[str, Any], name: str, where: str) -> Sequence[Any]:
    value = fields.get(name)
    if not isinstance(value, list):
        raise TreeFormError(where, f"a list {name!r} is expected")
    return value


def _text(fields: Mapping[str, Any], name: str, where: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not value:
        raise TreeFormError(where, f"a text {name!r} is expected")
    return value
