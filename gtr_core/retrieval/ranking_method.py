"""What the methods that rank tables by vectors share: encoders, what is kept of a context, checks, times."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar
from weakref import WeakKeyDictionary

from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot import Snapshot
from gtr_core.embedding import Encoder, encoder
from gtr_core.embedding.cached_encoder import CachedEncoder, cache_folder
from gtr_core.retrieval.result import Retrieval
from gtr_core.retrieval.retriever import RetrievalOptions, check_question
from gtr_core.retrieval.selection import Ranking, SelectionRule, outcome_of_ranking, selection_rule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["RankingMethod"]

Prepared = TypeVar("Prepared")


class RankingMethod(ABC, Generic[Prepared]):
    """Ranks a context's tables for a question, and answers with those that the method's rule selects.

    What is made of a context (vectors of its columns and edges) is made once and kept as long as the context's
    graph lives. Without an encoder of its own a method takes the snapshot's; the vectors of a context's texts are
    then kept on this machine too, those of questions never are.

    Args:
        name: The method's name, under which its rule is found.
        model: Encodes questions and contexts; None for the snapshot's encoder.
        rule: Which tables are selected; None for the one that ships.
        rule_name: Name of the rule that ships, where it is not the method's.
    """

    def __init__(
        self,
        name: str,
        model: Encoder | None = None,
        rule: SelectionRule | None = None,
        *,
        rule_name: str | None = None,
    ) -> None:
        self.name = name
        self.rule_name = rule_name or name
        self._model = model
        self._rule = rule
        self._prepared: WeakKeyDictionary[ContextGraph, Prepared] = WeakKeyDictionary()

    def retrieve(self, question: str, snapshot: Snapshot, options: RetrievalOptions | None = None) -> Retrieval:
        """As ``gtr_core.retrieval.retrieve`` has it.

        Raises:
            EmptyQuestionError: The question holds no word.
            LongQuestionError: It is longer than the limit.
            EmbeddingUnavailableError: There is no encoder.
        """
        check_question(question)
        evidence = options.evidence if options is not None else ""
        started = time.perf_counter()
        vector = self.question_model(snapshot).encode([f"{question} {evidence}".strip()])[0]
        encoded = time.perf_counter()
        ranking, trace = self.rank(question, vector, snapshot)
        ranked = time.perf_counter()
        rule = self._rule or selection_rule(self.rule_name)
        times = {"encode": encoded - started, "rank": ranked - encoded}
        outcome = outcome_of_ranking(question, snapshot.graph, ranking, rule, {}, {"method": self.name, **trace})
        times |= {"select": time.perf_counter() - ranked, "total": time.perf_counter() - started}
        outcome.timings_ms.update({name: round(seconds * 1000, 3) for name, seconds in times.items()})
        return outcome

    @abstractmethod
    def rank(self, question: str, vector: NDArray[np.float32], snapshot: Snapshot) -> tuple[Ranking, dict[str, object]]:
        """All visible tables, best first, and what is to be told of how they were found.

        Args:
            vector: ``(dimensions,)`` float32 of unit length: the question, its evidence included.
        """

    @abstractmethod
    def prepare(self, graph: ContextGraph, model: Encoder) -> Prepared:
        """What the method needs of a context."""

    def prepared(self, snapshot: Snapshot) -> Prepared:
        """What the method needs of a context, made when first asked for."""
        found = self._prepared.get(snapshot.graph)
        if found is None:
            model = self._model or CachedEncoder(encoder(snapshot.encoder_name), cache_folder())
            found = self._prepared[snapshot.graph] = self.prepare(snapshot.graph, model)
        return found

    def question_model(self, snapshot: Snapshot) -> Encoder:
        """What encodes questions."""
        return self._model or encoder(snapshot.encoder_name)
