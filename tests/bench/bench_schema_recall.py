"""Recall of gold tables by what grounding finds in the question, with each kind of variant switched off in turn.

Run on demand: ``python -m tests.bench.bench_schema_recall FOLDER`` with a folder of a table retrieval benchmark.
Names, labels where the folder has them, aliases and sampled values are indexed; no descriptions, no evidence.
``--no-aliases`` leaves the aliases out.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.evaluation.question import Question, read_questions
from gtr_core.evaluation.reader import ReaderOptions, read_graphs
from gtr_core.index import ValueIndex, write_index
from gtr_core.retrieval.grounding import ground
from gtr_core.text import variation
from gtr_core.text.variant import WEIGHTS


@dataclass(frozen=True)
class Hit:
    """One match of a question: its table, the form of the entry that it equals, how much of the entry it covers."""

    table: str
    kind: str
    matched_by: str
    coverage: float


@contextmanager
def switched_off(kind: str) -> Iterator[None]:
    """No variants of that kind are made meanwhile."""
    kept, careful = variation.PASSES, variation._CAREFUL_PASSES
    variation.PASSES = tuple(made for made in kept if made[0] != kind)
    variation._CAREFUL_PASSES = tuple(made for made in careful if made[0] != kind)
    variation._variants.cache_clear()
    try:
        yield
    finally:
        variation.PASSES, variation._CAREFUL_PASSES = kept, careful
        variation._variants.cache_clear()


def without(graph: ContextGraph, *, aliases: bool, labels: bool) -> ContextGraph:
    tables = []
    for table in graph.tables:
        columns = tuple(
            replace(c, alias=c.alias if aliases else "", label=c.label if labels else None) for c in table.columns
        )
        label = table.label if labels else None
        tables.append(replace(table, alias=table.alias if aliases else "", label=label, columns=columns))
    return ContextGraph(tables=tables, joins=graph.joins, keys=graph.keys, profiles=graph.profiles)


def hits(question: Question, graph: ContextGraph, index: ValueIndex, off: str) -> list[Hit]:
    """All matches but those of the kind that is off; lemmas and stems of entries are off with those of questions."""
    found = [
        Hit(option.posting.table, option.variant_kind, option.posting.matched_by, option.posting.coverage)
        for span in ground(question.text, graph, index).spans
        for option in span.options
    ]
    return [hit for hit in found if hit.kind != off and (hit.matched_by != off or off == "exact")]


def score(all_hits: list[tuple[list[Hit], frozenset[str]]], least: float) -> str:
    recalled = gold_tables = tables = whole = 0
    for found, gold in all_hits:
        hit = {h.table for h in found if h.coverage >= least}
        recalled += len(hit & gold)
        whole += gold <= hit
        gold_tables += len(gold)
        tables += len(hit)
    n = len(all_hits)
    return f"{recalled / gold_tables:.4f}  {whole / n:.4f}  {tables / n:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--no-aliases", action="store_true")
    parser.add_argument("--no-labels", action="store_true")
    parser.add_argument("--short", action="store_true", help="no kind of variant is switched off")
    given = parser.parse_args()
    graphs = read_graphs(given.folder, ReaderOptions(descriptions=False))
    asked = [question for question in read_questions(given.folder) if question.scored]
    with tempfile.TemporaryDirectory() as temporary:
        opened = {}
        for number, (db, graph) in enumerate(graphs.items()):
            place = Path(temporary) / str(number)
            place.mkdir()
            graph = without(graph, aliases=not given.no_aliases, labels=not given.no_labels)
            write_index(index_entries(graph), place)
            opened[db] = (graph, ValueIndex.open(place))
        print(f"{len(asked)} questions: recall of gold tables, questions with all of them, tables hit a question")
        for kind in ("",) if given.short else ("", *WEIGHTS):
            with switched_off(kind):
                all_hits = [(hits(q, *opened[q.db], kind), q.gold_tables or frozenset()) for q in asked]
            any_match, whole_entry = score(all_hits, 0.0), score(all_hits, 1.0)
            print(f"  {'without ' + kind if kind else 'all kinds':<22}{any_match}   whole entries alone: {whole_entry}")


if __name__ == "__main__":
    main()
