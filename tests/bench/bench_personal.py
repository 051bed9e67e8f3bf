"""Precision and recall of the detection of personal data over ``tests/profiling/made_up_people.py``.

Run from the repository's root: ``python -m tests.bench.bench_personal``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import duckdb

from gtr_core.catalog import Relation, Table
from gtr_core.profiling import profile_table
from gtr_core.warehouse.duckdb_opening import open_duckdb
from tests.profiling.made_up_people import made_up_columns


def main() -> None:
    """Profile all columns as one table of a neutral name, and print what was found."""
    columns = made_up_columns()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "people.duckdb"
        with duckdb.connect(str(path)) as database:
            declared = ", ".join(f"{c.name} {c.sql_type}" for c in columns)
            database.execute(f"create table records ({declared})")
            database.executemany(
                f"insert into records values ({', '.join('?' for _ in columns)})",
                [list(row) for row in zip(*(c.values for c in columns), strict=True)],
            )
        with open_duckdb({"path": str(path)}) as warehouse:
            listed = warehouse.describe(Relation(None, "main", "records"))
            profile = profile_table(warehouse, Table("records", listed.relation, "records", columns=listed.columns))
    found = {column.name: column for column in profile.columns}
    hits = sum(c.personal and found[c.name].personal for c in columns)
    for column in columns:
        mine = found[column.name]
        if mine.personal != column.personal:
            verdict = "missed" if column.personal else "false alarm"
            print(f"{verdict}: {column.name} ({column.kind}): {mine.semantic_type}; {mine.personal_reason}")
    flagged, labelled = sum(one.personal for one in found.values()), sum(c.personal for c in columns)
    print(f"{len(columns)} columns, {labelled} personal; precision {hits / flagged:.3f}, recall {hits / labelled:.3f}")


if __name__ == "__main__":
    main()
