"""What a language model that always chooses rightly would add to the choice of tables, and what it would cost.

    python -m tests.bench.bench_llm_choice SHARED_BENCH_FOLDER [--runs bird_dev_a+evidence,...] [--sure 0.5,0.7,...]

No server is asked: the chooser takes the listed reading whose tables are the gold ones, else the first; among joins
of the same tables it takes the first, as the local choice does. It bounds what any model can add to the sets of
tables, since answers never leave the list.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from gtr_core.embedding import encoder
from gtr_core.embedding.cached_encoder import CachedEncoder, cache_folder
from gtr_core.evaluation import Benchmark, Question, ReaderOptions, evaluation_form, open_benchmark
from gtr_core.evaluation.prediction import Prediction, prediction_of
from gtr_core.llm import Choice, Chosen
from gtr_core.retrieval.guided_by_model import GuidedByModel
from gtr_core.retrieval.llm_choice import SURE, WhenAsked
from gtr_core.retrieval.retriever import RetrievalOptions


class PerfectChooser:
    """Knows the gold tables' names of the question that is being asked."""

    name = "perfect"

    def __init__(self) -> None:
        self.calls = 0
        self.gold: frozenset[str] = frozenset()

    def choose(self, choice: Choice) -> Chosen:
        self.calls += 1
        for number, option in enumerate(choice.options):
            named = choice.data[option].splitlines()[0].removeprefix("tables: ")
            if frozenset(named.split(", ")) == self.gold:
                return Chosen(number)
        return Chosen(0)


def answers(
    benchmark: Benchmark, questions: Sequence[Question], use: WhenAsked, sure: float, evidence: bool
) -> tuple[list[Prediction], PerfectChooser]:
    chooser = PerfectChooser()
    method = GuidedByModel(chooser, use, sure)
    predictions = []
    for question in questions:
        context = benchmark.context(question)
        chooser.gold = frozenset(context.graph.table(table).name for table in question.gold_tables or ())
        started = time.perf_counter()
        options = RetrievalOptions(evidence=question.evidence if evidence else "")
        retrieval = method.retrieve(question.text, context, options)
        predictions.append(prediction_of(question, retrieval, (time.perf_counter() - started) * 1000))
    return predictions, chooser


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--runs", default="bird_dev_a+evidence,bird_dev_a,spider_dev_a")
    arguments.add_argument("--sure", default=str(SURE), help="Thresholds of `uncertain`.")
    arguments.add_argument("--databases", default="", help="Only these.")
    given = arguments.parse_args()
    only = frozenset(given.databases.split(",")) if given.databases else None
    model = CachedEncoder(encoder(), cache_folder())
    thresholds = [float(one) for one in given.sure.split(",")]
    modes: list[tuple[WhenAsked, float]] = [
        ("never", SURE),
        *(("uncertain", sure) for sure in thresholds),
        ("always", SURE),
    ]
    for name in given.runs.split(","):
        folder, *flags = name.split("+")
        with open_benchmark(given.folder / folder, ReaderOptions(encoder=model, databases=only)) as benchmark:
            questions = [question for question in benchmark.questions if question.scored]
            for use, sure in modes:
                cpu = time.process_time()
                predictions, chooser = answers(benchmark, questions, use, sure, "evidence" in flags)
                form = evaluation_form(folder, predictions, benchmark.names)
                asked = sum(one.llm_calls > 0 for one in predictions)
                sure_text = f" {sure:.2f}" if use == "uncertain" else ""
                print(
                    f"{name:22}{use + sure_text:16} exact {form['exact']:.3f} f1 {form['f1']:.3f} joins "
                    f"{form['joins']['exact']:.3f} | {form['scored']} questions, calls {chooser.calls}, asked about "
                    f"{asked / len(questions):.3f}; status {form['status']} | CPU {time.process_time() - cpu:.1f} s",
                    flush=True,
                )


if __name__ == "__main__":
    main()
