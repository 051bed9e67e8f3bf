"""Many tables: time, memory, precision and recall of inferred joins over made-up databases.

    python -m tests.bench.bench_join_inference_wide [100 1000 3000]

Each database has tables of twenty columns: a surrogate key that counts from one, three foreign keys to tables
drawn at random (some under a role's name, some with orphans), and noise: small numbers, dates, amounts, flags,
texts, and decoys: whole numbers within the range of many keys.
"""

from __future__ import annotations

import resource
import sys
import time
from random import Random

import numpy as np

from gtr_core.joins.inference.column_values import TableValues
from gtr_core.joins.inference.models import join_model, key_model
from gtr_core.joins.inference.preparation import prepare
from gtr_core.joins.inference.reading import table_values
from gtr_core.joins.inference.rules import ruled
from gtr_core.joins.inference.selection import select_edges

_NOUNS = (
    "account", "order", "customer", "product", "invoice", "payment", "shipment", "vendor", "employee", "project",
    "asset", "contract", "ticket", "policy", "claim", "branch", "vehicle", "driver", "route", "depot", "batch",
    "machine", "sensor", "recipe", "patient", "doctor", "visit", "course", "student", "teacher", "loan", "card",
    "device", "campaign", "channel", "session",
)  # fmt: skip
_QUALIFIERS = (
    "home", "export", "retail", "fleet", "legacy", "field", "group", "daily", "master", "spare", "north", "prime",
)  # fmt: skip
_ROLES = ("primary", "former", "billing", "approved")
Edge = tuple[str, str, str]


def names(count: int, draw: Random) -> list[str]:
    every = [f"{q}_{a}_{b}" for q in _QUALIFIERS for a in _NOUNS for b in _NOUNS if a != b]
    return draw.sample(every, count)


def made(count: int, seed: int = 7) -> tuple[list[TableValues], set[Edge]]:
    draw, numbers = Random(seed), np.random.default_rng(seed)
    tables = names(count, draw)
    sizes = {table: draw.randrange(50, 400) for table in tables}
    made_tables, edges = [], set()
    for table in tables:
        rows = sizes[table]
        columns: dict[str, list[object]] = {f"{table}_id": list(range(1, rows + 1))}
        for parent in draw.sample(tables, 3):
            role = f"{draw.choice(_ROLES)}_" if draw.random() < 0.3 else ""
            column = f"{role}{parent}_id"
            if parent == table or column in columns:
                continue
            keys = numbers.integers(1, sizes[parent] + 1, rows)
            if draw.random() < 0.2:
                keys[: max(1, rows // 200)] = 10_000_000
            columns[column] = keys.tolist()
            edges.add((table, column, parent))
        for place in range(20 - len(columns)):
            columns.update([_noise(place, rows, numbers)])
        made_tables.append(table_values(table, table, list(columns), list(columns.values())))
    return made_tables, edges


def _noise(place: int, rows: int, numbers: np.random.Generator) -> tuple[str, list[object]]:
    kinds = (
        ("rating", lambda: numbers.integers(1, 6, rows)),
        ("quantity", lambda: numbers.integers(1, 100, rows)),
        ("is_active", lambda: numbers.integers(0, 2, rows)),
        ("year", lambda: numbers.integers(1990, 2024, rows)),
        ("amount", lambda: numbers.integers(100, 99999, rows) / 100),
        ("score_points", lambda: numbers.integers(0, 50, rows)),
        ("note", lambda: np.array([f"note {x}" for x in numbers.integers(0, 10**6, rows)])),
        ("status", lambda: numbers.choice(["open", "closed", "new"], rows)),
        ("line_number", lambda: numbers.integers(1, 30, rows)),
        ("external_ref", lambda: numbers.integers(1, 200, rows)),
    )
    name, draw = kinds[place % len(kinds)]
    return (name if place < len(kinds) else f"{name}_{place}"), draw().tolist()


def main() -> None:
    for count in [int(text) for text in sys.argv[1:]] or [100, 1000]:
        tables, edges = made(count)
        started, before = time.perf_counter(), time.process_time()
        prepared = prepare(tables, key_model())
        confidences = join_model().probabilities(prepared.features)
        chosen = select_edges(prepared.candidates, ruled(prepared.candidates, confidences, prepared.facts), 0.35)
        seconds, cpu = time.perf_counter() - started, time.process_time() - before
        found = {(edge.child, edge.child_columns[0], edge.parent) for edge in chosen}
        hits = len(found & edges)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(
            f"{count} tables, {len(edges)} planted: precision {hits / max(1, len(found)):.3f} recall "
            f"{hits / len(edges):.3f}, {len(prepared.candidates)} candidates, {seconds:.1f} s, CPU {cpu:.1f} s, "
            f"{memory} MB at most"
        )
        for edge in sorted(found - edges)[:5]:
            print("  false", edge)
        for edge in sorted(edges - found)[:5]:
            print("  missed", edge)


if __name__ == "__main__":
    main()
