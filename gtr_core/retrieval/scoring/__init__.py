"""The learned scorer: how likely it is that a query uses a column, a table, and exactly a set of tables."""

from gtr_core.retrieval.scoring.model import ScoringModel, shipped_model
from gtr_core.retrieval.scoring.scored_sets import ScoredSets, score_sets

__all__ = ["ScoredSets", "ScoringModel", "score_sets", "shipped_model"]
