"""Governed tags of Snowflake, by which an account says what is personal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlglot import exp

from gtr_core.catalog import Relation
from gtr_core.warehouse.listing import ListedRelation

__all__ = ["TagsByColumn", "tags_from_rows", "tags_statement", "with_tags"]

_CATEGORIES = frozenset({"PRIVACY_CATEGORY", "SEMANTIC_CATEGORY"})
"""Snowflake's own tags of what its classification found (SNOWFLAKE.CORE)."""

_DOMAINS = (
    "COLUMN", "DYNAMIC TABLE", "EXTERNAL TABLE", "ICEBERG TABLE", "MATERIALIZED VIEW", "TABLE", "VIEW",
)  # fmt: skip
"""What tags are set on: columns, and all that has columns."""

_NAMES = (
    "OBJECT_DATABASE",
    "OBJECT_SCHEMA",
    "OBJECT_NAME",
    "COLUMN_NAME",
    "TAG_NAME",
    "TAG_VALUE",
)
_DENIED = frozenset({"", "false", "no", "none", "0", "public", "insensitive"})

TagsByColumn = Mapping[tuple[Relation, str | None], tuple[str, ...]]


def tags_statement(databases: Collection[str]) -> exp.Select:
    """Tags of tables and columns of those databases, from SNOWFLAKE.ACCOUNT_USAGE.TAG_REFERENCES.

    The view lags behind by up to two hours, needs a role that may read it, and tells of tags that are set on the table
    or column itself: one that a schema or a database hands down is not among them.
    """
    view = exp.Table(
        this=exp.to_identifier("TAG_REFERENCES"),
        db=exp.to_identifier("ACCOUNT_USAGE"),
        catalog=exp.to_identifier("SNOWFLAKE"),
    )
    return (
        exp.select(*_NAMES)
        .from_(view)
        .where(
            _among("OBJECT_DATABASE", sorted(databases)),
            _among("DOMAIN", _DOMAINS),
            exp.column("OBJECT_DELETED").is_(exp.null()),
        )
        .order_by(*_NAMES)
    )


def tags_from_rows(rows: Iterable[Sequence[Any]]) -> TagsByColumn:
    """By relation and column (None: the whole relation), tags in the form ``name:value``, and the bare name.

    The bare name stands where the value does not deny it. What Snowflake's classification found counts as personal.
    """
    tags: dict[tuple[Relation, str | None], list[str]] = {}
    for database, schema, name, column, tag, value in rows:
        found = tags.setdefault((Relation(database, schema, name), column), [])
        text = str(value or "").strip()
        found.append(f"{tag}:{text}" if text else str(tag))
        if text.casefold() not in _DENIED:
            found.append("personal" if str(tag).upper() in _CATEGORIES else str(tag))
    return {key: tuple(dict.fromkeys(values)) for key, values in tags.items()}


def with_tags(listed: Iterable[ListedRelation], tags: TagsByColumn) -> tuple[ListedRelation, ...]:
    """The relations, each column with its tags and those of its table."""
    return tuple(
        replace(
            one,
            columns=tuple(
                replace(column, tags=tags.get((one.relation, None), ()) + tags.get((one.relation, column.name), ()))
                for column in one.columns
            ),
        )
        for one in listed
    )


def _among(column: str, values: Sequence[str]) -> exp.Expr:
    return exp.In(this=exp.column(column), expressions=[exp.Literal.string(value) for value in values])
