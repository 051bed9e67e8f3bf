"""``gtr ask --verify``, ``--limit`` and ``--llm`` on a real DuckDB."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

from gtr_core.cli.main import main
from tests.llm.scripted_server import scripted_server

_ROWS = """
create table machine (id integer, machine_name varchar);
insert into machine select i, 'Press ' || i from range(40) r(i);
create table machine_hours (id integer, machine_id integer, hours integer);
insert into machine_hours select i, i % 40, i % 24 from range(400) r(i);
"""


@pytest.fixture(scope="module")
def works(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("verified")
    (folder / "dbt_project.yml").write_text("name: works\nprofile: works\n")
    (folder / "profiles.yml").write_text(
        "works:\n  target: dev\n  outputs:\n    dev: {type: duckdb, path: works.duckdb, schema: main}\n"
    )
    with duckdb.connect(str(folder / "works.duckdb")) as database:
        database.execute(_ROWS)
    columns = {"machine": ("id", "machine_name"), "machine_hours": ("id", "machine_id", "hours")}
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


def ask(works: Path, *options: str) -> int:
    places = ["--project-dir", str(works), "--profiles-dir", str(works), "--json"]
    return main(["ask", "List the names of all machines", *options, *places])


def test_the_warehouse_plans_the_sql_without_running_it(works: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(works, "--verify") == 0
    form = json.loads(capsys.readouterr().out)
    assert form["verified"]["planned"] is True
    assert "rows" in form["verified"]["cost"]
    assert "rows" not in form


def test_a_limit_of_the_user_is_bound_into_the_sql(works: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(works, "--limit", "3", "--run") == 0
    form = json.loads(capsys.readouterr().out)
    assert form["sql"].rstrip().endswith("LIMIT 3")
    assert len(form["rows"]) == 3
    assert form["spec"]["limit"] == 3


def test_what_the_warehouse_cannot_plan_is_an_error(works: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with duckdb.connect(str(works / "works.duckdb")) as database:
        database.execute("alter table machine rename column machine_name to title")
    try:
        assert ask(works, "--verify") == 1
    finally:
        with duckdb.connect(str(works / "works.duckdb")) as database:
            database.execute("alter table machine rename column title to machine_name")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "machine_name" in printed.err


FILLED = {
    "measures": [{"name": "machines", "aggregate": "count", "node": "machine", "column": None}],
    "dimensions": [],
    "filters": [],
    "having": [],
    "order": [],
    "limit": None,
    "distinct": False,
}


@pytest.fixture
def tables_are_chosen_locally(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record that is replayed holds no choice of tables, so that only forms reach the server."""
    record = tmp_path / "record.jsonl"
    record.write_text("")
    monkeypatch.setenv("GTR_LLM_REPLAY", str(record))


@pytest.mark.usefixtures("tables_are_chosen_locally")
def test_a_model_fills_in_what_the_rules_do_not_understand(works: Path, capsys, monkeypatch) -> None:
    with scripted_server(json.dumps(FILLED)) as server:
        monkeypatch.setenv("GTR_LLM_BASE_URL", server.base_url)
        monkeypatch.setenv("GTR_LLM_MODEL", "m")
        places = ["--project-dir", str(works), "--profiles-dir", str(works), "--json"]
        assert main(["ask", "Tally the machines", "--llm", "uncertain", "--run", *places]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["rows"] == [[40]]
    assert "language model m" in form["verdicts"][0]["text"]


def test_a_model_is_not_asked_where_the_rules_understand(works: Path, capsys, monkeypatch) -> None:
    with scripted_server() as server:
        monkeypatch.setenv("GTR_LLM_BASE_URL", server.base_url)
        monkeypatch.setenv("GTR_LLM_MODEL", "m")
        assert ask(works, "--llm", "uncertain") == 0
    assert server.requests == []
    assert json.loads(capsys.readouterr().out)["sql"]


@pytest.mark.usefixtures("tables_are_chosen_locally")
def test_where_the_model_fails_the_rules_reading_stands_and_that_is_said(works: Path, capsys, monkeypatch) -> None:
    with scripted_server("no", "no") as server:
        monkeypatch.setenv("GTR_LLM_BASE_URL", server.base_url)
        monkeypatch.setenv("GTR_LLM_MODEL", "m")
        places = ["--project-dir", str(works), "--profiles-dir", str(works), "--json"]
        assert main(["ask", "List the machines wholeheartedly", "--llm", "uncertain", *places]) == 0
    texts = [verdict["text"] for verdict in json.loads(capsys.readouterr().out)["verdicts"]]
    assert any("gave no usable specification" in text for text in texts)
    assert any("wholeheartedly" in text for text in texts)
