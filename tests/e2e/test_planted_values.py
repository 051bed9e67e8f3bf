"""No personal value that was planted in a warehouse is found in what a build leaves behind or shows."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import duckdb
import pytest

from gtr_core.build.build_context import build_context
from gtr_core.build.settings import build_settings
from gtr_core.cli.main import main
from gtr_core.context.store import SnapshotStore
from tests.build.shop import make_shop
from tests.profiling.made_up_people import LabelledColumn, made_up_columns

_SHORTEST = 6
"""Shorter values (a given name) are parts of other words."""

UNDETECTED = "ni_number"
"""Codes that only their country's register could tell from others: the project must declare them."""


@pytest.fixture(scope="module", name="built")
def _built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[LabelledColumn, ...]]:
    """A project with all columns of made-up people in one table, built with every value that policy lets be kept."""
    folder = make_shop(tmp_path_factory.mktemp("people") / "shop")
    columns = tuple(column for column in made_up_columns(200) if column.name != UNDETECTED)
    with duckdb.connect(str(folder / "shop.duckdb")) as database:
        database.execute(f"create table records ({', '.join(f'{c.name} {c.sql_type}' for c in columns)})")
        rows = [list(row) for row in zip(*(column.values for column in columns), strict=True)]
        database.executemany(f"insert into records values ({', '.join('?' for _ in columns)})", rows)
        # A view that fails by its data, so that the engine has a value to quote in its message.
        database.execute("create view failing as select cast(email as integer) as number from records")
    path = folder / "target" / "manifest.json"
    manifest = json.loads(path.read_text())
    for name in ("records", "failing"):
        template = json.loads(json.dumps(manifest["nodes"]["model.shop.country"]))
        template |= {"unique_id": f"model.shop.{name}", "name": name, "alias": name, "columns": {}}
        template |= {"relation_name": f'"shop"."main"."{name}"'}
        manifest["nodes"][f"model.shop.{name}"] = template
    path.write_text(json.dumps(manifest))
    return folder, columns


def planted(columns: tuple[LabelledColumn, ...]) -> set[str]:
    open_values = {value for column in columns if not column.personal for value in column.values}
    values = {value for column in columns if column.personal for value in column.values if len(value) >= _SHORTEST}
    return values - open_values


def found_in(data: bytes, values: set[str]) -> list[str]:
    text = data.decode("utf-8", "replace").casefold()
    return sorted(value for value in values if value.casefold() in text)


def unpacked(folder: Path) -> bytes:
    """All files of a folder as they lie, and the rows of its Parquet files, which compression hides."""
    parts = [path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()]
    for path in sorted(folder.rglob("*.parquet")):
        parts.append(repr(duckdb.sql(f"select * from '{path}'").fetchall()).encode())
    return b"\n".join(parts)


def test_the_search_would_find_them(built):
    folder, columns = built
    values = planted(columns)
    assert len(values) > 3_000
    with duckdb.connect(str(folder / "shop.duckdb"), read_only=True) as database:
        rows = database.execute("from records").fetchall()
    assert found_in(" ".join(str(cell) for row in rows for cell in row).encode(), values) == sorted(values)


@pytest.mark.parametrize("policy", ["codes", "all"])
def test_they_are_in_no_file_log_or_output(built, policy: str, tmp_path: Path, caplog, capfd):
    folder, columns = built
    values = planted(columns)
    caplog.set_level(logging.DEBUG)
    store = tmp_path / "store"
    report = build_context(build_settings(folder, {"values": policy, "snapshot_dir": store, "profiles_dir": folder}))
    assert {failure.table for failure in report.failed} == {"model.shop.failing"}
    common = ["--project-dir", str(folder), "--profiles-dir", str(folder), "--snapshot-dir", str(store)]
    for command in (
        ["build", *common, "--values", policy, "--full-refresh"],
        ["build", *common, "--dry-run", "--full-refresh"],
        ["show", "records", *common[:2], *common[4:]],
        ["show", "records", *common[:2], *common[4:], "--json"],
        ["tables", *common[:2], *common[4:], "--json"],
        ["status", *common[:2], *common[4:]],
        ["explain", "how many records by city", *common[:2], *common[4:]],
    ):
        main(command)
    shown = capfd.readouterr()
    assert found_in((shown.out + shown.err).encode(), values) == []
    assert found_in(caplog.text.encode(), values) == []
    assert found_in(json.dumps(report.to_json()).encode(), values) == []
    assert found_in(unpacked(store), values) == []
    assert b"Compact" in unpacked(store)  # what is not personal was kept


def test_most_columns_are_told_apart(built, tmp_path: Path):
    folder, columns = built
    build_context(build_settings(folder, {"snapshot_dir": tmp_path, "profiles_dir": folder, "encoder": "none"}))
    profile = SnapshotStore(tmp_path).current().graph.profiles["model.shop.records"]
    found = {column.name for column in profile.columns if column.personal}
    assert found == {column.name for column in columns if column.personal}
