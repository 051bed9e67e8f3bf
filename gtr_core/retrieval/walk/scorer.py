"""What scores the edges of a walk: the learned network, and fixed weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol

from gtr_core.retrieval.walk.join_graph import JoinGraph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["EdgeScorer", "FixedScorer", "LearnedScorer", "Steps", "fixed_scorer", "shipped_scorer"]

HOPS = 5


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """Steps of one hop, out of all frontier tables of all anchors together.

    Attributes:
        edges: ``(n,)`` numbers of the join edges.
        frontier: ``(n,)`` positions of the tables left.
        reached: ``(n,)`` positions of the tables reached.
        deposits: ``(n,)`` float32, z of the table left.
        hop: From 1.
    """

    edges: NDArray[np.int64]
    frontier: NDArray[np.int64]
    reached: NDArray[np.int64]
    deposits: NDArray[np.float32]
    hop: int


class EdgeScorer(Protocol):
    """Scores steps for a question."""

    @property
    def decay(self) -> NDArray[np.float32]:
        """``(hops,)`` the share of a deposit that is handed on at each hop, each between 0 and 1."""
        ...

    def scores(
        self, graph: JoinGraph, question: NDArray[np.float32], best: NDArray[np.int64], steps: Steps
    ) -> NDArray[np.float32]:
        """``(n,)`` scores before the softmax.

        Args:
            question: ``(dimensions,)`` of unit length.
            best: ``(n_tables,)`` row of the column of each table that is most like the question.
        """
        ...


@dataclass(frozen=True, slots=True, eq=False)
class LearnedScorer:
    """A network of one hidden layer over [q; e; r_f; r_t'; z_f; h], with layer normalisation and ReLU.

    The first layer is kept apart by what it multiplies, so that each vector is multiplied once and not
    once for each step in which it occurs.

    Attributes:
        question, edge, frontier, reached: ``(dimensions, hidden)`` float32.
        deposit, hop: ``(hidden,)`` float32.
        bias, scale, shift: ``(hidden,)`` float32: of the layer, and of the normalisation.
        output: ``(hidden,)`` float32.
        decay: ``(hops,)`` float32, alpha of each hop.

    Source: JoinGR, section 3.2.3 and appendix B.
    """

    question: NDArray[np.float32]
    edge: NDArray[np.float32]
    frontier: NDArray[np.float32]
    reached: NDArray[np.float32]
    deposit: NDArray[np.float32]
    hop: NDArray[np.float32]
    bias: NDArray[np.float32]
    scale: NDArray[np.float32]
    shift: NDArray[np.float32]
    output: NDArray[np.float32]
    decay: NDArray[np.float32]

    def scores(
        self, graph: JoinGraph, question: NDArray[np.float32], best: NDArray[np.int64], steps: Steps
    ) -> NDArray[np.float32]:
        """As the protocol has it. O((tables + edges of the hop) · dimensions · hidden)."""
        import numpy as np

        left, from_left = np.unique(steps.frontier, return_inverse=True)
        right, from_right = np.unique(steps.reached, return_inverse=True)
        edges, from_edges = np.unique(steps.edges, return_inverse=True)
        vectors = graph.nodes.vectors
        hidden = (
            (question @ self.question + self.hop * steps.hop + self.bias)
            + (graph.edge_vectors[edges] @ self.edge)[from_edges]
            + (vectors[best[left]] @ self.frontier)[from_left]
            + (vectors[best[right]] @ self.reached)[from_right]
            + np.outer(steps.deposits, self.deposit)
        )
        centred = hidden - hidden.mean(axis=1, keepdims=True)
        normal = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5)
        active = np.maximum(normal * self.scale + self.shift, 0.0)
        return np.asarray(active @ self.output, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class FixedScorer:
    """Fixed weights instead of a network: a step is as likely as what it reaches is like the question.

    Attributes:
        sharpness: Factor on the cosine of the reached table's best column.
        decay: ``(hops,)`` float32.

    Source: JoinGR, section 4 (heuristic variant), which does not say its weights; these are ours.
    """

    sharpness: float
    decay: NDArray[np.float32]

    def scores(
        self, graph: JoinGraph, question: NDArray[np.float32], best: NDArray[np.int64], steps: Steps
    ) -> NDArray[np.float32]:
        """As the protocol has it."""
        import numpy as np

        tables, back = np.unique(steps.reached, return_inverse=True)
        return np.asarray(self.sharpness * (graph.nodes.vectors[best[tables]] @ question)[back], dtype=np.float32)


def fixed_scorer() -> FixedScorer:
    """The heuristic variant's scorer: half of a deposit is handed on at each hop."""
    import numpy as np

    return FixedScorer(8.0, np.full(HOPS, 0.5, np.float32))


@lru_cache(maxsize=1)
def shipped_scorer() -> LearnedScorer:
    """The scorer whose weights ship with the package."""
    import numpy as np

    place = files("gtr_core.retrieval.walk") / "weights" / "joingr.npz"
    with place.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        return LearnedScorer(**{name: arrays[name].astype(np.float32) for name in arrays.files})
