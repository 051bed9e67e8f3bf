"""JoinGR as a method of retrieval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot import Snapshot
from gtr_core.embedding import Encoder
from gtr_core.retrieval.ranking_method import RankingMethod
from gtr_core.retrieval.selection import Ranking, SelectionRule
from gtr_core.retrieval.walk.join_graph import JoinGraph, join_graph
from gtr_core.retrieval.walk.scorer import EdgeScorer, fixed_scorer, shipped_scorer
from gtr_core.retrieval.walk.walking import WalkSettings, walk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["JoinGR", "heuristic_joingr"]

_TRACED = 12


class JoinGR(RankingMethod[JoinGraph]):
    """Ranks tables by a walk over the join graph.

    Tables that the walk does not reach stand behind all that it reaches, by their likeness to the question.

    Args:
        scorer: What scores the edges; None for the one that ships.
        settings: How far the walk goes.

    Source: JoinGR (Learning to Traverse Join Graphs for Table Retrieval).
    """

    def __init__(
        self,
        model: Encoder | None = None,
        rule: SelectionRule | None = None,
        *,
        name: str = "joingr",
        scorer: EdgeScorer | None = None,
        settings: WalkSettings | None = None,
    ) -> None:
        super().__init__(name, model, rule)
        self._scorer = scorer or shipped_scorer()
        self._settings = settings or WalkSettings()

    def prepare(self, graph: ContextGraph, model: Encoder) -> JoinGraph:
        """The join graph, its columns and edges encoded."""
        return join_graph(graph, model)

    def rank(self, question: str, vector: NDArray[np.float32], snapshot: Snapshot) -> tuple[Ranking, dict[str, object]]:
        """All visible tables: those that the walk reached, then the others."""
        import numpy as np

        graph = self.prepared(snapshot)
        walked = walk(graph, vector, self._scorer, self._settings)
        tables = graph.nodes.tables
        scores, similarities = walked.tables[tables], walked.similarities[tables]
        order = np.lexsort((tables, -np.round(similarities, 6), -np.round(scores, 9)))
        ranking = Ranking(
            tuple(int(table) for table in tables[order]),
            tuple(float(score) for score in scores[order]),
            float(similarities.max()) if len(tables) else 0.0,
            {graph.edges[edge]: float(walked.edges[edge]) for edge in np.flatnonzero(walked.edges)},
        )
        ids = [table.id for table in snapshot.graph.tables]
        heaviest = np.argsort(-walked.edges, kind="stable")[:_TRACED]
        return ranking, {
            "anchors": [ids[table] for table in walked.anchors],
            "deposits": [
                {
                    "child": graph.edges[edge].child,
                    "parent": graph.edges[edge].parent,
                    "on": [list(pair) for pair in graph.edges[edge].pairs],
                    "deposit": round(float(walked.edges[edge]), 6),
                }
                for edge in heaviest
                if walked.edges[edge] > 0
            ],
        }


def heuristic_joingr(model: Encoder | None = None, rule: SelectionRule | None = None) -> JoinGR:
    """The variant with fixed weights instead of the learned scorer."""
    return JoinGR(model, rule, name="joingr-heuristic", scorer=fixed_scorer())
