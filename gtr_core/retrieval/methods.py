"""The methods of retrieval, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from gtr_core.context.snapshot import Snapshot
from gtr_core.embedding import Encoder
from gtr_core.retrieval.exceptions import UnknownMethodError
from gtr_core.retrieval.hypergraph.query_history import QueryHistory
from gtr_core.retrieval.result import Retrieval
from gtr_core.retrieval.retriever import RetrievalOptions, retrieve

if TYPE_CHECKING:
    from gtr_core.llm import LanguageModel
    from gtr_core.retrieval.llm_choice import WhenAsked

__all__ = ["METHODS", "Method", "MethodSettings", "RetrievalMethod", "retrieval_method"]


@dataclass(frozen=True, slots=True)
class MethodSettings:
    """What methods may be given.

    Attributes:
        model: Encodes questions and contexts; None for the snapshot's encoder.
        history: Past questions, for the methods that use them.
        leave_out_same: A past question of the very words that are asked is not used, as measurements demand.
        chooser: A language model for the choice of tables (``guided``); None: nobody is asked.
        asked: When it is.
    """

    model: Encoder | None = None
    history: QueryHistory | None = None
    leave_out_same: bool = False
    chooser: LanguageModel | None = None
    asked: WhenAsked = "uncertain"


class RetrievalMethod(Protocol):
    """A way from a question to the tables."""

    def retrieve(self, question: str, snapshot: Snapshot, options: RetrievalOptions | None = None) -> Retrieval:
        """As ``gtr_core.retrieval.retrieve`` has it."""
        ...


@dataclass(frozen=True, slots=True)
class Method:
    """A method under its name.

    Attributes:
        source: The paper that it comes from, in a few words.
        make: Makes it; heavy imports happen here.
    """

    name: str
    source: str
    make: Callable[[MethodSettings], RetrievalMethod]


class Guided:
    """The default method: grounding, exploration, disambiguation, merging."""

    def retrieve(self, question: str, snapshot: Snapshot, options: RetrievalOptions | None = None) -> Retrieval:
        """As ``gtr_core.retrieval.retrieve``."""
        return retrieve(question, snapshot, options)


def _guided(settings: MethodSettings) -> RetrievalMethod:
    if settings.chooser is None:
        return Guided()
    from gtr_core.retrieval.guided_by_model import GuidedByModel

    return GuidedByModel(settings.chooser, settings.asked)


def _joingr(settings: MethodSettings) -> RetrievalMethod:
    from gtr_core.retrieval.walk.method import JoinGR

    return JoinGR(settings.model)


def _joingr_heuristic(settings: MethodSettings) -> RetrievalMethod:
    from gtr_core.retrieval.walk.method import heuristic_joingr

    return heuristic_joingr(settings.model)


def _csr_rag(settings: MethodSettings) -> RetrievalMethod:
    from gtr_core.retrieval.hypergraph.method import CsrRag, CsrRagSettings

    chosen = CsrRagSettings(leave_out_same=settings.leave_out_same)
    return CsrRag(settings.model, history=settings.history, settings=chosen)


def _dense(settings: MethodSettings) -> RetrievalMethod:
    from gtr_core.retrieval.dense import Dense

    return Dense(settings.model)


METHODS: tuple[Method, ...] = (
    Method("guided", "Guided Table Retrieval, the default", _guided),
    Method("joingr", "JoinGR, learned walk over the join graph", _joingr),
    Method("joingr-heuristic", "JoinGR with fixed weights", _joingr_heuristic),
    Method("csr-rag", "CSR-RAG, contextual, structural and relational", _csr_rag),
    Method("dense", "the column most like the question", _dense),
)


def retrieval_method(name: str, settings: MethodSettings | None = None) -> RetrievalMethod:
    """The method of that name.

    Raises:
        UnknownMethodError: There is none.
    """
    for method in METHODS:
        if method.name == name:
            return method.make(settings or MethodSettings())
    raise UnknownMethodError(name, tuple(method.name for method in METHODS))
