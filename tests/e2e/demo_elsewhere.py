"""The demo project as if its tables lay in another warehouse: the same manifest, another adapter and profile."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import duckdb

from gtr_core.compiler import compile_query, derive_spec
from gtr_core.context.snapshot import Snapshot
from gtr_core.retrieval import retrieve

__all__ = ["GOLDEN", "columns_of_demo", "compared", "move_demo", "wrong_answers"]

GOLDEN: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "golden" / "tpch.jsonl").read_text(encoding="utf-8").splitlines()
]
_TODAY = date(2026, 1, 1)
_SCHEMAS = ("main", "main_staging", "main_semantic", "raw")


def move_demo(demo: Path, folder: Path, adapter: str, profile: str) -> Path:
    """A project folder with the demo's manifest for another adapter, and that profile (YAML)."""
    (folder / "target").mkdir(parents=True)
    manifest = json.loads((demo / "target" / "manifest.json").read_text())
    manifest["metadata"]["adapter_type"] = adapter
    (folder / "target" / "manifest.json").write_text(json.dumps(manifest))
    for name in ("semantic_manifest.json",):
        if (demo / "target" / name).exists():
            (folder / "target" / name).write_bytes((demo / "target" / name).read_bytes())
    (folder / "dbt_project.yml").write_text((demo / "dbt_project.yml").read_text())
    (folder / "profiles.yml").write_text(profile)
    return folder


def columns_of_demo(database: duckdb.DuckDBPyConnection) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Columns and types of every table and view of the demo, by schema and name."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    rows = database.execute(
        "select schema_name, table_name, column_name, data_type from duckdb_columns() where not internal "
        "and database_name = current_database() order by 1, 2, column_index"
    ).fetchall()
    for schema, table, column, data_type in rows:
        if schema in _SCHEMAS:
            found.setdefault((schema, table), []).append((column, data_type))
    return found


def compared(ours: Snapshot, theirs: Snapshot) -> list[str]:
    """What of the profiles of the demo's tables differs, names compared without case."""
    differences = []
    for table_id, mine in ours.graph.profiles.items():
        if table_id.startswith("model.tpch.stg_"):
            continue  # views there, tables here
        other = {column.name.casefold(): column for column in theirs.graph.profiles[table_id].columns}
        for column in mine.columns:
            match = other[column.name.casefold()]
            for name in (
                "rows", "null_share", "distinct", "minimum", "maximum", "semantic_type", "use", "unique", "personal",
                "additivity",
            ):  # fmt: skip
                if getattr(column, name) != getattr(match, name):
                    said = f"{getattr(column, name)!r} here, {getattr(match, name)!r} there"
                    differences.append(f"{table_id}.{column.name} {name}: {said}")
            if sorted(column.values) != sorted(match.values):
                differences.append(f"{table_id}.{column.name} values: {len(column.values)}, {len(match.values)}")
            if not _near(column.length_quantiles, match.length_quantiles):
                differences.append(f"{table_id}.{column.name}: {column.length_quantiles}, {match.length_quantiles}")
            for name in ("mean", "deviation"):
                one, two = getattr(column, name), getattr(match, name)
                if (one is None) != (two is None) or (one is not None and abs(one - two) > 1e-6 * abs(one)):
                    differences.append(f"{table_id}.{column.name} {name}: {one}, {two}")
    return differences


def wrong_answers(
    snapshot: Snapshot,
    run: Callable[[str], Sequence[Sequence[Any]]],
    expected: duckdb.DuckDBPyConnection,
) -> list[str]:
    """Ids of the golden questions whose answer in that warehouse is not the golden query's in DuckDB, and why."""
    wrong = []
    for golden in GOLDEN:
        intent = derive_spec(retrieve(golden["question"], snapshot), snapshot.graph, _TODAY)
        sql = compile_query(intent.tree, intent.spec, snapshot.graph, snapshot.graph.dialect).sql
        try:
            rows = _plain(run(sql))
        except Exception as error:  # noqa: BLE001 (whatever an engine raises is what is to be told)
            wrong.append(f"{golden['id']}: {type(error).__name__}: {str(error)[:300]} {sql}")
            continue
        wanted = _plain(expected.execute(golden["sql"]).fetchall())
        if not _holds(rows, wanted, ordered="ORDER BY" in golden["sql"]):
            wrong.append(f"{golden['id']}: {rows[:3]} and not {wanted[:3]}: {sql}")
    return wrong


def _plain(rows: Iterable[Sequence[Any]]) -> list[tuple[Any, ...]]:
    return [tuple(_rounded(value) for value in row) for row in rows]


def _rounded(value: object) -> object:
    try:
        return float(f"{float(value):.8e}")  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return str(value).removesuffix(" 00:00:00")


def _holds(rows: list[tuple[Any, ...]], expected: list[tuple[Any, ...]], *, ordered: bool) -> bool:
    """Whether some columns of the answer, in some order, are the expected rows."""
    width = len(expected[0])
    for columns in itertools.permutations(range(len(rows[0]) if rows else 0), width):
        chosen = [tuple(row[column] for column in columns) for row in rows]
        if chosen == expected if ordered else Counter(chosen) == Counter(expected):
            return True
    return False


def _near(ours: Sequence[float], theirs: Sequence[float]) -> bool:
    """Whether each quantile lies between its neighbours on our side, as an estimate may where lengths jump."""
    if len(ours) != len(theirs) or not ours:
        return len(ours) == len(theirs)
    spread = max(1.0, 0.25 * (ours[-1] - ours[0]))
    return all(
        min(ours[max(i - 1, 0)], one - spread) <= two <= max(ours[min(i + 1, len(ours) - 1)], one + spread)
        for i, (one, two) in enumerate(zip(ours, theirs, strict=True))
    )
