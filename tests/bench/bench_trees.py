"""How well roots, paths and roles are chosen once the tables are known, and whole trees by what is wrong with them.

    python -m tests.bench.bench_trees SHARED_BENCH_FOLDER [--folders NAME,NAME] [--questions 2500] [--faults]

Of every folder and of the trap schemas of this repository: how often the joins, and the roles, are those of the gold
query where the gold set of tables is given; how often the fixed rules find the set; and how often the default method's
whole tree is right, or what is wrong with it first: no answer, its set, its joins, its roles. ``declared`` counts the
questions whose gold joins are all edges of the context. No evidence is given.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from gtr_core.context.snapshot import Snapshot
from gtr_core.evaluation import Question, ReaderOptions, open_benchmark
from gtr_core.evaluation.tree_metrics import join_pairs
from gtr_core.retrieval import RetrievalOptions, retrieve
from gtr_core.retrieval.assignment import Costs
from gtr_core.retrieval.disambiguation import LocalDisambiguator
from gtr_core.retrieval.distinct_trees import distinct_trees
from gtr_core.retrieval.grounding import ground
from gtr_core.retrieval.said_roles import SaidRoles
from gtr_core.retrieval.set_trees import trees_of_set

_TRAPS = Path(__file__).parents[1] / "benchmarks" / "trap_schemas"
_OF = {
    "joins": "given the gold set",
    "declared": "those where all gold joins are edges",
    "roles": "given the gold set",
    "rules' sets": "exact",
}
_Names = Mapping[str, tuple[str, str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--folders", default="spider_dev_a,bird_dev_a,spider_train,bird_train")
    parser.add_argument("--questions", type=int, default=2500, help="of each folder, drawn at random")
    parser.add_argument("--faults", action="store_true", help="print the questions whose tree is wrong")
    asked = parser.parse_args()
    for folder in (_TRAPS, *(asked.shared / name for name in asked.folders.split(","))):
        with open_benchmark(folder, ReaderOptions()) as benchmark:
            questions = [question for question in benchmark.questions if question.scored]
            random.Random(5).shuffle(questions)
            questions = questions[: asked.questions]
            for line in _measured(questions, benchmark.contexts, benchmark.names, faults=asked.faults):
                print(f"{folder.name:14} {line}", flush=True)


def _measured(
    questions: Sequence[Question], contexts: Mapping[str, Snapshot], names: _Names, *, faults: bool
) -> Iterator[str]:
    given: Counter[str] = Counter()
    whole: dict[str, Counter[str]] = {}
    started = time.process_time()
    for question in questions:
        snapshot = contexts[question.db]
        given += _given(question, snapshot, names)
        found = retrieve(question.text, snapshot, RetrievalOptions(semantic=False)).tree
        fault = _fault(found, question, names)
        for part in ("all", question.db):
            whole.setdefault(part, Counter())[fault] += 1
        if faults and fault != "right":
            yield f"{fault:9} {question.id} {question.text}"
    for name in _OF:
        of = given[f"{name} of"]
        yield f"{name}, {_OF[name]}: {given[name]} of {of}, {given[name] / of if of else 0:.4f}"
    for part, counts in whole.items() if len(whole) < 6 else [("all", whole["all"])]:
        yield f"trees of {part}: {counts['right'] / counts.total():.4f} right, {dict(counts)}"
    yield f"{time.process_time() - started:.1f} s CPU"


def _given(question: Question, snapshot: Snapshot, names: _Names) -> Counter[str]:
    """What is right about the tree of the gold set, and about the rules' own set."""
    graph, words = snapshot.graph, ground(question.text, snapshot.graph, snapshot.index)
    rules = retrieve(question.text, snapshot, RetrievalOptions(semantic=False, disambiguator=LocalDisambiguator()))
    gold = question.gold_tables or frozenset()
    counts = Counter({"rules' sets of": 1})
    counts["rules' sets"] += rules.tree is not None and frozenset(rules.tree.tables) == gold
    if not question.gold_joins:
        return counts
    positions = sum(1 << graph.positions[table] for table in gold)
    trees = distinct_trees(graph, trees_of_set(graph, words, positions, Costs(), SaidRoles(graph, words.tokens)))
    tree = trees[0][1].tree if trees else None
    is_right = join_pairs(tree, names) == _pairs(question)
    counts += Counter({"joins of": 1, "joins": int(is_right)})
    if _declared(graph, question, names):
        counts += Counter({"declared of": 1, "declared": int(is_right)})
    if question.gold_roles:
        counts += Counter({"roles of": 1, "roles": int(_has_roles(tree, question))})
    return counts


def _fault(tree: JoinTree | None, question: Question, names: _Names) -> str:
    if tree is None:
        return "no answer"
    if frozenset(tree.tables) != question.gold_tables:
        return "set"
    if question.gold_joins and join_pairs(tree, names) != _pairs(question):
        return "joins"
    return "right" if _has_roles(tree, question) else "roles"


def _pairs(question: Question) -> Counter[tuple[str, str]]:
    return Counter((min(pair), max(pair)) for pair in question.gold_joins or ())


def _has_roles(tree: JoinTree | None, question: Question) -> bool:
    found = Counter(node.table for node in tree.nodes) if tree is not None else Counter[str]()
    return all(found[table] == count for table, count in (question.gold_roles or {}).items())


def _declared(graph: ContextGraph, question: Question, names: _Names) -> bool:
    edges = set()
    for edge in graph.joins:
        for child, parent in edge.pairs:
            edges.add(frozenset((f"{names[edge.child][1]}.{child}", f"{names[edge.parent][1]}.{parent}")))
    return all(frozenset(pair) in edges for pair in question.gold_joins or ())


if __name__ == "__main__":
    main()
