"""What each signal of the default method brings: one off at a time, on benchmark folders.

    python -m tests.bench.bench_ablations SHARED_BENCH_FOLDER [--folders bird_dev_a,spider_dev_a] [--evidence]

The weights stay as they were fitted with all signals; a signal that is off is one that the context or the question
lacks at question time, or a part of the scorer that is left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from gtr_core.evaluation import Benchmark, ReaderOptions, evaluation_form, open_benchmark, run
from gtr_core.retrieval import RetrievalOptions
from gtr_core.retrieval.disambiguation import LocalDisambiguator
from gtr_core.retrieval.methods import Guided
from gtr_core.retrieval.scoring.blending import Judged
from gtr_core.retrieval.scoring.relation_aware import NetworkScores
from gtr_core.retrieval.scoring.relation_inputs import RelationInputs

_ALL = ReaderOptions()
_CONTEXTS = {
    "everything": _ALL,
    "no values": replace(_ALL, values=False),
    "no descriptions": replace(_ALL, descriptions=False),
    "no foreign keys": replace(_ALL, graph=False),
    "no suggested joins": replace(_ALL, suggested=False),
}
_PARTS = (
    "fixed rules alone",
    "forest alone",
    "network alone",
    "no demands of sure phrases",
    "no set of most overlap",
    "no relation-aware network",
    "no assignments as candidates",
)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--folders", default="bird_dev_a,spider_dev_a")
    arguments.add_argument("--evidence", action="store_true")
    given = arguments.parse_args()
    for folder in given.folders.split(","):
        for name, options in _CONTEXTS.items():
            with open_benchmark(given.folder / folder, options) as benchmark:
                _report(folder, name, benchmark, evidence=given.evidence)
                if name == "everything":
                    for part in _PARTS:
                        with _without(part) as chosen:
                            _report(folder, part, benchmark, evidence=given.evidence, options=chosen)


def _report(
    folder: str, name: str, benchmark: Benchmark, *, evidence: bool, options: RetrievalOptions | None = None
) -> None:
    answered = run(benchmark, Guided(), options=options, evidence=evidence)
    form = evaluation_form(benchmark.name, answered, benchmark.names, [5])
    figures = " ".join(f"{key} {form[key]:.3f}" for key in ("exact", "precision", "recall", "f1", "perfect_recall"))
    print(f"{folder:14}{name:30}{figures}", flush=True)


@contextmanager
def _without(part: str) -> Iterator[RetrievalOptions]:
    """Options under which a part of the scorer is left out, while the block lasts."""
    plain = RetrievalOptions()
    if part == "fixed rules alone":
        yield replace(plain, disambiguator=LocalDisambiguator())
        return
    name, stand_in = {
        "forest alone": ("gtr_core.retrieval.scoring.model.mixed", lambda forest, _: forest),
        "network alone": ("gtr_core.retrieval.scoring.model.mixed", lambda _, network: network),
        "no demands of sure phrases": (
            "gtr_core.retrieval.scoring.scored_sets.adjustments",
            lambda graph, wanted, sets, *_: np.zeros(len(sets), dtype=np.float32),
        ),
        "no set of most overlap": ("gtr_core.retrieval.scoring.scored_sets.DOUBTFUL", -1.0),
        "no relation-aware network": ("gtr_core.retrieval.scoring.scored_sets.judged", _forests_alone),
        "no assignments as candidates": ("gtr_core.retrieval.learned.table_sets", lambda *_: {}),
    }[part]
    with patch(name, stand_in):
        yield plain


def _forests_alone(
    columns: NDArray[np.float32], tables: NDArray[np.float32], inputs: RelationInputs, scores: NetworkScores
) -> Judged:
    """As if the network said what the forests say; its score of sets is the sum of the tables' log-odds."""
    kept = np.clip(tables, 0.001, 0.999)
    odds = np.log(kept / (1.0 - kept)).astype(np.float32)
    same = NetworkScores(scores.columns, odds, odds, np.zeros_like(scores.pairs))
    return Judged(columns, tables, tables, same)


if __name__ == "__main__":
    main()
