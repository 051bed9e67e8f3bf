"""Builds over 1,000 made-up tables of 20 columns: the first, a second with nothing changed, and one with ten changed.

Run from the repository's root: ``python -m tests.bench.bench_incremental FOLDER [TABLES] [--profiles-only]``; with the
flag no joins are inferred and nothing is embedded.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb

from gtr_core.build.build_context import build_context
from gtr_core.build.report import BuildReport
from gtr_core.build.settings import build_settings
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from tests.build.shop import make_shop

ROWS = 500


def make_project(folder: Path, tables: int) -> None:
    """A project of so many tables, each with ROWS rows."""
    make_shop(folder)
    made = ", ".join(
        f"i as id_{k}, 'C' || (i * {k + 7}) % 83 as code_{k}, ['open', 'paid', 'late'][1 + i % 3] as status_{k}, "
        f"(i * {k + 3} % 991) / 4 as amount_{k}"
        for k in range(5)
    )
    manifest_path = folder / "target" / "manifest.json"
    manifest: dict[str, Any] = json.loads(manifest_path.read_text())
    template = manifest["nodes"]["model.shop.country"]
    with duckdb.connect(str(folder / "shop.duckdb")) as database:
        for number in range(tables):
            name = f"table_{number:04}"
            database.execute(f"create table {name} as select {made} from range({number}, {number + ROWS}) r(i)")
            manifest["nodes"][f"model.shop.{name}"] = _node(template, name)
    manifest_path.write_text(json.dumps(manifest))


def _node(template: Mapping[str, Any], name: str) -> dict[str, Any]:
    changed = {"unique_id": f"model.shop.{name}", "name": name, "alias": name, "columns": {}}
    return {**template, **changed, "relation_name": f'"shop"."main"."{name}"', "fqn": ["shop", "marts", name]}


def main() -> None:
    """Print seconds and statements of each build."""
    given = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    folder, tables = Path(given[0]), int(given[1]) if len(given) > 1 else 1_000
    only: dict[str, object] = {"infer_joins": "off", "encoder": "none"} if "--profiles-only" in sys.argv else {}
    make_project(folder, tables)
    statements: Counter[str] = Counter()
    for name, kind in (("query", "over tables"), ("_rows", "over the catalog")):
        _count(name, kind, statements)
    settings = build_settings(folder, {"profiles_dir": folder, **only})

    def build(label: str) -> float:
        statements.clear()
        start, processors = time.perf_counter(), time.process_time()
        report: BuildReport = build_context(settings)
        seconds, processors = time.perf_counter() - start, time.process_time() - processors
        steps = {step: round(value, 2) for step, value in report.seconds.items()}
        took = f"{seconds:.2f} s, processors {processors:.2f} s"
        print(f"{label}: {took}, unchanged {report.unchanged}, {dict(statements)}, {steps}", flush=True)
        return processors

    first = build("first")
    second = build("nothing changed")
    with duckdb.connect(str(folder / "shop.duckdb")) as database:
        for number in range(10):
            database.execute(f"update table_{number * 7:04} set amount_0 = amount_0 + 1")
    third = build("ten changed")
    print(f"processors: second / first {second / first:.3f}; third / first {third / first:.3f}")


def _count(name: str, kind: str, statements: Counter[str]) -> None:
    inner = getattr(DuckDBWarehouse, name)

    def counting(self: DuckDBWarehouse, *arguments: object, **keywords: object) -> object:
        statements[kind] += 1
        return inner(self, *arguments, **keywords)

    setattr(DuckDBWarehouse, name, counting)


if __name__ == "__main__":
    main()
