"""Past questions with their SQL: what contextual retrieval looks for similar ones in."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.exceptions import QueryHistoryError

__all__ = ["PastQuery", "QueryHistory", "read_history"]


@dataclass(frozen=True, slots=True)
class PastQuery:
    """A question that was answered, its SQL, and what that reads.

    Attributes:
        tables: Names or ids of the tables, as the file or the SQL gives them.
        columns: Names of the columns, where the SQL could be read; unordered, each once.
        db: The database, in files that hold several.
    """

    id: str
    question: str
    sql: str = ""
    tables: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    db: str | None = None


@dataclass(frozen=True, slots=True)
class QueryHistory:
    """Past queries, in the order of their file."""

    queries: tuple[PastQuery, ...] = ()

    def without(self, ids: frozenset[str]) -> QueryHistory:
        """All but those of these ids: a question that is measured must not find itself."""
        return QueryHistory(tuple(query for query in self.queries if query.id not in ids))

    def resolved(self, graph: ContextGraph) -> Iterator[tuple[PastQuery, tuple[int, ...]]]:
        """The queries all of whose tables the context holds and shows, with the tables' positions.

        Tables are found by id, else by ``db.name``, else by their only name, case aside.
        """
        names = _names(graph)
        for query in self.queries:
            found = [_position(name, query.db, graph, names) for name in query.tables]
            known = sorted({position for position in found if position is not None})
            if known and None not in found and not any(graph.tables[position].hidden for position in known):
                yield query, tuple(known)


def read_history(path: Path) -> QueryHistory:
    """Read a history: JSON lines with ``question`` and ``sql`` or ``tables``; ``id``, ``db``, ``dialect`` where given.

    The questions of a benchmark folder are such a file. Where no tables are given they are taken from the SQL;
    a line whose SQL does not parse is kept without tables, and so finds nothing.

    Raises:
        QueryHistoryError: The file cannot be read, or a line is not of that form.
    """
    queries = []
    opened: Any = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    queries.append(_query(line, path, number))
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise QueryHistoryError(str(path), f"it cannot be read ({error})") from error
    return QueryHistory(tuple(queries))


def _query(line: str, path: Path, number: int) -> PastQuery:
    try:
        fields = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise QueryHistoryError(str(path), f"line {number}: no JSON ({error})") from error
    if not isinstance(fields, dict) or not isinstance(fields.get("question"), str):
        raise QueryHistoryError(str(path), f"line {number}: an object with a text 'question' is expected")
    sql = fields.get("sql") or ""
    given = fields.get("tables", fields.get("gold_tables"))
    if not isinstance(sql, str) or not isinstance(given, list | None):
        raise QueryHistoryError(str(path), f"line {number}: 'sql' is a text and 'tables' a list")
    tables, columns = _read_sql(sql, fields.get("dialect"))
    return PastQuery(
        id=str(fields.get("id", number)),
        question=fields["question"],
        sql=sql,
        tables=tuple(str(table) for table in given) if given is not None else tables,
        columns=columns,
        db=fields.get("db"),
    )


def _read_sql(sql: str, dialect: object) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Physical tables and column names of a query; nothing where it does not parse."""
    import sqlglot
    from sqlglot import exp

    if not sql:
        return (), ()
    try:
        parsed = sqlglot.parse_one(sql, dialect=dialect if isinstance(dialect, str) else None)
    except (sqlglot.errors.SqlglotError, ValueError, RecursionError):
        return (), ()
    derived = {cte.alias_or_name.casefold() for cte in parsed.find_all(exp.CTE)}
    tables = (table.name for table in parsed.find_all(exp.Table) if table.name.casefold() not in derived)
    columns = (column.name for column in parsed.find_all(exp.Column))
    return tuple(dict.fromkeys(tables)), tuple(dict.fromkeys(columns))


def _names(graph: ContextGraph) -> dict[str, list[int]]:
    names: dict[str, list[int]] = {}
    for position, table in enumerate(graph.tables):
        for name in {table.name.casefold(), table.relation.identifier.casefold()}:
            names.setdefault(name, []).append(position)
    return names


def _position(name: str, db: str | None, graph: ContextGraph, names: Mapping[str, Sequence[int]]) -> int | None:
    for whole in (name, f"{db}.{name}"):
        if whole in graph.positions:
            return graph.positions[whole]
    alike = names.get(name.casefold(), ())
    if db is not None:
        alike = [position for position in alike if graph.tables[position].relation.schema == db]
    return alike[0] if len(alike) == 1 else None
