"""Small graphs whose walks can be reckoned by hand."""

from __future__ import annotations

import numpy as np

from gtr_core.catalog import Column, JoinEdge, Key, Relation, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.walk import JoinGraph, join_graph
from gtr_core.retrieval.walk.scorer import Steps


def table(name: str, *columns: str, hidden: bool = False) -> Table:
    return Table(
        name,
        Relation(None, "s", name),
        name,
        columns=tuple(Column(column, "text", i) for i, column in enumerate(columns)),
        hidden=hidden,
    )


def edge(child: str, parent: str, column: str = "id", **fields) -> JoinEdge:
    return JoinEdge(child, (f"{parent}_{column}",), parent, (column,), **fields)


def chain() -> ContextGraph:
    """a -> b -> c, and d that joins nothing."""
    return ContextGraph(
        tables=[
            table("a", "id", "alpha", "b_id"),
            table("b", "id", "c_id"),
            table("c", "id", "gamma"),
            table("d", "delta"),
        ],
        joins=[edge("a", "b"), edge("b", "c")],
        keys=[Key("a", ("id",), "constraint", True), Key("b", ("id",), "constraint", True)],
    )


def star() -> ContextGraph:
    """Two roles from f to p, another parent q, a self reference of p."""
    return ContextGraph(
        tables=[table("f", "id", "p1", "p2", "q_id"), table("p", "id", "boss"), table("q", "id")],
        joins=[
            JoinEdge("f", ("p1",), "p", ("id",), role="first"),
            JoinEdge("f", ("p2",), "p", ("id",), role="second"),
            edge("f", "q"),
            JoinEdge("p", ("boss",), "p", ("id",)),
        ],
    )


class Uniform:
    """Every step is as likely as any other; half of a deposit goes on."""

    decay = np.full(5, 0.5, np.float32)

    def scores(self, graph: JoinGraph, question: np.ndarray, best: np.ndarray, steps: Steps) -> np.ndarray:
        return np.zeros(len(steps.edges), np.float32)


class ByName:
    """One table is preferred to all others."""

    decay = np.full(5, 0.5, np.float32)

    def __init__(self, position: int) -> None:
        self.position = position

    def scores(self, graph: JoinGraph, question: np.ndarray, best: np.ndarray, steps: Steps) -> np.ndarray:
        return np.where(steps.reached == self.position, 50.0, 0.0).astype(np.float32)


def made(graph: ContextGraph, encoder) -> JoinGraph:
    return join_graph(graph, encoder)
