"""The join graph: columns as nodes, edges within tables and between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtr_core.catalog import JoinEdge, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.column_vectors import ColumnVectors, column_vectors, several_schemas

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gtr_core.embedding import Encoder

__all__ = ["JoinGraph", "edge_text", "intra_edges", "join_graph", "key_columns"]


@dataclass(frozen=True, slots=True, eq=False)
class JoinGraph:
    """The columns of a context with the join edges between their tables, as arrays.

    Only edges that are enabled and whose two tables are visible are walked. A composite key is one edge.

    Attributes:
        nodes: The columns and their vectors.
        n_tables: Number of tables of the context, hidden ones included; tables are named by their positions.
        edges: The join edges, in the order of the arrays.
        edge_vectors: ``(n_edges, dimensions)`` float32, rows of unit length.
        children, parents: ``(n_edges,)`` positions of the tables that each edge joins.
        starts: ``(n_tables + 1,)`` where the steps out of each table begin in the next two.
        step_edges: ``(n_steps,)`` the edge of a step; an edge has two steps, one that joins a table to itself one.
        step_tables: ``(n_steps,)`` the table that the step reaches.
    """

    nodes: ColumnVectors
    n_tables: int
    edges: tuple[JoinEdge, ...]
    edge_vectors: NDArray[np.float32]
    children: NDArray[np.int64]
    parents: NDArray[np.int64]
    starts: NDArray[np.int64]
    step_edges: NDArray[np.int64]
    step_tables: NDArray[np.int64]


def join_graph(graph: ContextGraph, encoder: Encoder) -> JoinGraph:
    """The join graph of a context, its columns and edges encoded.

    Source: JoinGR, section 3.1 and algorithm 1. O(columns + edges) texts are encoded.
    """
    import numpy as np

    edges = tuple(edge for edge in graph.joins if edge.enabled and _visible(graph, edge))
    schema = several_schemas(graph)
    vectors = (
        encoder.encode([edge_text(edge, graph, schema=schema) for edge in edges])
        if edges
        else np.zeros((0, encoder.dimensions), np.float32)
    )
    children = np.array([graph.positions[edge.child] for edge in edges], np.int64)
    parents = np.array([graph.positions[edge.parent] for edge in edges], np.int64)
    other = children != parents
    numbers = np.arange(len(edges))
    leaves = np.concatenate([children, parents[other]])
    order = np.argsort(leaves, kind="stable")
    starts = np.zeros(len(graph.tables) + 1, np.int64)
    np.cumsum(np.bincount(leaves, minlength=len(graph.tables)), out=starts[1:])
    return JoinGraph(
        nodes=column_vectors(graph, encoder),
        n_tables=len(graph.tables),
        edges=edges,
        edge_vectors=vectors,
        children=children,
        parents=parents,
        starts=starts,
        step_edges=np.concatenate([numbers, numbers[other]])[order],
        step_tables=np.concatenate([parents, children[other]])[order],
    )


def edge_text(edge: JoinEdge, graph: ContextGraph, *, schema: bool = False) -> str:
    """What is encoded for a join edge: its two ends and what the parent is to the child; the schema as for columns.

    Source: JoinGR, section 3.1, edge descriptors; the purpose is a sentence from a template.
    """
    child, parent = graph.table(edge.child), graph.table(edge.parent)
    prefix = (child.relation.schema or "").replace("_", " ") if schema else ""
    role = f" as {edge.role.replace('_', ' ')}" if edge.role else ""
    pairs = " and ".join(f"{mine} to {theirs}" for mine, theirs in edge.pairs)
    opening = f"{prefix}: " if prefix else ""
    return f"{opening}each {_readable(child)} has its {_readable(parent)}{role}; join of {pairs}"


def key_columns(graph: ContextGraph) -> frozenset[tuple[str, str]]:
    """Table id and name of each column that is part of a primary key or of either side of a join edge."""
    keys = {(key.table, column) for key in graph.keys if key.primary for column in key.columns}
    for edge in graph.joins:
        keys.update((edge.child, column) for column in edge.child_columns)
        keys.update((edge.parent, column) for column in edge.parent_columns)
    return frozenset(keys)


def intra_edges(graph: ContextGraph) -> Iterator[tuple[str, str, str]]:
    """Table id and the two columns of each edge within a table: one of the two is a key.

    The walk needs no array of them: within a table it moves freely, from whichever column matches best.

    Source: JoinGR, algorithm 1, lines 16 to 27.
    """
    keys = key_columns(graph)
    for table in graph.tables:
        own = [column.name for column in table.columns if (table.id, column.name) in keys]
        for column in table.columns:
            if (table.id, column.name) not in keys:
                yield from ((table.id, column.name, key) for key in own)
        for i, first in enumerate(own):
            yield from ((table.id, first, second) for second in own[i + 1 :])


def _visible(graph: ContextGraph, edge: JoinEdge) -> bool:
    return not graph.table(edge.child).hidden and not graph.table(edge.parent).hidden


def _readable(table: Table) -> str:
    return " ".join((table.label or table.alias or table.name.replace("_", " ")).split())
