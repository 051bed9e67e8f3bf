from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest
from sqlglot import exp, parse_one

from gtr_core.warehouse import (
    RelationMissingError,
    WarehouseFileInvalidError,
    WarehouseFileMissingError,
    WarehouseLockedError,
    WarehousePermissionError,
    WarehouseSettingError,
)
from gtr_core.warehouse.duckdb_opening import open_duckdb
from tests.warehouse.databases import open_database, write_database


def select(sql: str) -> exp.Query:
    parsed = parse_one(sql, read="duckdb")
    assert isinstance(parsed, exp.Query)
    return parsed


@contextmanager
def written_elsewhere(path: Path) -> Iterator[int]:
    """Another process that has the file open for writing, by its id."""
    program = f"import duckdb, sys; c = duckdb.connect({str(path)!r}); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process.pid
        process.communicate("")


def test_a_missing_file_is_named_and_not_made(tmp_path: Path):
    path = tmp_path / "ghost.duckdb"
    with pytest.raises(WarehouseFileMissingError, match=r"ghost\.duckdb") as failure:
        open_duckdb({"path": str(path)})
    assert failure.value.exit_code == 2
    assert "dbt build" in str(failure.value)
    assert not path.exists()


@pytest.mark.parametrize("content", [b"", b"garbage" * 1000, b"\0" * 20000])
def test_a_file_that_is_no_database_is_said_to_be_none(tmp_path: Path, content: bytes):
    path = tmp_path / "broken.duckdb"
    path.write_bytes(content)
    with pytest.raises(WarehouseFileInvalidError, match=r"broken\.duckdb") as failure:
        open_duckdb({"path": str(path)})
    assert failure.value.exit_code == 2


def test_a_folder_is_no_database(tmp_path: Path):
    with pytest.raises(WarehouseFileInvalidError, match="folder"):
        open_duckdb({"path": str(tmp_path)})


def test_a_truncated_database_is_said_to_be_none(tmp_path: Path):
    path = write_database(tmp_path / "cut.duckdb", "CREATE TABLE t AS SELECT * FROM range(100000)")
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(WarehouseFileInvalidError):
        open_duckdb({"path": str(path)})


def test_a_file_that_another_process_writes_to_names_the_holder(tmp_path: Path):
    path = write_database(tmp_path / "busy.duckdb", "CREATE TABLE t (a INTEGER)")
    with written_elsewhere(path) as process, pytest.raises(WarehouseLockedError) as failure:
        open_duckdb({"path": str(path)})
    assert f"process {process}" in str(failure.value)
    assert failure.value.transient


def test_a_file_that_this_process_writes_to_is_said_to_be(tmp_path: Path):
    path = tmp_path / "own.duckdb"
    with duckdb.connect(str(path)), pytest.raises(WarehouseLockedError, match="this process"):
        open_duckdb({"path": str(path)})


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_said_to_be(tmp_path: Path):
    path = write_database(tmp_path / "secret.duckdb", "CREATE TABLE t (a INTEGER)")
    path.chmod(0)
    with pytest.raises(WarehousePermissionError, match=r"secret\.duckdb"):
        open_duckdb({"path": str(path)})


def test_a_file_that_the_system_denies_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = write_database(tmp_path / "secret.duckdb", "CREATE TABLE t (a INTEGER)")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(WarehousePermissionError, match=r"secret\.duckdb"):
        open_duckdb({"path": str(path)})


@pytest.mark.parametrize("path", [None, "", ":memory:", ":memory:x", "md:company", "s3://bucket/x.duckdb"])
def test_a_profile_without_a_local_file_is_refused(path: str | None):
    with pytest.raises(WarehouseSettingError) as failure:
        open_duckdb({"path": path})
    assert failure.value.setting == "path"
    assert failure.value.exit_code == 2


def test_relative_paths_start_at_the_base(tmp_path: Path):
    write_database(tmp_path / "shop.duckdb", "CREATE TABLE t (a INTEGER)")
    with open_duckdb({"path": "shop.duckdb"}, tmp_path) as warehouse:
        assert [one.relation.identifier for one in warehouse.list_relations()] == ["t"]


def test_opening_and_reading_leaves_the_file_and_its_folder_as_they_were(tmp_path: Path):
    path = write_database(tmp_path / "shop.duckdb", "CREATE TABLE t AS SELECT 1 AS a")
    before = path.read_bytes()
    with open_duckdb({"path": str(path)}) as warehouse:
        warehouse.query(select("SELECT * FROM t"))
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["shop.duckdb"]


def test_the_engine_itself_denies_writing_files_and_settings(tmp_path: Path):
    """What the guard would refuse is sent past it, to see that the engine holds as well."""
    (tmp_path / "data.csv").write_text("a\n1\n")
    with open_database(tmp_path / "shop.duckdb", "CREATE TABLE t (a INTEGER)") as warehouse:
        connection = warehouse._connection
        for statement in (
            f"SELECT * FROM read_csv('{tmp_path / 'data.csv'}')",
            f"COPY t TO '{tmp_path / 'out.csv'}'",
            f"ATTACH '{tmp_path / 'other.duckdb'}'",
            "SET enable_external_access = true",
            "SET lock_configuration = false",
            "INSERT INTO t VALUES (1)",
            "CREATE TABLE u (a INTEGER)",
            "INSTALL httpfs",
        ):
            with pytest.raises(duckdb.Error):
                connection.execute(statement)
    assert sorted(os.listdir(tmp_path)) == ["data.csv", "shop.duckdb"]


