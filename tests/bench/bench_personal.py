"""Precision and recall of the detection of personal data over the labelled columns of ``tests/profiling``.

Run from the repository's root: ``python -m tests.bench.bench_personal``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import duckdb

from gtr_core.catalog import ColumnProfile, Relation, Table
from gtr_core.profiling import profile_table
from gtr_core.warehouse.duckdb_opening import open_duckdb
from tests.profiling.made_up_identities import made_up_identities
from tests.profiling.made_up_people import LabelledColumn, made_up_columns


def profiled(columns: tuple[LabelledColumn, ...]) -> dict[str, ColumnProfile]:
    """Profiles of all columns, as one table of a neutral name."""
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
    return {column.name: column for column in profile.columns}


def main() -> None:
    """Print what was missed and what was flagged wrongly, and the figures of each set and of both."""
    total = hits = flagged = labelled = 0
    for title, columns in (("people", made_up_columns()), ("identities", made_up_identities())):
        found = profiled(columns)
        for column in columns:
            mine = found[column.name]
            if mine.personal != column.personal:
                verdict = "missed" if column.personal else "false alarm"
                print(f"  {verdict}: {column.name} ({column.kind}): {mine.semantic_type}; {mine.personal_reason}")
        right = sum(c.personal and found[c.name].personal for c in columns)
        alarms, personal = sum(one.personal for one in found.values()), sum(c.personal for c in columns)
        _show(title, len(columns), right, alarms, personal)
        total, hits, flagged, labelled = total + len(columns), hits + right, flagged + alarms, labelled + personal
    _show("both", total, hits, flagged, labelled)


def _show(title: str, columns: int, hits: int, flagged: int, labelled: int) -> None:
    shares = f"precision {hits / flagged:.3f}, recall {hits / labelled:.3f}"
    print(f"{title}: {columns} columns, {labelled} personal; {shares}")


if __name__ == "__main__":
    main()
