"""What changes when the rows of a DuckDB table do: the file as a whole, and where each table's segments lie."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from sqlglot import exp, parse_one

from gtr_core.warehouse.listing import ListedRelation

__all__ = ["file_state", "marks_statements"]

_AT_A_TIME = 100
"""Tables per statement; the engine binds each by itself."""

_SEGMENTS = """
SELECT 0 AS position, md5(string_agg(concat_ws('|', row_group_id, column_path, segment_id, start, count, block_id,
       block_offset, stats, has_updates), ';' ORDER BY row_group_id, column_path, segment_id)) AS mark
FROM segments
"""


def file_state(paths: Collection[Path]) -> str | None:
    """Sizes and times of change of database files and their write-ahead logs; None where one cannot be told."""
    parts = []
    for path in sorted(paths):
        try:
            for file in (path, path.with_name(path.name + ".wal")):
                if file == path or file.exists():
                    known = file.stat()
                    parts.append(f"{known.st_size}:{known.st_mtime_ns}:{known.st_ino}")
        except OSError:
            return None
    return ",".join(parts) or None


def marks_statements(listed: Collection[ListedRelation]) -> Iterator[exp.Query]:
    """Statements of rows (position in ``listed``, mark), tables alone.

    A mark digests, within the engine, where a table's segments lie in the file and what they are said to hold.
    Written segments are never changed in place, so another mark means other rows, or the same ones written anew.
    """
    selects = [_mark(position, one) for position, one in enumerate(listed) if one.kind == "table"]
    for start in range(0, len(selects), _AT_A_TIME):
        part = selects[start : start + _AT_A_TIME]
        yield exp.union(*part, distinct=False) if len(part) > 1 else part[0]


def _mark(position: int, one: ListedRelation) -> exp.Select:
    statement = parse_one(_SEGMENTS, read="duckdb", into=exp.Select)
    statement.selects[0].set("this", exp.Literal.number(position))
    call = exp.Anonymous(this="pragma_storage_info", expressions=[exp.Literal.string(str(one.relation))])
    return statement.from_(exp.Table(this=call))
