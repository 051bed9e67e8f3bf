"""Joins and keys inferred over the shared databases with rows, out of fold, against simpler ways in the same run.

    python -m tests.bench.bench_join_inference SHARED_BENCH_FOLDER [--quick]

Needs scikit-learn. Eleven folds by database: keys, scores and their calibration of a database are fitted on the
databases of the other folds. The same run prints names alone, containment alone, both by a fixed rule, each signal
left out in turn (fitted anew without it), how far confidences are from what they promise (expected calibration
error), the worst databases, and the edges that the data plainly show though nobody declares them.

An edge that was found and is not declared is counted apart as plainly shown if all of these hold:

1. All of the child's distinct values occur in the parent, and there are at least two of them.
2. The parent's column alone is the declared primary key of its table.
3. The names say so: the child's column is named like the parent's key or for the parent's table (name score of 0.8 or
   more), or it is named for the row above or before (parent, previous, manager) and lies in its own table.

It is still false in the strict figures.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gtr_core.build.inferred_joins import LEAST_CONFIDENCE
from gtr_core.joins.inference.candidates import Candidate
from gtr_core.joins.inference.features import JOIN_FEATURES, NAME_FEATURES
from gtr_core.joins.inference.preparation import Prepared
from gtr_core.joins.inference.rules import is_hierarchy, ruled
from gtr_core.joins.inference.selection import ScoredEdge, select_composites, select_edges
from tests.bench.spider_databases import Database, Pair, edge_pair
from tests.bench.train_joins import FOLDS, Folds, chosen_edges, edge_pairs, folds_of, pairs_of

LEAST = (0.35, LEAST_CONFIDENCE)
"""The thresholds of ``gtr infer-joins`` and of builds."""

SIGNALS: dict[str, tuple[str, ...]] = {
    "names": NAME_FEATURES,
    "containment": ("contained",),
    "coverage": ("covered",),
    "keys": (
        "child_unique", "child_is_key", "parent_is_key", "parent_key_score", "from_key_part", "names_own_table",
        "child_key_word", "parent_key_word",
    ),
    "distribution": (
        "evenness", "top_ratio", "parent_dense", "child_low_zero_one", "parent_low_zero_one", "rows_per_value_log",
    ),
    "sizes": ("child_distinct_log", "parent_distinct_log", "size_ratio_log", "null_share", "constant_child"),
    "types": ("is_text", "is_date", "length"),
    "places": ("child_position", "parent_position"),
    "rivals": (
        "best_name_margin", "name_rank", "parents_of_child_log", "children_of_parent_log", "reverse",
        "attributes_shared_log",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Score:
    """Counts over all databases."""

    hits: int
    found: int
    declared: int

    def __str__(self) -> str:
        precision, recall = self.hits / max(1, self.found), self.hits / self.declared
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        return f"precision {precision:.3f} recall {recall:.3f} F1 {f1:.3f} ({self.found} found)"


def score(databases: Sequence[Database], found: Sequence[set[Pair]]) -> Score:
    return Score(
        sum(len(pairs & one.edges) for pairs, one in zip(found, databases, strict=True)),
        sum(len(pairs) for pairs in found),
        sum(len(one.edges) for one in databases),
    )


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
    return pairs_of(select_edges(one.candidates, scores, 0.01))


def by_both(one: Prepared) -> set[Pair]:
    """Contained, and the names speak for it."""
    scores = np.array([x.similarity if (x.contained or 0) >= 0.95 else 0 for x in one.candidates])
    return pairs_of(select_edges(one.candidates, scores, 0.6))


def report_keys(folds: Folds) -> None:
    """Shares of tables with the right primary key, the key's score fitted on the other folds."""
    counts: Counter[str] = Counter()
    apart = []
    for database, one in zip(folds.databases, folds.prepared, strict=True):
        lower = {(table.lower(), name.lower()): named.column for (table, name), named in one.columns.items()}
        for table in database.tables:
            declared = database.keys.get(table.table, ())
            column = lower.get((table.table.lower(), declared[0].lower())) if len(declared) == 1 else None
            if column is None or not column.rows:
                continue
            found = next((key.columns for key in one.keys.get(table.table, ()) if key.primary), ())
            if column.distinct == column.rows:
                counts["unique"] += 1
                right = [name.lower() for name in found] == [declared[0].lower()]
                counts["right"] += right
                if not right:
                    print(f"  key of {database.name}.{table.table}: declared {declared[0]}, found {', '.join(found)}")
            else:
                apart.append((database.name, table.table, declared[0], found))
    print(f"keys: {counts['right']} of {counts['unique']} right ({counts['right'] / counts['unique']:.3f})")
    holding = sum(first.lower() in [name.lower() for name in found] for *_, first, found in apart)
    print(f"declared keys that are not unique, apart: {len(apart)}; {holding} found as a part of a wider key")
    for name, table, first, found in apart:
        print(f"  {name}.{table}: declared {first}, found {', '.join(found) or 'none'}")


