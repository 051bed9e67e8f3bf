from __future__ import annotations

import json
from pathlib import Path

import duckdb
from jsonschema import validate

from gtr_core.cli.main import main
from gtr_core.schemas.library import load_schema
from tests.build.shop import make_shop


def test_a_stated_join_that_the_data_contradict_stays_and_is_shown(tmp_path: Path, capsys, monkeypatch):
    project = make_shop(tmp_path / "shop")
    with duckdb.connect(str(project / "shop.duckdb")) as database:
        database.execute("delete from Customer where id > 20")
    monkeypatch.setenv("GTR_ENCODER", "none")
    monkeypatch.setenv("COLUMNS", "250")
    place = ["--project-dir", str(project)]
    assert main(["build", *place, "--json"]) == 0
    capsys.readouterr()
    assert main(["joins", *place, "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    validate(form, load_schema("joins"))
    told = {(join["child"], join["contradicted"]): join for join in form["joins"]}
    assert set(told) == {("model.shop.customer", False), ("model.shop.orders", True)}
    orders = told["model.shop.orders", True]
    assert (orders["origins"], orders["rows"]) == (["relationships_test"], 1000)
    assert (orders["child_distinct"], orders["parent_distinct"]) == (55, 20)
    assert orders["measured_at"].endswith("+00:00")
    assert main(["joins", *place]) == 0
    assert "relationships_test (contradicted)" in capsys.readouterr().out
    assert main(["status", *place]) == 0
    assert "of 1000 rows find no parent" in " ".join(capsys.readouterr().out.split())
