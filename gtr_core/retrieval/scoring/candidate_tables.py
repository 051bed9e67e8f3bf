"""The tables whose columns are scored for one question: all of a small graph, else those most spoken of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bits
from gtr_core.retrieval.candidate import Grounding
from gtr_core.retrieval.scoring.option_arrays import option_arrays

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Candidates", "candidate_tables"]

MAX_TABLES = 32


@dataclass(frozen=True, slots=True)
class Candidates:
    """The tables whose columns are scored for one question, and where their columns stand.

    Attributes:
        tables: Positions in the graph, ascending.
        place: Position in the graph -> row among ``tables``.
        starts: ``(n_tables + 1,)``: where each table's columns begin in one list of all columns.
        column_place: Per table, column name -> place in that list.
    """

    tables: tuple[int, ...]
    place: dict[int, int]
    starts: NDArray[np.intp]
    column_place: tuple[dict[str, int], ...]

    @property
    def n_columns(self) -> int:
        """Columns of all tables together."""
        return int(self.starts[-1])


def candidate_tables(graph: ContextGraph, groundings: Sequence[Grounding], extra: int = 0) -> Candidates:
    """The tables that the texts speak of most, with their neighbours in a graph small enough for it.

    Every visible table is a candidate where there are at most ``MAX_TABLES``; else those with the largest
    sum, over tokens, of the best weight of what the token hits in the table.

    Args:
        graph: The context graph.
        groundings: Of the question, and of what explains its words.
        extra: Bit set of tables that are candidates whatever is said of them.
    """
    if graph.visible_count <= MAX_TABLES:
        visible = np.flatnonzero(~graph.hidden).tolist()
    else:
        visible = sorted(_most_spoken_of(graph, groundings, extra))
    starts = np.zeros(len(visible) + 1, dtype=np.intp)
    places = []
    for k, position in enumerate(visible):
        columns = [column.name for column in graph.tables[position].columns if not column.hidden]
        places.append({name: int(starts[k]) + i for i, name in enumerate(columns)})
        starts[k + 1] = starts[k] + len(columns)
    return Candidates(tuple(visible), {position: k for k, position in enumerate(visible)}, starts, tuple(places))


def _most_spoken_of(graph: ContextGraph, groundings: Sequence[Grounding], extra: int) -> list[int]:
    """``MAX_TABLES`` visible tables, those of ``extra`` first, then the others by what is said of them."""
    mass = np.zeros(len(graph.tables))
    for grounding in groundings:
        _add_best_by_token(graph, grounding, mass)
    chosen = [position for position in bits(extra) if not graph.hidden[position]]
    mass[chosen] = 0.0
    mass[graph.hidden] = 0.0
    spoken_of = np.flatnonzero(mass > 0.0)
    if len(spoken_of) > MAX_TABLES:
        # Rounding sets ties; what lies farther below the last that can be chosen needs none.
        least = np.partition(mass[spoken_of], -MAX_TABLES)[-MAX_TABLES] - 2e-6
        spoken_of = spoken_of[mass[spoken_of] >= least]
    ranked = sorted(zip((-round(weight, 6) for weight in mass[spoken_of].tolist()), spoken_of.tolist(), strict=True))
    chosen += [position for _, position in ranked]
    return chosen[:MAX_TABLES]


def _add_best_by_token(graph: ContextGraph, grounding: Grounding, mass: NDArray[np.float64]) -> None:
    """Add, for each token, the best weight of what it hits in each table, to ``(n_tables,)``."""
    by_token: list[list[tuple[NDArray[np.intp], NDArray[np.float64]]]] = [[] for _ in grounding.tokens]
    for span in grounding.spans:
        arrays = option_arrays(graph, span.options)
        for token in range(span.first, span.last):
            by_token[token].append(arrays)
    best = np.zeros_like(mass)
    for hit in by_token:
        if hit:
            best.fill(0.0)
            for positions, weights in hit:
                np.maximum.at(best, positions, weights)
            mass += best
