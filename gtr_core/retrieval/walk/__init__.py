"""JoinGR: a learned walk over the join graph."""

from gtr_core.retrieval.walk.join_graph import JoinGraph, intra_edges, join_graph
from gtr_core.retrieval.walk.method import JoinGR, heuristic_joingr
from gtr_core.retrieval.walk.scorer import EdgeScorer, FixedScorer, LearnedScorer, shipped_scorer
from gtr_core.retrieval.walk.walking import Walked, WalkSettings, walk

__all__ = [
    "EdgeScorer",
    "FixedScorer",
    "JoinGR",
    "JoinGraph",
    "LearnedScorer",
    "WalkSettings",
    "Walked",
    "heuristic_joingr",
    "intra_edges",
    "join_graph",
    "shipped_scorer",
    "walk",
]
