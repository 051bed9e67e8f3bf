from __future__ import annotations

import json
from pathlib import Path

import pytest

from gtr_core.cli.main import main
from tests.build.shop import make_shop

QUESTION = "How many orders of customers in India?"


def test_retrieve(shop: Path, run_json):
    code, document = run_json("retrieval", "retrieve", QUESTION)
    assert code == 0
    assert document["status"] == "resolved"
    assert document["tables"] == ["model.shop.country", "model.shop.customer", "model.shop.orders"]
    assert {"table": "model.shop.country", "column": "name", "value": "India"}.items() <= next(
        found for found in document["grounding"] if found["match"] == "value"
    ).items()
    assert [join["match_rate"] for join in document["tree"]["joins"]] == [0.91, 1.0]
    assert document["snapshot"]["age_s"] >= 0


def test_retrieve_of_what_nothing_names_is_unresolved(shop: Path, run_json):
    code, document = run_json("retrieval", "retrieve", "zzyzx qwrtp?")
    assert code == 4
    assert (document["status"], document["tree"], document["tables"]) == ("unresolved", None, [])
    assert document["reason"]


def test_ask_writes_sql_that_runs(shop: Path, run_json):
    code, document = run_json("answer", "ask", QUESTION, "--run")
    assert code == 0
    assert "count" in document["sql"].lower()
    assert "'India'" in document["sql"]
    # 910 orders have a customer 1..50; every third of those customers (3, 6, ..., 48) is Indian: 1 + i % 3 = 1.
    assert document["rows"] == [[sum(1 for i in range(1, 1001) if (1 + i % 55) <= 50 and (1 + i % 55) % 3 == 0)]]
    assert len(document["columns"]) == 1
    assert any(verdict["kind"] == "row_loss" for verdict in document["verdicts"])


def test_ask_without_run_touches_no_warehouse(shop: Path, run_json, monkeypatch):
    monkeypatch.setattr("gtr_core.cli.answer.open_warehouse", lambda settings: pytest.fail("a warehouse was opened"))
    code, document = run_json("answer", "ask", QUESTION)
    assert code == 0
    assert "rows" not in document


@pytest.mark.parametrize("dialect", ["snowflake", "postgres"])
def test_ask_writes_other_dialects_and_runs_the_warehouse_s(shop: Path, run_json, dialect: str):
    import sqlglot

    code, document = run_json("answer", "ask", QUESTION, "--dialect", dialect, "--run")
    assert code == 0
    assert sqlglot.parse_one(document["sql"], dialect=dialect).find(sqlglot.exp.Where)
    assert len(document["rows"]) == 1


def test_ask_of_an_unknown_dialect_is_wrong_usage(shop: Path, capsys):
    assert main(["ask", QUESTION, "--dialect", "klingon"]) == 2
    assert "klingon" in capsys.readouterr().err


def test_a_limit_holds(shop: Path, run_json):
    _, whole = run_json("answer", "ask", "list customer names", "--run")
    code, document = run_json("answer", "ask", "list customer names", "--run", "--limit", "3")
    assert code == 0
    assert len(whole["rows"]) == 50
    assert len(document["rows"]) == 3
    assert document["spec"]["limit"] == 3


def test_a_terminal_shows_the_first_rows_and_says_that_there_are_more(shop: Path, capsys):
    assert main(["ask", "list orders", "--run"]) == 0
    shown = capsys.readouterr().out
    assert "The first 50 rows; there are more" in shown
    assert "Understood: " in shown


def test_what_ask_prints_compiles_to_the_same_sql(shop: Path, run_json, tmp_path: Path):
    _, answer = run_json("answer", "ask", QUESTION)
    (tmp_path / "tree.json").write_text(json.dumps(answer["tree"]))
    (tmp_path / "spec.json").write_text(json.dumps(answer["spec"]))
    files = ["--tree", str(tmp_path / "tree.json"), "--spec", str(tmp_path / "spec.json")]
    code, compiled = run_json("compiled", "compile", *files)
    assert code == 0
    assert compiled["sql"] == answer["sql"]


@pytest.mark.parametrize("text", ["", "{", "[1]", "\ufeff{}", '"tree"', "[" * 100_000])
def test_compile_refuses_what_is_no_tree(shop: Path, tmp_path: Path, capsys, text: str):
    (tmp_path / "tree.json").write_text(text)
    (tmp_path / "spec.json").write_text("{}")
    code = main(["compile", "--tree", str(tmp_path / "tree.json"), "--spec", str(tmp_path / "spec.json"), "--json"])
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert captured.err


def test_ground(shop: Path, run_json):
    code, document = run_json("ground", "ground", "Indian customers with zzyzx")
    assert code == 0
    roles = {token["text"]: token["role"] for token in document["tokens"]}
    assert (roles["customers"], roles["zzyzx"]) == ("grounded", "unexplained")
    assert "model.shop.customer" in document["targets"]


