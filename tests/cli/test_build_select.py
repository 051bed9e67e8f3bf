from __future__ import annotations

import json
from pathlib import Path

import duckdb
import jsonschema
import pytest

from gtr_core.cli.main import main
from gtr_core.schemas.library import load_schema
from tests.build.shop import make_shop


@pytest.fixture(name="shop")
def _shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_shop(tmp_path / "shop")
    (folder / "gtr.yml").write_text("encoder: none\ninfer_joins: false\n")
    monkeypatch.chdir(folder)
    return folder


def tables(capsys: pytest.CaptureFixture[str]) -> set[str]:
    assert main(["tables", "--json"]) == 0
    return {table["name"] for table in json.loads(capsys.readouterr().out)["tables"]}


def test_a_selection_refreshes_a_part(shop: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["build", "--quiet"]) == 0
    with duckdb.connect(str(shop / "shop.duckdb")) as database:
        database.execute("insert into country values (4, 'Kenya')")
    capsys.readouterr()
    assert main(["build", "--select", "country", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    jsonschema.validate(report, load_schema("build"))
    assert (report["outside_selection"], report["unchanged"], report["counts"]["tables"]) == (2, 0, 3)
    assert len(tables(capsys)) == 3


def test_what_stays_and_what_a_first_build_lacks_are_said(shop: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["build", "--select", "country orders"]) == 0
    assert "There was no former snapshot: the context holds the 2 selected tables" in capsys.readouterr().out
    assert main(["build", "--select", "customer", "--select", "country"]) == 0
    assert "they were not selected: 1 tables" in capsys.readouterr().out
    assert len(tables(capsys)) == 3


def test_the_setting_says_what_the_context_holds(shop: Path, capsys: pytest.CaptureFixture[str]):
    (shop / "gtr.yml").write_text("encoder: none\ninfer_joins: false\nselect: [customer, country]\n")
    assert main(["build", "--quiet"]) == 0
    capsys.readouterr()
    assert len(tables(capsys)) == 2
    assert main(["build", "--quiet", "--select", "orders"]) == 1
    assert "'orders' matches no table" in capsys.readouterr().err