def calibration_error(confidences: np.ndarray, labels: np.ndarray, bins: int = 10) -> float:
    """Mean distance of promised from true shares over equal bins, by how many fall in each (Guo et al., 2017)."""
    places = np.minimum((confidences * bins).astype(int), bins - 1)
    return sum(
        (places == place).mean() * abs(confidences[places == place].mean() - labels[places == place].mean())
        for place in range(bins)
        if (places == place).any()
    )


def plainly_shown(database: Database, one: Prepared, edges: Sequence[ScoredEdge]) -> list[tuple[ScoredEdge, Candidate]]:
    """Edges that were found, are not declared, and meet the rule above, with what speaks for them."""
    candidates = {(x.child.column.id, x.parent.column.id): x for x in one.candidates}
    shown = []
    for edge in edges:
        candidate = candidates.get(((edge.child, edge.child_columns[0]), (edge.parent, edge.parent_columns[0])))
        if len(edge.child_columns) > 1 or candidate is None or edge_pairs(edge) & database.edges:
            continue
        key = [name.lower() for name in database.keys.get(edge.parent, ())]
        held = candidate.contained == 1.0 and candidate.child.column.distinct >= 2
        named = candidate.similarity >= 0.8 or is_hierarchy(candidate, one.facts)
        if held and named and key == [edge.parent_columns[0].lower()]:
            shown.append((edge, candidate))
    return shown


def report_score(folds: Folds, least: float, *, listed: bool) -> None:
    edges = [chosen_edges(one, two, least) for one, two in zip(folds.prepared, folds.confidences, strict=True)]
    found = [pairs_of(several) for several in edges]
    strict = score(folds.databases, found)
    print(f"score, out of fold, at {least}: {strict}")
    every = list(zip(folds.databases, folds.prepared, edges, strict=True))
    shown = [
        (database, *one) for database, prepared, several in every for one in plainly_shown(database, prepared, several)
    ]
    with_shown = strict.hits + len(shown)
    print(f"  undeclared and plainly shown: {len(shown)}; precision with them {with_shown / strict.found:.3f}")
    wrong = sorted(((len(pairs ^ one.edges), one.name) for pairs, one in zip(found, folds.databases, strict=True)))
    print("  worst ten:", ", ".join(f"{name} {count}" for count, name in reversed(wrong[-10:])))
    confidences = np.array([edge.confidence for several in edges for edge in several])
    right = np.array([bool(edge_pairs(e) & one.edges) for one, _, several in every for e in several], float)
    print(
        f"  promised {confidences.mean():.3f}, true {right.mean():.3f}, calibration error of the edges "
        f"{calibration_error(confidences, right):.3f}"
    )
    if listed:
        for database, edge, candidate in shown:
            print(
                f"  shown  {database.name}: {edge.child}.{edge.child_columns[0]} -> {edge.parent}."
                f"{edge.parent_columns[0]}: all {candidate.child.column.distinct} values held, "
                f"{candidate.covered:.0%} of the key used, names {candidate.similarity:.2f}"
            )
        taken = {(database.name, *edge_pairs(edge)) for database, edge, _ in shown}
        for pairs, one in zip(found, folds.databases, strict=True):
            for kind, several in (("false", pairs - one.edges), ("missed", one.edges - pairs)):
                for pair in sorted(several, key=sorted):
                    if (one.name, *{pair}) not in taken:
                        print(f"  {kind:6} {one.name}: {' - '.join('.'.join(side) for side in sorted(pair))}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true", help="leave out the signals, which are fitted anew each")
    arguments = parser.parse_args()
    folds = folds_of(arguments.folder)
    print(f"{len(folds.databases)} databases, {FOLDS} folds, {sum(len(one.edges) for one in folds.databases)} edges")
    report_keys(folds)
    ways: tuple[Callable[[Prepared], set[Pair]], ...] = (by_names, by_containment, by_both)
    for way in ways:
        print(f"{way.__name__}: {score(folds.databases, [way(one) for one in folds.prepared])}")
    for least in LEAST:
        report_score(folds, least, listed=least == LEAST[-1])
    after = [ruled(one.candidates, two, one.facts) for one, two in zip(folds.prepared, folds.confidences, strict=True)]
    print(
        f"calibration error of all candidates, out of fold: by the score "
        f"{calibration_error(np.concatenate(folds.confidences), np.concatenate(folds.labels)):.3f}, after the rules "
        f"{calibration_error(np.concatenate(after), np.concatenate(folds.labels)):.3f}"
    )
    if arguments.quick:
        return
    least = LEAST[-1]
    print(f"each left out in turn, at {least}:")
    for signal, names in SIGNALS.items():
        without = folds.fitted_without([JOIN_FEATURES.index(name) for name in names])
        print(f"  without {signal}: {score(folds.databases, without.found(least))}")
    bare = []
    for one, two in zip(folds.prepared, folds.confidences, strict=True):
        singles = select_edges(one.candidates, two, least)
        bare.append(pairs_of((*singles, *select_composites(one.composites, singles, least))))
    print(f"  without rules: {score(folds.databases, bare)}")
    single = [
        pairs_of(select_edges(one.candidates, ruled(one.candidates, two, one.facts), least))
        for one, two in zip(folds.prepared, folds.confidences, strict=True)
    ]
    print(f"  without composite edges: {score(folds.databases, single)}")


if __name__ == "__main__":
    main()
