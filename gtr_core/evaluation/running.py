"""Putting a benchmark's questions to a method."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from gtr_core.context.snapshot import Snapshot
from gtr_core.evaluation.prediction import Prediction, prediction_of
from gtr_core.evaluation.question import Question
from gtr_core.evaluation.reader import Benchmark
from gtr_core.retrieval.methods import RetrievalMethod
from gtr_core.retrieval.result import Retrieval
from gtr_core.retrieval.retriever import RetrievalOptions

__all__ = ["abstentions", "run"]


def run(
    benchmark: Benchmark,
    method: RetrievalMethod,
    *,
    options: RetrievalOptions | None = None,
    evidence: bool = False,
    limit: int | None = None,
    advance: Callable[[str], None] = lambda question_id: None,
) -> list[Prediction]:
    """One prediction a question, in the benchmark's order; a question without a word is unresolved.

    Args:
        options: For every question; its evidence is set where ``evidence``.
        evidence: Hand each question's evidence to the method.
        limit: Only the first so many questions.
        advance: Called with the id of each question that is done.
    """
    options = options or RetrievalOptions()
    predictions = []
    for question in islice(benchmark.questions, limit):
        asked = replace(options, evidence=question.evidence if evidence else "")
        started = time.perf_counter()
        retrieval = _retrieved(method, question, benchmark.context(question), asked)
        predictions.append(prediction_of(question, retrieval, (time.perf_counter() - started) * 1000))
        advance(question.id)
    return predictions


def abstentions(
    benchmark: Benchmark,
    method: RetrievalMethod,
    *,
    options: RetrievalOptions | None = None,
    limit: int | None = None,
    advance: Callable[[str], None] = lambda question_id: None,
) -> list[Prediction]:
    """Predictions for each question put to another database's context: the next one by name, the last one's the first.

    What is answered there is answered wrongly, but for questions that both databases could answer. Evidence is
    not handed on.
    """
    options = options or RetrievalOptions()
    strangers = dict(_next_database(sorted(benchmark.contexts)))
    predictions = []
    for question in islice(benchmark.questions, limit):
        started = time.perf_counter()
        retrieval = _retrieved(method, question, benchmark.contexts[strangers[question.db]], options)
        predictions.append(prediction_of(question, retrieval, (time.perf_counter() - started) * 1000))
        advance(question.id)
    return predictions


def _next_database(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield from zip(names, (*names[1:], *names[:1]), strict=True)


def _retrieved(method: RetrievalMethod, question: Question, snapshot: Snapshot, options: RetrievalOptions) -> Retrieval:
    from gtr_core.retrieval import EmptyQuestionError, LongQuestionError

    try:
        return method.retrieve(question.text, snapshot, options)
    except (EmptyQuestionError, LongQuestionError) as error:
        return Retrieval(question.text, "unresolved", 0.0, error.problem, None, (), ())
