"""``meta.gtr``: what a project says to GTR in its own YAML, checked against the published schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from gtr_core.dbt.exceptions import MetaError, MetaProblem
from gtr_core.dbt.loose import mapping, texts

__all__ = ["ColumnMeta", "JoinMeta", "MetaReader", "MetricMeta", "TableMeta", "glossary_pairs", "json_schema"]

Name = Annotated[str, Meta(min_length=1)]
Names = Annotated[
    Name | list[Name], Meta(description="One, or a list. A list of columns is one composite key, in its order.")
]
Scalar = str | int | float | bool
Synonyms = Annotated[
    Name | list[Name] | None, Meta(description="Other words by which people call this.", examples=[["client", "buyer"]])
]
Glossary = Annotated[
    dict[Name, Scalar | list[Scalar]] | None,
    Meta(
        description="Phrases of the trade and what they mean: in words, as columns, as values or as a condition.",
        examples=[{"returned": "l_returnflag = 'R'", "big spender": "customers with an account balance over 5000"}],
    ),
]
Hidden = Annotated[bool, Meta(description="Keep this out of answers: no question is ever grounded to it.")]
Personal = Annotated[
    bool | None,
    Meta(
        description="Whether this holds personal data. Of personal columns no value is kept, shown or sent. "
        "On a table it goes for all its columns, unless a column says otherwise."
    ),
]
Reference = Annotated[
    str,
    Meta(
        min_length=1,
        description="The parent: a ref() or source() call, a model's name, a unique_id, or a full relation name.",
        examples=["ref('partsupp')", "source('shop', 'orders')", "partsupp"],
    ),
]
Role = Annotated[
    Name | None,
    Meta(description="What the parent is to the child, in words.", examples=["ship address", "billing customer"]),
]


class JoinMeta(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A foreign key of this table (the child) to another (the parent)."""

    to: Reference
    to_columns: Annotated[
        Name | list[Name] | None, Meta(description="The parent's columns; the same names where it is left out.")
    ] = None
    columns: Annotated[
        Name | list[Name] | None, Meta(description="The child's columns; on a column, that column where left out.")
    ] = None
    role: Role = None
    condition: Annotated[str | None, Meta(description="SQL condition on the child's rows, where the key is one.")] = (
        None
    )


class TableMeta(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """``meta.gtr`` of a model, seed, snapshot or source table."""

    synonyms: Synonyms = None
    glossary: Glossary = None
    hidden: Hidden = False
    personal: Personal = None
    primary_key: Names | None = None
    joins: Annotated[list[JoinMeta] | None, Meta(description="Foreign keys that no test states.")] = None
    role: Annotated[
        Name | None, Meta(description="What kind of table this is.", examples=["fact", "dimension", "bridge"])
    ] = None


class ColumnMeta(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """``meta.gtr`` of a column."""

    synonyms: Synonyms = None
    glossary: Glossary = None
    hidden: Hidden = False
    personal: Personal = None
    primary_key: Annotated[bool, Meta(description="Whether this column alone is the primary key.")] = False
    joins: Annotated[list[JoinMeta] | None, Meta(description="Foreign keys that start at this column.")] = None
    role: Role = None


class MetricMeta(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """``meta.gtr`` of a metric."""

    synonyms: Synonyms = None
    hidden: Hidden = False


M = TypeVar("M", TableMeta, ColumnMeta, MetricMeta)


class MetaReader:
    """Reads ``meta.gtr`` and gathers all that is wrong, so that one run reports it all."""

    def __init__(self) -> None:
        self._problems: list[MetaProblem] = []

    def read(self, kind: type[M], metas: tuple[object, ...], *, file: str, node: str, where: str) -> M | None:
        """The first ``gtr`` among a node's metas (``config.meta``, then ``meta``); None where there is none."""
        for meta in metas:
            said = mapping(meta).get("gtr")
            if said is None:
                continue
            try:
                return msgspec.convert(said, kind)
            except msgspec.ValidationError as error:
                self._problems.append(MetaProblem(file, node, where, _explain(error, kind)))
                return None
        return None

    def problem(self, *, file: str, node: str, where: str, text: str) -> None:
        """Adds what only the whole project shows to be wrong: an unknown parent, an unknown column."""
        self._problems.append(MetaProblem(file, node, where, text))

    def check(self) -> None:
        """Raises what was gathered.

        Raises:
            MetaError: Something is wrong.
        """
        if self._problems:
            raise MetaError(tuple(dict.fromkeys(self._problems)))


def glossary_pairs(glossary: Mapping[str, Any] | None) -> tuple[tuple[str, str], ...]:
    """Pairs of phrase and meaning; a list of meanings is one text.

    >>> glossary_pairs({"open": ["O", "P"], "large": 300})
    (('open', 'O, P'), ('large', '300'))
    """
    return tuple((phrase, ", ".join(texts(meaning))) for phrase, meaning in (glossary or {}).items())


def json_schema() -> dict[str, Any]:
    """The JSON schema of ``meta.gtr``, as shipped in ``gtr_core/schemas/meta_gtr.schema.json``."""
    (_, _, _), components = msgspec.json.schema_components(
        (TableMeta, ColumnMeta, MetricMeta), ref_template="#/$defs/{name}"
    )
    schema: dict[str, Any] = json.loads(json.dumps(components))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "meta.gtr",
        "description": "What may stand under meta.gtr in a dbt project's YAML: of a table, a column or a metric.",
        "anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in (TableMeta, ColumnMeta, MetricMeta)],
        "$defs": schema,
    }


def _explain(error: msgspec.ValidationError, kind: type[M]) -> str:
    text = str(error).replace("$.", "meta.gtr.").replace("`$`", "`meta.gtr`")
    if "unknown field" in text:
        known = JoinMeta.__struct_fields__ if "meta.gtr.joins[" in text else kind.__struct_fields__
        text += f" (known here: {', '.join(known)})"
    return text
