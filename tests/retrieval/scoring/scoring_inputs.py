"""All that the features of one hand-grounded question are computed from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.candidate import Grounding
from gtr_core.retrieval.scoring.candidate_tables import Candidates, candidate_tables
from gtr_core.retrieval.scoring.column_features import cues
from gtr_core.retrieval.scoring.hits import Hits, gather, together
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures, schema_features

__all__ = ["Inputs", "inputs"]


@dataclass(frozen=True)
class Inputs:
    """One question before its features."""

    graph: ContextGraph
    candidates: Candidates
    texts: tuple[Hits, Hits]
    cue: NDArray[np.float32]

    @property
    def schema(self) -> SchemaFeatures:
        return schema_features(self.graph)

    def row(self, table: str) -> int:
        return self.candidates.place[self.graph.positions[table]]

    def column(self, table: str, name: str) -> int:
        return self.candidates.column_place[self.row(table)][name]


def inputs(graph: ContextGraph, question: Grounding, notes: Grounding | None = None) -> Inputs:
    """As the scorer computes them."""
    candidates = candidate_tables(graph, [question] if notes is None else [question, notes])
    own = gather(graph, candidates, question)
    texts = (own, own if notes is None else together(own, gather(graph, candidates, notes)))
    return Inputs(graph, candidates, texts, cues(question))
