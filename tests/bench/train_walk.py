"""Train the scorer of JoinGR's walk, over folds of its training databases and for shipping.

    python -m tests.bench.train_walk SHARED_BENCH_FOLDER [--folds N] [--write] [--epochs N]

Needs torch. Trains on bird_train without ``retails`` (TPC-H) and ``world`` (nearly Spider's world_1). With
``--folds`` each fold's databases are held out, and ranked over the union of the tables of that fold: dense, the
heuristic walk and the learned one, in one run. Vectors are kept in ``GTR_CACHE_DIR``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.embedding import encoder
from gtr_core.embedding.cached_encoder import CachedEncoder, cache_folder
from gtr_core.evaluation import Question, ReaderOptions, read_graphs, read_questions
from gtr_core.evaluation.walk_examples import walk_examples
from gtr_core.evaluation.walk_training import TrainingSettings, train_walk
from gtr_core.retrieval.walk.join_graph import JoinGraph, join_graph
from gtr_core.retrieval.walk.scorer import EdgeScorer, LearnedScorer, fixed_scorer
from gtr_core.retrieval.walk.walking import WalkSettings, walk

WEIGHTS = Path(__file__).resolve().parents[2] / "gtr_core" / "retrieval" / "walk" / "weights" / "joingr.npz"
EXCLUDED = frozenset({"retails", "world"})
HELD_OUT = 6


def save(path: Path, scorer: LearnedScorer, precision: type[np.floating]) -> None:
    arrays = {name: getattr(scorer, name).astype(precision) for name in scorer.__dataclass_fields__}
    np.savez_compressed(path, **arrays)


def united(graphs: Sequence[ContextGraph]) -> ContextGraph:
    return ContextGraph(
        tables=[table for graph in graphs for table in graph.tables],
        joins=[edge for graph in graphs for edge in graph.joins],
        keys=[key for graph in graphs for key in graph.keys],
    )


def ranking(graph: JoinGraph, question: np.ndarray, scorer: EdgeScorer | None, kept: float) -> list[int]:
    """Positions of all tables, best first: by the walk and then by similarity; by similarity alone without a scorer."""
    if scorer is None:
        scores = graph.nodes.table_scores(question)
        return [int(graph.nodes.tables[i]) for i in np.argsort(-scores, kind="stable")]
    walked = walk(graph, question, scorer, WalkSettings(kept=kept))
    order = np.lexsort((np.arange(graph.n_tables), -walked.similarities, -walked.tables))
    return [int(i) for i in order]


def at_k(rankings: Sequence[Sequence[int]], golds: Sequence[frozenset[int]], k: int) -> dict[str, float]:
    hits = [len(gold & set(ranked[:k])) for ranked, gold in zip(rankings, golds, strict=True)]
    return {
        f"P@{k}": float(np.mean([hit / k for hit in hits])),
        f"R@{k}": float(np.mean([hit / len(gold) for hit, gold in zip(hits, golds, strict=True)])),
        f"PR@{k}": float(np.mean([hit == len(gold) for hit, gold in zip(hits, golds, strict=True)])),
    }


def measure(
    graph: JoinGraph,
    positions: dict[str, int],
    questions: Sequence[Question],
    vectors: np.ndarray,
    scorers: dict[str, EdgeScorer | None],
    kept: float,
) -> dict[str, dict[str, float]]:
    golds = [frozenset(positions[table] for table in question.gold_tables or ()) for question in questions]
    results = {}
    for name, scorer in scorers.items():
        rankings = [ranking(graph, vector, scorer, kept) for vector in vectors]
        results[name] = at_k(rankings, golds, 5) | at_k(rankings, golds, 15)
    return results


def show(title: str, results: dict[str, dict[str, float]]) -> None:
    print(title)
    for name, figures in results.items():
        print(f"  {name:18}", "  ".join(f"{key} {value:.3f}" for key, value in figures.items()), flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--folds", type=int, default=0)
    arguments.add_argument("--only", type=int, default=None, help="How many of the folds to run.")
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--epochs", type=int, default=8)
    arguments.add_argument("--own-share", type=float, default=0.3)
    arguments.add_argument("--kept", type=float, default=1.0, help="0 for the paper's aggregation.")
    arguments.add_argument("--keep", type=Path, help="Keep each fold's scorer in this folder (fit_selection reads it).")
    given = arguments.parse_args()
    model = CachedEncoder(encoder(), cache_folder())
    folder = given.folder / "bird_train"
    settings = TrainingSettings(epochs=given.epochs, own_share=given.own_share, kept=given.kept)
    questions = [question for question in read_questions(folder) if question.scored and question.db not in EXCLUDED]
    vectors = model.encode([question.text for question in questions])
    graphs = {db: graph for db, graph in read_graphs(folder, ReaderOptions(values=False)).items() if db not in EXCLUDED}
    names = sorted(graphs)
    random = np.random.default_rng(settings.seed)
    random.shuffle(names)

    def part(databases: Sequence[str]) -> tuple[JoinGraph, dict[str, int], list[Question], np.ndarray]:
        graph = united([graphs[db] for db in databases])
        rows = [i for i, question in enumerate(questions) if question.db in set(databases)]
        return join_graph(graph, model), dict(graph.positions), [questions[i] for i in rows], vectors[rows]

    def fit(databases: Sequence[str]) -> LearnedScorer:
        """The last databases of the list are watched for the learning rate alone."""
        started = time.process_time()
        graph, positions, asked, encoded = part(databases)
        watched = set(databases[-HELD_OUT:])
        examples = walk_examples(graph, positions, asked, encoded)
        rows = [i for i, question in enumerate(asked) if question.db in watched]
        rest = [i for i, question in enumerate(asked) if question.db not in watched]
        scorer = train_walk(graph, examples.take(rest), settings, held_out=examples.take(rows), report=print)
        print(f"trained on {len(rest)} questions in {time.process_time() - started:.0f} s CPU", flush=True)
        return scorer

    together: list[tuple[int, dict[str, dict[str, float]]]] = []
    for fold in range(given.folds if given.only is None else min(given.only, given.folds)):
        out = names[fold :: given.folds]
        scorer = fit([name for name in names if name not in out])
        graph, positions, asked, encoded = part(out)
        results = measure(
            graph,
            positions,
            asked,
            encoded,
            {"dense": None, "joingr-heuristic": fixed_scorer(), "joingr": scorer},
            given.kept,
        )
        show(f"fold {fold + 1}: {len(out)} databases, {graph.n_tables} tables, {len(asked)} questions", results)
        print("  decay", np.round(scorer.decay, 3))
        if given.keep is not None:
            given.keep.mkdir(exist_ok=True)
            save(given.keep / f"fold{fold}.npz", scorer, np.float32)
            (given.keep / f"fold{fold}.txt").write_text("\n".join(out), encoding="utf-8")
        together.append((len(asked), results))
    if together:
        total = sum(count for count, _ in together)
        mean = {
            name: {key: sum(count * results[name][key] for count, results in together) / total for key in figures}
            for name, figures in together[0][1].items()
        }
        show(f"all folds: {total} questions", mean)
    if given.write:
        scorer = fit(names)
        WEIGHTS.parent.mkdir(exist_ok=True)
        save(WEIGHTS, scorer, np.float16)
        print(f"{WEIGHTS.stat().st_size} bytes written")


if __name__ == "__main__":
    main()
