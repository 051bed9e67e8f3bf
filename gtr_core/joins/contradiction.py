"""Edges that somebody states and that the data contradict: they stay, flagged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from gtr_core.catalog import JoinEdge

__all__ = ["MOST_ORPHANS", "contradiction", "with_contradictions"]

MOST_ORPHANS: Final = 0.1
"""Share of child rows with a key that may find no parent before the data are said to contradict the edge.

Fewer are late or deleted rows, as every warehouse has them: the orphan rate tells of those.
"""

_FOUND: Final = frozenset({"inferred", "query_history"})
_PROMISE_A_KEY: Final = frozenset({"constraint", "warehouse_key", "foreign_key_test", "semantic_entity"})


def contradiction(edge: JoinEdge) -> str | None:
    """What of a stated edge the data contradict, in words; None where they do not, or nobody states it.

    A statement promises that the parent has what the child refers to. A foreign key and a semantic entity promise
    besides that the parent's columns are a key, unless a review gives a cardinality of its own. An edge whose
    conditions could not be applied was measured on other rows than those that it speaks of, and is not judged.
    """
    measured = edge.measurement
    if measured is None or not edge.enabled or set(edge.origins) <= _FOUND:
        return None
    if (edge.conditions or edge.parent_conditions) and not measured.conditional:
        return None
    named = f"{edge.child} ({', '.join(edge.child_columns)}) to {edge.parent} ({', '.join(edge.parent_columns)})"
    stated = f"The join {named} is stated ({', '.join(edge.origins)}), but"
    if measured.orphan_rate > MOST_ORPHANS:
        return f"{stated} {measured.orphan_rate:.1%} of {measured.rows} rows find no parent."
    promised = _PROMISE_A_KEY & set(edge.origins) and "reviewed" not in edge.origins
    if promised and measured.cardinality in ("one_to_many", "many_to_many"):
        return f"{stated} the parent's columns are no key: it is {measured.cardinality}."
    return None


def with_contradictions(edges: Iterable[JoinEdge]) -> tuple[tuple[JoinEdge, ...], tuple[str, ...]]:
    """The edges, each flagged or not, and a sentence for each that is."""
    told = [(edge, contradiction(edge)) for edge in edges]
    flagged = tuple(replace(edge, contradicted=sentence is not None) for edge, sentence in told)
    return flagged, tuple(sentence for _, sentence in told if sentence is not None)
