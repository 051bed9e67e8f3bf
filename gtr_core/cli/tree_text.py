"""Join trees as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gtr_core.context.join_tree import Instance, JoinTree, TreeJoin

__all__ = ["tree_text"]


def tree_text(tree: JoinTree) -> str:
    """One line an instance, indented below the one that it is joined to.

    lineitem
    ├─ supplier  on l_suppkey = s_suppkey  (many_to_one, 1 match)
    └─ ...
    """
    nodes = {node.alias: node for node in tree.nodes}
    return "\n".join([_name(nodes[tree.root]), *_below(tree, nodes, tree.root, "")])


def _below(tree: JoinTree, nodes: dict[str, Instance], alias: str, indent: str) -> list[str]:
    lines = []
    joins = [join for join in tree.joins if join.left == alias]
    for i, join in enumerate(joins):
        last = i == len(joins) - 1
        lines.append(f"{indent}{'└─' if last else '├─'} {_name(nodes[join.right])}  {_how(join)}")
        lines += _below(tree, nodes, join.right, indent + ("   " if last else "│  "))
    return lines


def _name(node: Instance) -> str:
    shown = node.alias
    if node.alias.casefold() != node.relation.identifier.casefold():
        shown += f" ({node.relation.identifier})"
    return shown if node.role is None else f"{shown} as {node.role}"


def _how(join: TreeJoin) -> str:
    on = " and ".join(f"{mine} = {theirs}" for mine, theirs in join.on)
    said: list[str] = [join.cardinality]
    if join.fan_out:
        said.append("fans out")
    measured = join.edge.measurement
    said.append("not measured" if measured is None else f"{measured.match_rate:.4g} match")
    if measured is not None and measured.orphan_rate:
        said.append(f"{measured.orphan_rate:.4g} orphans")
    return f"on {on}  ({', '.join(said)})"
