from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
import sqlglot

from gtr_core.warehouse import QueryError, StatementRefusedError, WarehouseFileInvalidError, WarehouseFileMissingError
from gtr_core.warehouse.parquet_folder import ParquetFolder, open_parquet_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "rows"
    (place / "parted").mkdir(parents=True)
    (tmp_path / "aside.csv").write_text("a\n1\n")
    for name, rows in (("small", 3), ("large", 300_000), ("parted/1", 5), ("parted/2", 6), ("it's odd", 1)):
        quoted = str(place / f"{name}.parquet").replace("'", "''")
        duckdb.sql(f"COPY (SELECT range AS id, range % 7 AS part FROM range({rows})) TO '{quoted}' (FORMAT parquet)")
    return place


@pytest.fixture
def warehouse(folder: Path):
    with open_parquet_folder(folder) as opened:
        yield opened


def test_each_file_and_folder_is_a_table_of_known_size(warehouse: ParquetFolder):
    assert {one.relation.identifier: (one.kind, one.row_count) for one in warehouse.list_relations()} == {
        "it's odd": ("table", 1),
        "large": ("table", 300_000),
        "parted": ("table", 11),
        "small": ("table", 3),
    }


def test_a_sample_comes_from_all_over_the_file_and_is_the_same_each_time(warehouse: ParquetFolder):
    (large,) = [one for one in warehouse.list_relations() if one.relation.identifier == "large"]
    sample = warehouse.sample(large, ["id"], 2000, 42)
    rows = [row[0] for row in warehouse.query(sample.select).rows]
    assert (sample.form, sample.whole, len(rows)) == ("block", False, 2000)
    assert min(rows) < 30_000
    assert max(rows) > 270_000
    assert [row[0] for row in warehouse.query(warehouse.sample(large, ["id"], 2000, 42).select).rows] == rows


def test_small_tables_are_read_whole_and_parted_ones_cut(warehouse: ParquetFolder):
    listed = {one.relation.identifier: one for one in warehouse.list_relations()}
    assert warehouse.sample(listed["small"], ["id"], 10, 1).whole
    cut = warehouse.sample(listed["parted"], ["id"], 4, 1)
    assert (cut.form, len(warehouse.query(cut.select).rows)) == ("limit", 4)


def test_nothing_else_can_be_read(warehouse: ParquetFolder, folder: Path):
    for sql in (
        f"SELECT * FROM read_csv('{folder.parent / 'aside.csv'}')",
        f"SELECT * FROM '{folder.parent}/aside.csv'",
    ):
        with pytest.raises((StatementRefusedError, QueryError)):
            warehouse.query(sqlglot.parse_one(sql, dialect="duckdb"))


def test_folders_that_hold_nothing_usable(tmp_path: Path):
    with pytest.raises(WarehouseFileMissingError):
        open_parquet_folder(tmp_path / "nowhere")
    with pytest.raises(WarehouseFileMissingError):
        open_parquet_folder(tmp_path)
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(WarehouseFileInvalidError):
        open_parquet_folder(tmp_path)
