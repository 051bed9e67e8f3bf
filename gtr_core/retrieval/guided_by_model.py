"""The guided method with a language model where the local choice is not sure."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.context.snapshot import Snapshot
from gtr_core.llm import LanguageModel
from gtr_core.retrieval.llm_choice import SURE, ModelDisambiguator, WhenAsked
from gtr_core.retrieval.result import Retrieval
from gtr_core.retrieval.retriever import RetrievalOptions, retrieve

__all__ = ["GuidedByModel"]


class GuidedByModel:
    """``retrieve`` with the model's choice of tables; its calls and what became of them stand in the trace.

    The trace gets ``llm_calls`` and ``llm``: the model's name, the questions put to it, and how often no usable
    answer came, so that the local choice stood (``fallbacks``).

    Args:
        model: Whom to ask.
        use: When.
        sure: Confidence from which ``uncertain`` does not ask.
    """

    def __init__(self, model: LanguageModel, use: WhenAsked, sure: float = SURE) -> None:
        self._model = model
        self._use = use
        self._sure = sure

    def retrieve(self, question: str, snapshot: Snapshot, options: RetrievalOptions | None = None) -> Retrieval:
        """As ``gtr_core.retrieval.retrieve``; never fails because of the model."""
        options = options or RetrievalOptions()
        chooser = ModelDisambiguator(
            question,
            self._model,
            self._use,
            evidence=options.evidence,
            local=options.disambiguator,
            sure=self._sure,
        )
        retrieval = retrieve(question, snapshot, replace(options, disambiguator=chooser))
        trace = {**retrieval.trace, "llm_calls": chooser.calls, "llm": chooser.trace()}
        return replace(retrieval, trace=trace)
