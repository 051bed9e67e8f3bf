"""Fit the rules by which the ranking methods select tables, on training questions.

    python -m tests.bench.fit_selection SHARED_BENCH_FOLDER [--methods dense,joingr] [--every 3] [--scorers F] [--write]

Uses bird_train, one context a database, without ``retails`` and ``world``. Of all shares, sizes and bridges that are
tried the rule with the most exact sets is kept; confidence is fitted to the margin by logistic regression; ``least``
is the likeness that one question in a hundred does not reach in its own database. JoinGR's scorer was trained on these
very questions, so its rule is fitted with the scorers of folds that ``train_walk --folds 5 --keep F`` leaves in F, each
on the databases that it has not seen. ``csr-rag-history`` is CSR-RAG with the training questions as past ones, of which
none finds itself.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path

import numpy as np

from gtr_core.embedding import Encoder, encoder
from gtr_core.embedding.cached_encoder import CachedEncoder, cache_folder
from gtr_core.evaluation import ReaderOptions, open_benchmark
from gtr_core.evaluation.set_metrics import set_scores
from gtr_core.retrieval.connecting import connect
from gtr_core.retrieval.hypergraph import read_history
from gtr_core.retrieval.methods import METHODS, MethodSettings, retrieval_method
from gtr_core.retrieval.selection import SelectionRule, margin, selected
from gtr_core.retrieval.walk import JoinGR, LearnedScorer

RULES = Path(__file__).resolve().parents[2] / "gtr_core" / "retrieval" / "selection_rules.json"
EXCLUDED = frozenset({"retails", "world"})
WITH_HISTORY = "csr-rag-history"
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.96)
MOST = (2, 3, 4)
BRIDGES = (0, 1, 2)


def fitted_line(margins: np.ndarray, hits: np.ndarray) -> tuple[float, float]:
    """Slope and intercept of the logistic function, by Newton's method."""
    features = np.column_stack([margins, np.ones(len(margins))])
    weights = np.zeros(2)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-features @ weights))
        curvature = features.T @ (features * (chance * (1 - chance))[:, None]) + 1e-6 * np.eye(2)
        weights += np.linalg.solve(curvature, features.T @ (hits - chance))
    return round(float(weights[0]), 4), round(float(weights[1]), 4)


def scorers_by_database(folder: Path, model: Encoder) -> dict[str, JoinGR]:
    """JoinGR with the scorer that has not seen a database, by database."""
    methods = {}
    for names in sorted(folder.glob("fold*.txt")):
        with np.load(names.with_suffix(".npz")) as arrays:
            method = JoinGR(model, scorer=LearnedScorer(**{name: arrays[name] for name in arrays.files}))
        methods |= dict.fromkeys(names.read_text(encoding="utf-8").split("\n"), method)
    return methods


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    ranking = [method.name for method in METHODS if method.name != "guided"]
    arguments.add_argument("--methods", default=",".join([*ranking, WITH_HISTORY]))
    arguments.add_argument("--every", type=int, default=3)
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--scorers", type=Path, help="Where the scorers of JoinGR's folds lie.")
    given = arguments.parse_args()
    model = CachedEncoder(encoder(), cache_folder())
    rules = json.loads(RULES.read_text(encoding="utf-8"))
    with open_benchmark(given.folder / "bird_train", ReaderOptions(values=False)) as benchmark:
        asked = [one for one in benchmark.questions if one.scored and one.db not in EXCLUDED][:: given.every]
        vectors = model.encode([question.text for question in asked])
        for name in given.methods.split(","):
            past = read_history(given.folder / "bird_train" / "questions.jsonl.gz") if name == WITH_HISTORY else None
            method = retrieval_method(name.removesuffix("-history"), MethodSettings(model, past, leave_out_same=True))
            unseen = scorers_by_database(given.scorers, model) if name == "joingr" and given.scorers else {}
            contexts = [benchmark.context(question) for question in asked]
            rankings = [
                unseen.get(question.db, method).rank(question.text, vector, context)[0]
                for question, vector, context in zip(asked, vectors, contexts, strict=True)
            ]
            best = None
            for share, most, bridges in product(SHARES, MOST, BRIDGES):
                rule = SelectionRule(share, most, bridges, 0.0, 0.0, 0.0)
                scores, margins = [], []
                for question, context, ranking in zip(asked, contexts, rankings, strict=True):
                    count = selected(ranking, rule)
                    ranks = {table: place for place, table in enumerate(ranking.tables)}
                    tree = connect(
                        context.graph, ranking.tables[:count], bridges=bridges, worth=ranking.worth, ranks=ranks
                    )
                    scores.append(set_scores(tree.tables, question.gold_tables or ()))
                    margins.append(margin(ranking, count))
                exact = float(np.mean([score.exact for score in scores]))
                f1 = float(np.mean([score.f1 for score in scores]))
                if best is None or (exact, f1) > best[:2]:
                    best = (exact, f1, rule, np.array(margins), np.array([score.exact for score in scores]))
            exact, f1, rule, margins, hits = best
            slope, intercept = fitted_line(margins, hits)
            least = round(float(np.percentile([ranking.likeness for ranking in rankings], 1)), 4)
            rules[name] = asdict(replace(rule, least=least, slope=slope, intercept=intercept))
            print(
                f"{name}: exact {exact:.3f}, F1 {f1:.3f} on {len(asked)} questions; {rules[name]}",
                flush=True,
            )
    if given.write:
        RULES.write_text(json.dumps(rules, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
