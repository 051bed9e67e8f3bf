"""Catalogs and profiles from schema.json, descriptions and sampled values of a benchmark folder."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gtr_core.catalog import Catalog, Column, ColumnProfile, JoinEdge, Key, Relation, Table, TableProfile
from gtr_core.evaluation.exceptions import BenchmarkFolderError
from gtr_core.evaluation.json_files import find, read_json, read_lines

__all__ = ["Values", "database_catalog", "read_descriptions", "read_schema", "read_values"]

Values = Mapping[tuple[str, str, str], Mapping[str, Any]]
"""Rows of values.jsonl by database, table and column."""

_TEXT_TYPES = ("text", "char", "string", "clob", "enum")


def read_schema(folder: Path) -> dict[str, dict[str, Any]]:
    """The databases of schema.json by name.

    Raises:
        BenchmarkFolderError: The folder, the file, or its databases are missing.
    """
    if not folder.is_dir():
        raise BenchmarkFolderError(str(folder), "there is no such folder")
    path = find(folder, "schema.json")
    if path is None:
        raise BenchmarkFolderError(str(folder), "schema.json is missing")
    databases = read_json(path).get("databases")
    if not isinstance(databases, dict) or not databases:
        raise BenchmarkFolderError(str(path), "it holds no databases")
    return databases


def read_descriptions(folder: Path, *, official: bool = False) -> dict[str, Any]:
    """Column descriptions by database, table and column; empty where the folder has none.

    Args:
        official: The benchmark's own documentation instead of the generated one.
    """
    path = find(folder, "descriptions_official.json" if official else "descriptions.json")
    return {} if path is None else read_json(path)


def read_values(folder: Path) -> Values:
    """Sampled values; empty where the folder has none."""
    path = find(folder, "values.jsonl")
    if path is None:
        return {}
    return {(row["db"], row["table"], row["column"]): row for row in read_lines(path)}


def database_catalog(
    db: str, database: Mapping[str, Any], descriptions: Mapping[str, Any], values: Values, *, graph: bool = True
) -> tuple[Catalog, dict[str, TableProfile]]:
    """Catalog and profiles of one database; table ids are ``db.table``.

    Values of text columns alone are kept: those that a build would index.

    Args:
        descriptions: Of this database, by table and column.
        graph: Whether the foreign keys become join edges.

    Raises:
        BenchmarkFolderError: A field is missing or of the wrong form.
    """
    try:
        tables = tuple(_table(db, fields, descriptions.get(fields["name"], {})) for fields in database["tables"])
        keys = {fields["name"]: tuple(fields.get("primary_key", ())) for fields in database["tables"]}
        joins = tuple(_joins(db, database.get("foreign_keys", ()), keys)) if graph else ()
        profiles = {
            table.id: _profile(db, table, fields.get("row_count"), values)
            for table, fields in zip(tables, database["tables"], strict=True)
        }
    except (KeyError, TypeError, AttributeError) as error:
        raise BenchmarkFolderError("schema.json", f"database {db!r}: {type(error).__name__} {error}") from error
    stated = tuple(Key(f"{db}.{name}", columns, "constraint", True) for name, columns in keys.items() if columns)
    return Catalog(tables, stated, joins), profiles


def _table(db: str, fields: Mapping[str, Any], descriptions: Mapping[str, str]) -> Table:
    columns = tuple(
        Column(
            column["name"],
            column.get("type", ""),
            position,
            description=descriptions.get(column["name"]) or "",
            label=column.get("label"),
        )
        for position, column in enumerate(fields["columns"])
    )
    name = fields["name"]
    return Table(f"{db}.{name}", Relation(None, db, name), name, columns=columns, label=fields.get("label"))


def _profile(db: str, table: Table, rows: int | None, values: Values) -> TableProfile:
    columns = []
    for column in table.columns:
        row = values.get((db, table.name, column.name))
        sample = () if row is None else tuple(str(value) for value in row["values"] if value is not None)
        distinct = None if row is None else row.get("n_distinct")
        columns.append(
            ColumnProfile(
                column.name,
                distinct=len(sample) if distinct is None else distinct,
                distinct_exact=distinct is not None,
                values=sample if _is_text(column.data_type) else (),
                truncated=row is not None and (distinct is None or distinct > len(row["values"])),
            )
        )
    return TableProfile(table.id, rows, 0, True, tuple(columns))


def _is_text(data_type: str) -> bool:
    folded = data_type.casefold()
    return any(name in folded for name in _TEXT_TYPES)


def _joins(db: str, foreign_keys: Iterable[Mapping[str, str]], keys: Mapping[str, Sequence[str]]) -> Iterator[JoinEdge]:
    """One edge a foreign key: those to the columns of one composite key are one, once a role."""
    pairs: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for key in foreign_keys:
        pairs[key["from_table"], key["to_table"]].append((key["from_column"], key["to_column"]))
    for (child, parent), columns in pairs.items():
        for edge in _edges(list(dict.fromkeys(columns)), keys.get(parent, ())):
            mine, theirs = zip(*edge, strict=True)
            yield JoinEdge(f"{db}.{child}", mine, f"{db}.{parent}", theirs, ("constraint",))


def _edges(pairs: list[tuple[str, str]], key: Sequence[str]) -> list[list[tuple[str, str]]]:
    """The pairs of columns parted by the edge that they belong to.

    >>> _edges([("year", "year"), ("home", "team"), ("away", "team")], ["year", "team"])
    [[('year', 'year'), ('home', 'team')], [('year', 'year'), ('away', 'team')]]
    >>> _edges([("a", "id"), ("b", "id")], ["id"])
    [[('a', 'id')], [('b', 'id')]]
    """
    children = {column: [mine for mine, theirs in pairs if theirs == column] for column in key}
    roles = max((len(mine) for mine in children.values()), default=0)
    whole = len(key) > 1 and all(len(mine) in (1, roles) for mine in children.values())
    if not whole:
        return [[pair] for pair in pairs]
    edges = [
        [(mine[role if len(mine) > 1 else 0], column) for column, mine in children.items()] for role in range(roles)
    ]
    return edges + [[pair] for pair in pairs if pair[1] not in children]
