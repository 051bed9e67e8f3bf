"""Recall of gold tables by what grounding finds in the question, with each kind of variant switched off in turn.

Run on demand: ``python -m tests.bench.bench_schema_recall FOLDER`` with a folder of a table retrieval benchmark.
Names, labels where the folder has them, aliases and sampled values are indexed; no descriptions, no evidence.
``--no-aliases`` leaves the aliases out.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.evaluation.question import Question, read_questions
from gtr_core.evaluation.reader import ReaderOptions, read_graphs
from gtr_core.index import ValueIndex, write_index
from gtr_core.retrieval.grounding import ground
from gtr_core.text.variant import WEIGHTS


@dataclass(frozen=True)
class Hit:
    """One match of a question: its table, how it came about, how much of the entry it covers, its weight."""

    table: str
    kind: str
    matched_by: str
    coverage: float
    weight: float


def without(graph: ContextGraph, *, aliases: bool, labels: bool) -> ContextGraph:
    tables = []
    for table in graph.tables:
        columns = tuple(
            replace(c, alias=c.alias if aliases else "", label=c.label if labels else None) for c in table.columns
        )
        label = table.label if labels else None
        tables.append(replace(table, alias=table.alias if aliases else "", label=label, columns=columns))
    return ContextGraph(tables=tables, joins=graph.joins, keys=graph.keys, profiles=graph.profiles)


def hits(question: Question, graph: ContextGraph, index: ValueIndex) -> list[Hit]:
    return [
        Hit(o.posting.table, o.variant_kind, o.posting.matched_by, o.posting.coverage, o.weight)
        for span in ground(question.text, graph, index).spans
        for o in span.options
    ]


def scores(all_hits: list[tuple[list[Hit], frozenset[str]]], off: str, least: float) -> str:
    recalled = gold_tables = tables = whole = 0
    for found, gold in all_hits:
        hit = {h.table for h in found if off not in (h.kind, h.matched_by) and h.coverage >= least}
        recalled += len(hit & gold)
        whole += gold <= hit
        gold_tables += len(gold)
        tables += len(hit)
    n = len(all_hits)
    return f"recall {recalled / gold_tables:.4f}  all gold tables {whole / n:.4f}  tables hit {tables / n:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--no-aliases", action="store_true")
    parser.add_argument("--no-labels", action="store_true")
    given = parser.parse_args()
    graphs = read_graphs(given.folder, ReaderOptions(descriptions=False))
    all_hits: list[tuple[list[Hit], frozenset[str]]] = []
    with tempfile.TemporaryDirectory() as temporary:
        opened = {}
        for number, (db, graph) in enumerate(graphs.items()):
            place = Path(temporary) / str(number)
            place.mkdir()
            graph = without(graph, aliases=not given.no_aliases, labels=not given.no_labels)
            write_index(index_entries(graph), place)
            opened[db] = (graph, ValueIndex.open(place))
        for question in read_questions(given.folder):
            if question.scored and question.gold_tables is not None:
                all_hits.append((hits(question, *opened[question.db]), question.gold_tables))
    for least, said in ((0.0, "any match"), (1.0, "whole entries alone")):
        print(f"{said}, {len(all_hits)} questions")
        print(f"  {'all kinds':<22}", scores(all_hits, "", least))
        for kind in WEIGHTS:
            print(f"  {'without ' + kind:<22}", scores(all_hits, kind, least))


if __name__ == "__main__":
    main()
