from __future__ import annotations

from pathlib import Path

import duckdb
import jsonschema
import pytest
from sqlglot import exp

from gtr_core.build.build_context import build_context
from gtr_core.build.plan import plan_build
from gtr_core.build.settings import build_settings
from gtr_core.schemas.library import load_schema
from gtr_core.warehouse import ResultSet
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from tests.build.shop import make_shop


def test_a_plan_names_every_statement_and_sends_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    settings = build_settings(make_shop(tmp_path / "shop"), {"encoder": "none"})
    with monkeypatch.context() as patched:
        patched.setattr(DuckDBWarehouse, "query", lambda *_, **__: pytest.fail("a table was read"))
        plan = plan_build(settings)
    assert plan.unchanged == 0
    jsonschema.validate(plan.to_json(), load_schema("build_dry_run"))
    assert {(one.table.rpartition(".")[2], one.purpose) for one in plan.statements} == {
        ("country", "statistics"), ("country", "values"), ("customer", "statistics"), ("customer", "values"),
        ("orders", "statistics"), ("orders", "values"), ("customer", "join"), ("orders", "join"),
    }  # fmt: skip
    assert not any(one.problem for one in plan.statements)
    with duckdb.connect(str(settings.project_dir / "shop.duckdb"), read_only=True) as database:
        for one in plan.statements:
            database.execute(one.sql)


def test_statistics_and_joins_are_sent_as_planned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    settings = build_settings(make_shop(tmp_path / "shop"), {"encoder": "none"})
    planned = {one.sql for one in plan_build(settings).statements if one.purpose != "values"}
    sent: list[str] = []
    query = DuckDBWarehouse.query

    def noting(self: DuckDBWarehouse, select: exp.Query, **keywords: object) -> ResultSet:
        sent.append(select.sql("duckdb", comments=False))
        return query(self, select, **keywords)

    monkeypatch.setattr(DuckDBWarehouse, "query", noting)
    build_context(settings)
    assert planned <= set(sent)


def test_tables_that_did_not_change_are_not_in_the_plan(tmp_path: Path):
    settings = build_settings(make_shop(tmp_path / "shop"), {"encoder": "none"})
    build_context(settings)
    plan = plan_build(settings)
    assert (plan.statements, plan.unchanged) == ((), 3)
