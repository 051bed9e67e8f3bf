"""The golden questions from the words to the rows: dbt project, build, retrieval, specification, SQL, DuckDB.

An answer's rows are right when the golden query's columns are a subset of the answer's: the same multiset of
rows over those columns, in the same order where the golden query orders them.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from datetime import date
from pathlib import Path

import duckdb
import pytest

pytest.importorskip("dbt.adapters.duckdb", reason="the demo project is built by dbt-duckdb")

from dagster_project.demo.preparation import claimed, prepare
from gtr_core.build.build_context import build_context
from gtr_core.build.settings import build_settings
from gtr_core.compiler import compile_query, derive_spec
from gtr_core.context.store import SnapshotStore
from gtr_core.retrieval import retrieve
from gtr_core.retrieval.grounding import ground
from gtr_core.retrieval.qualifiers import qualifiers
from tests.compiler.loaded_postgres import load
from tests.postgres_server import postgres

GOLDEN = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "golden" / "tpch.jsonl").read_text(encoding="utf-8").splitlines()
]
TODAY = date(2026, 1, 1)


@pytest.fixture(scope="module", name="opened")
def _opened(tmp_path_factory):
    folder = tmp_path_factory.mktemp("golden") / "demo"
    with claimed(folder):
        prepare(folder, 0.01, lambda _: None)
    build_context(build_settings(folder, {"profiles_dir": folder, "snapshot_dir": folder / "snapshots"}))
    snapshot = SnapshotStore(folder / "snapshots").current()
    with duckdb.connect(str(folder / "tpch.duckdb"), read_only=True) as database:
        yield snapshot, database


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden["id"] for golden in GOLDEN])
def test_tables_and_roles_are_exact(golden, opened):
    snapshot, _ = opened
    found = retrieve(golden["question"], snapshot)
    assert found.tree is not None
    roles = Counter(node.table.rpartition(".")[2] for node in found.tree.nodes)
    assert sorted(roles) == golden["gold_tables"]
    assert roles == golden["gold_roles"]


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden["id"] for golden in GOLDEN])
def test_rows_are_right(golden, opened):
    snapshot, database = opened
    intent = derive_spec(retrieve(golden["question"], snapshot), snapshot.graph, TODAY)
    compiled = compile_query(intent.tree, intent.spec, snapshot.graph, "duckdb")
    rows = _plain(database.execute(compiled.sql).fetchall())
    expected = _plain(database.execute(golden["sql"]).fetchall())
    assert expected
    ordered = "ORDER BY" in golden["sql"]
    assert _holds(rows, expected, ordered=ordered), (intent.understood, compiled.sql, rows[:3], expected[:3])


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden["id"] for golden in GOLDEN])
def test_every_number_of_a_question_is_used_or_said_not_to_be(golden, opened):
    snapshot, _ = opened
    intent = derive_spec(retrieve(golden["question"], snapshot), snapshot.graph, TODAY)
    told = intent.understood + " ".join(verdict.where for verdict in intent.verdicts)
    for word in golden["question"].split():
        assert not word.isdecimal() or word in told


@pytest.fixture(scope="module", name="loaded")
def _loaded(opened, tmp_path_factory):
    """The demo's rows in a PostgreSQL database of the same name."""
    pytest.importorskip("psycopg")
    _, database = opened
    with postgres(tmp_path_factory.mktemp("postgres")) as settings, load(database, settings, "tpch") as target:
        yield target


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden["id"] for golden in GOLDEN])
def test_postgres_gives_the_same_rows(golden, opened, loaded):
    snapshot, database = opened
    intent = derive_spec(retrieve(golden["question"], snapshot), snapshot.graph, TODAY)
    rows, expected = (
        connection.execute(compile_query(intent.tree, intent.spec, snapshot.graph, dialect).sql).fetchall()
        for connection, dialect in ((loaded, "postgres"), (database, "duckdb"))
    )
    assert expected
    assert Counter(_plain(rows)) == Counter(_plain(expected))


def test_an_answer_with_other_rows_is_not_right():
    assert _holds([("a", 1.0, "x"), ("b", 2.0, "y")], [("y", "b"), ("x", "a")], ordered=False)
    assert not _holds([("a", 1.0), ("b", 2.0)], [("b",), ("a",)], ordered=True)
    assert not _holds([("a", 1.0), ("a", 2.0)], [("a",)], ordered=False)


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden["id"] for golden in GOLDEN])
def test_every_token_is_accounted_for(golden, opened):
    snapshot, _ = opened
    grounding = ground(golden["question"], snapshot.graph, snapshot.index)
    phrases = [(phrase.first, phrase.last) for phrase in grounding.phrases]
    found = qualifiers(golden["question"], grounding.tokens, phrases)
    said = {i for qualifier in found for i in range(qualifier.first, qualifier.last)}
    assert [t.text for i, t in enumerate(grounding.tokens) if t.role == "unexplained" and i not in said] == []
    assert [t.text for i, t in enumerate(grounding.tokens) if t.role == "number" and i not in said] == []


def _plain(rows):
    return [tuple(_rounded(value) for value in row) for row in rows]


def _rounded(value):
    """Numbers to seven significant digits, all else as text."""
    try:
        return float(f"{float(value):.6e}")
    except (TypeError, ValueError):
        return str(value)


def _holds(rows, expected, *, ordered):
    """Whether some columns of the answer, in some order, are the expected rows."""
    width = len(expected[0])
    for columns in itertools.permutations(range(len(rows[0]) if rows else 0), width):
        chosen = [tuple(row[column] for column in columns) for row in rows]
        if chosen == expected if ordered else Counter(chosen) == Counter(expected):
            return True
    return False
