"""The schemas of ``tests/benchmarks/trap_schemas``: databases, context graphs, questions and specifications."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import duckdb

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from tests.compiler.graphs import graph_of, tree_of

FOLDER = Path(__file__).parents[1] / "benchmarks" / "trap_schemas"
DATABASES = ("wholesale", "college", "bank")


@dataclass(frozen=True, slots=True)
class Case:
    """A question with SQL written by hand, and the gold tree and specification, as text and as JSON."""

    id: str
    schema: str
    question: str
    sql: str
    tree: str
    spec: dict[str, Any]
    gold_tables: tuple[str, ...]
    gold_joins: tuple[tuple[str, str], ...]
    gold_roles: dict[str, int] | None


@cache
def cases() -> tuple[Case, ...]:
    """All questions, with their specifications."""
    specs = {fields["id"]: fields for fields in _lines("specs.jsonl")}
    return tuple(
        Case(
            fields["id"],
            fields["db"],
            fields["question"],
            fields["sql"],
            specs[fields["id"]]["tree"],
            specs[fields["id"]]["spec"],
            tuple(fields["gold_tables"]),
            tuple(sorted((a, b) for a, b in fields.get("gold_joins", []))),
            fields.get("gold_roles"),
        )
        for fields in _lines("questions.jsonl")
    )


def connection(schema: str) -> duckdb.DuckDBPyConnection:
    """A database in memory that holds the schema's rows."""
    database = duckdb.connect()
    database.execute("ATTACH ':memory:' AS warehouse; USE warehouse")
    database.execute((FOLDER / f"{schema}.sql").read_text(encoding="utf-8"))
    return database


def graph(schema: str, database: duckdb.DuckDBPyConnection) -> ContextGraph:
    """Its context graph, with joins measured on the rows."""
    return graph_of(database, edges(schema), keys(schema))


def tree(schema: str, text: str) -> JoinTree:
    """A tree over the schema's tables, as ``specs.jsonl`` writes it."""
    return tree_of(text, edges(schema))


@cache
def edges(schema: str) -> tuple[JoinEdge, ...]:
    """The foreign keys; the columns of one that is composite follow each other."""
    found: list[JoinEdge] = []
    for key in _schema()[schema]["foreign_keys"]:
        child, parent = key["from_table"], key["to_table"]
        column, referred = key["from_column"], key["to_column"]
        before = found[-1] if found else None
        if (
            before is not None
            and (before.child, before.parent) == (child, parent)
            and referred not in (before.parent_columns)
        ):
            found[-1] = replace(
                before,
                child_columns=(*before.child_columns, column),
                parent_columns=(*before.parent_columns, referred),
            )
        else:
            role = column.removesuffix("_id")
            found.append(JoinEdge(child, (column,), parent, (referred,), ("constraint",), role=role))
    return tuple(found)


@cache
def keys(schema: str) -> dict[str, tuple[str, ...]]:
    """Primary keys by table."""
    return {table["name"]: tuple(table["primary_key"]) for table in _schema()[schema]["tables"]}


@cache
def _schema() -> dict[str, Any]:
    return json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))["databases"]


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]
