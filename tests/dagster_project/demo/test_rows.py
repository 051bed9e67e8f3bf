from __future__ import annotations

import stat
from pathlib import Path

import duckdb
import pytest

from dagster_project.demo import rows
from dagster_project.demo.exceptions import MissingExtraError, NoSpaceError, RowGenerationError
from dagster_project.demo.rows import TABLES, WAREHOUSE_FILE, bytes_needed, load_rows


def test_rows_are_loaded_into_raw_and_nothing_is_left_beside_them(tmp_path: Path) -> None:
    load_rows(tmp_path, 0.001)
    assert [path.name for path in tmp_path.iterdir()] == [WAREHOUSE_FILE]
    with duckdb.connect(str(tmp_path / WAREHOUSE_FILE), read_only=True) as connection:
        tables = connection.sql(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'raw' ORDER BY 1"
        ).fetchall()
        assert [name for (name,) in tables] == list(TABLES)
        assert connection.sql("SELECT count(*) FROM raw.nation").fetchall() == [(25,)]
        assert connection.sql("SELECT count(*) FROM raw.customer").fetchall() == [(150,)]


def test_what_a_killed_run_left_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / ".rows").mkdir()
    (tmp_path / ".rows" / "lineitem.parquet").write_bytes(b"half a file")
    (tmp_path / f"{WAREHOUSE_FILE}.partial").write_bytes(b"half a file")
    (tmp_path / f"{WAREHOUSE_FILE}.wal").write_bytes(b"a log of another file")
    load_rows(tmp_path, 0.001)
    with duckdb.connect(str(tmp_path / WAREHOUSE_FILE), read_only=True) as connection:
        assert connection.sql("SELECT count(*) FROM raw.region").fetchall() == [(5,)]


def fake_generator(tmp_path: Path, body: str) -> Path:
    program = tmp_path / "tpchgen-cli"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


def test_a_failing_generator_is_quoted_and_the_former_file_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = fake_generator(tmp_path, "echo 'bad luck' >&2; exit 3")
    monkeypatch.setattr(rows, "generator", lambda: program)
    folder = tmp_path / "demo"
    folder.mkdir()
    (folder / WAREHOUSE_FILE).write_bytes(b"former")
    with pytest.raises(RowGenerationError, match="bad luck"):
        load_rows(folder, 0.001)
    assert (folder / WAREHOUSE_FILE).read_bytes() == b"former"
    assert [path.name for path in folder.iterdir()] == [WAREHOUSE_FILE]


def test_a_generator_that_leaves_tables_out_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = fake_generator(tmp_path, "exit 0")
    monkeypatch.setattr(rows, "generator", lambda: program)
    folder = tmp_path / "demo"
    folder.mkdir()
    with pytest.raises(RowGenerationError, match=r"left out customer, .* supplier"):
        load_rows(folder, 0.001)


def test_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = fake_generator(tmp_path, "echo 'Error: No space left on device (os error 28)' >&2; exit 1")
    monkeypatch.setattr(rows, "generator", lambda: program)
    folder = tmp_path / "demo"
    folder.mkdir()
    with pytest.raises(NoSpaceError, match="free"):
        load_rows(folder, 0.001)


def test_without_the_generator_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows.shutil, "which", lambda *_args, **_kwargs: None)
    with pytest.raises(MissingExtraError) as caught:
        rows.generator()
    assert caught.value.packages == ("tpchgen-cli",)
    assert "[demo]" in str(caught.value)


def test_more_rows_need_more_room() -> None:
    assert bytes_needed(0.01) < 100_000_000 < bytes_needed(1) < bytes_needed(10)
