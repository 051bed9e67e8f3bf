"""``--live-values`` on a real DuckDB: one bounded look-up, never of a personal column."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

from gtr_core.catalog import Column, Relation, Table
from gtr_core.cli.live_values import live_select
from gtr_core.cli.main import main
from gtr_core.context.graph import ContextGraph
from gtr_core.warehouse.read_only import render_read_only

_ROWS = """
create table machine (id integer, machine_name varchar, owner_email varchar);
insert into machine select i, 'Press ' || i % 12000, 'p' || i || '@example.org' from range(24000) r(i);
insert into machine values (99999, 'Zenith Roller', 'zenith@example.org');
create table machine_hours (id integer, machine_id integer, hours integer);
insert into machine_hours select i, i % 24000, i % 24 from range(9000) r(i);
"""


@pytest.fixture(scope="module")
def works(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("works")
    (folder / "dbt_project.yml").write_text("name: works\nprofile: works\n")
    (folder / "profiles.yml").write_text(
        "works:\n  target: dev\n  outputs:\n"
        "    dev:\n      type: duckdb\n      path: works.duckdb\n      schema: main\n"
    )
    with duckdb.connect(str(folder / "works.duckdb")) as database:
        database.execute(_ROWS)
    columns = {"machine": ("id", "machine_name", "owner_email"), "machine_hours": ("id", "machine_id", "hours")}
    nodes = {
        f"model.works.{name}": {
            "resource_type": "model", "name": name, "unique_id": f"model.works.{name}", "database": "works",
            "schema": "main", "alias": name, "relation_name": f'"works"."main"."{name}"', "config": {"enabled": True},
            "columns": {column: {"name": column} for column in of_table},
        }
        for name, of_table in columns.items()
    }  # fmt: skip
    metadata = {"dbt_schema_version": "https://schemas.getdbt.com/dbt/manifest/v12.json", "adapter_type": "duckdb"}
    (folder / "target").mkdir()
    (folder / "target" / "manifest.json").write_text(
        json.dumps({"metadata": {**metadata, "project_name": "works"}, "nodes": nodes, "sources": {}, "metrics": {}})
    )
    assert main(["build", "--project-dir", str(folder), "--profiles-dir", str(folder), "--quiet"]) == 0
    return folder


@pytest.fixture
def here(works: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("GTR_PROJECT_DIR", "GTR_SNAPSHOT_DIR", "DBT_PROFILES_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(works)
    monkeypatch.setenv("GTR_PROFILES_DIR", str(works))
    return works


def _values(document: dict) -> list[tuple[str, str, str]]:
    return [
        (found["table"], found["column"], found["value"])
        for found in document["grounding"]
        if found["match"] == "value"
    ]


@pytest.mark.parametrize("command", ["ground", "retrieve", "ask"])
def test_a_value_that_is_not_kept_is_found(here: Path, run_json, command: str) -> None:
    schema = {"ground": "ground", "retrieve": "retrieval", "ask": "answer"}[command]
    question = "How many hours had the zenith roller machine, Zenith Roller?"
    _, without = run_json(schema, command, question)
    _, live = run_json(schema, command, question, "--live-values")
    expected = ("model.works.machine", "machine_name", "Zenith Roller")
    assert expected not in _values(without)
    assert expected in _values(live)


def test_ground_says_what_may_be_a_value(here: Path, run_json) -> None:
    _, document = run_json("ground", "ground", "hours of the machine Zenith Roller")
    (maybe,) = document["maybe"]
    assert maybe["text"] == "Zenith Roller"
    assert {"table": "model.works.machine", "column": "machine_name"} in maybe["columns"]


def test_a_personal_column_is_never_looked_up(here: Path, run_json) -> None:
    _, document = run_json("ground", "ground", 'machine of "zenith@example.org"', "--live-values")
    assert _values(document) == []
    assert all(place["column"] != "owner_email" for maybe in document["maybe"] for place in maybe["columns"])


def test_a_warehouse_that_does_not_answer_is_said_and_the_question_is_answered(
    here: Path, run_json, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GTR_TARGET", "nowhere")
    assert main(["ground", "hours of the machine Zenith Roller", "--live-values"]) == 0
    assert "Values were not looked up" in capsys.readouterr().err


def test_without_the_flag_no_warehouse_is_opened(here: Path, run_json, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gtr_core.cli.live_values.open_warehouse", lambda settings: pytest.fail("opened"))
    run_json("ground", "ground", "hours of the machine Zenith Roller")


def test_hostile_texts_and_names_are_literals_and_identifiers() -> None:
    name = 'na"me'
    table = Table("t", Relation("db", "main", 'ta"ble'), "t", columns=(Column(name, "VARCHAR"),))
    graph = ContextGraph(tables=(table,), joins=(), keys=(), profiles={})
    text = "x'); DROP TABLE t; --"
    sql = render_read_only(live_select(graph, [("t", name), ("t", name)], [text, text]), "duckdb")
    with duckdb.connect() as database:
        database.execute("attach ':memory:' as db")
        database.execute('create table db.main."ta""ble" ("na""me" varchar)')
        database.execute('insert into db.main."ta""ble" values (?), (?)', [text.upper(), "other"])
        assert database.execute(sql).fetchall() == [(0, text.upper()), (1, text.upper())]
