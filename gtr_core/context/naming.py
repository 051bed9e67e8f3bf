"""Which columns name a row of a table to a person."""

from __future__ import annotations

from gtr_core.catalog import Column, Table, TableProfile

__all__ = ["naming_columns"]

_NAMING_WORDS = frozenset({"name", "title", "fullname", "label", "headline"})
_SECOND_WORDS = frozenset({"code", "number", "email", "login", "username", "description", "symbol"})

_PARTS = frozenset({"first", "last", "given", "family", "fore", "sur", "full", "short", "display"})


def naming_columns(table: Table, profile: TableProfile | None, primary_key: tuple[str, ...]) -> tuple[str, ...]:
    """Columns that a person would call a row by, best first; the primary key where nothing names it.

    A column called name or title comes first, first and last names stay together; then a column called
    code or number whose values differ in every row; then the primary key; then the first column.
    """
    own = {word.rstrip("s") for word in _split(table.label or table.alias or table.name)}
    scored = sorted(
        [(_rank(column, own, profile), column.position, column.name) for column in table.columns if not column.hidden]
    )
    if not scored:
        return ()
    best = scored[0][0]
    if best < _NO_NAME:
        return tuple(name for rank, _, name in scored if rank == best)
    return primary_key or (scored[0][2],)


_NO_NAME = 4


def _rank(column: Column, own: set[str], profile: TableProfile | None) -> int:
    """0: the table's own name column; 1: parts of a name; 2: a unique code; 3: another name; 4: none of these."""
    ranks = [_rank_of_words(_split(name), own) for name in (column.label, column.alias, column.name) if name]
    rank = min(ranks)
    if rank == _CODE:
        data = profile.column(column.name) if profile is not None else None
        return _CODE if data is not None and data.unique else _NO_NAME
    return rank


_CODE = 2


def _rank_of_words(words: list[str], own: set[str]) -> int:
    """Rank of a column by one of its names; a column that is called as the table is names its rows."""
    if not words:
        return _NO_NAME
    if {word.rstrip("s") for word in words} == own:
        return 0
    if words[-1] in _NAMING_WORDS:
        rest = {word.rstrip("s") for word in words[:-1]}
        if rest <= own:
            return 0
        return 1 if rest & _PARTS else 3
    return _CODE if words[-1] in _SECOND_WORDS else _NO_NAME


def _split(name: str) -> list[str]:
    return name.casefold().replace("_", " ").split()
