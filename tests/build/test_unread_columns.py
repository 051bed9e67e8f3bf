from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from gtr_core.build.build_context import build_context
from gtr_core.build.settings import BuildSettings, build_settings
from gtr_core.context.store import SnapshotStore
from tests.build.shop import make_shop

TABLE = "model.shop.country"


@pytest.fixture(name="settings")
def _settings(tmp_path: Path) -> BuildSettings:
    """A shop whose country is a view with one column that fails when it is read."""
    folder = make_shop(tmp_path / "shop")
    with duckdb.connect(str(folder / "shop.duckdb")) as database:
        database.execute("alter table country rename to country_rows")
        database.execute("create view country as select id, name, cast(name as integer) as size from country_rows")
    return replace(build_settings(folder, {"encoder": "none"}), infer_joins=False)


def mend(settings: BuildSettings) -> None:
    with duckdb.connect(str(settings.project_dir / "shop.duckdb")) as database:
        database.execute("create or replace view country as select id, name, length(name) as size from country_rows")


def test_a_column_that_cannot_be_read_is_a_failure_and_the_others_are_profiled(settings: BuildSettings):
    report = build_context(settings)
    assert report.exit_code == 5
    assert [(one.table, one.reason) for one in report.failed] == [(TABLE, "column")]
    assert report.failed[0].text.startswith("size: not read (conversion:")
    assert "India" not in report.failed[0].text
    profile = SnapshotStore(settings.snapshot_dir).current().graph.profiles[TABLE]
    assert profile.unread == (report.failed[0].text,)
    assert profile.columns[1].values == ("China", "India", "Peru")
    assert profile.columns[2].rows == 0


def test_it_is_read_again_by_each_build_until_it_can_be(settings: BuildSettings):
    build_context(settings)
    again = build_context(settings)
    assert (again.exit_code, again.unchanged) == (5, 2)
    mend(settings)
    mended = build_context(settings)
    assert mended.exit_code == 0
    assert SnapshotStore(settings.snapshot_dir).current().graph.profiles[TABLE].columns[2].rows == 3
