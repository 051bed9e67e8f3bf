"""Which columns name a row of a table to a person."""

from __future__ import annotations

from gtr_core.catalog import Column, Table, TableProfile

__all__ = ["naming_columns"]

_NAMING_WORDS = frozenset({"name", "title", "fullname", "label", "headline"})
_SECOND_WORDS = frozenset({"code", "number", "email", "login", "username", "description", "symbol"})


def naming_columns(table: Table, profile: TableProfile | None, primary_key: tuple[str, ...]) -> tuple[str, ...]:
    """Columns that a person would call a row by, best first; the primary key where nothing names it.

    A column called name or title comes first, first and last names stay together; then a column called
    code or number whose values differ in every row; then the primary key; then the first column.
    """
    scored = sorted(
        (
            (_rank(column, table, profile), column.position, column.name)
            for column in table.columns
            if not column.hidden
        ),
    )
    if not scored:
        return ()
    best = scored[0][0]
    if best < _NO_NAME:
        return tuple(name for rank, _, name in scored if rank == best)
    return primary_key or (scored[0][2],)


_NO_NAME = 4


def _rank(column: Column, table: Table, profile: TableProfile | None) -> int:
    """0: the table's own name column; 1: parts of a name; 2: a unique code; 4: none of these."""
    words = _words(column)
    own = {word.rstrip("s") for word in _split(table.alias or table.name)}
    if not words:
        return _NO_NAME
    if words[-1] in _NAMING_WORDS:
        rest = {word.rstrip("s") for word in words[:-1]}
        if rest <= own:
            return 0
        return 1 if rest & {"first", "last", "given", "family", "fore", "sur", "full", "short", "display"} else 3
    data = profile.column(column.name) if profile is not None else None
    if words[-1] in _SECOND_WORDS and data is not None and data.unique:
        return 2
    return _NO_NAME


def _words(column: Column) -> list[str]:
    return _split(column.label or column.alias or column.name)


def _split(name: str) -> list[str]:
    return name.casefold().replace("_", " ").split()
