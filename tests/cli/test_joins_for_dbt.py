from __future__ import annotations

from pathlib import Path

import yaml

from gtr_core.cli.main import main


def test_joins_that_no_test_states_are_written(shop: Path, tmp_path: Path, capsys):
    file = tmp_path / "joins_for_review.yml"
    assert main(["joins", "--write-dbt", str(file), "--json"]) == 0
    written = yaml.safe_load(file.read_text())
    assert written["version"] == 2
    tested = {
        (model["name"], column["name"])
        for model in written.get("models", [])
        for column in model["columns"]
        if column["data_tests"]
    }
    assert ("orders", "customer_id") not in tested  # the project tests it already


def test_a_file_that_cannot_be_written(shop: Path, tmp_path: Path, capsys):
    assert main(["joins", "--write-dbt", str(tmp_path / "nowhere" / "joins.yml")]) == 2
    assert "nowhere" in capsys.readouterr().err
