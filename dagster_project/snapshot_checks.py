"""Checks of a written snapshot, before it is published: what its files hold, and what it answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dagster as dg

from dagster_project.keys import SNAPSHOT
from dagster_project.options import CheckBounds
from gtr_core.context.snapshot import Snapshot
from gtr_core.errors import ConfigurationError, GtrError

__all__ = ["golden_questions", "nothing_personal", "read_golden_questions"]

_WITHHELD = ("minimum", "maximum", "known_values", "mean", "deviation", "length_quantiles", "top_counts")
_SHOWN = 50


def nothing_personal(snapshot: Snapshot) -> dg.AssetCheckResult:
    """Whether no file of the snapshot holds a value of a personal column, or what is made of its values.

    The Parquet files and the value index are read as they lie on disk. Embeddings are made of the same columns'
    names and of values that stand in these files, so what is not there is not in them.
    """
    personal = _personal_columns(snapshot)
    found = sorted(_in_columns_file(snapshot.folder, personal) | _in_values_file(snapshot.folder, personal))
    found += sorted(
        f"index: {table}.{column}"
        for kind, table, column in snapshot.index.places()
        if kind == "value" and (table, column) in personal
    )
    return dg.AssetCheckResult(
        asset_key=SNAPSHOT,
        check_name="nothing_personal",
        passed=not found,
        severity=dg.AssetCheckSeverity.ERROR,
        description=(
            f"Values of {len(found)} personal columns stand in the snapshot."
            if found
            else f"None of the {len(personal)} personal columns' values is kept."
        ),
        metadata={
            "columns_personal": len(personal),
            "places": len(found),
            **({"which": dg.MetadataValue.md("\n".join(f"- {one}" for one in found[:_SHOWN]))} if found else {}),
        },
    )


def golden_questions(snapshot: Snapshot, project_dir: Path, bounds: CheckBounds) -> dg.AssetCheckResult:
    """Whether the team's questions still find exactly their tables.

    Raises:
        ConfigurationError: The file is no list of questions with tables.
    """
    from gtr_core.retrieval import retrieve

    path = project_dir / bounds.golden_questions
    questions = read_golden_questions(path) if path.is_file() else []
    names = _names(snapshot)
    wrong: list[dict[str, str]] = []
    for question, tables in questions:
        wanted = {names.get(table, table) for table in tables}
        try:
            found = retrieve(question, snapshot)
        except GtrError as error:
            # A question that cannot be asked is one that is not answered; the others are asked all the same.
            wrong.append({"question": question, "status": str(error), "missing": ", ".join(wanted), "too_many": ""})
            continue
        tables_found = set(found.tree.tables) if found.tree is not None else set()
        if tables_found != wanted:
            missing, extra = wanted - tables_found, tables_found - wanted
            wrong.append(
                {
                    "question": question,
                    "status": found.status,
                    "missing": ", ".join(sorted(missing)),
                    "too_many": ", ".join(sorted(extra)),
                }
            )
    right = len(questions) - len(wrong)
    share = right / len(questions) if questions else 1.0
    return dg.AssetCheckResult(
        asset_key=SNAPSHOT,
        check_name="golden_questions",
        passed=share >= bounds.golden_share,
        severity=dg.AssetCheckSeverity.ERROR if bounds.golden_blocks else dg.AssetCheckSeverity.WARN,
        description=f"{right} of {len(questions)} find their tables." if questions else f"There is no {path.name}.",
        metadata={
            "questions": len(questions),
            "share": round(share, 4),
            "share_wanted": bounds.golden_share,
            **({"wrong": _table(wrong)} if wrong else {}),
        },
    )


def read_golden_questions(path: Path) -> list[tuple[str, tuple[str, ...]]]:
    """Pairs of question and tables, from a list of ``{question: ..., tables: [...]}``; tables by id or by name.

    Raises:
        ConfigurationError: The file cannot be read, or is something else.
    """
    import yaml

    remedy = "It holds a list of `- {question: ..., tables: [...]}`, tables by name or by dbt's unique_id."
    try:
        said: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigurationError(f"{path} cannot be read: {error}.", remedy) from error
    questions: list[tuple[str, tuple[str, ...]]] = []
    for number, item in enumerate(said if isinstance(said, list) else [said], start=1):
        question = item.get("question") if isinstance(item, dict) else None
        tables = item.get("tables") if isinstance(item, dict) else None
        named = isinstance(tables, list) and tables and all(isinstance(table, str) for table in tables)
        if not isinstance(question, str) or not question.strip() or not named:
            raise ConfigurationError(f"{path}: item {number} is no question with tables.", remedy)
        questions.append((question, tuple(tables or ())))
    return questions


def _names(snapshot: Snapshot) -> dict[str, str]:
    """Table ids by every name that only one table has."""
    ids: dict[str, set[str]] = {}
    for table in snapshot.graph.tables:
        for name in {table.name, table.relation.identifier, ".".join(table.relation.parts)}:
            ids.setdefault(name, set()).add(table.id)
    return {name: found.pop() for name, found in ids.items() if len(found) == 1}


def _personal_columns(snapshot: Snapshot) -> set[tuple[str, str]]:
    declared = {
        (table.id, column.name)
        for table in snapshot.graph.tables
        for column in table.columns
        if column.personal is True
    }
    return declared | {
        (profile.table, column.name)
        for profile in snapshot.graph.profiles.values()
        for column in profile.columns
        if column.personal
    }


def _in_columns_file(folder: Path, personal: set[tuple[str, str]]) -> set[str]:
    import pyarrow.parquet as pq

    rows = pq.read_table(folder / "columns.parquet", columns=["table", "name", *_WITHHELD]).to_pylist()
    return {
        f"columns.parquet: {row['table']}.{row['name']}"
        for row in rows
        if (row["table"], row["name"]) in personal and any(row[name] not in (None, []) for name in _WITHHELD)
    }


def _in_values_file(folder: Path, personal: set[tuple[str, str]]) -> set[str]:
    import pyarrow.parquet as pq

    rows = pq.read_table(folder / "values.parquet", columns=["table", "column"]).to_pylist()
    return {
        f"values.parquet: {row['table']}.{row['column']}" for row in rows if (row["table"], row["column"]) in personal
    }


def _table(rows: list[dict[str, str]]) -> dg.TableMetadataValue:
    columns = ("question", "status", "missing", "too_many")
    return dg.MetadataValue.table(
        records=[dg.TableRecord(row) for row in rows[:_SHOWN]],
        schema=dg.TableSchema([dg.TableColumn(name) for name in columns]),
    )
