"""The steps of walks, which no score changes: made once an anchor, and joined for all walkers of a batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gtr_core.retrieval.walk.join_graph import JoinGraph

__all__ = ["Hop", "Plans", "Steps", "joined_steps"]


@dataclass(frozen=True, slots=True, eq=False)
class Hop:
    """One hop of the walk from one anchor: which steps there are does not depend on any score.

    Attributes:
        tables: The frontier.
        source: Of each step, the place of the table left within ``tables``.
        edges, reached: Of each step, its edge and the table reached.
        onward: Of each step, the place of the table reached within the next hop's tables, -1 where it was left before.
    """

    tables: NDArray[np.int64]
    source: NDArray[np.int64]
    edges: NDArray[np.int64]
    reached: NDArray[np.int64]
    onward: NDArray[np.int64]


class Plans:
    """The hops from each anchor, made when first asked for."""

    def __init__(self, graph: JoinGraph, hops: int) -> None:
        self.graph = graph
        self.hops = hops
        self._made: dict[int, list[Hop]] = {}

    def of(self, anchor: int) -> list[Hop]:
        """The hops from that anchor; none where it has no edge."""
        if anchor not in self._made:
            self._made[anchor] = list(self._make(anchor))
        return self._made[anchor]

    def _make(self, anchor: int) -> Iterator[Hop]:
        graph = self.graph
        left: set[int] = set()
        tables = [anchor]
        for _ in range(self.hops):
            left.update(tables)
            steps = [
                (place, int(graph.step_edges[step]), int(graph.step_tables[step]))
                for place, table in enumerate(tables)
                for step in range(graph.starts[table], graph.starts[table + 1])
            ]
            if not steps:
                return
            following = sorted({reached for _, _, reached in steps} - left)
            place_of = {table: place for place, table in enumerate(following)}
            source, edges, reached = (np.array(part, np.int64) for part in zip(*steps, strict=True))
            onward = np.array([place_of.get(table, -1) for _, _, table in steps], np.int64)
            yield Hop(np.array(tables, np.int64), source, edges, reached, onward)
            if not following:
                return
            tables = following


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """The steps of one hop of all walkers: arrays as in ``Hop``, with places that run through all walkers."""

    rows: NDArray[np.int64]
    tables: NDArray[np.int64]
    reached: NDArray[np.int64]
    edges: NDArray[np.int64]
    source: NDArray[np.int64]
    onward: NDArray[np.int64]
    size_next: int
    following: list[tuple[int, int]]


def joined_steps(walkers: Sequence[tuple[int, int]], plans: Plans, hop: int) -> Steps:
    """The steps of one hop of all walkers that take it, and the walkers that go on.

    Args:
        walkers: The row of each walker's question, and its anchor.
        hop: From 0.
    """
    parts: list[tuple[NDArray[Any], ...]] = []
    following = []
    at = next_at = 0
    for row, anchor in walkers:
        plan = plans.of(anchor)
        one = plan[hop]
        onward = np.where(one.onward >= 0, one.onward + next_at, -1)
        parts.append(
            (
                np.full(len(one.edges), row),
                one.tables[one.source],
                one.reached,
                one.edges,
                one.source + at,
                onward,
            )
        )
        at += len(one.tables)
        if hop + 1 < len(plan):
            next_at += len(plan[hop + 1].tables)
            following.append((row, anchor))
        else:
            parts[-1] = (*parts[-1][:5], np.full(len(one.edges), -1))
    rows, tables, reached, edges, source, onwards = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Steps(rows, tables, reached, edges, source, onwards, next_at, following)
