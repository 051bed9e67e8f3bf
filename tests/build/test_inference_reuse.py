from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from sqlglot import exp

from gtr_core.build.build_context import build_context
from gtr_core.build.settings import BuildSettings, build_settings
from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.context.store import SnapshotStore
from gtr_core.warehouse import ResultSet
from gtr_core.warehouse.duckdb import DuckDBWarehouse
from tests.build.shop import make_shop


@pytest.fixture(name="settings")
def _settings(tmp_path: Path) -> BuildSettings:
    """A shop whose country has two more tables, which nobody joins to anything."""
    return build_settings(make_shop(tmp_path / "shop", extra_tables=2), {"encoder": "none"})


@pytest.fixture(name="read")
def _read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tables whose statements a build sent, in order."""
    tables: list[str] = []
    query = DuckDBWarehouse.query

    def counting(self: DuckDBWarehouse, select: exp.Query, **keywords: object) -> ResultSet:
        tables.extend(sorted({table.name for table in select.find_all(exp.Table) if table.db}))
        return query(self, select, **keywords)  # type: ignore[arg-type]

    monkeypatch.setattr(DuckDBWarehouse, "query", counting)
    return tables


def current(settings: BuildSettings) -> ContextGraph:
    return SnapshotStore(settings.snapshot_dir).current().graph


def change(settings: BuildSettings, statement: str) -> None:
    with duckdb.connect(str(settings.project_dir / "shop.duckdb")) as database:
        database.execute(statement)


def inferred(graph: ContextGraph) -> list[JoinEdge]:
    return [edge for edge in graph.joins if edge.origins == ("inferred",)]


def test_keys_and_joins_stand_without_a_statement(settings: BuildSettings, read: list[str]):
    build_context(settings)
    first = current(settings)
    assert [(key.table, key.columns) for key in first.keys if key.origin == "inferred"] == [
        (f"model.shop.{name}", ("id",)) for name in ("country", "extra_0", "extra_1", "orders")
    ]
    read.clear()
    build_context(settings)
    assert read == []
    assert current(settings).keys == first.keys
    assert current(settings).joins == first.joins


def test_a_key_that_holds_no_more_goes(settings: BuildSettings):
    build_context(settings)
    change(settings, "insert into extra_0 values (7, 'twice')")
    build_context(settings)
    assert [key.table for key in current(settings).keys if key.origin == "inferred"] == [
        f"model.shop.{name}" for name in ("country", "extra_1", "orders")
    ]


def test_other_rows_alone_do_not_start_an_inference(settings: BuildSettings, read: list[str]):
    build_context(settings)
    change(settings, "update extra_0 set word = 'other' where id = 3")
    read.clear()
    build_context(settings)
    assert set(read) == {"extra_0"}


def test_a_build_that_had_no_time_is_made_up_for(settings: BuildSettings, tmp_path: Path):
    hurried = build_settings(settings.project_dir, {"encoder": "none", "infer_budget": 1e-9})
    report = build_context(hurried)
    assert report.failed_by_reason == {"inference_budget": 5}
    assert not [key for key in current(settings).keys if key.origin == "inferred"]
    assert build_context(settings).exit_code == 0
    assert len([key for key in current(settings).keys if key.origin == "inferred"]) == 4


def test_switching_inference_on_later_infers(settings: BuildSettings):
    build_context(build_settings(settings.project_dir, {"encoder": "none", "infer_joins": "off"}))
    assert not [key for key in current(settings).keys if key.origin == "inferred"]
    build_context(settings)
    assert [key for key in current(settings).keys if key.origin == "inferred"]


def test_a_table_that_was_empty_is_looked_at_once_it_holds_rows(settings: BuildSettings):
    change(settings, "create table later as select id, id as customer_id from orders where false")
    change(settings, "drop table extra_1; alter table later rename to extra_1")
    change(settings, "alter table extra_1 rename column customer_id to word")
    build_context(settings)
    assert "model.shop.extra_1" not in {key.table for key in current(settings).keys}
    change(settings, "insert into extra_1 select i, i * 3 from range(1, 200) r(i)")
    build_context(settings)
    assert "model.shop.extra_1" in {key.table for key in current(settings).keys}
