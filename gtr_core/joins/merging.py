"""Putting inferred joins beside those that somebody stated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gtr_core.catalog import JoinEdge
from gtr_core.joins.roles import name_roles

__all__ = ["merged_joins"]


def merged_joins(stated: Sequence[JoinEdge], found: Iterable[JoinEdge]) -> tuple[JoinEdge, ...]:
    """The stated edges as they are, and the found ones that say anything more.

    A found edge between the same columns, in whichever direction, is no new one. A column that a statement leads
    to a parent is led to no other: what people state wins.

    >>> stated = [JoinEdge("o", ("c_id",), "c", ("id",), ("constraint",))]
    >>> found = [JoinEdge("c", ("id",), "o", ("c_id",)), JoinEdge("o", ("c_id",), "x", ("id",))]
    >>> [edge.origins for edge in merged_joins(stated, found)]
    [('constraint',)]
    """
    known = {_pairs(edge) for edge in stated}
    taken = {(edge.child, frozenset(edge.child_columns)) for edge in stated if edge.enabled}
    edges = list(stated)
    for edge in found:
        if _pairs(edge) in known or _pairs(_turned(edge)) in known:
            continue
        if (edge.child, frozenset(edge.child_columns)) in taken:
            continue
        known.add(_pairs(edge))
        edges.append(edge)
    edges.sort(key=lambda edge: (edge.child, edge.parent, edge.child_columns, edge.parent_columns))
    return name_roles(edges)


def _pairs(edge: JoinEdge) -> frozenset[tuple[str, str, str, str]]:
    return frozenset((edge.child, child.casefold(), edge.parent, parent.casefold()) for child, parent in edge.pairs)


def _turned(edge: JoinEdge) -> JoinEdge:
    return replace(
        edge, child=edge.parent, child_columns=edge.parent_columns, parent=edge.child, parent_columns=edge.child_columns
    )
