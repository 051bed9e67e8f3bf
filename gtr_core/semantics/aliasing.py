"""Readable aliases for the tables and columns of a catalog."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gtr_core.catalog import Catalog, Column, Table, TableProfile
from gtr_core.semantics.distinct import distinct
from gtr_core.semantics.learned import learned_abbreviations
from gtr_core.semantics.name_alias import NameContext, expand
from gtr_core.semantics.prefix import shared_prefix
from gtr_core.text import expansions, fold, normalise, split_identifier

__all__ = ["alias_catalog"]

_SIGNS = re.compile(r"[\W_]+")
# What projects put before or after a table's name to say where it stands, and what it stands for.
_LAYERS = {
    "dim": "dimension",
    "fact": "fact",
    "fct": "fact",
    "int": "intermediate",
    "raw": "raw",
    "src": "source",
    "staging": "staging",
    "stg": "staging",
    "tbl": "table",
    "vw": "view",
}
# Words that say of a column that it holds dates or times.
_DATED = frozenset(
    {"at", "date", "dates", "datetime", "month", "on", "quarter", "since", "time", "timestamp", "until", "week", "year"}
)


def alias_catalog(catalog: Catalog, profiles: Mapping[str, TableProfile]) -> Catalog:
    """The catalog with readable aliases for the tables and columns whose names are cryptic.

    A name is split into words; what nearly all names beside it begin with is dropped, abbreviations are
    written out. A thing that people labelled, and one whose name reads as it is, gets no alias; one that has an
    alias keeps it. Within a table no two columns get the same alias, nor one that is another's name or label;
    nor do two visible tables of different names. Nothing but ``alias`` changes; doing it twice changes nothing.

    Args:
        profiles: Profiles by table id, whose semantic types help to tell what an abbreviation stands for.
    """
    known = NameContext(entities=_entities(catalog), learned=learned_abbreviations(catalog))
    referred = _referred(catalog)
    tables = []
    for table, alias in zip(catalog.tables, _table_aliases(catalog, known), strict=True):
        columns = _columns(table, profiles.get(table.id), referred, known)
        tables.append(replace(table, alias=alias, columns=columns))
    return replace(catalog, tables=tuple(tables))


def _table_aliases(catalog: Catalog, known: NameContext) -> list[str]:
    words = [_split(table.name) for table in catalog.tables]
    prefix = shared_prefix(words)
    candidates: list[list[str]] = []
    for table, split in zip(catalog.tables, words, strict=True):
        context = replace(known, described=normalise(table.description))
        rest = split[len(prefix) :] if prefix and split[: len(prefix)] == prefix else split
        front, bare, back = _layers(rest)
        written = expand(bare, context)
        candidates.append(
            _candidates(
                table.name,
                table.label or table.alias,
                (written, (*front, *written, *back), (*prefix, *front, *written, *back)),
            )
        )
    # Hidden tables take no name from those that can be asked about.
    visible = [i for i, table in enumerate(catalog.tables) if not table.hidden]
    chosen = [names[0] for names in candidates]
    named = distinct(
        [candidates[i] for i in visible],
        [fold(catalog.tables[i].name) for i in visible],
        [catalog.tables[i].preferred is not None for i in visible],
    )
    for i, name in zip(visible, named, strict=True):
        chosen[i] = name
    return [t.alias or _alias(t.name, t.label, name) for t, name in zip(catalog.tables, chosen, strict=True)]


def _layers(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """What says where a table stands, before and behind its name, written out, with the name between them."""
    front: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    if len(words) > 1 and words[0] in _LAYERS:
        front, words = (_LAYERS[words[0]],), words[1:]
    if len(words) > 1 and words[-1] in _LAYERS:
        back, words = (_LAYERS[words[-1]],), words[:-1]
    return front, words, back


def _columns(
    table: Table,
    profile: TableProfile | None,
    referred: Mapping[tuple[str, str], frozenset[str]],
    known: NameContext,
) -> tuple[Column, ...]:
    words = [_split(column.name) for column in table.columns]
    prefix = shared_prefix(words)
    own = _words(table.name, table.label) | frozenset(normalise(table.description))
    candidates: list[list[str]] = []
    for column, split in zip(table.columns, words, strict=True):
        data = profile.column(column.name) if profile is not None else None
        parents = referred.get((table.id, column.name), frozenset())
        context = replace(
            known,
            described=normalise(column.description),
            related=own | parents,
            semantic_type=data.semantic_type if data is not None else "",
            referred=parents,
        )
        bears = bool(prefix) and split[: len(prefix)] == prefix and len(split) > len(prefix)
        rest = split[len(prefix) :] if bears else split
        written = _dated(expand(rest, context), context.semantic_type)
        kept = prefix if bears else ()
        candidates.append(_candidates(column.name, column.label or column.alias, (written, (*kept, *written), split)))
    chosen = distinct(candidates, [column.name for column in table.columns])
    return tuple(
        replace(column, alias=column.alias or _alias(column.name, column.label, name))
        for column, name in zip(table.columns, chosen, strict=True)
    )


def _dated(words: tuple[str, ...], semantic_type: str) -> tuple[str, ...]:
    """The words, with "date" behind them where the data are dates and no word says so."""
    if semantic_type not in ("date", "timestamp") or any(word in _DATED or word.endswith("day") for word in words):
        return words
    return (*words, "date")


def _candidates(name: str, given: str | None, forms: Sequence[Sequence[str]]) -> list[str]:
    """What a thing may be called, best first: what it was given alone, else its readable forms and then its name."""
    if given:
        return [" ".join(normalise(given)) or fold(given)]
    return list(dict.fromkeys([*(" ".join(form) for form in forms if form), _as_written(name), name]))


def _alias(name: str, label: str | None, chosen: str) -> str:
    """The chosen name; empty where people labelled the thing, or its name says the same as it is written."""
    return "" if label or chosen in (name, _as_written(name)) else chosen


def _as_written(name: str) -> str:
    """The name in lower case, its signs as spaces.

    >>> _as_written("Order_Date"), _as_written("l_shipdate")
    ('order date', 'l shipdate')
    """
    return _SIGNS.sub(" ", fold(name)).strip()


def _split(name: str) -> tuple[str, ...]:
    """The words of a name; a name of signs alone has none."""
    return tuple(word for word in split_identifier(name) if any(map(str.isalnum, word)))


def _words(*names: str | None) -> frozenset[str]:
    return frozenset(word for name in names if name for word in split_identifier(name))


def _entities(catalog: Catalog) -> frozenset[str]:
    """Words that the names and labels of the catalog's tables write out; known abbreviations are none."""
    names = (name for table in catalog.tables for name in (table.name, table.label))
    return _words(*names) - expansions().keys()


def _referred(catalog: Catalog) -> dict[tuple[str, str], frozenset[str]]:
    """Per table id and foreign key column, the words of the names of what it refers to."""
    names = {table.id: _words(table.name, table.label) for table in catalog.tables}
    found: dict[tuple[str, str], frozenset[str]] = {}
    for edge in catalog.joins:
        for column in edge.child_columns:
            key = (edge.child, column)
            found[key] = found.get(key, frozenset()) | names.get(edge.parent, frozenset())
    return found
