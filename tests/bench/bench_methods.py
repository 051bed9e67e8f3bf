"""All methods side by side, in one run: sets, joins, roles, ranking, calibration.

    python -m tests.bench.bench_methods SHARED_BENCH_FOLDER [--methods dense,...] [--runs bird_dev_a+evidence,...]

A run is a folder's name, with ``+evidence``, ``+union`` or ``+history`` behind it; a history is the folder's own
questions with their SQL, of which none finds itself.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from gtr_core.embedding import encoder
from gtr_core.embedding.cached_encoder import CachedEncoder, cache_folder
from gtr_core.evaluation import ReaderOptions, evaluation_form, open_benchmark, run
from gtr_core.evaluation.json_files import find
from gtr_core.retrieval.hypergraph import read_history
from gtr_core.retrieval.methods import METHODS, MethodSettings, retrieval_method

RUNS = "bird_dev_a,bird_dev_a+evidence,spider_dev_a,beaver_nw,bird_dev_a+union,beaver_nw+union"
METRICS = ("exact", "jaccard", "precision", "recall", "f1", "perfect_recall")


def line(form: dict) -> str:
    sets = " ".join(f"{form[name]:.3f}" for name in METRICS)
    ranks = " ".join(
        f"{figures[name]:.3f}"
        for figures in form["at_k"].values()
        for name in ("precision", "recall", "perfect_recall")
    )
    roles = "-" if form["roles_exact"] is None else f"{form['roles_exact']:.3f}"
    joins = f"{form['joins']['exact']:.3f} {form['joins']['f1']:.3f}"
    sure = " ".join(f"{value:.2f}" for value in form["calibration"]["exact_of_most_confident"].values())
    return (
        f"{sets} | joins {joins} roles {roles} | {ranks} | ece {form['calibration']['ece']:.3f} {sure} | "
        f"unresolved {form['status']['unresolved']}, p50 {form['latency_ms']['p50']:.1f} ms"
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--methods", default=",".join(method.name for method in METHODS))
    arguments.add_argument("--runs", default=RUNS)
    given = arguments.parse_args()
    model = CachedEncoder(encoder(), cache_folder())
    print("exact jaccard P R F1 perfect | joins exact F1 roles | P R PR at 5, at 15 | calibration, exact of 25 50 75%")
    for name in given.runs.split(","):
        folder, *flags = name.split("+")
        place = given.folder / folder
        evidence = "evidence" in flags
        with open_benchmark(place, ReaderOptions(union="union" in flags, encoder=model)) as benchmark:
            asked = [f"{one.text} {one.evidence if evidence else ''}".strip() for one in benchmark.questions]
            model.encode(asked)
            path = find(place, "questions.jsonl")
            history = read_history(path) if "history" in flags and path is not None else None
            for method in given.methods.split(","):
                retriever = retrieval_method(method, MethodSettings(model, history, leave_out_same=True))
                form = evaluation_form(folder, run(benchmark, retriever, evidence=evidence), benchmark.names)
                print(f"{name:22}{method:18}{line(form)}", flush=True)


if __name__ == "__main__":
    main()
