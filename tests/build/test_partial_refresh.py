from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest
from sqlglot import exp

from gtr_core.build.build_context import build_context
from gtr_core.build.exceptions import NothingToBuildError
from gtr_core.build.plan import plan_build
from gtr_core.build.settings import BuildSettings, build_settings
from gtr_core.context.exceptions import SnapshotError
from gtr_core.context.graph import ContextGraph
from gtr_core.context.store import SnapshotStore
from gtr_core.warehouse import ResultSet
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from tests.build.shop import make_shop

ALL = {f"model.shop.{name}" for name in ("country", "customer", "orders")}


@pytest.fixture(name="settings")
def _settings(tmp_path: Path) -> BuildSettings:
    return build_settings(make_shop(tmp_path / "shop"), {"encoder": "none"})


@pytest.fixture(name="sent")
def _sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tables that statements of a build read, in order."""
    tables: list[str] = []
    query = DuckDBWarehouse.query

    def noting(self: DuckDBWarehouse, select: exp.Query, **keywords: object) -> ResultSet:
        tables.extend(sorted({table.name for table in select.find_all(exp.Table) if table.db}))
        return query(self, select, **keywords)

    monkeypatch.setattr(DuckDBWarehouse, "query", noting)
    return tables


def current(settings: BuildSettings) -> ContextGraph:
    return SnapshotStore(settings.snapshot_dir).current().graph


def change(settings: BuildSettings, statement: str) -> None:
    with duckdb.connect(str(settings.project_dir / "shop.duckdb")) as database:
        database.execute(statement)


def edit_manifest(settings: BuildSettings, edit: Callable[[dict[str, Any]], object]) -> None:
    path = settings.project_dir / "target" / "manifest.json"
    manifest = json.loads(path.read_text())
    edit(manifest)
    path.write_text(json.dumps(manifest))


def refreshed(settings: BuildSettings, *selections: str, **changes: Any) -> BuildSettings:
    return replace(settings, refresh=selections, **changes)


def names(settings: BuildSettings, table: str, column: str = "name") -> tuple[str, ...]:
    profile = current(settings).column_profile(f"model.shop.{table}", column)
    assert profile is not None
    return profile.values


def test_what_is_selected_is_built_anew_and_the_rest_stays(settings: BuildSettings, sent: list[str]):
    build_context(settings)
    before = current(settings)
    change(settings, "update country set name = 'Chile' where id = 3")
    change(settings, "update orders set status = 'gone' where id % 3 = 0")
    sent.clear()
    report = build_context(refreshed(settings, "country"))
    after = current(settings)
    assert {table.id for table in after.tables} == ALL
    assert "Chile" in names(settings, "country")
    assert after.profiles["model.shop.orders"] == before.profiles["model.shop.orders"]
    assert "gone" not in names(settings, "orders", "status")
    assert "orders" not in sent
    assert (report.exit_code, report.outside_selection, report.unchanged) == (0, 2, 0)
    ends = [(edge.child, edge.parent) for edge in after.joins]
    assert ends == [(edge.child, edge.parent) for edge in before.joins]
    assert after.keys == before.keys


def test_what_changed_outside_is_found_by_the_next_whole_build(settings: BuildSettings):
    build_context(settings)
    change(settings, "update orders set status = 'gone' where id % 3 = 0")
    build_context(refreshed(settings, "country"))
    assert "gone" not in names(settings, "orders", "status")
    build_context(settings)
    assert "gone" in names(settings, "orders", "status")


def test_a_refresh_in_full_reads_the_selected_tables_alone(settings: BuildSettings, sent: list[str]):
    build_context(settings)
    sent.clear()
    report = build_context(refreshed(settings, "orders", full_refresh=True, infer_joins=False))
    assert set(sent) == {"orders", "Customer"}  # the join from orders to customer is measured anew
    assert sent.count("Customer") == 1
    assert report.unchanged == 0
    assert {table.id for table in current(settings).tables} == ALL


def test_a_first_build_publishes_what_is_selected_and_says_so(settings: BuildSettings):
    report = build_context(refreshed(settings, "customer", "country"))
    graph = current(settings)
    assert {table.id for table in graph.tables} == {"model.shop.customer", "model.shop.country"}
    assert [(edge.child, edge.parent) for edge in graph.joins] == [("model.shop.customer", "model.shop.country")]
    assert any("2 selected tables and no others" in warning for warning in report.warnings)


def test_a_table_comes_in_by_being_selected(settings: BuildSettings):
    build_context(refreshed(settings, "customer"))
    report = build_context(refreshed(settings, "orders"))
    graph = current(settings)
    assert {table.id for table in graph.tables} == {"model.shop.customer", "model.shop.orders"}
    (edge,) = graph.joins
    assert (edge.child, edge.parent) == ("model.shop.orders", "model.shop.customer")
    assert edge.measurement is not None
    assert not any("no others" in warning for warning in report.warnings)


def test_a_table_that_the_project_dropped_stays_until_a_whole_build(settings: BuildSettings):
    build_context(settings)
    edit_manifest(settings, lambda manifest: manifest["nodes"].pop("model.shop.country"))
    build_context(refreshed(settings, "orders"))
    assert {table.id for table in current(settings).tables} == ALL
    build_context(settings)
    assert {table.id for table in current(settings).tables} == ALL - {"model.shop.country"}


def test_what_is_personal_by_now_does_not_stay(settings: BuildSettings):
    build_context(settings)
    assert names(settings, "country")

    def declare(manifest: dict[str, Any]) -> None:
        manifest["nodes"]["model.shop.country"]["columns"]["name"]["meta"] = {"gtr": {"personal": True}}

    edit_manifest(settings, declare)
    build_context(refreshed(settings, "orders"))
    profile = current(settings).column_profile("model.shop.country", "name")
    assert profile is not None
    assert (profile.personal, profile.values, profile.minimum, profile.length_quantiles) == (True, (), None, ())
    assert not SnapshotStore(settings.snapshot_dir).current().index.lookup(("india",))


def test_a_stricter_policy_holds_for_what_stays_too(settings: BuildSettings):
    build_context(settings)
    assert names(settings, "orders", "status")
    build_context(refreshed(settings, "country", values="none"))
    graph = current(settings)
    assert not any(column.values for profile in graph.profiles.values() for column in profile.columns)
    assert graph.profiles["model.shop.orders"].rows == 1000


def test_what_failed_outside_is_kept_in_the_snapshot_and_is_not_this_build_s(tmp_path: Path):
    settings = build_settings(make_shop(tmp_path / "shop", missing=("ghost",)), {"encoder": "none"})
    assert build_context(settings).exit_code == 5
    report = build_context(refreshed(settings, "country"))
    assert (report.exit_code, report.failed) == (0, ())
    assert [failure.table for failure in SnapshotStore(settings.snapshot_dir).current().failed] == ["model.shop.ghost"]
    assert build_context(refreshed(settings, "ghost", "country")).exit_code == 5


def test_nothing_is_lost_where_the_former_snapshot_cannot_be_read(settings: BuildSettings):
    first = build_context(settings)
    folder = Path(settings.snapshot_dir) / "snapshots" / first.snapshot_id
    (folder / "columns.parquet").write_bytes(b"nothing")
    with pytest.raises(SnapshotError, match="columns.parquet"):
        build_context(refreshed(settings, "country"))
    assert SnapshotStore(settings.snapshot_dir).current_id() == first.snapshot_id


def test_a_selection_of_nothing_publishes_nothing(settings: BuildSettings):
    build_context(settings)
    with pytest.raises(NothingToBuildError, match="'nowhere' matches no table"):
        build_context(refreshed(settings, "nowhere"))


def test_a_dry_run_names_the_statements_of_the_part(settings: BuildSettings):
    build_context(settings)
    change(settings, "update country set name = 'Chile' where id = 3")
    plan = plan_build(refreshed(settings, "country"))
    assert {(one.table, one.purpose) for one in plan.statements} == {
        ("model.shop.country", "statistics"), ("model.shop.country", "values"), ("model.shop.customer", "join"),
    }  # fmt: skip