def test_variables_of_the_caller_do_not_stand_in_for_tables(tmp_path: Path):
    import pyarrow as pa

    people = pa.table({"a": [1]})
    assert people.num_rows == 1
    with (
        open_database(tmp_path / "shop.duckdb", "CREATE TABLE t (a INTEGER)") as warehouse,
        pytest.raises(RelationMissingError, match="people"),
    ):
        warehouse.query(select("SELECT * FROM people"))


def test_attached_files_can_be_read(tmp_path: Path):
    other = write_database(tmp_path / "raw.duckdb", "CREATE TABLE events AS SELECT 7 AS a")
    third = write_database(tmp_path / "third.duckdb", "CREATE TABLE x AS SELECT 1 AS a")
    settings = {"attach": [{"path": str(other), "alias": "source data"}, {"path": str(third)}]}
    with open_database(tmp_path / "shop.duckdb", "CREATE TABLE t (a INTEGER)", settings=settings) as warehouse:
        assert [str(one.relation) for one in warehouse.list_relations()] == [
            '"shop"."main"."t"',
            '"source data"."main"."events"',
            '"third"."main"."x"',
        ]
        assert warehouse.query(select('SELECT a FROM "source data".main.events')).rows == [(7,)]
        assert warehouse.warnings == ()


def test_a_missing_attached_file_is_named(tmp_path: Path):
    path = write_database(tmp_path / "shop.duckdb", "CREATE TABLE t (a INTEGER)")
    with pytest.raises(WarehouseFileMissingError, match=r"gone\.duckdb"):
        open_duckdb({"path": str(path), "attach": [{"path": str(tmp_path / "gone.duckdb")}]})
    duckdb.connect(str(path)).close()  # nothing holds the file


def test_what_cannot_be_attached_is_told(tmp_path: Path):
    settings = {"attach": [{"path": "postgres:dbname=x password=hunter2", "type": "postgres"}, "nonsense"]}
    with open_database(tmp_path / "shop.duckdb", "CREATE TABLE t (a INTEGER)", settings=settings) as warehouse:
        assert len(warehouse.warnings) == 2
        assert not any("hunter2" in warning for warning in warehouse.warnings)


def test_views_read_external_files_only_below_the_external_root(tmp_path: Path):
    inside = tmp_path / "external"
    inside.mkdir()
    (inside / "in.csv").write_text("a\n1\n")
    (tmp_path / "out.csv").write_text("a\n2\n")
    with open_database(
        tmp_path / "shop.duckdb",
        f"CREATE VIEW inside AS SELECT * FROM read_csv('{inside / 'in.csv'}')",
        f"CREATE VIEW outside AS SELECT * FROM read_csv('{tmp_path / 'out.csv'}')",
        settings={"external_root": str(inside)},
    ) as warehouse:
        assert warehouse.query(select("SELECT a FROM inside")).rows == [(1,)]
        with pytest.raises(WarehousePermissionError, match="external_root"):
            warehouse.query(select("SELECT a FROM outside"))


def test_a_second_connection_in_the_same_process_works(tmp_path: Path):
    path = write_database(tmp_path / "shop.duckdb", "CREATE TABLE t AS SELECT 1 AS a")
    with open_duckdb({"path": str(path)}) as first, open_duckdb({"path": str(path)}) as second:
        assert first.query(select("SELECT a FROM t")).rows == second.query(select("SELECT a FROM t")).rows == [(1,)]


def test_settings_that_are_left_aside_are_said(tmp_path: Path):
    path = write_database(tmp_path / "x.duckdb", "CREATE TABLE t (a INTEGER)")
    settings = {"path": str(path), "extensions": ["httpfs"], "settings": {"timezone": "UTC"}}
    with open_duckdb(settings) as warehouse:
        assert [sentence.split("`")[1] for sentence in warehouse.warnings] == ["extensions", "settings"]


def test_a_relative_attachment_lies_beside_the_project(tmp_path: Path):
    write_database(tmp_path / "other.duckdb", "CREATE TABLE u (b INTEGER)")
    path = write_database(tmp_path / "x.duckdb", "CREATE TABLE t (a INTEGER)")
    with open_duckdb({"path": str(path), "attach": [{"path": "other.duckdb", "alias": "o"}]}, tmp_path) as warehouse:
        assert [str(one.relation) for one in warehouse.list_relations()] == ['"o"."main"."u"', '"x"."main"."t"']


def test_the_state_changes_with_the_file(tmp_path: Path):
    path = tmp_path / "x.duckdb"
    states, marks = [], []
    for statement in ("CREATE TABLE t AS SELECT 1 AS a", "SELECT 1", "UPDATE t SET a = 2"):
        write_database(path, statement)
        with open_duckdb({"path": str(path)}) as warehouse:
            states.append(warehouse.state())
            marks.append(dict(warehouse.altered_marks(warehouse.list_relations())))
    assert marks[0] == marks[1] != marks[2]
    assert states[1] != states[2]
