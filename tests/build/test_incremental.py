from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from sqlglot import exp

from gtr_core.build.build_context import build_context
from gtr_core.build.former import journal_of
from gtr_core.build.settings import BuildSettings, build_settings
from gtr_core.context.graph import ContextGraph
from gtr_core.context.store import SnapshotStore
from gtr_core.warehouse import QueryError, ResultSet
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from tests.build.shop import make_shop


@pytest.fixture(name="settings")
def _settings(tmp_path: Path) -> BuildSettings:
    return build_settings(make_shop(tmp_path / "shop"), {"encoder": "none"})


@pytest.fixture(name="sent")
def _sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tables that statements of a build read, in order."""
    tables: list[str] = []
    query = DuckDBWarehouse.query

    def counting(self: DuckDBWarehouse, select: exp.Query, **keywords: object) -> ResultSet:
        tables.extend(sorted({table.name for table in select.find_all(exp.Table) if table.db}))
        return query(self, select, **keywords)

    monkeypatch.setattr(DuckDBWarehouse, "query", counting)
    return tables


def current(settings: BuildSettings) -> ContextGraph:
    return SnapshotStore(settings.snapshot_dir).current().graph


def change(settings: BuildSettings, statement: str) -> None:
    with duckdb.connect(str(settings.project_dir / "shop.duckdb")) as database:
        database.execute(statement)


def test_nothing_changed_costs_no_query_and_gives_the_same(settings: BuildSettings, sent: list[str]):
    build_context(settings)
    first = current(settings)
    assert sent
    sent.clear()
    report = build_context(settings)
    assert sent == []
    assert report.exit_code == 0
    assert current(settings).profiles == first.profiles
    assert current(settings).joins == first.joins


def test_a_changed_table_alone_is_read_again_with_its_joins(settings: BuildSettings, sent: list[str]):
    build_context(settings)
    before = current(settings).profiles
    change(settings, "update country set name = 'Chile' where id = 3")
    sent.clear()
    build_context(settings)
    profiles = current(settings).profiles
    assert "Chile" in profiles["model.shop.country"].columns[1].values
    assert set(sent) == {"country", "Customer"}  # the join from customer to country is measured anew
    assert profiles["model.shop.orders"] == before["model.shop.orders"]


@pytest.mark.parametrize("change_settings", [{"full_refresh": True}, {"profile_max_age_s": 0.0}, {"values": "none"}])
def test_what_the_user_asks_for_is_read_again(settings: BuildSettings, sent: list[str], change_settings):
    build_context(settings)
    sent.clear()
    build_context(replace(settings, **change_settings))
    assert {"country", "Customer", "orders"} <= set(sent)


def test_a_column_declared_personal_since_is_profiled_anew(settings: BuildSettings):
    build_context(settings)
    assert current(settings).column_profile("model.shop.country", "name").values
    path = settings.project_dir / "target" / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["nodes"]["model.shop.country"]["columns"]["name"]["meta"] = {"gtr": {"personal": True}}
    path.write_text(json.dumps(manifest))
    build_context(settings)
    assert current(settings).column_profile("model.shop.country", "name").personal
    assert current(settings).column_profile("model.shop.country", "name").values == ()


def failing_on(name: str, monkeypatch: pytest.MonkeyPatch, error: type[BaseException] | BaseException) -> None:
    query = DuckDBWarehouse.query

    def fails(self: DuckDBWarehouse, select: exp.Query, **keywords: object) -> ResultSet:
        if any(table.name == name for table in select.find_all(exp.Table)):
            raise error
        return query(self, select, **keywords)

    monkeypatch.setattr(DuckDBWarehouse, "query", fails)


def test_a_table_that_fails_keeps_its_former_profile_as_stale(settings: BuildSettings, monkeypatch):
    build_context(settings)
    before = current(settings).profiles["model.shop.country"]
    change(settings, "insert into country values (4, 'Kenya')")
    with monkeypatch.context() as patched:
        failing_on("country", patched, QueryError("io", "the disk hums"))
        report = build_context(settings)
    assert report.exit_code == 5
    assert {failure.table for failure in report.failed if failure.reason == "profile"} == {"model.shop.country"}
    stale = current(settings).profiles["model.shop.country"]
    assert "the disk hums" in str(stale.stale)
    assert replace(stale, stale=None) == before
    assert build_context(settings).exit_code == 0
    mended = current(settings).profiles["model.shop.country"]
    assert mended.stale is None
    assert "Kenya" in mended.columns[1].values


def test_a_stale_profile_shows_nothing_that_may_not_be_kept_any_more(settings: BuildSettings, monkeypatch):
    build_context(settings)
    with monkeypatch.context() as patched:
        failing_on("country", patched, QueryError("io", "the disk hums"))
        build_context(replace(settings, values="none"))
    stale = current(settings).profiles["model.shop.country"]
    assert stale.stale
    assert all(not column.values and column.minimum is None for column in stale.columns)


def test_an_interrupted_build_goes_on_where_it_stopped(settings: BuildSettings, sent: list[str], monkeypatch):
    with monkeypatch.context() as patched:
        failing_on("orders", patched, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            build_context(settings)
    assert journal_of(settings).path.stat().st_mode & 0o077 == 0
    with journal_of(settings).path.open("ab") as file:
        file.write(b'{"profile": {"table": "torn')
    sent.clear()
    build_context(replace(settings, infer_joins=False))
    assert [name for name in sent if name == "orders"]
    assert sent.count("country") == 1  # its join alone: the profile was there
    assert set(current(settings).profiles) == {f"model.shop.{name}" for name in ("country", "customer", "orders")}
    assert not journal_of(settings).path.exists()


def test_what_the_budget_leaves_undone_is_said(settings: BuildSettings):
    report = build_context(replace(settings, profile_budget_s=0.0))
    assert [failure.reason for failure in report.failed] == ["budget"] * 3
    assert report.exit_code == 5
    assert build_context(settings).exit_code == 0


def test_a_snapshot_that_cannot_be_read_is_no_hindrance(settings: BuildSettings):
    first = build_context(settings)
    folder = Path(settings.snapshot_dir) / "snapshots" / first.snapshot_id
    (folder / "columns.parquet").write_bytes(b"nothing")
    assert build_context(settings).exit_code == 0
