"""Drawn phrases of several meanings each, and their assignments below one root."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from gtr_core.context.graph import ContextGraph
from gtr_core.context.left_join_tree import LeftJoinTree, left_join_tree
from gtr_core.index import Posting
from gtr_core.retrieval.assignment import Assignment, Costs, assign
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.said_roles import SaidRoles
from tests.retrieval.scoring.trade import grounded, means

__all__ = ["assigned", "random_phrases", "tree_below"]

_WEIGHTS = st.sampled_from([0.3, 0.5, 0.500001, 0.5000004, 0.9, 1.0])


@st.composite
def random_phrases(draw: st.DrawFn, graph: ContextGraph) -> list[Phrase]:
    """Up to five phrases of several meanings each, that may be attached to each other or stand side by side."""
    count = draw(st.integers(1, 5))
    tables = [one.id for one in graph.tables]
    phrases = []
    for place in range(count):
        options: list[Option] = []
        for table_id in draw(st.lists(st.sampled_from(tables), min_size=1, max_size=4)):
            weight = draw(_WEIGHTS)
            value = draw(st.sampled_from(["", "India", "China"]))
            posting = Posting("value", table_id, "c", value) if value else Posting("table", table_id)
            options.append(Option(posting, "", "exact", weight))
        options.sort(key=lambda option: -option.weight)
        others = [other for other in range(count) if other != place]
        to = draw(st.sets(st.sampled_from(others), max_size=2)) if others else set()
        strengths = tuple((other, draw(st.sampled_from([0.4, 0.9, 1.0]))) for other in sorted(to))
        phrases.append(means(place, *options, to=strengths))
    return phrases


def tree_below(graph: ContextGraph, root: int) -> LeftJoinTree:
    """The left-join tree of one root, to every table and with fan-outs to all of them."""
    everything = (1 << len(graph.tables)) - 1
    return left_join_tree(graph, root, everything, fan_out_to=everything & ~(1 << root))


def assigned(
    graph: ContextGraph, root: int, phrases: Sequence[Phrase], strong: Sequence[int] | None = None
) -> list[Assignment]:
    """The assignments of the strong phrases, or of all, below one root."""
    said = SaidRoles(graph, grounded("a b c d e", *phrases).tokens)
    placed = range(len(phrases)) if strong is None else strong
    return assign(graph, tree_below(graph, root), phrases, placed, Costs(), said)
