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
from tests.llm.scripted_server import scripted_server
from tests.profiling.made_up_identities import made_up_identities
from tests.profiling.made_up_people import LabelledColumn, made_up_columns

_SHORTEST = 6
"""Shorter values (a given name) are parts of other words."""


@pytest.fixture(scope="module", name="built")
def _built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[LabelledColumn, ...]]:
    """A project with all columns of made-up people in one table, built with every value that policy lets be kept."""
    folder = make_shop(tmp_path_factory.mktemp("people") / "shop")
    columns = (*made_up_columns(200), *made_up_identities(200))
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
    """Values of personal columns, as they were written; those of numbers too, as the engine writes them."""
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


def test_they_are_in_no_prompt(built, tmp_path: Path, monkeypatch, capfd):
    """Joins over personal columns are left open by the score, so that a language model is asked about them."""
    folder, columns = built
    path = tmp_path / "people.duckdb"
    personal = [c for c in columns if c.personal and len(set(c.values)) > 100]
    with duckdb.connect(str(path)) as database:
        database.execute(f"attach '{folder / 'shop.duckdb'}' as shop (read_only)")
        for number, c in enumerate(personal):
            database.execute(f"create table t{number} as select distinct {c.name} as v{number} from shop.records")
            chosen = f"select {c.name} as w{number} from shop.records limit 150"
            database.execute(f"create table u{number} as select * from ({chosen})")
    with scripted_server(*['{"choice": 0}'] * 400) as server:
        for name, value in (("BASE_URL", server.base_url), ("MODEL", "m"), ("API_KEY", "k")):
            monkeypatch.setenv(f"GTR_LLM_{name}", value)
        main(["infer-joins", str(path), "--llm", "uncertain", "--json"])
    prompts = json.dumps(server.requests, ensure_ascii=False)
    shown = capfd.readouterr()
    assert len(server.requests) >= 10
    assert "t0.v0" in prompts
    assert found_in(prompts.encode(), planted(columns)) == []
    assert found_in((shown.out + shown.err).encode(), planted(columns)) == []


def test_most_columns_are_told_apart(built, tmp_path: Path):
    folder, columns = built
    build_context(build_settings(folder, {"snapshot_dir": tmp_path, "profiles_dir": folder, "encoder": "none"}))
    profile = SnapshotStore(tmp_path).current().graph.profiles["model.shop.records"]
    found = {column.name for column in profile.columns if column.personal}
    assert found == {column.name for column in columns if column.personal}
