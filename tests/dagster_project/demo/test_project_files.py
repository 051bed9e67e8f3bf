from __future__ import annotations

from pathlib import Path

import yaml

from dagster_project.demo.project_files import SHIPPED_PROJECT, copy_project, fingerprint
from dagster_project.demo.rows import TABLES

MARTS = SHIPPED_PROJECT / "models" / "marts"


def test_a_copy_has_the_fingerprint_of_what_was_shipped(tmp_path: Path) -> None:
    copy_project(tmp_path)
    assert fingerprint(tmp_path) == fingerprint(SHIPPED_PROJECT)
    (tmp_path / "target").mkdir()
    (tmp_path / "target" / "manifest.json").write_text("{}")
    assert fingerprint(tmp_path) == fingerprint(SHIPPED_PROJECT)


def test_a_changed_model_changes_the_fingerprint(tmp_path: Path) -> None:
    copy_project(tmp_path)
    model = tmp_path / "models" / "marts" / "nation.sql"
    model.write_text(model.read_text() + "\n")
    assert fingerprint(tmp_path) != fingerprint(SHIPPED_PROJECT)


def test_the_marts_bear_the_names_of_tpch() -> None:
    assert sorted(path.stem for path in MARTS.glob("*.sql")) == list(TABLES)


def test_every_mart_and_every_column_is_described() -> None:
    for table in TABLES:
        (model,) = yaml.safe_load((MARTS / f"_{table}.yml").read_text())["models"]
        selected = [line.strip(" ,") for line in (MARTS / f"{table}.sql").read_text().splitlines()[1:-1]]
        assert model["name"] == table
        assert model["description"].strip()
        assert [column["name"] for column in model["columns"]] == selected
        assert all(column["description"].strip() for column in model["columns"])
