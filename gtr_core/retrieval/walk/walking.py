"""The walk: from anchor tables along join edges, deposits handed on as the scorer says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtr_core.retrieval.walk.join_graph import JoinGraph
from gtr_core.retrieval.walk.scorer import EdgeScorer, Steps

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Walked", "WalkSettings", "walk"]


@dataclass(frozen=True, slots=True)
class WalkSettings:
    """How far a walk goes.

    Attributes:
        anchors: Most tables that it starts from.
        hops: Most edges between an anchor and a table (H).
        frontier: Most tables whose edges are followed in one hop of one anchor's walk, those of the largest
            deposits; not in the paper, and out of reach in graphs of a few hundred tables.
        kept: A table's score is the sum of the deposits on its edges plus this times its own s(t | q). The paper
            has 0: then a table that joins little stands behind every neighbour of a good one, which costs recall
            where databases with and without foreign keys are searched together.
    """

    anchors: int = 5
    hops: int = 5
    frontier: int = 256
    kept: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Walked:
    """What a walk leaves behind.

    Attributes:
        tables: ``(n_tables,)`` float64: the final score of each table, by position.
        edges: ``(n_edges,)`` float64: the deposit on each edge, of all anchors and hops.
        similarities: ``(n_tables,)`` float32: s(t | q); -1 for hidden tables.
        anchors: Positions of the anchors, best first.
    """

    tables: NDArray[np.float64]
    edges: NDArray[np.float64]
    similarities: NDArray[np.float32]
    anchors: tuple[int, ...]


def walk(
    graph: JoinGraph, question: NDArray[np.float32], scorer: EdgeScorer, settings: WalkSettings | None = None
) -> Walked:
    """Anchor, walk, aggregate.

    The tables most like the question are the anchors. From each a breadth-first walk hands deposits on: at a
    table its deposit is parted among its join edges by the softmax of their scores and damped by the hop's
    decay; a table that the same anchor's walk has left before gets no deposit again. A table's score is the
    sum of the deposits on its edges. An anchor that has no join edge keeps what it would have handed on, as
    else a table that joins nothing could never be found.

    Args:
        question: ``(dimensions,)`` of unit length.

    Source: JoinGR, section 3.2 and algorithm 2. O(hops · anchors · edges) in the worst case; all anchors are
    walked together.
    """
    import numpy as np

    settings = settings or WalkSettings()
    similarities, best = _similarities(graph, question)
    anchors = _anchors(similarities, settings.anchors)
    edge_deposits = np.zeros(len(graph.edges))
    alone = np.zeros(graph.n_tables)
    degrees = np.diff(graph.starts)
    for anchor in anchors:
        if not degrees[anchor]:
            alone[anchor] = max(float(similarities[anchor]), 0.0) * float(scorer.decay[0])
    walkers = np.arange(len(anchors))
    tables = np.array(anchors, np.int64)
    deposits = np.maximum(similarities[tables], 0.0)
    left = np.zeros((len(anchors), graph.n_tables), np.bool_)
    for hop in range(1, min(settings.hops, len(scorer.decay)) + 1):
        left[walkers, tables] = True
        counts = degrees[tables]
        if not counts.sum():
            break
        origin = np.repeat(np.arange(len(tables)), counts)
        places = np.arange(len(origin)) - np.repeat(np.cumsum(counts) - counts, counts) + graph.starts[tables][origin]
        steps = Steps(graph.step_edges[places], tables[origin], graph.step_tables[places], deposits[origin], hop)
        shares = _softmax(scorer.scores(graph, question, best, steps), counts[counts > 0])
        given = deposits[origin] * scorer.decay[hop - 1] * shares
        edge_deposits += np.bincount(steps.edges, given, minlength=len(graph.edges))
        onward = ~left[walkers[origin], steps.reached]
        walkers, tables, deposits = _next_frontier(
            walkers[origin][onward], steps.reached[onward], given[onward], graph.n_tables, settings.frontier
        )
        if not len(tables):
            break
    own = settings.kept * np.maximum(similarities, 0.0)
    scores = _aggregated(graph, edge_deposits) + alone + own
    return Walked(scores, edge_deposits, similarities, tuple(map(int, anchors)))


def _similarities(graph: JoinGraph, question: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """s(t | q) of each table, and the row of the column that it comes from."""
    import numpy as np

    nodes = graph.nodes
    similarities = np.full(graph.n_tables, -1.0, np.float32)
    best = np.zeros(graph.n_tables, np.int64)
    if len(nodes.tables):
        cosines = nodes.vectors @ question
        highest = np.maximum.reduceat(cosines, nodes.starts)
        similarities[nodes.tables] = highest
        sizes = np.diff(np.append(nodes.starts, len(cosines)))
        hits = np.flatnonzero(cosines == np.repeat(highest, sizes))
        owners = np.searchsorted(nodes.starts, hits, side="right") - 1
        # Written from the last to the first, so that of equal columns the first one stays.
        best[nodes.tables[owners[::-1]]] = hits[::-1]
    return similarities, best


def _anchors(similarities: NDArray[np.float32], most: int) -> list[int]:
    import numpy as np

    order = np.lexsort((np.arange(len(similarities)), -np.round(similarities, 6)))
    return [int(table) for table in order[:most] if similarities[table] > -1.0]


def _softmax(scores: NDArray[np.float32], counts: NDArray[np.int64]) -> NDArray[np.float32]:
    """Softmax within runs of those lengths."""
    import numpy as np

    starts = np.cumsum(counts) - counts
    powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), counts))
    shares: NDArray[np.float32] = powers / np.repeat(np.add.reduceat(powers, starts), counts)
    return shares


def _next_frontier(
    walkers: NDArray[np.int64], tables: NDArray[np.int64], given: NDArray[np.float32], n_tables: int, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """The tables reached, once a walker, with the sum of what reached them."""
    import numpy as np

    places, back = np.unique(walkers * n_tables + tables, return_inverse=True)
    deposits = np.bincount(back, given, minlength=len(places)).astype(np.float32)
    walkers, tables = places // n_tables, places % n_tables
    if len(places) > most:
        order = np.lexsort((tables, -deposits, walkers))
        firsts = np.searchsorted(walkers[order], walkers[order], side="left")
        kept = np.sort(order[np.arange(len(order)) - firsts < most])
        walkers, tables, deposits = walkers[kept], tables[kept], deposits[kept]
    return walkers, tables, deposits


def _aggregated(graph: JoinGraph, edge_deposits: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum of the deposits on each table's edges; an edge from a table to itself counts once."""
    import numpy as np

    other = graph.children != graph.parents
    scores = np.zeros(graph.n_tables)
    scores += np.bincount(graph.children, edge_deposits, minlength=graph.n_tables)
    scores += np.bincount(graph.parents[other], edge_deposits[other], minlength=graph.n_tables)
    return scores
