"""Context graphs that hypothesis makes up: cycles, self references, roles, composite keys, hidden tables."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from gtr_core.catalog import Column, JoinEdge, Key, Relation, Table
from gtr_core.context.graph import ContextGraph

__all__ = ["graphs", "shuffled"]


@st.composite
def graphs(draw: st.DrawFn, *, most: int = 6, hidden: bool = True) -> ContextGraph:
    """A graph of two to ``most`` tables; an edge rests on child columns of its own or on the child's key."""
    n = draw(st.integers(2, most))
    pairs = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1), st.sampled_from(["own", "own", "role", "key"]))
    drawn = draw(st.lists(pairs, max_size=2 * n, unique=True))
    columns: dict[int, list[str]] = {i: ["id"] for i in range(n)}
    joins = []
    for child, parent, kind in drawn:
        name = {"own": f"t{parent}_id", "role": f"other_t{parent}_id", "key": "id"}[kind]
        if kind == "key" and child == parent:
            continue
        if name not in columns[child]:
            columns[child].append(name)
        joins.append(JoinEdge(f"t{child}", (name,), f"t{parent}", ("id",), ("relationships_test",)))
    away = draw(st.sets(st.integers(0, n - 1), max_size=1)) if hidden else set()
    tables = [
        Table(
            f"t{i}",
            Relation("db", "main", f"t{i}"),
            f"t{i}",
            columns=tuple(Column(name, "VARCHAR", k) for k, name in enumerate(columns[i])),
            hidden=i in away,
        )
        for i in range(n)
    ]
    keys = [Key(f"t{i}", ("id",), "tests", primary=True) for i in sorted(draw(st.sets(st.integers(0, n - 1))))]
    return ContextGraph(tables=tables, joins=joins, keys=keys)


def shuffled(graph: ContextGraph, seed: int) -> ContextGraph:
    """The same graph from an input in another order."""
    parts = [list(graph.tables), list(graph.joins), list(graph.keys)]
    for part in parts:
        random.Random(seed).shuffle(part)
    tables, joins, keys = parts
    return ContextGraph(tables=tables, joins=joins, keys=keys, profiles=graph.profiles, metrics=graph.metrics)
