"""Joins and keys inferred over the shared databases with rows, against simpler ways in the same run.

    python -m tests.bench.bench_join_inference SHARED_BENCH_FOLDER

Names alone, containment alone, both by a fixed rule, and the shipped score. The shipped score has seen these
databases in training; ``train_joins`` prints the figures out of fold.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

from gtr_core.joins.inference.models import join_model, key_model
from gtr_core.joins.inference.preparation import Prepared, prepare
from gtr_core.joins.inference.rules import ruled
from gtr_core.joins.inference.selection import select_composites, select_edges
from tests.bench.spider_databases import Database, Pair, databases, edge_pair

LEAST = 0.35


def by_names(one: Prepared) -> set[Pair]:
    """``<table>_id`` or the primary key's own name, whatever the values."""
    primary = {key.table: key.columns[0] for keys in one.keys.values() for key in keys[:1] if len(key.columns) == 1}
    found = set()
    for table, column in one.columns:
        for parent, key in primary.items():
            wanted = {f"{parent}_id".lower(), f"{parent.rstrip('s')}_id".lower()}
            if key.lower() not in ("id", "name", "code"):
                wanted.add(key.lower())
            if parent != table and column.lower() in wanted:
                found.add(edge_pair(table, column, parent, key))
    return found


def by_containment(one: Prepared) -> set[Pair]:
    """For each column the primary key that holds all of its values, the best covered one."""
    scores = np.array(
        [
            candidate.covered if candidate.contained == 1.0 and candidate.parent.column.id in one.facts.primary else 0
            for candidate in one.candidates
        ]
    )
    return _pairs(one, select_edges(one.candidates, scores, 0.01))


def by_both(one: Prepared) -> set[Pair]:
    """Contained, and the names speak for it."""
    scores = np.array([x.similarity if (x.contained or 0) >= 0.95 else 0 for x in one.candidates])
    return _pairs(one, select_edges(one.candidates, scores, 0.6))


def by_score(one: Prepared) -> set[Pair]:
    confidences = ruled(one.candidates, join_model().probabilities(one.features), one.facts)
    singles = select_edges(one.candidates, confidences, LEAST)
    return _pairs(one, (*singles, *select_composites(one.composites, singles, LEAST)))


def _pairs(one: Prepared, edges) -> set[Pair]:
    return {
        edge_pair(edge.child, a, edge.parent, b)
        for edge in edges
        for a, b in zip(edge.child_columns, edge.parent_columns, strict=True)
    }


def report_keys(measured: list[Database], prepared: list[Prepared]) -> None:
    counts: Counter[str] = Counter()
    for database, one in zip(measured, prepared, strict=True):
        columns = {column_id: named.column for column_id, named in one.columns.items()}
        lower = {(table.lower(), name.lower()): column for (table, name), column in columns.items()}
        for table in database.tables:
            declared = database.keys.get(table.table, ())
            column = lower.get((table.table.lower(), declared[0].lower())) if len(declared) == 1 else None
            if column is None:
                continue
            found = next((key.columns for key in one.keys.get(table.table, ()) if key.primary), ())
            if column.distinct and column.distinct == column.rows:
                counts["unique"] += 1
                right = [name.lower() for name in found] == [declared[0].lower()]
                counts["right"] += right
                if not right:
                    print("  key", database.name, table.table, declared, "found", found)
            elif column.rows:
                counts["first of several"] += 1
                counts["with a key that holds it"] += declared[0].lower() in [name.lower() for name in found]
    print("keys:", dict(counts))


def main() -> None:
    measured = list(databases(Path(sys.argv[1]) / "spider_data"))
    started = time.perf_counter()
    prepared = [prepare(database.tables, key_model()) for database in measured]
    print(f"prepared in {time.perf_counter() - started:.2f} s")
    report_keys(measured, prepared)
    for way in (by_names, by_containment, by_both, by_score):
        hits = found = declared = 0
        for database, one in zip(measured, prepared, strict=True):
            pairs = way(one)
            hits, found, declared = (
                hits + len(pairs & database.edges),
                found + len(pairs),
                declared + len(database.edges),
            )
        precision, recall = hits / max(1, found), hits / declared
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        print(f"{way.__name__}: precision {precision:.3f} recall {recall:.3f} f1 {f1:.3f} ({found} found)")


if __name__ == "__main__":
    main()
