"""Abstention: each question put to another database's context, and how many answerable ones are lost to it.

    python -m tests.bench.bench_abstention SHARED_BENCH_FOLDER [--folders bird_dev_a] [--methods guided,...]

A stranger's context is that of the next database by name.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from gtr_core.embedding import encoder
from gtr_core.embedding.cached_encoder import CachedEncoder, cache_folder
from gtr_core.evaluation import ReaderOptions, abstentions, open_benchmark, run
from gtr_core.retrieval.methods import MethodSettings, retrieval_method


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--folders", default="bird_dev_a,spider_dev_a,beaver_nw")
    arguments.add_argument("--methods", default="guided,joingr,joingr-heuristic,csr-rag,dense")
    arguments.add_argument("--no-embeddings", action="store_true")
    given = arguments.parse_args()
    model = CachedEncoder(encoder(), cache_folder())
    options = ReaderOptions(encoder=None if given.no_embeddings else model)
    for folder in given.folders.split(","):
        with open_benchmark(given.folder / folder, options) as benchmark:
            model.encode([question.text for question in benchmark.questions])
            for name in given.methods.split(","):
                method = retrieval_method(name, MethodSettings(model))
                own = [one for one in run(benchmark, method) if one.question.scored]
                strange = abstentions(benchmark, method)
                away = Counter(one.status for one in strange)
                lost = Counter(one.status for one in own)["unresolved"]
                sure = sum(one.confidence >= 0.5 and one.status == "resolved" for one in strange)
                print(
                    f"{folder:14}{name:18} strangers unresolved {away['unresolved'] / len(strange):.3f}, "
                    f"ambiguous {away['ambiguous'] / len(strange):.3f}, resolved with confidence of 0.5 or more "
                    f"{sure / len(strange):.3f}; own lost {lost} of {len(own)} ({lost / len(own):.3f})",
                    flush=True,
                )


if __name__ == "__main__":
    main()
