"""From ways to read a question to the distinct join trees that they make."""

from __future__ import annotations

from collections.abc import Sequence

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.disambiguation import Choice
from gtr_core.retrieval.merging import Merged, merge, merged_shape

__all__ = ["MAX_TREES", "distinct_trees"]

MAX_TREES = 12


def distinct_trees(graph: ContextGraph, choices: Sequence[Choice]) -> list[tuple[Choice, Merged]]:
    """The best choice of each distinct tree with what it merges to, best first; at most ``MAX_TREES``."""
    trees: list[tuple[Choice, Merged]] = []
    seen: set[object] = set()
    placements: set[object] = set()
    shapes: set[object] = set()
    for choice in choices:
        # An index stands for an instance of its own left-join tree alone: two sets' trees may have one root.
        ends = frozenset(placed[1] for placed in choice.assignment.choices if placed)
        placement = (id(choice.tree), ends, choice.assignment.anchors)
        if placement in placements:
            continue
        placements.add(placement)
        shape = merged_shape(graph, choice)
        if shape in shapes:
            continue
        if shape is not None:
            shapes.add(shape)
        merged = merge(graph, choice)
        if merged is None:
            continue
        identity = frozenset(
            (join.left, join.right, join.edge.child, join.edge.child_columns) for join in merged.tree.joins
        ) | {merged.tree.root}
        if identity not in seen:
            seen.add(identity)
            trees.append((choice, merged))
        if len(trees) == MAX_TREES:
            break
    return trees