def test_explain(shop: Path, run_json, capsys):
    code, document = run_json("retrieval", "explain", QUESTION)
    assert code == 0
    trace = document["trace"]
    assert trace["trees"]
    assert trace["trees"][0]["probability"] == max(tree["probability"] for tree in trace["trees"])
    chances = [found["probability"] for found in trace["tables"]]
    assert chances == sorted(chances, reverse=True)
    assert {found["table"] for found in trace["tables"]} >= set(trace["trees"][0]["tables"])
    assert main(["explain", QUESTION]) == 0
    shown = capsys.readouterr().out
    assert f"{chances[0]:.2f}" in shown
    assert "Trees that were weighed" in shown
    assert "Snapshot: " in shown


def test_tables_and_show_and_joins(shop: Path, run_json):
    _, tables = run_json("tables", "tables")
    assert [(table["name"], table["rows"]) for table in tables["tables"]] == [
        ("country", 3),
        ("customer", 50),
        ("orders", 1000),
    ]
    code, table = run_json("table", "show", "CUSTOMER")
    assert code == 0
    email = next(column for column in table["columns"] if column["name"] == "email")
    assert email["personal"]
    assert email["profile"]["values"] == []
    _, joins = run_json("joins", "joins")
    assert {(join["child"], join["orphan_rate"]) for join in joins["joins"]} == {
        ("model.shop.orders", 0.09),
        ("model.shop.customer", 0.0),
    }


def test_show_of_an_unknown_table_names_the_near_one(shop: Path, capsys):
    assert main(["show", "custmer"]) == 2
    assert "Did you mean customer" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("form", "words"),
    [("mermaid", 'orders }o--|| Customer : "customer_id"'), ("dbml", 'Ref: "orders"."customer_id" > "Customer"."id"')],
)
def test_joins_as_diagrams(shop: Path, capsys, form: str, words: str):
    assert main(["joins", "--format", form]) == 0
    assert words in capsys.readouterr().out


def test_status(shop: Path, run_json, capsys):
    code, document = run_json("status", "status")
    assert code == 0
    assert document["counts"]["tables"] == 3
    assert document["snapshots"] == [document["id"]]
    assert main(["status"]) == 0
    assert document["id"] in capsys.readouterr().out


def test_status_finds_a_damaged_file(tmp_path: Path, capsys):
    make_shop(tmp_path)
    where = ["--project-dir", str(tmp_path), "--profiles-dir", str(tmp_path)]
    assert main(["build", *where, "--quiet"]) == 0
    damaged = next((tmp_path / ".gtr" / "snapshots").glob("*/joins.parquet"))
    damaged.write_bytes(damaged.read_bytes()[:-4] + b"XXXX")
    capsys.readouterr()
    assert main(["status", "--project-dir", str(tmp_path)]) == 1
    assert "joins.parquet" in capsys.readouterr().err


def test_an_old_snapshot_warns_on_stderr_alone(shop: Path, run_json, capsys, monkeypatch):
    monkeypatch.setenv("GTR_MAX_AGE", "0s")
    assert run_json("retrieval", "retrieve", QUESTION)[0] == 0
    assert main(["retrieve", QUESTION]) == 0
    assert "past max_age" in capsys.readouterr().err
    assert main(["retrieve", QUESTION, "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_dbt_check(shop: Path, run_json):
    code, document = run_json("dbt_check", "dbt", "check")
    assert code == 0
    assert {join["child"] for join in document["joins"]} == {"model.shop.orders", "model.shop.customer"}
    assert {"table": "model.shop.customer", "columns": ["id"]}.items() <= document["keys"][0].items()


def test_a_build_with_a_missing_table_exits_5_and_publishes_the_rest(tmp_path: Path, run_json):
    make_shop(tmp_path, missing=("ghost",))
    where = ["--project-dir", str(tmp_path), "--profiles-dir", str(tmp_path)]
    code, document = run_json("build", "build", *where)
    assert code == 5
    assert document["failed_by_reason"] == {"not_in_warehouse": 1}
    assert document["failed"][0]["table"] == "model.shop.ghost"
    assert run_json("tables", "tables", "--project-dir", str(tmp_path))[1]["tables"][0]["name"] == "country"


def test_a_dry_run_prints_statements_and_builds_nothing(tmp_path: Path, monkeypatch, capsys):
    folder = make_shop(tmp_path / "shop")
    monkeypatch.chdir(folder)
    assert main(["build", "--dry-run", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert plan["unchanged"] == 0
    assert {statement["purpose"] for statement in plan["statements"]} == {"statistics", "values", "join"}
    assert not (folder / ".gtr").exists()
    assert main(["build", "--dry-run"]) == 0
    assert "COUNT(*) AS n" in capsys.readouterr().out


def test_a_second_build_says_what_did_not_change(tmp_path: Path, monkeypatch, run_json):
    monkeypatch.chdir(make_shop(tmp_path / "shop"))
    assert run_json("build", "build")[1]["unchanged"] == 0
    assert run_json("build", "build")[1]["unchanged"] == 3
    assert run_json("build", "build", "--full-refresh")[1]["unchanged"] == 0
    assert run_json("build", "build", "--max-age", "0s")[1]["unchanged"] == 0
